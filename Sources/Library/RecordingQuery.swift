package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A query for recordings of a library. Empty conditions don't restrict it.
package struct RecordingQuery: Sendable {
  /// By any of these, ids or names, wholly or in some rows.
  package var reciters: [String] = []
  /// In any of these, wholly or in some rows.
  package var riwayat: [Riwayah] = []
  /// In any of these.
  package var statuses: [Recording.Status] = []
  /// Only those with nothing left to annotate or to verify, or only others.
  package var isFinished: Bool?
  /// Not before this moment or day.
  package var since: Timestamp?
  /// Not after this moment, or the end of this day.
  package var until: Timestamp?
  /// Which day a moment belongs to.
  package var calendar = LocalCalendar.utc
  private var wanted: WantedAyat?

  /// Any recording.
  package init() {}

  /// Asks for recordings that hold at least one of `ayat`.
  package mutating func holding(anyOf ayat: [Ayah], counting: CountingSystem) {
    wanted = WantedAyat(ayat, counting: counting).prepared(for: CountingSystem.allCases)
  }

  /// True if no condition is set.
  package var isEmpty: Bool {
    reciters.isEmpty && riwayat.isEmpty && statuses.isEmpty && isFinished == nil && since == nil
      && until == nil && wanted == nil
  }

  /// Returns true if a recording satisfies the query. If a date is required, one of unknown date does not.
  package func matches(_ entry: RecordingEntry) -> Bool {
    guard reciters.isEmpty || isByAny(entry), isFinished == nil || isFinished == entry.isFinished,
      riwayat.isEmpty || entry.riwayat.contains(where: riwayat.contains),
      statuses.isEmpty || entry.status.map(statuses.contains) ?? false, matchesDate(entry.date)
    else { return false }
    guard let wanted else { return true }
    guard let counting = entry.counting else { return false }
    let mapped = wanted.mapped(in: counting)
    return entry.held.contains { !mapped.touching($0).isEmpty }
  }

  private func isByAny(_ entry: RecordingEntry) -> Bool {
    if entry.reciters.contains(where: reciters.contains) { return true }
    guard let name = entry.reciterName?.lowercased() else { return false }
    return reciters.contains { $0.lowercased() == name }
  }

  private func matchesDate(_ date: Timestamp?) -> Bool {
    guard since != nil || until != nil else { return true }
    guard let date else { return false }
    if let since, calendar.isBefore(date, since) { return false }
    if let until, calendar.isAfter(date, until) { return false }
    return true
  }
}
