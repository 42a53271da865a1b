import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Audio between two successive ayat that no row claims: a row is missing there.
  static let gapInSurah = Rule("S204", "gap-in-surah", .warning) { bundle, report in
    guard let counting = bundle.counting, bundle.segments.isWhole else { return }
    var before: Placed<Segment>?
    var claimedUntil = Milliseconds.zero
    var unclaimed = Milliseconds.zero
    for row in bundle.segments.inTime {
      if row.start > claimedUntil { unclaimed = unclaimed + (row.start - claimedUntil) }
      claimedUntil = max(claimedUntil, row.end)
      guard let ayah = row.ayah else { continue }
      if counting.contains(ayah), let before, let last = before.ayah?.last,
        ayah.first.surah == last.surah,
        ayah.first.number == last.number + 1, unclaimed > longestPause
      {
        report.add(
          "\(unclaimed) s between \(before.label) and \(row.label) are not covered by any row; "
            + "add the missing row, or one with \"skip\"",
          at: bundle.segments.place(row, RowKey.start),
          notes: [.init("\(before.label) ends here", at: bundle.segments.place(before, RowKey.end))])
      }
      before = row
      unclaimed = .zero
    }
  }
}

private let longestPause = Milliseconds(5000)
