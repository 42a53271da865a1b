import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A marker ends after the next one opens.
  static let markerOverlapsNext = Rule("M304", "marker-overlaps-next", .error) { bundle, report in
    var next: Placed<Marker>?
    var following: Placed<Marker>?
    for marker in bundle.markers.inTime.reversed() {
      // Markers at the same time are M302's.
      if let candidate = following, candidate.at > marker.at { next = candidate }
      following = marker
      guard let end = marker.end, let next, end > next.at else { continue }
      report.add(
        "\(marker.label) ends at \(end), after the next marker at \(next.at)",
        at: bundle.markers.place(marker, RowKey.end),
        notes: [.init("the next marker is here", at: bundle.markers.place(next, RowKey.at))])
    }
  }
}
