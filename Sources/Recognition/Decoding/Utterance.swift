import TilawaBase
import TilawaSound

/// A recording that is to be recognised, and what is known of it before.
struct Utterance: Sendable {
  let features: SpeechFeatures
  var model = AcousticModel.shipped
  /// The frames that a person has marked as having nothing of the passage.
  var silent: [Range<Int>] = []
  /// The frames in which an earlier search has recognised something else. The passage isn't searched for
  /// there; only the other sounds are named.
  var elsewhere: [Range<Int>] = []
  /// Its emission scores, with `stride` frames for one.
  func scores(stride: Int) -> EmissionScores {
    EmissionScores(
      PhoneScores(model, features, silent: silent + elsewhere), frames: features.count, stride: stride)
  }

  /// Returns the scores of some frames that surely contain something of the passage. `stride` frames count as
  /// one, starting at a multiple of it.
  func scores(of frames: Range<Int>, stride: Int) -> EmissionScores {
    let part = features.part(frames)
    return EmissionScores(PhoneScores(model, part), frames: part.count, stride: stride)
  }

  /// The utterance without the frames excluded by an earlier search.
  var hearingEverywhere: Utterance {
    var other = self
    other.elsewhere = []
    return other
  }

  /// Between two stages: what the one before needed goes back to the system, where it is much.
  func giveBackMemory() {
    if features.count > Self.long { FreeMemory.giveBack() }
  }

  /// In frames.
  private static let long = 20 * 60 * SpeechFeatures.framesPerSecond
}
