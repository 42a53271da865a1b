import Audio
import QuranIndex
import Timing

/// Tells how likely a short recording holds the whole ayat that fit it best.
///
/// `WholeAyatSearch` always finds some. That they fit better than any others tells most; that a model which has learnt from them hears them, and not their
/// words in reverse order (`PassageCheck`), and that they fit better than what was not picked for it (`ShortPassageCheck`), the rest.
struct WholeAyatCheck {
  /// What speaks for them.
  struct Signs: Hashable, Sendable {
    /// How much better they fit than any others, as `WholeFit` scores.
    var margin: Double
    /// Their fit once a model has learnt from them, and by how much that is better than their words' in reverse.
    var fit: Double
    var lead: Double
    /// `ShortPassageCheck.Signs.standing`.
    var standing: Double

    /// How likely it is they, from 0 to 1.
    ///
    /// A logistic regression on 278 right ones and 592 wrong ones of 1.4 to 20 s: ayat of six studio reciters, as they are and in what else
    /// `Tests/harder-recordings` makes of them, heard with models and networks that never heard the reciter, and 44 recordings by the public. The
    /// wrong ones were found where the surah that is recited was left out, or in pieces cut at random; they counted twice, and as there is far more
    /// sound than recitation, 0.7 is taken off the bias.
    var confidence: Double {
      let score =
        -7.6 + 0.0527 * margin.within(0...100) + 10.5 * fit.within(-0.5...0.1)
        + 4.61 * lead.within(-0.2...0.4) + 1.08 * standing.within(0...9)
      return 1 / (1 + exponential(-score))
    }
  }

  let features: SpeechFeatures
  var model = AcousticModel.shipped

  /// What is worse by more is no guess.
  private static let guessReach = 10.0
  private static let mostGuesses = 4
  /// A basmalah alone may open any surah, and what is heard of the first ayah behind one has few rivals that are as short.
  private static let mostWithBasmalah = 0.8

  /// All that is heard as one piece; nil where the recording is long or hardly has a sound.
  var piece: PassageIdentification.Piece? {
    let search = WholeAyatSearch(features, model: model)
    guard let best = search.hypotheses.first, let signs = signs(of: best, others: search.hypotheses),
      let first = features.isLoud.firstIndex(of: true), let last = features.isLoud.lastIndex(of: true),
      let span = TimeSpan(SpeechFeatures.time(ofFrame: first), SpeechFeatures.time(ofFrame: last + 1))
    else { return nil }
    let hasBasmalah = best.opens || best.ayat == AyahRange(Ayah(1, 1))
    return PassageIdentification.Piece(
      span: span, passage: best.ayat,
      confidence: hasBasmalah ? min(signs.confidence, Self.mostWithBasmalah) : signs.confidence,
      same: search.same,
      others: search.hypotheses.dropFirst().prefix(Self.mostGuesses).filter {
        best.score - $0.score < Self.guessReach
      }.map(\.ayat), margin: min(signs.margin, Self.mostMargin))
  }

  /// As `PassageIdentification.Piece.margin` counts.
  private static let mostMargin = 60.0

  /// What speaks for the best of some hypotheses; nil when it can't be laid over the recording.
  func signs(of best: WholeAyatSearch.Hypothesis, others: [WholeAyatSearch.Hypothesis]) -> Signs? {
    let utterance = Utterance(features: features, model: model)
    let aligner = ForcedAligner(utterance: utterance)
    let items = best.items
    // What shares an ayah with them is no other passage.
    let other = others.first { $0.ayat.last < best.ayat.first || best.ayat.last < $0.ayat.first }
    guard let found = aligner.agreement(with: items),
      let reverse = aligner.agreement(with: items.wordsInReverse),
      let standing = ShortPassageCheck(utterance: utterance).signs(of: items, evidence: 0)?.standing
    else { return nil }
    return Signs(
      margin: best.score - (other?.score ?? best.score), fit: found.fit, lead: found.fit - reverse.fit,
      standing: standing)
  }
}
