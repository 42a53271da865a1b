import Audio
import QuranIndex

/// What the classes of sounds are like and how long they last, as learnt from recitations.
///
/// Nine classes of how a sound is heard, each a mixture of up to eight diagonal Gaussians over `SpeechFeatures`, and
/// thirteen classes of how long a sound lasts, each log-normal.
public struct AcousticModel: Sendable {
  /// Classes of what is heard. The lengths of vowels, and of nasals, are told apart by time alone.
  enum Class: Int, CaseIterable, Sendable {
    case silence, vowel, nasal, sibilant, voicelessFricative, voicedFricative, voicelessStop, voicedStop,
      liquid

    /// As the table names it.
    var letter: Character { Array("_anshztbr")[rawValue] }
  }

  /// Classes of how long it is heard.
  enum Length: Int, CaseIterable, Sendable {
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

  /// A model of these parts.
  init(mixtures: [Mixture], medians: [Double], spreads: [Double]) {
    self.mixtures = mixtures
    self.medians = medians
    self.spreads = spreads
  }

  /// Whether a sound lasts so long, at a tempo, that something else is probably heard there.
  ///
  /// Nothing is learnt of such sounds. Where a held vowel or an echo is once taken for a consonant, the consonant would
  /// fit it ever better.
  func isOverlong(_ frames: Range<Int>, _ state: StateChain.State, tempo: Double) -> Bool {
    guard state.kind == .sound || state.kind == .droppedVowel else { return false }
    let usual = medians[state.length] * tempo * Double(SpeechFeatures.framesPerSecond)
    return logarithm(Double(frames.count) / usual) > Self.mostSpreads * spreads[state.length]
  }

  /// Of a hundred sounds that are what they are taken for, about two last longer.
  private static let mostSpreads = 2.0

  /// The model that comes with the program.
  public static let shipped =
    (try? AcousticModel(text: String(describing: ShippedModel.text)))
    ?? AcousticModel(mixtures: Class.allCases.map { _ in Mixture() }, medians: [], spreads: [])
}

extension AyahSounds.Sound {
  /// How it is heard.
  var heard: AcousticModel.Class {
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

  /// How long it is heard.
  var length: AcousticModel.Length {
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
