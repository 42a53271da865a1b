import TilawaBase
import TilawaFormat

/// A move of one boundary, with all rows of its file that begin or end there. Words move with their segments.
struct BoundaryMove {
  /// The current time of the boundary.
  let from: Milliseconds
  /// The new time of the boundary, which must not pass another.
  let to: Milliseconds
  /// True if a boundary of a confirmed row may move.
  let overrulesConfirmed: Bool

  /// Returns the changes to the files, for a boundary of `segments` or `markers`. Throws if the move isn't
  /// possible.
  func changes(
    of kind: FileKind, in bundle: TilawaBundle
  ) throws(Failure) -> [(kind: FileKind, change: RowList.Change)] {
    kind == .markers
      ? [(.markers, try markerEdits(bundle))] : try segmentEdits(bundle)
  }

  private func segmentEdits(
    _ bundle: TilawaBundle
  ) throws(Failure) -> [(kind: FileKind, change: RowList.Change)] {
    var rows = bundle.segmentsInTime.map { row in
      AdjustedRow(row, isSelected: true, isHeld: row.isVerified && !overrulesConfirmed)
    }
    guard let boundary = rows.boundaries.first(where: { $0.time == from }) else { return [] }
    if let held = (boundary.ending + boundary.starting).first(where: { rows[$0].isHeld }) {
      throw Failure(
        "\(from) is a boundary of \(rows[held].old.label), which is verified", unless: .includingVerified)
    }
    rows.move(boundary, to: to)
    if let problem = rows.problems(end: bundle.audioEnd).first { throw Failure(refused: problem) }
    return [(.segments, rows.segmentEdits(bundle)), (.words, rows.wordEdits(bundle).0)]
  }

  /// Moves a marker and the ends at its time together, between the markers around them.
  private func markerEdits(_ bundle: TilawaBundle) throws(Failure) -> RowList.Change {
    guard let source = bundle.markers?.source else { return .none }
    let markers = bundle.markersInTime
    if let held = markers.first(where: { $0.at == from && $0.isConfirmed }), !overrulesConfirmed {
      throw Failure("\(held.label) at \(from) is confirmed", unless: .includingVerified)
    }
    let times = Set(
      markers.flatMap { marker in
        [marker.at] + [marker.end].compactMap(\.self) + marker.joins
      })
    let before = times.filter { $0 < from }.max()
    let after = times.filter { $0 > from }.min()
    if to < .zero || before.map({ to <= $0 }) ?? false {
      throw Failure(refused: "cannot move a marker to \(to); it must be after \(before ?? .zero)")
    }
    if let limit = after ?? bundle.audioEnd, to >= limit {
      throw Failure(refused: "cannot move a marker to \(to); it must be before \(limit)")
    }
    var editor = RowTimes(source, .markers)
    for marker in markers {
      if marker.at == from { editor.set(RowKey.at, to, from: from, in: marker.index) }
      if marker.end == from { editor.set(RowKey.end, to, from: from, in: marker.index) }
    }
    return editor.change
  }
}
