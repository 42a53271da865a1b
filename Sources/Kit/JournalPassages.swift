package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// Ayat in a journal that can be played, one passage after the other.
package enum JournalPassages: String, CaseIterable, Sendable {
  /// The memorised passages, in the order of the list.
  case memorised
  /// The favourites, in the order of the list.
  case favourites
  /// The memorised passages that are due for recall: first those that were never recalled, then those that
  /// are due longest.
  case due

  /// Returns the passages in the Kufi count, restricted to those that share an ayah with `asked`, if given.
  /// For `due`, it also returns the next passage that will be due.
  ///
  /// Throws a `Failure` if the file has faults.
  package func ayat(
    of folder: JournalFolder, in asked: AyahRange?, _ workplace: Workplace
  ) throws(Failure) -> (ayat: [AyahRange], next: (ayat: AyahRange, day: String)?) {
    guard let list = JournalList(named: self == .favourites ? "favourites" : "memorised") else {
      throw Failure(noSuch("list", rawValue, meaning: []))
    }
    let found = folder.rows(of: list)
    if let error = found.faults.first(where: { $0.severity == .error }) { throw Failure(error.message) }
    let rows = found.rows.compactMap { row in row.ayat.map { (ayat: $0, recall: Recall(row)) } }.filter {
      row in
      CountingSystem.kufi.contains(row.ayat)
        && (asked.map(row.ayat.overlaps) ?? true)
    }
    guard self == .due else { return (rows.map(\.ayat), nil) }
    let (calendar, today) = (workplace.calendar, try workplace.today())
    // Passages that were never recalled come first.
    let inOrder = rows.map { (ayat: $0.ayat, day: $0.recall.dueDay(in: calendar)) }.enumerated().sorted {
      ($0.element.day?.seconds ?? .min, $0.offset) < ($1.element.day?.seconds ?? .min, $1.offset)
    }.map(\.element)
    let isDue = { (day: Timestamp?) in day.map { $0.seconds <= today.seconds } ?? true }
    let later = inOrder.first { !isDue($0.day) }
    return (
      inOrder.filter { isDue($0.day) }.map(\.ayat),
      later.flatMap { row in row.day.map { (row.ayat, $0.text) } }
    )
  }
}
