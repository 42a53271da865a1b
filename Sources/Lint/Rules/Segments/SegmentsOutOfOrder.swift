import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Rows that aren't in the order in which they are heard are hard to read and to merge.
  static let segmentsOutOfOrder = Rule("S201", "segments-out-of-order", .warning) { bundle, report in
    reportDisorder(of: bundle.segments, report)
  }
}
