package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A query for rows of a journal, with their order.
package struct JournalQuery: Sendable {
  /// Selects rows that share an ayah with one of these; all rows if empty.
  package var ayat: [AyahRange] = []
  /// Selects rows that contain this text. Case, vowel signs and letter shapes are ignored, as in searches
  /// of texts.
  package var search: String?
  /// True if only words are selected that aren't mastered yet.
  package var isUnmastered = false
  /// Selects passages that are due for recall on or before that day.
  package var dueOn: Timestamp?
  /// Selects rows that were made or changed at or after that time or day.
  package var since: Timestamp?
  /// The calendar that determines the day of a time.
  package var calendar = LocalCalendar.utc
  /// The key by which the rows are sorted, or nil for the order of the file.
  package var order: String?
  /// True if the order is reversed.
  package var isReversed = false

  /// Creates a query for all rows, in the order of the file.
  package init() {}

  /// Returns the rows of a list that match.
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
  /// A text without letters is searched for literally.
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
