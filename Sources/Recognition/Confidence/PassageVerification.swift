import TilawaSound

/// Why a passage could not be found in a recording.
public enum PassageMisfit: Error, Hashable, Sendable {
  /// Nothing is loud, or there is nothing at all.
  case silent
  /// The recording is too short, or what is settled leaves no room.
  case noWay
  /// The passage would have to be read so many times slower than usual, or faster if less than 1.
  case otherTempo(Double)
  /// What is heard differs from the passage: how much, and how much is the most that is believed.
  case otherSounds(fit: Double, limit: Double)
}

/// Whether a recording is of a passage at all: utterance verification.
///
/// How well the sounds fit says little by itself: noise, an echo or another riwayah makes a right passage fit as badly as
/// a wrong one fits a clear recording. So where the fit leaves a doubt, the words of the passage are laid over the
/// same recording in reverse order. A right passage fits better than its reverse, a wrong one hardly does.
///
/// A log-likelihood ratio test against an alternative hypothesis (Rahim, Lee, Juang: Discriminative utterance verification
/// for connected digits recognition, IEEE Trans. Speech and Audio Processing 5, 1997). Ours is the alternative: it has the very sounds
/// of the passage, in another order, and so all that noise and room do to them.
///
/// So the phones of both are asked, too (`PhoneFit`), as a network hears them that has learnt from other recordings. Measured with models and networks that
/// never heard the reciter, on 317 right passages of 30 s and more, most of them made hard (`Tests/Trials/sound/harder-recordings`), and 871 wrong
/// ones of the same length: with the two together, as `likelihood` has them, 3 right ones are below 0.5 and 2 wrong ones above it. By what the mixtures
/// hear alone, as it is where there is no network, 5 and 89.
///
/// The mixtures alone were measured with models that never heard the reciter, on 196 right passages, two thirds of them made hard by rooms, noise and
/// other voices, and 588 wrong ones of the same length: from 100 s on the sum of the fit and of what it is better than the
/// reverse lies above -0.192 for all right ones, and below that for all wrong ones but 11 of 327; below 60 s it lies above -0.14
/// for all right ones but one (-0.19), and below that for all wrong ones but 14 of 261. Below 30 s, where a few words fit anything, `ShortPassageCheck`
/// asks further.
struct PassageVerification {
  let utterance: Utterance

  /// How far a passage is to be believed.
  struct Belief: Hashable, Sendable {
    /// Whether it is hardly more like the recording than its reverse.
    var mayBeAnother = false
    /// How likely it is the passage, where the recording is short.
    var confidence = 1.0
  }

  /// What speaks for the passage of a short recording; nil when it can't be compared with others.
  func shortSigns(of heard: Recitation, _ stated: RecitedPassage) -> ShortPassageCheck.Signs? {
    ShortPassageCheck(utterance: utterance).signs(of: heard, reverse: fitOfReversal(of: heard, stated))
  }

  /// How far the passage is to be believed; throws when it is none that this recording can hold.
  func belief(in heard: Recitation, _ stated: RecitedPassage) throws(PassageMisfit) -> Belief {
    // Where a person has settled what is recited, nobody doubts it.
    guard stated.settled.isEmpty else { return Belief() }
    guard utterance.features.count <= ShortPassageCheck.longest,
      let confidence = shortSigns(of: heard, stated)?.confidence
    else { return try requireFit(of: heard, stated) }
    guard confidence >= ShortPassageCheck.least else { throw misfit(of: heard, stated) }
    // A few words of what was stated are found in anything.
    let mayBeAnother =
      heard.recited.share < FitLimits.leastShare
      ? try requireFit(of: heard, stated).mayBeAnother : confidence < Self.surely
    return Belief(mayBeAnother: mayBeAnother, confidence: confidence)
  }

  /// Below this a passage may be another one.
  private static let surely = 0.75

  /// Throws when the passage fits too badly.
  private func requireFit(of heard: Recitation, _ stated: RecitedPassage) throws(PassageMisfit) -> Belief {
    guard let phones = heard.phones else {
      return Belief(mayBeAnother: try requireFitOfMixtures(of: heard, stated))
    }
    let (fit, share) = (heard.found.fit, heard.recited.share)
    let hasEnough = share >= FitLimits.leastShare
    // Of several passages each is judged by itself later.
    if hasEnough, stated.isInParts || fit >= FitLimits(utterance).certain, phones.evidence >= Self.clear {
      return Belief()
    }
    let evidence = fitOfReversal(of: heard, stated).map { 2 * fit - $0 } ?? FitLimits(utterance).evidence
    let confidence = Self.likelihood(evidence: evidence, phones: phones.evidence)
    guard share > 0, confidence >= ShortPassageCheck.least, hasEnough || confidence >= Self.surely else {
      throw misfit(of: heard, stated)
    }
    return Belief(mayBeAnother: confidence < Self.surely, confidence: confidence)
  }

  /// Evidence by phones that leaves nothing to ask. The best of the wrong passages has -0.38, nine of ten right ones have more than 0.16.
  private static let clear = 0.0
  /// The mixtures, which learn from the recording, know voices that no network has heard the like of: with more evidence than the best
  /// of the wrong passages has, 0.042, they are believed alone.
  private static let believedAlone = 0.05

  /// How likely it is the passage, by both: a logistic regression on the passages that are told of above.
  static func likelihood(evidence: Double, phones: Double) -> Double {
    guard evidence < believedAlone else { return 1 }
    let score = 5.94 + 17.0 * evidence.within(-0.5...0.2) + 6.84 * phones.within(-2...0.5)
    return 1 / (1 + exponential(-score))
  }

  /// The same without a network; true when the passage is hardly more like the recording than its reverse.
  private func requireFitOfMixtures(
    of heard: Recitation, _ stated: RecitedPassage
  ) throws(PassageMisfit) -> Bool {
    let (fit, share) = (heard.found.fit, heard.recited.share)
    let limits = FitLimits(utterance, isPicked: isPicked(heard.found))
    guard fit < limits.certain || share < FitLimits.leastShare else { return false }
    if share > 0,
      let mayBeAnother = limits.mayBeAnother(
        fit: fit, reverse: fitOfReversal(of: heard, stated), share: share)
    {
      return mayBeAnother
    }
    throw misfit(of: heard, stated)
  }

  /// Why a passage that isn't believed doesn't fit.
  private func misfit(of heard: Recitation, _ stated: RecitedPassage) -> PassageMisfit {
    let tempo = FirstGuess(stated.chainItems, utterance.features, utterance.model).tempo
    let limits = FitLimits(utterance, isPicked: isPicked(heard.found))
    return tempo < Self.leastTempo
      ? .otherTempo(tempo) : .otherSounds(fit: heard.found.fit, limit: limits.evidence)
  }

  /// Nobody reads a whole passage quicker, so the recording is too short for it.
  private static let leastTempo = 0.4

  /// Whether most of the voice is none of the passage, so that the search could pick where it fits best.
  private func isPicked(_ found: Alignment) -> Bool {
    let isLoud = utterance.features.isLoud
    let elsewhere = found.others.reduce(0) { sum, frames in
      sum + isLoud[frames.clamped(to: isLoud.indices)].count { $0 }
    }
    return Double(elsewhere) > Self.mostElsewhere * Double(isLoud.count { $0 })
  }

  private static let mostElsewhere = 0.75

  /// How well the same words in reverse order fit, where the passage was found; nil when they can't be laid over the recording.
  func fitOfReversal(of heard: Recitation, _ stated: RecitedPassage) -> Double? {
    let openings = zip(stated.items, stated.chainItems).filter(\.0.isOptional)
    let items = openings + zip(heard.recited.items, heard.recited.chainItems).filter { !$0.0.isOptional }
    var rest = utterance
    rest.silent += heard.found.others
    return ForcedAligner(utterance: rest).agreement(with: items.map(\.1).wordsInReverse)?.fit
  }
}

/// What fits tell: limits of mean emission scores, measured as `PassageVerification` says. Long recordings fit worse, as more
/// happens in them, and hold more to go by.
struct FitLimits {
  private let certainty: Double
  /// Whether a passage was picked out of much else. Anything fits somewhere: al-Fatihah, `112:1-4` and `103:1-3` stated of seven
  /// recordings of surah 67 (four reciters, plain, in an echo, in noise) fit at -0.219 to -0.154, with an evidence of -0.206 to -0.050; what is
  /// recited there, `67:5-8` and `67:20-22`, at -0.126 to -0.085 and -0.031 to 0.107.
  private let isPicked: Bool

  init(_ utterance: Utterance, isPicked: Bool = false) {
    self.init(certainty: utterance.certainty, isPicked: isPicked)
  }

  init(certainty: Double, isPicked: Bool = false) {
    self.certainty = certainty
    self.isPicked = isPicked
  }

  /// A limit on a mean emission score: where it lies in a recording too short to go by, and by how much it changes until a
  /// recording is long enough, where `certainty` is 1.
  private struct Limit {
    let short: Double
    let change: Double

    func at(_ certainty: Double) -> Double { short + change * certainty }
  }

  // They lie between the right and the wrong passages that `PassageVerification` tells of.
  private static let certain = Limit(short: -0.13, change: -0.035)
  private static let plain = Limit(short: -0.13, change: -0.07)
  private static let doubtful = Limit(short: -0.13, change: -0.11)
  private static let evidence = Limit(short: -0.14, change: -0.055)
  /// How far above `evidence` it is beyond doubt.
  private static let sureEvidence = Limit(short: 0.08, change: -0.035)
  /// Where a passage was picked out of much else, however long the recording; between what was picked and what is recited there.
  private static let picked = (certain: -0.13, evidence: -0.04, sureEvidence: 0.0)

  /// Above this a passage is the right one.
  var certain: Double { isPicked ? Self.picked.certain : Self.certain.at(certainty) }
  /// Above this a passage fits as well as can be expected of the recording.
  var plain: Double { Self.plain.at(certainty) }
  /// Below this each of its marks is doubtful.
  var doubtful: Double { Self.doubtful.at(certainty) }
  /// The fit with by how much it is better than the reverse's: below this the passage is another one.
  var evidence: Double { isPicked ? Self.picked.evidence : Self.evidence.at(certainty) }
  /// Below this it may be another one.
  private var sureEvidence: Double {
    isPicked ? Self.picked.sureEvidence : evidence + Self.sureEvidence.at(certainty)
  }

  /// A few words are found in anything that is long enough, so they need more to speak for them than that they fit.
  static let leastShare = 1.0 / 3

  /// Whether a passage may be another one, by its fit, that of its reverse (nil where it can't be laid over the recording) and how much of
  /// it is heard; nil when it is another one.
  func mayBeAnother(fit: Double, reverse: Double?, share: Double) -> Bool? {
    let evidence = reverse.map { 2 * fit - $0 } ?? evidence
    let mayBeAnother = evidence < sureEvidence
    guard evidence >= self.evidence, !mayBeAnother || share >= Self.leastShare else { return nil }
    return mayBeAnother
  }
}

extension [StateChain.Item] {
  /// Their words alone, from the last to the first.
  var wordsInReverse: [StateChain.Item] { reversed().map { StateChain.Item(words: $0.words.reversed()) } }
}
