import TilawaBase
import TilawaFormat

extension Rule {
  /// Joins are positions in the recording, like `at` and `end`, and cut what the marker opens from left to right.
  static let markerJoinOutside = Rule("M310", "marker-join-outside", .error) { bundle, report in
    guard bundle.markers.rows.contains(where: { !$0.joins.isEmpty }) else { return }
    let audioEnd = bundle.audioEnd?.time
    // Of markers at the same time (M302) each is over where a later one opens.
    var next: Placed<Marker>?
    var following: Placed<Marker>?
    for marker in bundle.markers.inTime.reversed() {
      if let candidate = following, candidate.at > marker.at { next = candidate }
      following = marker
      let end = marker.end ?? next?.at ?? audioEnd
      guard end.map({ $0 > marker.at }) ?? true else { continue }
      reportJoinsOutside(marker, end, in: bundle.markers, report)
    }
  }
}
