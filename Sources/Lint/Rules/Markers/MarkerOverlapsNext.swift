import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// What a marker opens is over where the next one opens, at the latest.
  static let markerOverlapsNext = Rule("M304", "marker-overlaps-next", .error) { bundle, report in
    var next: Marker?
    var following: Marker?
    for marker in bundle.markers.inTime.reversed() {
      // Markers at the same time are M302's.
      if let candidate = following, candidate.at.value > marker.at.value { next = candidate }
      following = marker
      guard let end = marker.end, let next, end.value > next.at.value else { continue }
      report.add(
        "\(marker.label) ends at \(end.value), after the next marker at \(next.at.value)",
        at: bundle.markers.place(end),
        notes: [.init("the next marker is here", at: bundle.markers.place(next.at))])
    }
  }
}
