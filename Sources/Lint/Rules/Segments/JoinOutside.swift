import TilawaBase
import TilawaFormat

extension Rule {
  /// Joins are positions in the recording, like `start` and `end`, and cut the row from left to right.
  static let joinOutside = Rule("S212", "join-outside", .error) { bundle, report in
    for row in bundle.segments.placed where row.hasLength {
      reportJoinsOutside(row, row.end, in: bundle.segments, report)
    }
  }
}
