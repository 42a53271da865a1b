import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension Rule {
  /// Joins are positions in the recording, like `start` and `end`, and cut the row from left to right.
  static let joinOutside = Rule("S212", "join-outside", .error) { bundle, report in
    for row in bundle.segments.placed where row.hasLength {
      var before = row.start.value
      for join in row.joins?.value ?? [] {
        if join.value <= row.start.value || join.value >= row.end.value {
          report.add(
            "the join at \(join.value) lies outside the row, which lasts from \(row.start.value) to "
              + "\(row.end.value); joins are positions in the recording",
            at: bundle.segments.place(join))
        } else if join.value <= before {
          report.add(
            "the join at \(join.value) does not lie after the one at \(before)",
            at: bundle.segments.place(join))
        }
        before = max(before, join.value)
      }
    }
  }
}
