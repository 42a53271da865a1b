import TilawaBase
import TilawaQuran
import TilawaSound

extension PassageIdentification {
  /// Returns the parts of a long recording, in frames, which are searched independently.
  ///
  /// A passage in one part isn't searched for in the others, and they aren't searched again when it changes.
  /// The recording is cut at silences only, the longest first, and where a search is sure of one surah before
  /// and of another after.
  func parts(of features: SpeechFeatures) -> [Range<Int>] {
    let sure = pieces.filter(\.isSure)
    let silences = zip(sure, sure.dropFirst()).compactMap { piece, next -> Range<Int>? in
      guard let before = piece.passage, let after = next.passage, before.last.surah != after.first.surah
      else {
        return nil
      }
      let start = SpeechFeatures.frame(at: piece.span.end)
      let end = min(SpeechFeatures.frame(at: next.span.start), features.count)
      return features.silences(in: start..<max(start, end), of: Self.breath).max {
        $0.count < $1.count
      }
    }
    return Self.cut(0..<features.count, at: silences)
  }

  private static func cut(_ frames: Range<Int>, at silences: [Range<Int>]) -> [Range<Int>] {
    let least = frames.count > farTooLong ? breath : pause
    let middles = silences.filter { $0.count >= least }.map {
      (frame: $0.lowerBound + $0.count / 2, length: $0.count)
    }
    let possible = middles.filter {
      $0.frame >= frames.lowerBound + shortestPart && $0.frame <= frames.upperBound - shortestPart
    }
    guard frames.count > longestPart, let longest = possible.max(by: { $0.length < $1.length }) else {
      return [frames]
    }
    return cut(frames.lowerBound..<longest.frame, at: silences)
      + cut(longest.frame..<frames.upperBound, at: silences)
  }

  /// In frames: a longer part is cut, and no result of a cut is shorter. From 100 s on there is enough to
  /// judge by.
  private static let longestPart = 300 * SpeechFeatures.framesPerSecond
  private static let shortestPart = 120 * SpeechFeatures.framesPerSecond

  /// In frames: the silence at which a part is cut, and the shorter one for parts that are far too long.
  ///
  /// In a hall long silences are rare. A search for a dozen passages at once takes longer than one for each
  /// of them, as leaps are possible from any to any. So parts that are far too long are cut at a breath.
  private static let pause = SpeechFeatures.framesPerSecond
  private static let breath = SpeechFeatures.framesPerSecond * 2 / 5
  private static let farTooLong = 2 * longestPart

  /// Returns the pieces in some frames, counted from their start.
  func part(_ frames: Range<Int>) -> PassageIdentification {
    let start = SpeechFeatures.time(ofFrame: frames.lowerBound)
    let end = SpeechFeatures.time(ofFrame: frames.upperBound)
    return PassageIdentification(
      pieces: pieces.compactMap { piece in
        guard
          let span = TimeSpan(max(piece.span.start, start) - start, min(piece.span.end, end) - start)
        else { return nil }
        var part = piece
        part.span = span
        return part
      })
  }
}
