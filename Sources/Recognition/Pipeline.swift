public import Audio
public import QuranIndex

// The stages of recognition by name, one after the other, each a value in and a value out. `HOW.md` explains them.
extension RecognisedPassage {
  /// Finds a passage in a recording by its sounds, around what a person has settled.
  public init(
    of passage: [AyahRange], in features: SpeechFeatures, counting: CountingSystem = .kufi,
    settled anchors: [Anchor] = [], opening: PassageOpening = .auto, model: AcousticModel = .shipped
  ) throws(PassageMisfit) {
    guard features.isLoud.contains(true) else { throw .silent }
    // What may be said, and what is heard.
    let stated = RecitedPassage(passage, counting, opening: opening, anchors: anchors)
    let utterance = Utterance(features: features, model: model, silent: stated.silent)
    // What is said, and where.
    guard let heard = Pipeline.recitation(of: stated, in: utterance) else { throw .noWay }
    // Whether that can be.
    guard Pipeline.tempi.contains(heard.found.tempo) else { throw .otherTempo(heard.found.tempo) }
    let belief = try PassageVerification(utterance: utterance).belief(in: heard, stated)
    // How sure it is.
    self.init(heard, of: stated, isDoubtful: heard.found.fit < FitLimits(utterance).doubtful, belief)
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
  /// read straight through, and other things cost less.
  static func recitation(of stated: RecitedPassage, in utterance: Utterance) -> Recitation? {
    let plain = recitation(of: stated, in: utterance, first: .straight)
    if let plain, plain.found.fit >= FitLimits(utterance).plain { return plain }
    var lenient = utterance
    lenient.fillerCost = Costs.lenientFillerFrame
    guard let other = recitation(of: stated, in: lenient, first: .free) else { return plain }
    guard let plain else { return other }
    let isBetter =
      other.found.fit > plain.found.fit + clearlyBetter
      && other.recited.share >= leastShareKept * plain.recited.share
      && other.recited.share > 0
    return isBetter ? other : plain
  }

  private static let clearlyBetter = 0.02
  private static let leastShareKept = 0.95

  /// Decoding tells what is said and about where, forced alignment where exactly.
  private static func recitation(
    of stated: RecitedPassage, in utterance: Utterance, first costs: TransitionCosts
  ) -> Recitation? {
    guard let decoded = PassageDecoder(utterance: utterance).decode(stated, first: costs) else { return nil }
    let recited = decoded.recited
    let found = ForcedAligner(utterance: utterance).align(
      recited.chainItems, recited.others, around: decoded.guess, adapted: decoded.model,
      passes: AlignmentPass.closing)
    return found.map { Recitation(recited: recited, found: $0) }
  }
}
