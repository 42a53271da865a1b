import Audio
import QuranIndex

/// How long somebody is heard in a recording, and how much there is to say.
struct VoiceMeasure: Sendable {
  /// How many loud frames precede each, and the end.
  private let loudBefore: [Int]
  private let counting: CountingSystem

  init(_ features: SpeechFeatures, _ counting: CountingSystem) {
    self.counting = counting
    var sum = 0
    loudBefore =
      [0]
      + features.isLoud.map {
        if $0 { sum += 1 }
        return sum
      }
  }

  /// Seconds of a voice in some frames.
  func seconds(of frames: Range<Int>) -> Double {
    let frames = frames.clamped(to: 0..<loudBefore.count - 1)
    return Double(loudBefore[frames.upperBound] - loudBefore[frames.lowerBound])
      / Double(SpeechFeatures.framesPerSecond)
  }

  /// The length of a passage in units of `AyahLength`.
  func units(of passage: AyahRange) -> Double {
    Double(counting.ayat(in: passage).reduce(0) { $0 + (AyahLength.units(of: $1, in: counting) ?? 0) })
  }
}
