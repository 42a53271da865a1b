import TilawaBase
package import TilawaFormat
import TilawaYAML

/// A plan to make markers of segments.
package struct Reopening: Sendable {
  /// The number of segments that become markers.
  package private(set) var reopened = 0
  /// The number of verified segments that stay because they weren't included.
  package private(set) var verified = 0
  /// The reasons why other segments stay.
  package private(set) var remarks: [String] = []
  /// The change to `markers.yaml`.
  package private(set) var markers = RowList.Change.none
  /// The change to `segments.yaml`.
  package private(set) var segments = RowList.Change.none

  /// Plans the change. Segments whose content a marker can't express stay, and so do verified ones unless
  /// they are included.
  package init(_ bundle: TilawaBundle, includingVerified: Bool) {
    var old = RowList(.segments, bundle.segments?.source)
    var new = RowList(.markers, bundle.markers?.source)
    for marker in bundle.markersInTime { new.keep(marker.index, at: marker.at.count) }
    let rows = bundle.segmentsInTime
    var taken = Set(bundle.markersInTime.map(\.at))
    for (index, row) in rows.enumerated() {
      if row.isVerified, !includingVerified {
        verified += 1
        old.keep(row.index, at: row.start.count)
      } else if let reason = Self.reasonToStay(row, taken, bundle.markersInTime) {
        remarks.append("\(row.label) at \(row.start) stays a segment: \(reason)")
        old.keep(row.index, at: row.start.count)
      } else {
        let next = index + 1 < rows.count ? rows[index + 1] : nil
        let draft = Self.draft(
          row.value, next: next?.value, hasMarkers: bundle.markers?.content?.rows.isEmpty == false)
        new.add(draft.yaml, at: draft.at.count, carrying: [RowList.OldRow(list: old, index: row.index)])
        taken.insert(draft.at)
        reopened += 1
      }
    }
    markers = new.change()
    segments = old.change()
  }

  private static func reasonToStay(
    _ row: Placed<Segment>, _ taken: Set<Milliseconds>, _ markers: [Placed<Marker>]
  ) -> String? {
    if row.priority != nil { return "markers cannot have a priority" }
    if taken.contains(row.start) { return "there is already a marker" }
    let inside = markers.first { marker in
      let (at, end) = (marker.at, marker.end ?? marker.at)
      return row.start < at && at < row.end || at < row.start && row.start < end
    }
    return inside.map { "\($0.label) at \($0.at) overlaps it" }
  }

  private static func draft(_ row: Segment, next: Segment?, hasMarkers: Bool) -> Marker {
    var draft = Marker(at: row.start, row.facts)
    // The next marker is the end of this one if it is at the same time and has the same confirmation.
    let isSaid =
      !hasMarkers && next?.start == row.end && next?.priority == nil
      && (next?.isVerified == row.isVerified)
    if !isSaid { draft.end = row.end }
    return draft
  }
}
