package import QuranIndex

/// A stated passage as it is heard in a recording.
public struct RecognisedPassage: Sendable {
  /// Frames of silence after which an ayah ends with its last word, whatever follows.
  package static let longestPause = Durations.longestPause

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
}

extension RecognisedPassage {
  /// What was found, with what tells how sure it is.
  init(_ heard: Recitation, of stated: RecitedPassage, isDoubtful: Bool, mayBeAnother: Bool) {
    let (recited, found) = (heard.recited, heard.found)
    func others(_ sounds: [Range<Int>], after item: PassageItem?) -> Others {
      Others(sounds: sounds, fillers: Filler.named(sounds, after: item, found.recognition))
    }
    let rates = found.heard.map(\.rate).sorted()
    let usualRate = rates.isEmpty ? 1 : rates[rates.count / 2]
    let following = found.heard.map { others($0.others, after: recited.items[$0.item]) }
    let outOfTurn = Self.outOfTurn(found.heard, recited, following)
    parts = found.heard.enumerated().map { place, heard in
      let item = recited.items[heard.item]
      var signs = MarkSigns(found, place, usualRate: usualRate)
      signs.isDoubtful = isDoubtful
      signs.mayBeAnother = mayBeAnother
      signs.isOutOfTurn = outOfTurn.contains(place)
      return Part(
        item: item, frames: heard.frames, words: found.words(of: heard), others: following[place],
        signs: signs,
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
}

extension RecognisedPassage {
  /// The places of items that are heard out of their turn or more than once, or that follow something within their surah of
  /// which isn't known what it is.
  private static func outOfTurn(
    _ heard: [AlignedItem], _ recited: RecitedPassage, _ following: [Others]
  ) -> Set<Int> {
    let origins = heard.map { recited.origins[$0.item] }
    let counts = origins.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return Set(
      origins.indices.filter { place in
        if counts[origins[place]] ?? 0 > 1 { return true }
        guard place > 0, !recited.chainItems[heard[place - 1].item].endsPart else { return false }
        return origins[place] != origins[place - 1] + 1
          || following[place - 1].fillers.contains { $0.confidence == nil }
      })
  }
}

extension Alignment {
  /// The words of an item that are heard.
  fileprivate func words(of item: AlignedItem) -> [RecognisedPassage.Word] {
    item.words.enumerated().filter { !$1.isEmpty }.map { index, frames in
      RecognisedPassage.Word(number: index + 1, frames: frames, agreement: agreement(item, index))
    }
  }

  private func agreement(_ heard: AlignedItem, _ word: Int) -> WordAgreement {
    let distances = alternatives.all.map { other -> Int? in
      guard let same = other?.first(where: { $0.item == heard.item }), same.words.indices.contains(word)
      else { return nil }
      return abs(same.words[word].lowerBound - heard.words[word].lowerBound)
    }
    return WordAgreement(distances.contains(nil) ? nil : distances.compactMap { $0 }.max())
  }
}
