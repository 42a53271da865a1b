import TilawaBase
import TilawaSound

/// A recording that is to be recognised, and what is known of it before.
struct Utterance: Sendable {
  let features: SpeechFeatures
  var model = AcousticModel.shipped
  /// Frames of which a person has said that nothing of the passage is heard there.
  var silent: [Range<Int>] = []
  /// Frames in which an earlier search has heard something else: nothing of the passage is looked for there, but what it is.
  var elsewhere: [Range<Int>] = []
  /// Its emission scores, with `stride` frames for one.
  func scores(stride: Int) -> EmissionScores {
    EmissionScores(
      PhoneScores(model, features, silent: silent + elsewhere), frames: features.count, stride: stride)
  }

  /// Those of some frames, where it is known that something of the passage is heard; `stride` frames count as one, from a multiple of it on.
  func scores(of frames: Range<Int>, stride: Int) -> EmissionScores {
    let part = features.part(frames)
    return EmissionScores(PhoneScores(model, part), frames: part.count, stride: stride)
  }

  /// The same with nothing heard by an earlier search.
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
