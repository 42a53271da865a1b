public import TilawaQuran
public import TilawaSound

// The stages of recognition by name, one after the other, each a value in and a value out. `HOW.md` explains them.
extension RecognisedPassage {
  /// Finds a passage in a recording by its sounds, around what a person has settled.
  ///
  /// `known` is what the same recording was heard to hold by the same model: it isn't listened to again for the same passages.
  public init(
    of passage: [AyahRange], in features: SpeechFeatures, counting: CountingSystem = .kufi,
    settled anchors: [Anchor] = [], opening: PassageOpening = .auto, model: AcousticModel = .shipped,
    known: HeardPassages? = nil
  ) throws(PassageMisfit) {
    guard features.isLoud.contains(true) else { throw .silent }
    if let known, known.stretches.count > 1, known.isOf(passage, counting) {
      try self.init(
        known, in: features, counting: counting, settled: anchors, opening: opening, model: model)
      return
    }
    // What may be said, and what is heard.
    let stated = RecitedPassage(passage, counting, opening: opening, anchors: anchors)
    let utterance = Utterance(features: features, model: model, silent: stated.silent)
    // What is said, and where.
    let same = known?.recitation(of: passage, counting, opening, settled: anchors)
    guard let heard = same ?? Pipeline.recitation(of: stated, in: utterance) else { throw .noWay }
    // Whether that can be.
    guard Pipeline.tempi.contains(heard.found.tempo) else { throw .otherTempo(heard.found.tempo) }
    let belief = try PassageVerification(utterance: utterance).belief(in: heard, stated)
    // How sure it is.
    self.init(
      heard, of: stated, in: features, isDoubtful: heard.found.fit < FitLimits(utterance).doubtful, belief)
    guard passage.count > 1 else { return }
    for number in passage.indices {
      judge(passage: number, of: features.count) { frames throws(PassageMisfit) in
        try RecognisedPassage(
          of: [passage[number]], in: features.part(frames), counting: counting,
          opening: number == 0 ? opening : .no, model: model)
      }
    }
  }
}

enum Pipeline {
  /// Slow melismatic reading takes about twice as long as usual, hurried reading two thirds.
  static let tempi = 0.4...4.0

  /// What is heard of a passage; nil when there is no room for it.
  ///
  /// Where it fits badly, much else may be heard, and the model has learnt from that. So once more nothing is taken to be
  /// read straight through, and other things cost less. And where it fits badly, some marks are hardly more than guesses, or what is said again may be
  /// something else, it is heard by phones, too, as the network knows them, which learns nothing from this recording, and so nothing wrong.
  static func recitation(of stated: RecitedPassage, in utterance: Utterance) -> Recitation? {
    best(of: stated, in: utterance).map(BoundaryRescoring(utterance: utterance).rescored)
  }

  private static func best(of stated: RecitedPassage, in utterance: Utterance) -> Recitation? {
    var best = recitation(of: stated, in: utterance, first: .straight)
    let fits = best.map { $0.found.fit >= FitLimits(utterance).plain } ?? false
    if fits, best?.hasGuesses(in: utterance.features) == false, best?.saysOthersAgain == false { return best }
    if !fits {
      var lenient = utterance
      lenient.fillerCost = Costs.lenientFillerFrame
      let other = recitation(of: stated, in: lenient, first: .free)
      if let other, other.isBetter(than: best, byFit: clearlyBetter, keeping: leastShareKept) { best = other }
    }
    guard let other = recitationByPhones(of: stated, in: utterance) else { return best }
    guard let known = best else { return other }
    return other.isLikelier(than: known, keeping: leastShareKeptByPhones) ? other : known
  }

  private static let clearlyBetter = 0.02
  private static let leastShareKept = 0.95
  /// What the mixtures heard of it in something else, the network doesn't.
  private static let leastShareKeptByPhones = 0.8

  /// Decoding tells what is said and about where, forced alignment where exactly.
  private static func recitation(
    of stated: RecitedPassage, in utterance: Utterance, first costs: TransitionCosts
  ) -> Recitation? {
    PassageDecoder(utterance: utterance).decode(stated, first: costs).flatMap {
      alignedAlone($0, in: utterance)
    }
  }

  private static func recitationByPhones(
    of stated: RecitedPassage, in utterance: Utterance
  ) -> Recitation? {
    PassageDecoder(utterance: utterance).decodeByPhones(stated).flatMap { decoded in
      var rest = utterance
      rest.elsewhere = decoded.recited.heardOthers
      return alignedAlone(decoded, in: rest)
    }
  }

  private static func aligned(_ decoded: DecodedPassage, in utterance: Utterance) -> Recitation? {
    let recited = decoded.recited
    let found = ForcedAligner(utterance: utterance).align(
      recited.chainItems, recited.others, around: decoded.guess, adapted: decoded.model,
      passes: AlignmentPass.closing)
    return found.map { Recitation(recited: recited, found: $0) }
  }

  /// The same without what ayat took up that is none of them, and how well that fits by phones.
  private static func alignedAlone(_ decoded: DecodedPassage, in utterance: Utterance) -> Recitation? {
    guard var heard = aligned(decoded, in: utterance) else { return nil }
    utterance.giveBackMemory()
    heard.phones = PhoneFit(of: heard, in: utterance)
    return alone(heard, decoded, in: utterance)
  }

  /// What is heard of a passage, aligned once more where some of its items took up what is none of them.
  static func alone(_ heard: Recitation, _ decoded: DecodedPassage, in utterance: Utterance) -> Recitation {
    let swallowed = SwallowedSounds(features: utterance.features, model: utterance.model).swallowed(in: heard)
    guard !swallowed.isEmpty else { return heard }
    var rest = utterance
    rest.elsewhere += swallowed.sorted { $0.key < $1.key }.flatMap(\.value.rest)
    var alone = decoded
    alone.recited = heard.recited.without(
      swallowed, heard: heard.found.heard, of: utterance.features.count)
    alone.guess = FirstGuess(alone.recited.spans, tempo: decoded.guess.tempo)
    guard var again = aligned(alone, in: rest) else { return heard }
    again.phones = PhoneFit(of: again, in: utterance, known: heard.phones)
    return again
  }
}
