import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A stretch of no or negative length can't be played.
  static let segmentEndsEarly = Rule("S202", "segment-ends-early", .error) { bundle, report in
    reportEarlyEnds(of: bundle.segments, report)
  }
}
