import TilawaQuran

/// The acoustic model: the sound of phones and the durations of sounds, as learnt from recitations.
///
/// It has the two halves of a hidden semi-Markov model (Rabiner: A tutorial on hidden Markov models, Proc.
/// IEEE 77, 1989, section IV.D, explicit state durations). Emissions come from a network that distinguishes
/// 28 phones and silence. Durations have thirteen classes, each log-normal. Our own addition is that the two
/// are classified apart: tajwid determines how long a vowel is held (madd) where its spectrum is the same.
public struct AcousticModel: Sendable {
  /// Classes of the duration of a sound.
  enum DurationClass: Int, CaseIterable, Sendable {
    case short, long, prolonged, prolongedSix
    /// The long vowel before the last consonants of an ayah, which is held as long as the reciter likes.
    case final
    case nasal, nasalHold, sibilant, voicelessFricative, voicedFricative, voicelessStop, voicedStop, liquid

    /// As the table names it.
    var letter: Character { Array("aAMZFnNshztbr")[rawValue] }
  }

  /// The name of the model, in one line; empty if it has none.
  public var name = ""
  /// The sources from which it was learnt, in one line.
  public var source = ""
  /// Median in seconds at tempo 1, by class of length.
  var medians: [Double]
  /// Standard deviation of the logarithm, by class of length.
  var spreads: [Double]
  /// The network that distinguishes phones.
  var network: PhoneNetwork

  /// A model of these parts.
  init(medians: [Double], spreads: [Double], network: PhoneNetwork) {
    self.medians = medians
    self.spreads = spreads
    self.network = network
  }

  /// Returns the usual duration of some sounds at tempo 1, in seconds.
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
