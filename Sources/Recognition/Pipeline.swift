public import TilawaQuran
public import TilawaSound

// The stages of recognition by name, one after the other, each a value in and a value out. `HOW.md` explains them.
extension RecognisedPassage {
  /// Finds a passage in a recording by its sounds, around what a person has settled.
  ///
  /// `known` are the passages that the same model recognised in the same recording before. It isn't searched
  /// again for the same passages.
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
    guard let heard = same ?? Pipeline.recitation(of: stated, in: utterance) else {
      let tempo = FirstGuess(stated.chainItems, features, model).tempo
      throw tempo < Pipeline.tempi.lowerBound ? .otherTempo(tempo) : .noWay
    }
    // Whether that can be.
    guard Pipeline.tempi.contains(heard.found.tempo) else { throw .otherTempo(heard.found.tempo) }
    let belief = try PassageVerification(utterance: utterance).belief(in: heard, stated)
    // How sure it is.
    self.init(
      heard, of: stated, in: features, belief, CutAyat(heard, of: stated, in: utterance))
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

  /// Returns the recognition of a passage; nil if there is too little time for it.
  ///
  /// Decoding finds the words and their approximate places, forced alignment the exact ones.
  static func recitation(of stated: RecitedPassage, in utterance: Utterance) -> Recitation? {
    guard let decoded = PassageDecoder(utterance: utterance).decode(stated) else { return nil }
    let recited = decoded.recited
    var rest = utterance
    rest.elsewhere = recited.heardOthers
    let found = ForcedAligner(utterance: rest).align(
      recited.chainItems, recited.others, around: decoded.guess, passes: AlignmentPass.closing)
    guard let found else { return nil }
    utterance.giveBackMemory()
    var heard = Recitation(recited: recited, found: found)
    heard.phones = PhoneFit(of: heard, in: utterance)
    return BoundaryRescoring(utterance: utterance).rescored(heard)
  }
}
