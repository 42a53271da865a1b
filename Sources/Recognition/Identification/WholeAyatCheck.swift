import TilawaBase
import TilawaQuran
import TilawaSound

/// Judges the probability that a short recording contains the whole ayat that fit it best.
///
/// `WholeAyatSearch` always finds some. The best evidence is that they fit better than any others. Then,
/// their sounds must last as long as sounds do, which those of wrong words, aligned with other speech, hardly
/// do. They must also fit better than others that were not picked for it (`ShortPassageCheck`). Their fit
/// alone isn't used, because it depends on the voice and the acoustics.
struct WholeAyatCheck {
  /// The evidence for the ayat.
  struct Signs: FittedSigns, Hashable, Sendable {
    /// The difference by which they fit better than any others, as `WholeFit` scores.
    var margin: Double
    /// The mean log-score of how long one of their sounds lasts, as the search laid them out.
    var duration: Double
    /// `ShortPassageCheck.Comparison.standing`.
    var standing: Double
    /// The number of their sounds: the fewer, the sooner others would do.
    var sounds: Int

    /// A logistic regression on 298 right ones and 465 wrong ones of 1.4 to 20 s.
    ///
    /// They are ayat of seventeen reciters, nearly all recognised with networks that were not trained on the
    /// reciter, and 84 recordings by the public. The wrong ones were found where the surah that is recited
    /// was left out, or in pieces cut at random. They counted twice. As there is far more sound than
    /// recitation, 0.7 is taken off the bias. Each reciter left out of the fit, 258 right ones are 0.9 and
    /// more, and three wrong ones.
    static let fitted = LogisticRegression(bias: 10.09, [0.0443, 1.119, 2.673, -3.231])

    var terms: [Double] {
      [
        margin.within(0...100), standing.within(0...9), duration,
        logarithm(Double(max(sounds, Self.fewestSounds))),
      ]
    }

    private static let fewestSounds = 5
  }

  let features: SpeechFeatures
  var model = AcousticModel.shipped

  /// The largest difference from the best score at which ayat are still a guess.
  private static let guessReach = 10.0
  private static let mostGuesses = 4
  /// The maximum for a result with a basmalah.
  ///
  /// A basmalah alone may open any surah, and the part of the first ayah recognised after one has few rivals
  /// that are as short.
  private static let mostWithBasmalah = 0.8

  /// The whole recording as one piece; nil if it is long or has hardly any sound.
  var piece: PassageIdentification.Piece? {
    let search = WholeAyatSearch(features, model: model)
    guard let best = search.hypotheses.first, let signs = signs(of: best, others: search.hypotheses),
      let first = features.isLoud.firstIndex(of: true), let last = features.isLoud.lastIndex(of: true),
      let span = TimeSpan(SpeechFeatures.time(ofFrame: first), SpeechFeatures.time(ofFrame: last + 1))
    else { return nil }
    let likelihood = signs.likelihood(prior: best.ayat.prior)
    let hasBasmalah = best.opens || best.ayat == AyahRange(Ayah(1, 1))
    return PassageIdentification.Piece(
      span: span, passage: best.ayat,
      confidence: hasBasmalah ? min(likelihood, Self.mostWithBasmalah) : likelihood,
      same: search.same,
      others: search.hypotheses.dropFirst().prefix(Self.mostGuesses).filter {
        best.score - $0.score < Self.guessReach
      }.map(\.ayat), margin: min(signs.margin, Self.mostMargin))
  }

  /// As `PassageIdentification.Piece.margin` counts.
  private static let mostMargin = 60.0

  /// Returns the evidence for the best of some hypotheses; nil if it can't be aligned with the recording.
  func signs(of best: WholeAyatSearch.Hypothesis, others: [WholeAyatSearch.Hypothesis]) -> Signs? {
    let items = best.items
    // What shares an ayah with them is no other passage.
    let other = others.first { $0.ayat.last < best.ayat.first || best.ayat.last < $0.ayat.first }
    let check = ShortPassageCheck(utterance: Utterance(features: features, model: model))
    return check.comparison(of: items).map {
      Signs(
        margin: best.score - (other?.score ?? best.score), duration: best.duration, standing: $0.standing,
        sounds: $0.sounds)
    }
  }
}
