package import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaYAML

/// A bulk change to the times of rows, for which others use an audio editor.
///
/// A boundary that two rows share stays shared. Verified rows and the boundaries that they share stay as they
/// are, unless they are included.
package struct Adjusting: Sendable {
  /// The steps, which are applied in this order.
  package struct Steps: Sendable {
    /// The shift of all times; negative is earlier.
    package var shift: Milliseconds?
    /// The greatest length of gaps that are closed in their middle.
    package var closeGaps: Milliseconds?
    /// The greatest distance by which boundaries move to the quietest point near them.
    package var snap: Milliseconds?
    /// The greatest length by which rows grow into the gaps around them.
    package var pad: Milliseconds?
    /// The least gap that is left between rows.
    package var minGap: Milliseconds?
    /// True if verified rows change, too.
    package var includesVerified = false

    /// Creates steps that change nothing.
    package init() {}
  }

  /// The selected rows.
  package struct Selection: Sendable {
    /// The ayat of which selected rows contain any; all rows if empty.
    package var ayat: [AyahRange] = []
    /// The time after which selected rows must end.
    package var from: Milliseconds?
    /// The time before which selected rows must start.
    package var to: Milliseconds?

    /// Selects all rows.
    package init() {}

    func takes(_ ayah: AyahRange?, _ start: Milliseconds, _ end: Milliseconds) -> Bool {
      if let from, end <= from { return false }
      if let to, start >= to { return false }
      guard !ayat.isEmpty else { return true }
      guard let ayah else { return false }
      return ayat.contains(where: ayah.overlaps)
    }
  }

  /// The change to `segments.yaml`.
  package private(set) var segments = RowList.Change.none
  /// The change to `markers.yaml`.
  package private(set) var markers = RowList.Change.none
  /// The change to `words.yaml`.
  package private(set) var words = RowList.Change.none
  /// The number of segments with new times.
  package private(set) var changed = 0
  /// The numbers of words and markers with new times.
  package private(set) var changedWords = 0, changedMarkers = 0
  /// The number of selected rows that stay because they are verified or confirmed.
  package private(set) var verified = 0
  /// The problems that prevent the change, each naming a row; nothing is changed if there are any.
  package private(set) var problems: [String] = []

  private var rows: [AdjustedRow]
  private let steps: Steps
  private let end: Milliseconds?

  /// Plans the change of `bundle`. `quietest` returns the quietest point near a time, within a range.
  package init(
    _ bundle: TilawaBundle, _ selection: Selection, _ steps: Steps,
    quietest: (_ near: Milliseconds, _ from: Milliseconds, _ to: Milliseconds) throws -> Milliseconds
  ) throws {
    self.steps = steps
    end = bundle.audioEnd
    rows = bundle.segmentsInTime.map { row in
      AdjustedRow(
        row, isSelected: selection.takes(row.ayah, row.start, row.end),
        isHeld: row.isVerified && !steps.includesVerified)
    }
    let marks = bundle.markers?.content?.rows ?? []
    let points = marks.map { marker in
      (marker, selection.takes(marker.ayah, marker.at, Milliseconds(marker.at.count + 1)))
    }
    verified =
      rows.count { $0.isSelected && $0.isHeld }
      + (steps.includesVerified ? 0 : points.count { $0.1 && $0.0.isConfirmed })
    shift()
    closeGaps()
    try snap(quietest)
    pad()
    keepApart()
    problems = rows.problems(end: end)
    guard problems.isEmpty else { return }
    let moved = try adjustedMarkers(
      points.filter { $0.1 && (steps.includesVerified || !$0.0.isConfirmed) }.map(\.0), quietest)
    problems = Self.problems(of: moved, in: bundle)
    guard problems.isEmpty else { return }
    changed = rows.count(where: \.isChanged)
    segments = rows.segmentEdits(bundle)
    (words, changedWords) = rows.wordEdits(bundle)
    (markers, changedMarkers) = Self.markerEdits(bundle, moved)
  }

  // MARK: Boundaries

  /// Returns true if a selected row touches the boundary, and no held one.
  private func isMovable(_ boundary: AdjustedRow.Boundary) -> Bool {
    let touching = boundary.ending + boundary.starting
    return touching.contains { rows[$0].isSelected } && !touching.contains { rows[$0].isHeld }
  }

  // MARK: Steps

  private mutating func shift() {
    guard let shift = steps.shift, shift != .zero else { return }
    for boundary in rows.boundaries where isMovable(boundary) {
      rows.move(boundary, to: boundary.time + shift)
    }
    for index in rows.indices where rows[index].isSelected && !rows[index].isHeld {
      rows[index].joins = rows[index].joins.map { $0 + shift }
      rows[index].shift = shift
    }
  }

  /// The gaps between consecutive rows, by the indices of the rows around them.
  private var gaps: [(before: Int, after: Int)] {
    var gaps: [(before: Int, after: Int)] = []
    var latest: Int?
    for index in rows.indices.sorted(by: { (rows[$0].start, $0) < (rows[$1].start, $1) }) {
      if let latest, rows[latest].end < rows[index].start { gaps.append((latest, index)) }
      if latest.map({ rows[$0].end <= rows[index].end }) ?? true { latest = index }
    }
    return gaps
  }

  private func mayChange(_ index: Int) -> Bool { rows[index].isSelected && !rows[index].isHeld }

  private mutating func closeGaps() {
    guard let limit = steps.closeGaps else { return }
    for (before, after) in gaps where rows[after].start - rows[before].end <= limit {
      let (from, to) = (rows[before].end, rows[after].start)
      switch (mayChange(before), mayChange(after)) {
      case (true, true):
        let middle = Milliseconds((from.count + to.count) / 2)
        rows[before].end = middle
        rows[after].start = middle
      case (true, false): rows[before].end = to
      case (false, true): rows[after].start = from
      case (false, false): break
      }
    }
  }

  private mutating func snap(
    _ quietest: (_ near: Milliseconds, _ from: Milliseconds, _ to: Milliseconds) throws -> Milliseconds
  ) throws {
    guard let window = steps.snap else { return }
    let all = rows.boundaries
    for (place, boundary) in all.enumerated() where isMovable(boundary) {
      // Boundaries don't pass each other: each may move by half the distance between them.
      let before = place > 0 ? all[place - 1].time : Milliseconds(-boundary.time.count)
      let after = place + 1 < all.count ? all[place + 1].time : boundary.time + window + window
      let low = max(.zero, boundary.time - window, Milliseconds((before.count + boundary.time.count) / 2 + 1))
      let high = min(
        end ?? boundary.time + window, boundary.time + window,
        Milliseconds((after.count + boundary.time.count) / 2 - 1))
      guard low < high else { continue }
      rows.move(boundary, to: try quietest(boundary.time, low, high))
    }
    for index in rows.indices where mayChange(index) && !rows[index].joins.isEmpty {
      for join in rows[index].joins.indices {
        let time = rows[index].joins[join]
        let before = join > 0 ? rows[index].joins[join - 1] : rows[index].start
        let after = join + 1 < rows[index].joins.count ? rows[index].joins[join + 1] : rows[index].end
        let low = max(time - window, Milliseconds((before.count + time.count) / 2 + 1))
        let high = min(time + window, Milliseconds((after.count + time.count) / 2 - 1))
        if low < high { rows[index].joins[join] = try quietest(time, low, high) }
      }
    }
  }

  private mutating func pad() {
    guard let pad = steps.pad, pad > .zero else { return }
    for (before, after) in gaps {
      let gap = rows[after].start.count - rows[before].end.count
      switch (mayChange(before), mayChange(after)) {
      case (true, true):
        let share = min(pad.count, gap / 2)
        rows[before].end = Milliseconds(rows[before].end.count + share)
        rows[after].start = Milliseconds(rows[after].start.count - share)
      case (true, false): rows[before].end = Milliseconds(rows[before].end.count + min(pad.count, gap))
      case (false, true): rows[after].start = Milliseconds(rows[after].start.count - min(pad.count, gap))
      case (false, false): break
      }
    }
    if let first = rows.indices.min(by: { rows[$0].start < rows[$1].start }), mayChange(first) {
      rows[first].start = max(.zero, rows[first].start - pad)
    }
    if let last = rows.indices.max(by: { rows[$0].end < rows[$1].end }), mayChange(last), let end {
      rows[last].end = min(max(end, rows[last].end), rows[last].end + pad)
    }
  }

  private mutating func keepApart() {
    guard let least = steps.minGap, least > .zero else { return }
    let order = rows.indices.sorted { (rows[$0].start, $0) < (rows[$1].start, $1) }
    for (before, after) in zip(order, order.dropFirst()) {
      let gap = rows[after].start.count - rows[before].end.count
      guard gap >= 0, gap < least.count else { continue }
      let lack = least.count - gap
      switch (mayChange(before), mayChange(after)) {
      case (true, true):
        rows[before].end = Milliseconds(rows[before].end.count - lack / 2)
        rows[after].start = Milliseconds(rows[after].start.count + lack - lack / 2)
      case (true, false): rows[before].end = Milliseconds(rows[before].end.count - lack)
      case (false, true): rows[after].start = Milliseconds(rows[after].start.count + lack)
      case (false, false): break
      }
    }
  }

  // MARK: Edits

  /// Returns the adjusted markers. Markers are points, so they are only shifted and snapped. Joins are
  /// shifted with their marker.
  private func adjustedMarkers(
    _ points: [Placed<Marker>],
    _ quietest: (_ near: Milliseconds, _ from: Milliseconds, _ to: Milliseconds) throws -> Milliseconds
  ) throws -> [AdjustedMarker] {
    guard steps.shift != nil || steps.snap != nil else { return [] }
    let limit = end ?? Milliseconds(.max)
    let shift = steps.shift ?? .zero
    func moved(_ time: Milliseconds) throws -> Milliseconds {
      var time = min(limit, max(.zero, time + shift))
      if let window = steps.snap {
        time = try quietest(time, max(.zero, time - window), min(limit, time + window))
      }
      return time
    }
    return try points.map { marker in
      var new = marker.value
      new.at = try moved(marker.at)
      new.end = try marker.end.map { try moved($0) }
      new.joins = marker.joins.map { $0 + shift }
      return AdjustedMarker(old: marker, new: new)
    }
  }

  /// Returns the new problems of markers; those that existed before are left out.
  private static func problems(of moved: [AdjustedMarker], in bundle: TilawaBundle) -> [String] {
    guard !moved.isEmpty else { return [] }
    let byIndex = Dictionary(moved.map { ($0.old.index, $0) }) { first, _ in first }
    let before = bundle.markersInTime.map { AdjustedMarker(old: $0, new: $0.value) }
    let known = faults(of: before, end: bundle.audioEnd)
    let after = before.map { byIndex[$0.old.index] ?? $0 }
    return faults(of: after, end: bundle.audioEnd).filter { known[$0.key] == nil }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the problems of markers, by their indices in the file.
  private static func faults(of markers: [AdjustedMarker], end audioEnd: Milliseconds?) -> [Int: String] {
    let markers = markers.sorted { ($0.at, $0.old.index) < ($1.at, $1.old.index) }
    var faults: [Int: String] = [:]
    for (place, marker) in markers.enumerated() {
      let next = place + 1 < markers.count ? markers[place + 1] : nil
      let label = "\(marker.old.label) at \(marker.old.at)"
      let times = [marker.at] + marker.joins + [marker.end ?? next?.at ?? audioEnd].compactMap(\.self)
      if let audioEnd, marker.at >= audioEnd {
        faults[marker.old.index] = "\(label) would move to \(marker.at), but the audio ends at \(audioEnd)"
      } else if let next, next.at == marker.at {
        faults[marker.old.index] = "\(label) would move to \(marker.at), the place of \(next.old.label)"
      } else if let next, let end = marker.end, end > next.at {
        faults[marker.old.index] = "\(label) would end at \(end), after \(next.old.label) begins"
      } else if let end = marker.end, end <= marker.at {
        faults[marker.old.index] = "\(label) would end at its start, \(end)"
      } else if !zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) {
        faults[marker.old.index] = "\(marker.old.label) would have a join outside itself"
      }
    }
    return faults
  }

  private static func markerEdits(
    _ bundle: TilawaBundle, _ moved: [AdjustedMarker]
  ) -> (RowList.Change, count: Int) {
    guard let source = bundle.markers?.source, !moved.isEmpty else { return (.none, 0) }
    var editor = RowTimes(source, .markers)
    for marker in moved {
      let (old, index) = (marker.old, marker.old.index)
      editor.set(RowKey.at, marker.at, from: old.at, in: index)
      if let end = marker.end, let before = old.end {
        editor.set(RowKey.end, end, from: before, in: index)
      }
      if marker.joins != old.joins {
        editor.set(RowKey.joins, .flowList(marker.joins.map { .plain($0.description) }), in: index)
      }
    }
    return (editor.change, editor.changed.count)
  }
}

/// A marker before and after an adjustment.
@dynamicMemberLookup
private struct AdjustedMarker {
  let old: Placed<Marker>
  var new: Marker

  subscript<Property>(dynamicMember property: KeyPath<Marker, Property>) -> Property {
    new[keyPath: property]
  }
}
