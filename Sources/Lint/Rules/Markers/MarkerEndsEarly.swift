import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// What a marker opens can't be over before it begins.
  static let markerEndsEarly = Rule("M303", "marker-ends-early", .error) { bundle, report in
    for marker in bundle.markers.rows {
      guard let end = marker.end, end.value <= marker.at.value else { continue }
      report.add(
        end.value == marker.at.value
          ? "\(marker.label) ends where it opens, at \(end.value)"
          : "\(marker.label) ends at \(end.value), before it opens at \(marker.at.value)",
        at: bundle.markers.place(end))
    }
  }
}
