import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Markers that aren't in the order in which they are heard are hard to read and to merge.
  static let markersOutOfOrder = Rule("M301", "markers-out-of-order", .warning) { bundle, report in
    reportDisorder(of: bundle.markers, report)
  }
}
