import TilawaBase
import TilawaFormat

extension Rule {
  /// A mistyped time: one finding for it, and none for what would follow from it.
  static let segmentTimeStray = Rule("S216", "segment-time-stray", .error) { bundle, report in
    reportStrayTimes(of: bundle.segments, report)
  }
}
