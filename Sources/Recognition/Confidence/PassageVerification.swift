import TilawaSound

/// Why a passage could not be found in a recording.
public enum PassageMisfit: Error, Hashable, Sendable {
  /// Nothing is loud, or there is nothing at all.
  case silent
  /// The recording is too short, or what is settled leaves no room.
  case noWay
  /// The passage would have to be read so many times slower than usual, or faster if less than 1.
  case otherTempo(Double)
  /// What is heard differs from the passage.
  case otherSounds
}

/// Whether a recording is of a passage at all: utterance verification.
///
/// How well the sounds fit says little by itself: noise, an echo or another riwayah makes a right passage fit as badly as
/// a wrong one fits a clear recording. So the words of the passage are laid over the same recording in reverse order (`PhoneFit`). A right passage fits better
/// than its reverse, a wrong one hardly does.
///
/// A log-likelihood ratio test against an alternative hypothesis (Rahim, Lee, Juang: Discriminative utterance verification
/// for connected digits recognition, IEEE Trans. Speech and Audio Processing 5, 1997). Ours is the alternative: it has the very sounds
/// of the passage, in another order, and so all that noise and room do to them. Below 30 s, where a few words fit anything, `ShortPassageCheck` asks further.
struct PassageVerification {
  let utterance: Utterance

  /// How far a passage is to be believed.
  struct Belief: Hashable, Sendable {
    /// Whether it is hardly more like the recording than its reverse.
    var mayBeAnother = false
    /// How likely it is the passage.
    var confidence = 1.0
  }

  /// What speaks for the passage of a short recording; nil when it can't be compared with others.
  func shortSigns(of heard: Recitation) -> ShortPassageCheck.Signs? {
    guard utterance.features.count <= ShortPassageCheck.longest else { return nil }
    return ShortPassageCheck(utterance: utterance).signs(of: heard)
  }

  /// How far the passage is to be believed; throws when it is none that this recording can hold.
  func belief(in heard: Recitation, _ stated: RecitedPassage) throws(PassageMisfit) -> Belief {
    // Where a person has settled what is recited, nobody doubts it. Of several passages each is judged by itself later.
    guard stated.settled.isEmpty else { return Belief() }
    let short = shortSigns(of: heard)?.confidence
    let confidence = short ?? heard.likelihood(of: utterance.features.count)
    let share = heard.recited.share
    guard share > 0, confidence >= ShortPassageCheck.least,
      share >= Self.leastShare || confidence >= Self.surely
    else { throw misfit(of: heard, stated) }
    guard confidence < Self.surely || short != nil else { return Belief() }
    return Belief(mayBeAnother: confidence < Self.surely, confidence: confidence)
  }

  /// Below this a passage may be another one; from there on one that isn't short is the right one.
  private static let surely = 0.75
  /// A few words are found in anything that is long enough, so they need more to speak for them than that they fit.
  private static let leastShare = 1.0 / 3

  /// Why a passage that isn't believed doesn't fit.
  private func misfit(of heard: Recitation, _ stated: RecitedPassage) -> PassageMisfit {
    let tempo = FirstGuess(stated.chainItems, utterance.features, utterance.model).tempo
    return tempo < Self.leastTempo ? .otherTempo(tempo) : .otherSounds
  }

  /// Nobody reads a whole passage quicker, so the recording is too short for it.
  private static let leastTempo = 0.4
}

extension Recitation {
  /// How likely it is the passage that is recited, where that isn't short: by how much better it fits than its reverse, how much of it is heard, and how much else is.
  ///
  /// A logistic regression on 135 right passages of 30 s and more of eleven strangers whom the network had never heard, some of them in halls and by telephone, and on 354 wrong
  /// ones of their length in the same recordings: 134 right ones are above `ShortPassageCheck.least`, and five wrong ones, none above `surely`.
  func likelihood(of count: Int) -> Double {
    guard let evidence = phones?.evidence else { return 0 }
    let elsewhere = Double(found.others.reduce(0) { $0 + $1.count }) / Double(max(1, count))
    let score = -4.26 + 3.16 * evidence.within(-2...0.5) + 6.34 * min(recited.share, 1) - 2.91 * elsewhere
    return 1 / (1 + exponential(-score))
  }
}

extension [StateChain.Item] {
  /// Their words alone, from the last to the first.
  var wordsInReverse: [StateChain.Item] { reversed().map { StateChain.Item(words: $0.words.reversed()) } }
}
