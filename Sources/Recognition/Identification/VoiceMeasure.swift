package import TilawaQuran
package import TilawaSound

/// Compares the duration of voice in a recording with the length of passages.
package struct VoiceMeasure: Sendable {
  /// The number of loud frames before each frame, and before the end.
  private let loudBefore: [Int]
  private let counting: CountingSystem

  /// Of a recording whose ayat `counting` numbers.
  package init(_ features: SpeechFeatures, _ counting: CountingSystem) {
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
  package func seconds(of frames: Range<Int>) -> Double {
    let frames = frames.clamped(to: 0..<loudBefore.count - 1)
    return Double(loudBefore[frames.upperBound] - loudBefore[frames.lowerBound])
      / Double(SpeechFeatures.framesPerSecond)
  }

  /// Returns true if the voice in some frames lasts about as long as a passage, read from its first to its
  /// last word.
  func canFill(_ frames: Range<Int>, _ passage: AyahRange) -> Bool {
    let (voice, units) = (seconds(of: frames), units(of: passage))
    return Self.rates.lowerBound * units <= voice && voice <= Self.rates.upperBound * units
  }

  /// Returns true if there is more voice in some frames than the slowest recitation of a passage takes.
  package func isTooLong(_ frames: Range<Int>, _ passage: AyahRange) -> Bool {
    seconds(of: frames) > Self.rates.upperBound * units(of: passage)
  }

  /// Seconds that a unit of an ayah's length takes in published recitations, with a margin.
  private static let rates = 0.05...0.5

  /// The length of a passage in units of `AyahLength`.
  package func units(of passage: AyahRange) -> Double {
    Double(counting.ayat(in: passage).reduce(0) { $0 + (AyahLength.units(of: $1, in: counting) ?? 0) })
  }
}
