import TilawaBase
package import TilawaFormat
import TilawaYAML

/// Segments become markers again.
package struct Reopening: Sendable {
  /// How many segments became markers.
  package private(set) var reopened = 0
  /// How many verified ones stay, because it wasn't asked for them.
  package private(set) var verified = 0
  /// Why other segments stay, in words.
  package private(set) var remarks: [String] = []
  /// What happens to `markers.yaml`.
  package private(set) var markers = RowList.Change.none
  /// What happens to `segments.yaml`.
  package private(set) var segments = RowList.Change.none

  /// Plans the change. Segments that a marker can't say all of stay, and verified ones unless they are
  /// included.
  package init(_ bundle: TilawaBundle, includingVerified: Bool) {
    var old = RowList(.segments, bundle.segments?.source)
    var new = RowList(.markers, bundle.markers?.source)
    for marker in bundle.markersInTime { new.keep(marker.index, at: marker.at.value.count) }
    let rows = bundle.segmentsInTime
    var taken = Set(bundle.markersInTime.map(\.at.value))
    for (index, row) in rows.enumerated() {
      if row.isVerified, !includingVerified {
        verified += 1
        old.keep(row.index, at: row.start.value.count)
      } else if let reason = Self.reasonToStay(row, taken, bundle.markersInTime) {
        remarks.append("\(row.label) at \(row.start.value) stays a segment: \(reason)")
        old.keep(row.index, at: row.start.value.count)
      } else {
        let next = index + 1 < rows.count ? rows[index + 1] : nil
        let draft = Self.draft(row, next: next, hasMarkers: bundle.markers?.content?.rows.isEmpty == false)
        new.add(draft.yaml, at: draft.at.count, carrying: [RowList.OldRow(list: old, index: row.index)])
        taken.insert(draft.at)
        reopened += 1
      }
    }
    markers = new.change()
    segments = old.change()
  }

  private static func reasonToStay(
    _ row: Segment, _ taken: Set<Milliseconds>, _ markers: [Marker]
  ) -> String? {
    if row.priority != nil { return "a marker has no priority" }
    if taken.contains(row.start.value) { return "a marker stands there already" }
    let inside = markers.first { marker in
      let (at, end) = (marker.at.value, marker.end?.value ?? marker.at.value)
      return row.start.value < at && at < row.end.value || at < row.start.value && row.start.value < end
    }
    return inside.map { "\($0.label) at \($0.at.value) overlaps it" }
  }

  private static func draft(_ row: Segment, next: Segment?, hasMarkers: Bool) -> MarkerDraft {
    var draft = MarkerDraft(at: row.start.value, confidence: row.confidence?.value)
    draft.ayah = row.ayah?.value
    draft.skip = row.skip?.value
    draft.joins = row.joins?.value.map(\.value) ?? []
    draft.isConfirmed = row.isVerified
    draft.reciter = row.reciter?.value
    draft.riwayah = row.riwayah?.value
    draft.rakah = row.rakah?.value
    draft.note = row.note?.value
    // The next marker says where this one ends, when it stands just there and is as sure.
    let isSaid =
      !hasMarkers && next?.start.value == row.end.value && next?.priority == nil
      && (next?.isVerified == row.isVerified)
    if !isSaid { draft.end = row.end.value }
    return draft
  }
}
