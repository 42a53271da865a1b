package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// Ayat that a journal lists, to be heard one passage after the other.
package enum JournalPassages: String, CaseIterable, Sendable {
  /// What is known by heart, in the order of the list.
  case memorised
  /// What is loved, in the order of the list.
  case favourites
  /// What of the memorised is to be recalled by now: what never was first, then what waits longest.
  case due

  /// The passages in the Kufi count, those that share an ayah with `asked` where that is given; and of what is due the next
  /// that will be.
  ///
  /// Throws a `Failure` when the file has faults.
  package func ayat(
    of folder: JournalFolder, in asked: AyahRange?, _ workplace: Workplace
  ) throws(Failure) -> (ayat: [AyahRange], next: (ayat: AyahRange, day: String)?) {
    guard let list = JournalList(named: self == .favourites ? "favourites" : "memorised") else {
      throw Failure("a journal has no list called \(rawValue)")
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
    // What was never recalled comes first.
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
