import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Audio between two successive ayat that no row claims: a row is missing there.
  static let gapInSurah = Rule("S204", "gap-in-surah", .warning) { bundle, report in
    guard let counting = bundle.counting, bundle.segments.isWhole else { return }
    var before: Segment?
    var claimedUntil = Milliseconds.zero
    var unclaimed = Milliseconds.zero
    for row in bundle.segments.inTime {
      if row.start.value > claimedUntil { unclaimed = unclaimed + (row.start.value - claimedUntil) }
      claimedUntil = max(claimedUntil, row.end.value)
      guard let ayah = row.ayah?.value else { continue }
      if counting.contains(ayah), let before, let last = before.ayah?.value.last,
        ayah.first.surah == last.surah,
        ayah.first.number == last.number + 1, unclaimed > longestPause
      {
        report.add(
          "no row claims \(unclaimed) s between \(before.label) and \(row.label); "
            + "add the row that is missing, or one with \"skip\"",
          at: bundle.segments.place(row.start),
          notes: [.init("\(before.label) ends here", at: bundle.segments.place(before.end))])
      }
      before = row
      unclaimed = .zero
    }
  }
}

private let longestPause = Milliseconds(5000)
