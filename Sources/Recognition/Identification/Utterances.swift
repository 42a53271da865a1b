import TilawaSound

/// Stretches in which a voice says more at once than a takbir or amin takes.
extension SpeechFeatures {
  /// Seconds of a voice that are worth a name: a takbir or amin takes less.
  private static let leastVoice = 4.0
  /// Frames of silence within what is said at once.
  private static let breath = 75

  /// From the first to the last utterance that is longer than a takbir; empty where there is none.
  func longUtterances(in frames: Range<Int>) -> Range<Int> {
    let long = utterances(in: frames, breath: Self.breath).filter {
      Double(isLoud[$0].count { $0 }) >= Self.leastVoice * Double(Self.framesPerSecond)
    }
    guard let first = long.first, let last = long.last else { return frames.lowerBound..<frames.lowerBound }
    return first.lowerBound..<last.upperBound
  }

  /// Returns the stretches without a voice of at least `shortest` frames, a second by default.
  func silences(in frames: Range<Int>, of shortest: Int = framesPerSecond) -> [Range<Int>] {
    let said = utterances(in: frames, breath: shortest)
    let starts = [frames.lowerBound] + said.map(\.upperBound)
    let ends = said.map(\.lowerBound) + [frames.upperBound]
    return zip(starts, ends).map { $0..<$1 }.filter { $0.count >= shortest }
  }

  /// Returns the utterances between silences of `breath` frames, from the first sound to the last of each.
  func utterances(in frames: Range<Int>, breath: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for frame in frames where isLoud[frame] {
      if let last = result.last, frame - last.upperBound < breath {
        result[result.count - 1] = last.lowerBound..<frame + 1
      } else {
        result.append(frame..<frame + 1)
      }
    }
    return result
  }
}
