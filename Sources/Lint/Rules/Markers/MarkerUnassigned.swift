import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A marker doesn't name what begins at it.
  static let markerUnassigned = Rule("M307", "marker-unassigned", .note) { bundle, report in
    for marker in bundle.markers.rows where !marker.isNamed {
      report.add(
        "the marker at \(marker.at) has no \"ayah\" or \"skip\" yet",
        at: bundle.markers.place(marker))
    }
  }
}
