import TilawaBase
import TilawaQuran
import TilawaSound

/// Identifies the passage in a sound that is still going on, if none is stated.
///
/// Every few seconds its latest part is treated as a recording that ends now, and identified.
struct LivePassageSearch {
  /// The passage that is surely recited, and its first frame.
  struct Found: Hashable, Sendable {
    var passage: AyahRange
    var frame: Int
  }

  /// Loud frames since it was looked the last time.
  private var loud = betweenLooks - firstLook

  /// In loud frames. What is shorter is seldom sure.
  private static let firstLook = 4 * SpeechFeatures.framesPerSecond
  private static let betweenLooks = 2 * SpeechFeatures.framesPerSecond
  /// The time between searches while a place is known, for checking whether something else is recited by now.
  private static let betweenChecks = 4 * SpeechFeatures.framesPerSecond
  /// In frames: the latest part of the sound that is searched.
  private static let longest = 20 * SpeechFeatures.framesPerSecond
  private static let longestCheck = 14 * SpeechFeatures.framesPerSecond
  /// In loud frames: the first seconds, in which whole ayat are compared, and other voices considered
  /// (`PassageIdentification`).
  ///
  /// That finds most then. Later the search is sure by itself, and all else would take ten times as long.
  private static let wholeAyat = 10 * SpeechFeatures.framesPerSecond
  /// A piece that ended longer ago isn't what is recited now; in frames.
  private static let latestEnd = 4 * SpeechFeatures.framesPerSecond

  /// Searches after `loud` further loud frames of `stream`, the last of them before `end`.
  ///
  /// If a passage is known, finds anything but what `isKnown`; in the first few seconds that, too.
  mutating func find(
    in stream: SpeechFeatureStream, before end: Int, loud more: Int, by model: AcousticModel,
    besides isKnown: ((AyahRange) -> Bool)?
  ) -> Found? {
    loud += more
    guard loud >= (isKnown == nil ? Self.betweenLooks : Self.betweenChecks) else { return nil }
    loud = 0
    let frames = max(end - (isKnown == nil ? Self.longest : Self.longestCheck), stream.kept.lowerBound)..<end
    let features = stream.features(of: frames)
    let found =
      stream.loudCount <= Self.wholeAyat
      ? PassageIdentification(features, model: model)
      : PassageIdentification(
        searching: features, model: model, listensAgain: true, besides: isKnown ?? { _ in false }
      ) { _, _ in }
    guard let piece = found.pieces.last(where: \.isSure), let passage = piece.passage,
      frames.lowerBound + SpeechFeatures.frame(at: piece.span.end) > end - Self.latestEnd
    else { return nil }
    return Found(passage: passage, frame: frames.lowerBound + SpeechFeatures.frame(at: piece.span.start))
  }
}
