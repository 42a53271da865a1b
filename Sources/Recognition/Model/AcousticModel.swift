import TilawaQuran

/// The acoustic model: what phones sound like and how long sounds last, as learnt from recitations.
///
/// It has the two halves of a hidden semi-Markov model (Rabiner: A tutorial on hidden Markov models, Proc. IEEE 77, 1989, section IV.D, explicit
/// state durations). Emissions: a network that tells 28 phones and silence apart. Durations: thirteen classes, each log-normal. Ours is that the two are
/// classified apart: tajwid says how long a vowel is held (madd) where its spectrum is the same.
public struct AcousticModel: Sendable {
  /// Classes of how long a sound is heard.
  enum DurationClass: Int, CaseIterable, Sendable {
    case short, long, prolonged, prolongedSix
    /// The long vowel before the last consonants of an ayah, which is held as long as the reciter likes.
    case final
    case nasal, nasalHold, sibilant, voicelessFricative, voicedFricative, voicelessStop, voicedStop, liquid

    /// As the table names it.
    var letter: Character { Array("aAMZFnNshztbr")[rawValue] }
  }

  /// What the model is called, in one line; empty when nobody said.
  public var name = ""
  /// What it was learnt from, in one line.
  public var source = ""
  /// Median in seconds at tempo 1, by class of length.
  var medians: [Double]
  /// Standard deviation of the logarithm, by class of length.
  var spreads: [Double]
  /// What tells phones apart.
  var network: PhoneNetwork

  /// A model of these parts.
  init(medians: [Double], spreads: [Double], network: PhoneNetwork) {
    self.medians = medians
    self.spreads = spreads
    self.network = network
  }

  /// How many seconds some sounds usually take at tempo 1.
  func usualSeconds(of sounds: some Sequence<AyahSounds.Sound>) -> Double {
    sounds.reduce(0) { $0 + medians[$1.duration.rawValue] }
  }
}

extension AyahSounds.Sound {
  /// The class of its duration.
  var duration: AcousticModel.DurationClass {
    switch self {
    case .short: .short
    case .long: .long
    case .prolonged: .prolonged
    case .prolongedSix: .prolongedSix
    case .nasal: .nasal
    case .nasalHold: .nasalHold
    case .sibilant: .sibilant
    case .voicelessFricative: .voicelessFricative
    case .voicedFricative: .voicedFricative
    case .voicelessStop: .voicelessStop
    case .voicedStop: .voicedStop
    case .liquid: .liquid
    }
  }
}
