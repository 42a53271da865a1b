import TilawaBase
import TilawaSound

/// A recording that is to be recognised, and what is known of it before.
struct Utterance: Sendable {
  let features: SpeechFeatures
  /// What is known of sounds before this recording is heard: what adaptation starts from.
  var model = AcousticModel.shipped
  /// Frames of which a person has said that nothing of the passage is heard there.
  var silent: [Range<Int>] = []
  /// Frames in which an earlier search has heard something else: nothing of the passage is looked for there, but what it is.
  var elsewhere: [Range<Int>] = []
  /// How much worse than the best class a frame of other things is.
  var fillerCost = Costs.fillerFrame

  /// The emission scores by a model, with `stride` frames for one.
  func scores(_ model: AcousticModel, stride: Int = 1) -> EmissionScores {
    EmissionScores(model, features, silent: silent + elsewhere, fillerCost: fillerCost, stride: stride)
  }

  /// The same by phones, with other things.
  func phoneScores(stride: Int) -> EmissionScores {
    let phones = PhoneScores(
      model, features, silent: silent + elsewhere, scale: .followed, fillerCost: Costs.fillerFrameByPhones)
    return EmissionScores(phones: phones, frames: features.count, stride: stride)
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

  /// How much there is to judge by, from 0 below a minute to 1 above 100 s: limits of fits move between these.
  var certainty: Double {
    let seconds = Double(features.count) / Double(SpeechFeatures.framesPerSecond)
    return min(max((seconds - Self.fewSeconds) / (Self.enoughSeconds - Self.fewSeconds), 0), 1)
  }

  private static let fewSeconds = 60.0
  private static let enoughSeconds = 100.0
}
