public import TilawaBase
public import TilawaQuran
public import TilawaSound

/// The passages recited in a recording for which none are stated, as far as they are sure, and the stretches
/// without a result.
///
/// A search of the whole Quran (`PassageIdentification`) is coarse, and isn't adapted to this recording's
/// sounds. At the edges of a sure passage it is often wrong by seconds. So sure passages are searched for
/// again as if they had been stated. Ayat towards the ends of their surah, for which there is time beside
/// them, are added; those that are recognised are kept. Then each stretch that is left is searched for
/// possible passages.
///
/// A search for an expected passage finds it too easily. So an added part is searched for once more by
/// itself, in a cut of its own and in the whole Quran. Only if the result is the same is the part `sure`.
public struct UnaidedPassages: Sendable {
  /// A stretch of voice whose passage can't be determined.
  public struct Unnamed: Sendable {
    /// The span of the stretch.
    public var span: TimeSpan
    /// The possible passages, the likeliest first.
    public var guesses: [AyahRange]
  }

  /// A stretch in which a search of the whole Quran, which expects nothing, is sure of what is recited.
  public struct Sure: Hashable, Sendable {
    /// The span of the passage.
    public var span: TimeSpan
    /// The passage recited there.
    public var passage: AyahRange

    /// Creates a sure passage in a stretch.
    public init(span: TimeSpan, passage: AyahRange) {
      self.span = span
      self.passage = passage
    }
  }

  /// The recited passages, in order, as `counting` numbers them.
  public let passages: [AyahRange]
  /// About where each of them begins.
  public let starts: [Milliseconds]
  /// In order of time.
  public let unnamed: [Unnamed]
  /// The sure parts of the passages. The rest was expected there and recognised, which may be wrong.
  public let sure: [Sure]
  /// Where something else is recited than it seemed; the passages are to be looked for elsewhere.
  public let strange: [TimeSpan]
  /// The recognition of the passages, in one part of the recording or several, for `RecognisedPassage`.
  public let heard: HeardPassages

  /// Listens again to what a search found in the same recording.
  public init(
    _ found: PassageIdentification, in features: SpeechFeatures, counting: CountingSystem = .kufi,
    model: AcousticModel = .shipped
  ) {
    self.init(found, in: features, counting: counting, model: model) {}
  }

  /// Searches a recording for its passages. The search can be cancelled: `check` is called between steps, and
  /// an error that it throws ends it.
  public init(
    _ found: PassageIdentification, in features: SpeechFeatures, counting: CountingSystem = .kufi,
    model: AcousticModel = .shipped, check: () throws -> Void
  ) rethrows {
    let parts = found.parts(of: features)
    var (claims, certain): ([(passage: AyahRange, start: Int)], [Sure]) = ([], [])
    var (unnamed, strange): ([Unnamed], [TimeSpan]) = ([], [])
    var stretches: [HeardPassages.Stretch] = []
    for part in parts {
      var search = PassageCompletion(
        found.part(part), parts.count > 1 ? features.part(part) : features, counting, model)
      try search.run(check)
      func span(_ frames: Range<Int>) -> TimeSpan? {
        TimeSpan(
          SpeechFeatures.time(ofFrame: part.lowerBound + frames.lowerBound),
          SpeechFeatures.time(ofFrame: part.lowerBound + frames.upperBound))
      }
      stretches.append(
        HeardPassages.Stretch(
          frames: part, passages: search.claims.map(\.passage), recitation: search.heard))
      claims += search.claims.map { ($0.passage, part.lowerBound + $0.frames.lowerBound) }
      unnamed += search.unnamed.compactMap { stretch in
        span(stretch.frames).map { Unnamed(span: $0, guesses: stretch.guesses) }
      }
      certain += search.certain.compactMap { claim in
        span(claim.frames).map { Sure(span: $0, passage: claim.passage) }
      }
      strange += search.strange.compactMap(span)
    }
    passages = claims.map(\.passage)
    starts = claims.map { SpeechFeatures.time(ofFrame: $0.start) }
    sure = certain
    heard = HeardPassages(stretches, counting)
    (self.unnamed, self.strange) = (unnamed, strange)
  }
}
