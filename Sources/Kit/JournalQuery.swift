package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// Which rows of a journal are wanted, and in what order.
package struct JournalQuery: Sendable {
  /// Rows that share an ayah with one of these; all where there are none.
  package var ayat: [AyahRange] = []
  /// Rows that hold this text somewhere, read as texts are searched: capitals, vowel signs and shapes of letters aside.
  package var search: String?
  /// Words that aren't known yet.
  package var isUnmastered = false
  /// What is to be recalled on that day, or was to be before.
  package var dueOn: Timestamp?
  /// Rows that were made or changed at that moment or later, or on that day or later.
  package var since: Timestamp?
  /// Which day a moment belongs to.
  package var calendar = LocalCalendar.utc
  /// The key by which they are sorted; nil for the order of the file.
  package var order: String?
  /// Whether the last come first.
  package var isReversed = false

  /// All rows, in the order of the file.
  package init() {}

  /// The rows of a list that are wanted.
  package func rows(of list: JournalList, among rows: [JournalRow]) -> [JournalRow] {
    let words = search.flatMap { TextQuery($0) }
    var found = rows.filter { row in
      takes(row.ayat) && (since.map { row.isFrom($0, list, calendar) } ?? true)
        && (search.map { row.holds($0, words) } ?? true) && (!isUnmastered || row["mastered"] != "true")
        && (dueOn.map { Recall(row).isDue(on: $0, in: calendar) } ?? true)
    }
    if let order {
      found = found.enumerated().sorted { Self.comes($0, before: $1, by: order) }.map(\.element)
    }
    return isReversed ? found.reversed() : found
  }

  private func takes(_ range: AyahRange?) -> Bool {
    guard !ayat.isEmpty else { return true }
    guard let range else { return false }
    return ayat.contains(where: range.overlaps)
  }

  private static func comes(
    _ a: (offset: Int, element: JournalRow), before b: (offset: Int, element: JournalRow), by key: String
  ) -> Bool {
    let (left, right) = (a.element[key], b.element[key])
    guard let left, let right else { return left != nil || (right == nil && a.offset < b.offset) }
    if left.isExactly(right) { return a.offset < b.offset }
    if let left = AyahRange(left), let right = AyahRange(right) {
      return (left.first, left.last) < (right.first, right.last)
    }
    if let left = Double(left), let right = Double(right) { return left < right }
    if let left = Timestamp(left), let right = Timestamp(right) { return left.seconds < right.seconds }
    return TextQuery.sortKey(of: left).lexicographicallyPrecedes(TextQuery.sortKey(of: right))
  }
}

extension JournalRow {
  /// Text without letters is looked for as it stands.
  fileprivate func holds(_ text: String, _ words: TextQuery?) -> Bool {
    values.contains { words?.isIn($0.text) ?? $0.text.holds(text) }
  }

  fileprivate func isFrom(_ time: Timestamp, _ list: JournalList, _ calendar: LocalCalendar) -> Bool {
    let dates = [list.list.dates.changed, list.list.dates.made].compactMap { $0 }
    return dates.compactMap { self[$0] }.compactMap { Timestamp($0) }.contains {
      !calendar.isBefore($0, time)
    }
  }
}
