import Synchronization
import TilawaBase
import TilawaQuran
import TilawaSound

/// Judges the probability that a passage stated for a short recording is the one recited there.
///
/// For a few words, the reverse order shows little: anything fits a few seconds of sound once a model has
/// learnt from them. So the words are compared with as many sounds from a hundred other places of the Quran,
/// all aligned with the same recording phone by phone (`PhoneScores`). This is a test against cohort models,
/// with the score normalised by theirs. (Rosenberg, DeLong, Lee, Juang, Soong: The use of cohort normalized
/// scores for speaker verification, ICSLP 1992; Auckenthaler, Carey, Lloyd-Thomas: Score normalization for
/// text-independent speaker verification systems, Digital Signal Processing 10, 2000.)
struct ShortPassageCheck {
  /// The fit of some words, beside that of as many sounds from elsewhere.
  struct Comparison: Hashable, Sendable {
    /// The difference by which they fit better than the others do on average, in standard deviations of the
    /// others.
    var standing: Double
    /// The part of their sounds that fit badly: of wrong words a few fit well, and most don't.
    var misfits: Double
    /// The mean log-score of the duration of one of their sounds, as in `WholeFit`. Some sounds of wrong
    /// words are drawn out, and others have hardly any time.
    var duration: Double
    /// The number of their sounds.
    var sounds: Int
    /// The difference in log-score by which they fit better than the best of some similar rivals; nil if
    /// there are none.
    var lead: Double?
  }

  /// The evidence for a passage.
  struct Signs: FittedSigns, Hashable, Sendable {
    var words: Comparison
    /// `PhoneFit.evidence`.
    var evidence: Double
    /// The part of the recording in which something else is recognised. A few words are found anywhere, if
    /// they may be picked.
    var elsewhere: Double

    /// A logistic regression on 720 right and 1,163 wrong passages of 1.4 to 30 s.
    ///
    /// They are ayat of seventeen reciters, as they are and in the variants that
    /// `Tests/Trials/sound/harder-recordings` makes, and 84 recordings by the public. Nearly all were
    /// recognised with networks that were not trained on the reciter. The wrong ones are ayat of the same
    /// length and the short openings of surahs, and counted three times. As people state right passages more
    /// often than these were, 1 is added to the bias.
    static let fitted = LogisticRegression(bias: -0.77, [0.914, 1.81, -10.09, -5.49])

    var terms: [Double] {
      [words.standing.within(-2...10), evidence.within(-1.5...0.5), words.misfits, elsewhere]
    }

    var confidence: Double { min(likelihood, words.sounds < Self.fewSounds ? Self.mostOfFew : 1) }

    /// Two letters that open a surah may be taken for two others.
    private static let fewSounds = 8
    private static let mostOfFew = 0.85
  }

  let utterance: Utterance

  /// Frames of the longest recording that is short.
  static let longest = 30 * SpeechFeatures.framesPerSecond
  /// The probability below which a passage is taken for another one.
  ///
  /// Of those that the weights were fitted to, each reciter left out in turn, 667 right ones and a wrong one
  /// are at 0.9 or more, where marks are sure.
  static let least = 0.35
  private static let stride = 2
  private static let cohort = 100

  /// Returns the evidence for a recitation; nil if it can't be aligned with the recording.
  func signs(of heard: Recitation) -> Signs? {
    let items = heard.found.heard.map { heard.recited.chainItems[$0.item] }
    let isOpening = heard.found.heard.map { heard.recited.items[$0.item].isOptional }
    let openings = zip(items, isOpening).filter(\.1).map { StateChain.Item(words: $0.0.words) }
    let own = zip(items, isOpening).filter { !$0.1 }.map { StateChain.Item(words: $0.0.words) }
    let others = heard.found.others
    guard let evidence = heard.phones?.evidence,
      let words = comparison(of: own, after: openings, silent: others)
    else { return nil }
    return Signs(
      words: words, evidence: evidence,
      elsewhere: Double(others.reduce(0) { $0 + $1.count }) / Double(max(1, utterance.features.count)))
  }

  /// Returns the fit of some words, read to their end; nil if they can't be aligned with the recording.
  ///
  /// `openings` precede them, `rivals` may be recited in their place, and `silent` are frames in which
  /// something else is recognised.
  func comparison(
    of items: [StateChain.Item], after openings: [StateChain.Item] = [],
    against rivals: [[StateChain.Item]] = [], silent: [Range<Int>] = []
  ) -> Comparison? {
    var rest = utterance
    rest.silent += silent
    let scores = EmissionScores(
      PhoneScores(rest.model, rest.features, silent: rest.silent, scale: .connected),
      frames: rest.features.count, stride: Self.stride)
    let durations = WholeFit.tempi(rest.model, stride: Self.stride)
    let sounds = items.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.sounds.count } }
    let others = Self.others(sounds: sounds, besides: items.flatMap(\.words)).map {
      [StateChain.Item(words: $0)]
    }
    guard sounds > 0,
      let own = WholeFit(of: openings + items, in: scores, at: durations)
    else { return nil }
    let tried = others + rivals
    let found = Mutex([Double?](repeating: nil, count: tried.count))
    Processors.share(tried.count) { index in
      let fit = WholeFit(of: openings + tried[index], in: scores, at: durations)
      found.withLock { $0[index] = fit?.score }
    }
    let fits = found.withLock(\.self)
    let all = fits[..<others.count].compactMap(\.self)
    let rival = fits[others.count...].compactMap(\.self).max()
    guard all.count >= Self.cohort / 2 else { return nil }
    let mean = all.reduce(0, +) / Double(all.count)
    let spread = (all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count)).squareRoot()
    return Comparison(
      standing: (own.score - mean) / max(spread, 1e-6), misfits: own.shareOfMisfits,
      duration: own.duration, sounds: sounds, lead: rival.map { own.score - $0 })
  }

  /// The maximum number of ayat that are tried for comparison, and the distance from one to the next, so that
  /// surahs never repeat in the same order.
  private static let mostTried = 3000
  private static let farApart = 2579

  /// Returns stretches of about `sounds` sounds from all over the Quran, each from the beginning of an ayah;
  /// none begins with `words`.
  private static func others(sounds: Int, besides words: [AyahSounds.Word]) -> [[AyahSounds.Word]] {
    var result: [[AyahSounds.Word]] = []
    let all = CountingSystem.kufi
    var number = 0
    while result.count < cohort, number < mostTried {
      let index = number * farApart % all.total
      number += 1
      var taken: [AyahSounds.Word] = []
      var count = 0
      var next = all.ayah(at: index)
      while count < sounds, let ayah = next {
        for word in AyahSounds.words(of: ayah) ?? [] where count < sounds {
          taken.append(word)
          count += word.sounds.count
        }
        next = all.next(after: ayah)
      }
      let isSame = zip(taken, words).allSatisfy { $0.sounds == $1.sounds }
      if !isSame, abs(count - sounds) <= max(1, sounds / 20) { result.append(taken) }
    }
    return result
  }
}

extension Double {
  /// The nearest of a range: beyond it a sign says no more.
  func within(_ limits: ClosedRange<Double>) -> Double {
    min(max(self, limits.lowerBound), limits.upperBound)
  }
}
