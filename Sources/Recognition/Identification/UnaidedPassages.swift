public import TilawaBase
public import TilawaQuran
public import TilawaSound

/// What is recited in a recording of which nobody says it, as far as that is sure, and where it can't be told.
///
/// A search of the whole Quran (`PassageIdentification`) is coarse, and knows nothing of this recording's sounds: at the edges of
/// what it is sure of it often can't tell seconds. So what is sure is listened to again as if it had been stated, together with
/// the ayat towards the ends of its surah for which there is room beside it; those that are heard are kept. Then each stretch that is left is
/// listened to for what it may be.
///
/// Whoever listens for what he expects hears it too easily. So what was added is searched for once more by itself, in a cut of its
/// own and in the whole Quran, and only where that finds the same is it `sure`.
public struct UnaidedPassages: Sendable {
  /// A stretch in which somebody is heard, and of which can't be told what he says.
  public struct Unnamed: Sendable {
    /// Where it is heard.
    public var span: TimeSpan
    /// What it may be, the likeliest first.
    public var guesses: [AyahRange]
  }

  /// A stretch in which a search of the whole Quran, which expects nothing, is sure of what is recited.
  public struct Sure: Hashable, Sendable {
    /// Where it is heard.
    public var span: TimeSpan
    /// What is heard there.
    public var passage: AyahRange

    /// What is heard in a stretch.
    public init(span: TimeSpan, passage: AyahRange) {
      self.span = span
      self.passage = passage
    }
  }

  /// What is recited, in order, as `counting` numbers it.
  public let passages: [AyahRange]
  /// About where each of them begins.
  public let starts: [Milliseconds]
  /// In order of time.
  public let unnamed: [Unnamed]
  /// What of the passages is sure; the rest was expected there, and heard, and that may be wrong.
  public let sure: [Sure]
  /// Where something else is recited than it seemed; the passages are to be looked for elsewhere.
  public let strange: [TimeSpan]
  /// How the passages are heard, in one part of the recording or several, for `RecognisedPassage`.
  public let heard: HeardPassages

  /// Listens again to what a search found in the same recording.
  public init(
    _ found: PassageIdentification, in features: SpeechFeatures, counting: CountingSystem = .kufi,
    model: AcousticModel = .shipped
  ) {
    self.init(found, in: features, counting: counting, model: model) {}
  }

  /// The same, to be called off.
  ///
  /// `check` is called between searches, and what it throws ends them.
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
