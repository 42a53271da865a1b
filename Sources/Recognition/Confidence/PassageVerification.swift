import TilawaSound

/// Why a passage could not be found in a recording.
public enum PassageMisfit: Error, Hashable, Sendable {
  /// Nothing is loud, or there is nothing at all.
  case silent
  /// The recording is too short, or what is settled leaves too little time.
  case noWay
  /// The passage would have to be read this many times slower than usual, or faster if less than 1.
  case otherTempo(Double)
  /// The sounds of the recording differ from the passage.
  case otherSounds
}

/// Verifies that a recording is of a passage at all: utterance verification.
///
/// The fit of the sounds says little by itself: noise, an echo or another riwayah makes a right passage fit
/// as badly as a wrong one fits a clear recording. So the words of the passage are aligned with the same
/// recording in reverse order (`PhoneFit`). A right passage fits better than its reverse, a wrong one hardly
/// does.
///
/// It is a log-likelihood ratio test against an alternative hypothesis. (Rahim, Lee, Juang: Discriminative
/// utterance verification for connected digits recognition, IEEE Trans. Speech and Audio Processing 5, 1997.)
/// The alternative is our own: it has the very sounds of the passage, in another order, and so all effects of
/// noise and acoustics on them. Below 30 s, where a few words fit anything, `ShortPassageCheck` checks
/// further.
struct PassageVerification {
  let utterance: Utterance

  /// The result of the verification.
  struct Belief: Hashable, Sendable {
    /// True if the recording is hardly more like the passage than like its reverse.
    var mayBeAnother = false
    /// The probability that it is the passage.
    var confidence = 1.0
  }

  /// The evidence for a passage that isn't short.
  struct Signs: FittedSigns, Hashable, Sendable {
    /// `PhoneFit.evidence`.
    var evidence: Double
    /// The part of the passage that is recognised.
    var share: Double
    /// The part of the recording in which something else is recognised.
    var elsewhere: Double

    /// A logistic regression on 135 right passages of 30 s and more, and on 354 wrong ones of their length in
    /// the same recordings.
    ///
    /// The right ones are of eleven strangers on whom the network was not trained, some of them in halls and
    /// by telephone.
    static let fitted = LogisticRegression(bias: -4.26, [3.16, 6.34, -2.91])

    var terms: [Double] { [evidence.within(-2...0.5), min(share, 1), elsewhere] }

    init(evidence: Double, share: Double, elsewhere: Double) {
      (self.evidence, self.share, self.elsewhere) = (evidence, share, elsewhere)
    }

    /// Computes the signs of a recitation in `count` frames; nil if nothing is long enough to be judged.
    init?(_ heard: Recitation, of count: Int) {
      guard let evidence = heard.phones?.evidence else { return nil }
      let others = heard.found.others.reduce(0) { $0 + $1.count }
      self.init(
        evidence: evidence, share: heard.recited.share, elsewhere: Double(others) / Double(max(1, count)))
    }
  }

  /// Returns the evidence for the passage; nil if there is none.
  ///
  /// A short passage is compared with others, where there are any to compare it with.
  func signs(of heard: Recitation) -> (any FittedSigns)? {
    if utterance.features.count <= ShortPassageCheck.longest,
      let signs = ShortPassageCheck(utterance: utterance).signs(of: heard)
    {
      return signs
    }
    return Signs(heard, of: utterance.features.count)
  }

  /// Returns the belief in the passage. Throws if this recording can't contain the passage.
  func belief(in heard: Recitation, _ stated: RecitedPassage) throws(PassageMisfit) -> Belief {
    // What a person has settled isn't doubted. If there are several passages, each is judged by itself later.
    guard stated.settled.isEmpty else { return Belief() }
    let signs = signs(of: heard)
    let isShort = signs is ShortPassageCheck.Signs
    let surely = isShort ? Self.surelyShort : Self.surely
    let confidence = signs?.confidence ?? 0
    let share = heard.recited.share
    guard share > 0, confidence >= ShortPassageCheck.least,
      share >= Self.leastShare || confidence >= surely
    else { throw misfit(of: heard, stated) }
    guard confidence < surely || isShort else { return Belief() }
    return Belief(mayBeAnother: confidence < surely, confidence: confidence)
  }

  /// The probability below which a passage may be another one. From there on one that isn't short is the
  /// right one.
  ///
  /// Of 297 right passages of 30 s and more, recognised with networks that were not trained on the reciter,
  /// 296 are at least as likely. Of 889 wrong ones of their length, two are, and people state right ones more
  /// often.
  private static let surely = 0.5
  /// The threshold for a short passage, whose marks are no surer than that in any case.
  private static let surelyShort = 0.75
  /// A few words are found in anything that is long enough, so they need more to speak for them than that they fit.
  private static let leastShare = 1.0 / 3

  /// Why a passage that isn't believed doesn't fit.
  private func misfit(of heard: Recitation, _ stated: RecitedPassage) -> PassageMisfit {
    let tempo = FirstGuess(stated.chainItems, utterance.features, utterance.model).tempo
    return tempo < Self.leastTempo ? .otherTempo(tempo) : .otherSounds
  }

  /// The least tempo: a whole passage is never read quicker, so the recording is too short for it.
  private static let leastTempo = 0.4
}

extension [StateChain.Item] {
  /// Their words alone, from the last to the first.
  var wordsInReverse: [StateChain.Item] { reversed().map { StateChain.Item(words: $0.words.reversed()) } }
}
