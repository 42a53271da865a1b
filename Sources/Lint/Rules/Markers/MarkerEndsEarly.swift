import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A marker ends at or before the time at which it opens.
  static let markerEndsEarly = Rule("M303", "marker-ends-early", .error) { bundle, report in
    for marker in bundle.markers.rows {
      guard let end = marker.end, end <= marker.at else { continue }
      report.add(
        end == marker.at
          ? "\(marker.label) ends where it begins, at \(end)"
          : "\(marker.label) ends at \(end), before it begins at \(marker.at)",
        at: bundle.markers.place(marker, RowKey.end))
    }
  }
}
