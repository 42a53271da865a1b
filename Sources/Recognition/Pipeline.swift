public import Audio
public import QuranIndex

/// A stated passage as it is heard in a recording.
public struct RecognisedPassage: Sendable {
  /// An item of the passage that is heard once.
  package struct Part: Sendable {
    package let item: PassageItem
    /// From its first sound to the end of its last.
    package let frames: Range<Int>
    package let words: [Word]
    /// What is heard between it and the next.
    package let others: Others
    /// What tells whether it begins where it was found.
    package let signs: MarkSigns
    /// Whether a person has settled where it begins, or a run that it lies in.
    package let isSettled: Bool
    /// Whether a long silence after it is nobody's.
    package let endsPart: Bool
  }

  /// A word of an ayah that is heard.
  package struct Word: Sendable {
    /// From 1 in its ayah.
    package let number: Int
    package let frames: Range<Int>
    /// How well searches agree about where it begins.
    package let agreement: WordAgreement
  }

  /// What is heard that is none of the passage.
  package struct Others: Sendable {
    /// From silence to silence.
    package let sounds: [Range<Int>]
    /// The same with names, as far as it is known what they are.
    package let fillers: [Filler]
  }

  /// In the order in which they are heard.
  package let parts: [Part]
  /// What is heard before the first of them.
  package let othersBefore: Others
  /// Frames that a person has called something else.
  package let silent: [Range<Int>]
  /// Whether the passage was stated in several parts.
  package let isInParts: Bool
  /// How many ayat were stated, ayah 0 of surahs not counted.
  package let statedCount: Int
  /// Ayat that aren't heard.
  package let unheard: [AyahRange]
  /// Whether the recording is hardly more like the passage than like its words in reverse.
  package let mayBeAnother: Bool

  /// Finds a passage in a recording by its sounds, around what a person has settled.
  public init(
    of passage: [AyahRange], in features: SpeechFeatures, counting: CountingSystem = .kufi,
    settled anchors: [Anchor] = [], opening: PassageOpening = .auto, model: AcousticModel = .shipped
  ) throws(PassageMisfit) {
    guard features.isLoud.contains(true) else { throw .silent }
    let stated = RecitedPassage(passage, counting, opening: opening, anchors: anchors)
    let aligner = ForcedAligner(features: features, model: model, silent: stated.silent)
    guard let heard = aligner.recitation(of: stated) else { throw .noWay }
    let (recited, found) = (heard.recited, heard.found)
    // Slow melismatic reading takes about twice as long as usual, hurried reading two thirds.
    guard (0.4...4).contains(found.tempo) else { throw .otherTempo(found.tempo) }
    let mayBeAnother = try aligner.requireFit(of: heard, stated)
    let isDoubtful = found.fit < Self.doubtfulFit(features)
    func others(_ sounds: [Range<Int>], after item: PassageItem?) -> Others {
      Others(
        sounds: sounds,
        fillers: found.recognition.map { Filler.named(sounds, after: item, $0) } ?? [])
    }
    let rates = found.heard.map(\.rate).sorted()
    let usualRate = rates.isEmpty ? 1 : rates[rates.count / 2]
    parts = found.heard.enumerated().map { place, heard in
      let item = recited.items[heard.item]
      var signs = MarkSigns(found, place, usualRate: usualRate)
      signs.isDoubtful = isDoubtful
      signs.mayBeAnother = mayBeAnother
      return Part(
        item: item, frames: heard.frames, words: found.words(of: heard),
        others: others(heard.others, after: item), signs: signs,
        isSettled: recited.settled.contains(heard.item),
        endsPart: recited.chainItems[heard.item].endsPart)
    }
    othersBefore = others(found.othersBefore, after: nil)
    silent = recited.silent
    isInParts = recited.isInParts
    statedCount = stated.items.count { !$0.isOptional }
    unheard = recited.unheard
    self.mayBeAnother = mayBeAnother
  }

  /// Below this the passage is doubtful as a whole.
  private static func doubtfulFit(_ features: SpeechFeatures) -> Double {
    let seconds = Double(features.count / SpeechFeatures.framesPerSecond)
    return -0.13 - 0.11 * min(max((seconds - 60) / 40, 0), 1)
  }
}

extension ForcedAligner.Alignment {
  /// The words of an item that are heard.
  fileprivate func words(of item: ForcedAligner.Heard) -> [RecognisedPassage.Word] {
    item.words.enumerated().filter { !$1.isEmpty }.map { index, frames in
      RecognisedPassage.Word(number: index + 1, frames: frames, agreement: agreement(item, index))
    }
  }

  private func agreement(_ heard: ForcedAligner.Heard, _ word: Int) -> WordAgreement {
    let distances = alternatives.map { other -> Int in
      guard let same = other?.first(where: { $0.item == heard.item }), same.words.indices.contains(word)
      else { return .max }
      return abs(same.words[word].lowerBound - heard.words[word].lowerBound)
    }
    return WordAgreement(distances.max())
  }
}

/// What is heard of a passage, and where exactly.
struct Recitation: Sendable {
  var recited: RecitedPassage
  var found: ForcedAligner.Alignment
}

extension ForcedAligner {
  /// What is heard of a passage; nil when there is no room for it.
  ///
  /// Where it fits badly, much else may be heard, and the model has learnt from that. So once more nothing is taken to be
  /// read straight through, and other things cost less.
  func recitation(of stated: RecitedPassage) -> Recitation? {
    let plain = recitation(of: stated, first: .straight)
    if let plain, plain.found.fit >= leastPlainFit { return plain }
    var lenient = self
    lenient.otherCost = Self.lenientOtherCost
    guard let other = lenient.recitation(of: stated, first: .free) else { return plain }
    guard let plain else { return other }
    let isBetter =
      other.found.fit > plain.found.fit + Self.clearlyBetter
      && other.recited.share >= Self.leastShareKept * plain.recited.share
      && other.recited.share > 0
    return isBetter ? other : plain
  }

  private static let lenientOtherCost = Float(0.45)
  private static let clearlyBetter = 0.02
  private static let leastShareKept = 0.95

  private func recitation(of stated: RecitedPassage, first: WordGraph.Costs) -> Recitation? {
    guard let course = course(of: stated, first: first) else { return nil }
    let recited = course.recited
    return align(
      recited.chainItems, recited.others, around: course.layout, adapted: course.model,
      stages: AlignmentPass.closing
    ).map { Recitation(recited: recited, found: $0) }
  }
}
