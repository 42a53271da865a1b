import TilawaBase
package import TilawaFormat

/// A plan for `words.yaml` with new words in place of those that a tool found before.
///
/// A tool gives each of its rows a confidence. A row without one, with a comment or with the user's own keys
/// is hand-made and stays.
package struct WordReplacement: Sendable {
  /// The change to the file.
  package let change: RowList.Change
  /// The resulting rows, in order of time.
  package let rows: [WordTiming]
  /// The number of hand-made rows among them.
  package let kept: Int

  /// The length below which a word that overlaps a hand-made row is dropped.
  private static let least = Milliseconds(20)

  /// Plans the change.
  package init(in bundle: TilawaBundle, with words: [WordTiming]) {
    var list = RowList(.words, bundle.words?.source)
    var mine: [WordTiming] = []
    var old: [Milliseconds: Placed<WordTiming>] = [:]
    for row in bundle.words?.content?.rows ?? [] {
      let place = RowList.OldRow(list: list, index: row.index)
      if row.confidence == nil || !place.ownPairs.isEmpty || !place.comments.isEmpty {
        list.keep(row.index, at: row.start.count)
        mine.append(row.value)
      } else {
        old[row.start] = row
      }
    }
    kept = mine.count
    var rows = mine
    for word in words {
      guard var word = Self.word(word, besides: mine) else { continue }
      word.confidence = word.confidence?.inHundredths
      rows.append(word)
      if let row = old[word.start], row.value.says(word) {
        list.keep(row.index, at: word.start.count)
      } else {
        list.add(word.yaml, at: word.start.count)
      }
    }
    self.rows = rows.sorted { $0.start < $1.start }
    change = list.change()
  }

  /// Returns the part of a word outside the hand-made rows, or nil if one of them is the same word or too
  /// little is left.
  private static func word(_ word: WordTiming, besides mine: [WordTiming]) -> WordTiming? {
    var word = word
    for row in mine where row.start < word.end && word.start < row.end {
      if row.ayah == word.ayah, row.word == word.word { return nil }
      if row.start <= word.start { word.start = row.end } else { word.end = row.start }
    }
    return word.end - word.start < least ? nil : word
  }
}

extension WordTiming {
  /// Returns true if a row with this content needs no change to say `other`, which a tool found.
  fileprivate func says(_ other: WordTiming) -> Bool {
    var mine = self
    mine.confidence = confidence?.inHundredths
    return mine == other
  }
}
