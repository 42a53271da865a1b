import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Two rows claim the same stretch of audio, so a player cannot determine which ayah it plays.
  ///
  /// A repeated ayah is not an overlap: it is listed again, where it is heard again.
  static let segmentsOverlap = Rule("S203", "segments-overlap", .error) { bundle, report in
    reportOverlaps(of: bundle.segments, report)
  }
}
