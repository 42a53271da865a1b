import TilawaQuran
import TilawaSound

/// The acoustic model: what classes of phones are like and how long they last, as learnt from recitations.
///
/// It has the two halves of a hidden semi-Markov model (Rabiner: A tutorial on hidden Markov models, Proc. IEEE 77, 1989, section IV.D, explicit
/// state durations). Emissions: nine broad phone classes, each a mixture of up to eight Gaussians with diagonal covariances over
/// `SpeechFeatures`. Durations: thirteen classes, each log-normal. Ours is that the two are classified apart: tajwid says how
/// long a vowel is held (madd) where its spectrum is the same.
public struct AcousticModel: Sendable {
  /// Broad phone classes, by what is heard. The lengths of vowels, and of nasals, are told apart by time alone.
  enum PhoneClass: Int, CaseIterable, Sendable {
    case silence, vowel, nasal, sibilant, voicelessFricative, voicedFricative, voicelessStop, voicedStop,
      liquid

    /// As the table names it.
    var letter: Character { Array("_anshztbr")[rawValue] }
  }

  /// Classes of how long it is heard.
  enum DurationClass: Int, CaseIterable, Sendable {
    case short, long, prolonged, prolongedSix
    /// The long vowel before the last consonants of an ayah, which is held as long as the reciter likes.
    case final
    case nasal, nasalHold, sibilant, voicelessFricative, voicedFricative, voicelessStop, voicedStop, liquid

    var letter: Character { Array("aAMZFnNshztbr")[rawValue] }
  }

  /// Several Gaussians, whose dimensions don't depend on each other.
  struct Mixture: Sendable {
    var weights: [Float] = []
    /// One row of `SpeechFeatures.dimensions` for each weight.
    var means: [[Float]] = []
    var variances: [[Float]] = []

    /// From fewer frames nothing is learnt.
    static let fewestFrames = 10
    /// No variance is less: a Gaussian must not sit on a few frames.
    static let leastVariance = 0.05
  }

  /// What the model is called, in one line; empty when nobody said.
  public var name = ""
  /// What it was learnt from, in one line.
  public var source = ""
  /// By class.
  var mixtures: [Mixture]
  /// Median in seconds at tempo 1, by class of length.
  var medians: [Double]
  /// Standard deviation of the logarithm, by class of length.
  var spreads: [Double]
  /// What tells phones apart where nobody has stated what is recited, and where what was stated is short; it learns from no recording. Nil when there is none.
  var network = PhoneNetwork.shipped

  /// A model of these parts.
  init(mixtures: [Mixture], medians: [Double], spreads: [Double]) {
    self.mixtures = mixtures
    self.medians = medians
    self.spreads = spreads
  }

  /// The same with another network, or none.
  package func withNetwork(_ network: PhoneNetwork?) -> AcousticModel {
    var model = self
    model.network = network
    return model
  }

  /// How many seconds some sounds usually take at tempo 1.
  func usualSeconds(of sounds: some Sequence<AyahSounds.Sound>) -> Double {
    sounds.reduce(0) { $0 + medians[$1.duration.rawValue] }
  }

  /// How many frames a class of duration usually takes, at a tempo.
  func usualFrames(_ duration: Int, tempo: Double) -> Double {
    medians[duration] * tempo * Double(SpeechFeatures.framesPerSecond)
  }

  /// Whether a sound lasts so long, at a tempo, that something else is probably heard there.
  ///
  /// Nothing is learnt of such sounds. Where a held vowel or an echo is once taken for a consonant, the consonant would
  /// fit it ever better.
  func isOverlong(_ frames: Range<Int>, _ duration: Int, tempo: Double) -> Bool {
    logarithm(Double(frames.count) / usualFrames(duration, tempo: tempo)) > Self.mostSpreads
      * spreads[duration]
  }

  /// Of a hundred sounds that are what they are taken for, about two last longer.
  private static let mostSpreads = 2.0
}

extension AyahSounds.Sound {
  /// The phone class of its emissions.
  var phone: AcousticModel.PhoneClass {
    switch self {
    case .short, .long, .prolonged, .prolongedSix: .vowel
    case .nasal, .nasalHold: .nasal
    case .sibilant: .sibilant
    case .voicelessFricative: .voicelessFricative
    case .voicedFricative: .voicedFricative
    case .voicelessStop: .voicelessStop
    case .voicedStop: .voicedStop
    case .liquid: .liquid
    }
  }

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
