import Diagnostics
package import QuranIndex
package import TilawaFormat
package import Timing
import YAMLDocuments

/// Bulk changes to the times of rows: what people else use an audio editor for.
///
/// A boundary that two rows share stays one. Verified rows stay as they are, and so do the boundaries that they share,
/// unless they are included.
package struct Adjusting: Sendable {
  /// A boundary that goes somewhere else.
  package struct BoundaryMove: Hashable, Sendable {
    /// `segments` or `markers`: whose boundary it is.
    package let kind: FileKind
    /// Where it is.
    package let from: Milliseconds
    /// Where it goes; no boundary passes another.
    package let to: Milliseconds

    /// The boundary at `from`, with all rows that begin or end there.
    package init(of kind: FileKind, from: Milliseconds, to: Milliseconds) {
      (self.kind, self.from, self.to) = (kind, from, to)
    }
  }

  /// What is done, in the order of the cases.
  package struct Steps: Sendable {
    /// One boundary moves.
    package var boundary: BoundaryMove?
    /// By how much everything moves; negative is earlier.
    package var shift: Milliseconds?
    /// Gaps of at most so much are closed in their middle.
    package var closeGaps: Milliseconds?
    /// Boundaries go to the quietest point at most so far away.
    package var snap: Milliseconds?
    /// Rows grow into the gaps around them by at most so much.
    package var pad: Milliseconds?
    /// Between rows is left at least so much.
    package var minGap: Milliseconds?
    /// Whether verified rows change too.
    package var includesVerified = false

    /// Nothing is done.
    package init() {}
  }

  /// Which rows are meant.
  package struct Selection: Sendable {
    /// Rows that hold any of these; all when empty.
    package var ayat: [AyahRange] = []
    /// Rows that don't end before.
    package var from: Milliseconds?
    /// Rows that don't start after.
    package var to: Milliseconds?

    /// All rows.
    package init() {}

    func takes(_ ayah: AyahRange?, _ start: Milliseconds, _ end: Milliseconds) -> Bool {
      if let from, end <= from { return false }
      if let to, start >= to { return false }
      guard !ayat.isEmpty else { return true }
      guard let ayah else { return false }
      return ayat.contains { $0.first <= ayah.last && ayah.first <= $0.last }
    }
  }

  /// What becomes of `segments.yaml`.
  package private(set) var segments = RowList.Change.none
  /// What becomes of `markers.yaml`.
  package private(set) var markers = RowList.Change.none
  /// What becomes of `words.yaml`.
  package private(set) var words = RowList.Change.none
  /// How many segments have other times.
  package private(set) var changed = 0
  /// How many words and how many markers have.
  package private(set) var changedWords = 0, changedMarkers = 0
  /// How many selected rows stayed because a person has verified them.
  package private(set) var verified = 0
  /// Why it can't be done, each naming a row; nothing is changed then.
  package private(set) var problems: [String] = []

  private var rows: [AdjustedRow]
  private let steps: Steps
  private let end: Milliseconds?

  /// Works out the change of `bundle`. `quietest` is asked for the quietest point near a place, from one to another.
  package init(
    _ bundle: TilawaBundle, _ selection: Selection, _ steps: Steps,
    quietest: (_ near: Milliseconds, _ from: Milliseconds, _ to: Milliseconds) throws -> Milliseconds
  ) throws {
    self.steps = steps
    end = bundle.audioEnd
    rows = bundle.segmentsInTime.map { row in
      AdjustedRow(
        row, isSelected: selection.takes(row.ayah?.value, row.start.value, row.end.value),
        isHeld: row.isVerified && !steps.includesVerified)
    }
    let marks = bundle.markers?.content?.rows ?? []
    let points = marks.map { marker in
      (marker, selection.takes(marker.ayah?.value, marker.at.value, Milliseconds(marker.at.value.count + 1)))
    }
    verified =
      rows.count { $0.isSelected && $0.isHeld }
      + (steps.includesVerified ? 0 : points.count { $0.1 && $0.0.isConfirmed })
    moveBoundary()
    shift()
    closeGaps()
    try snap(quietest)
    pad()
    keepApart()
    check()
    guard problems.isEmpty else { return }
    changed = rows.count(where: \.isChanged)
    segments = segmentEdits(bundle)
    (words, changedWords) = wordEdits(bundle)
    (markers, changedMarkers) = try markerEdits(
      bundle, points.filter { $0.1 && (steps.includesVerified || !$0.0.isConfirmed) }.map(\.0), quietest)
  }

  // MARK: Boundaries

  /// A moment at which rows end, start, or both.
  private struct Boundary {
    var time: Milliseconds
    var ending: [Int] = []
    var starting: [Int] = []
  }

  private var boundaries: [Boundary] {
    var found: [Milliseconds: Boundary] = [:]
    for (index, row) in rows.enumerated() {
      found[row.start, default: Boundary(time: row.start)].starting.append(index)
      found[row.end, default: Boundary(time: row.end)].ending.append(index)
    }
    return found.values.sorted { $0.time < $1.time }
  }

  /// Whether a row that is meant lies there, and none that stays.
  private func isMovable(_ boundary: Boundary) -> Bool {
    let touching = boundary.ending + boundary.starting
    return touching.contains { rows[$0].isSelected } && !touching.contains { rows[$0].isHeld }
  }

  private mutating func move(_ boundary: Boundary, to time: Milliseconds) {
    for index in boundary.ending { rows[index].end = time }
    for index in boundary.starting { rows[index].start = time }
  }

  // MARK: Steps

  private mutating func moveBoundary() {
    guard let step = steps.boundary, step.kind == .segments,
      let boundary = boundaries.first(where: { $0.time == step.from })
    else { return }
    let touching = boundary.ending + boundary.starting
    if let held = touching.first(where: { rows[$0].isHeld }) {
      problems.append("\(rows[held].old.label) is verified, and \(step.from) is a boundary of it")
    } else {
      move(boundary, to: step.to)
    }
  }

  private mutating func shift() {
    guard let shift = steps.shift, shift != .zero else { return }
    for boundary in boundaries where isMovable(boundary) { move(boundary, to: boundary.time + shift) }
    for index in rows.indices where rows[index].isSelected && !rows[index].isHeld {
      rows[index].joins = rows[index].joins.map { $0 + shift }
      rows[index].shift = shift
    }
  }

  /// The gaps between rows that follow each other, with what may be moved at them.
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
    let all = boundaries
    for (place, boundary) in all.enumerated() where isMovable(boundary) {
      // No boundary passes another: each has half of what lies between them.
      let before = place > 0 ? all[place - 1].time : Milliseconds(-boundary.time.count)
      let after = place + 1 < all.count ? all[place + 1].time : boundary.time + window + window
      let low = max(.zero, boundary.time - window, Milliseconds((before.count + boundary.time.count) / 2 + 1))
      let high = min(
        end ?? boundary.time + window, boundary.time + window,
        Milliseconds((after.count + boundary.time.count) / 2 - 1))
      guard low < high else { continue }
      move(boundary, to: try quietest(boundary.time, low, high))
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

  // MARK: Checking

  private mutating func check() {
    for row in rows where row.isChanged {
      let joins = row.joins
      if row.start >= row.end {
        problems.append("\(row.old.label) would end at \(row.end), where it starts")
      } else if row.start < .zero {
        problems.append("\(row.old.label) would start at \(row.start), before the audio")
      } else if let end, row.end > end, row.end > row.old.end.value {
        problems.append("\(row.old.label) would end at \(row.end), and the audio ends at \(end)")
      } else if !zip([row.start] + joins, joins + [row.end]).allSatisfy({ $0 < $1 }) {
        problems.append("\(row.old.label) would have a join outside of it")
      }
    }
    let order = rows.sorted { ($0.start, $0.old.index) < ($1.start, $1.old.index) }
    for (before, after) in zip(order, order.dropFirst()) where before.end > after.start {
      let (a, b) = (before.old, after.old)
      let didOverlap = a.start.value < b.end.value && b.start.value < a.end.value
      if !didOverlap, before.isChanged || after.isChanged {
        let held = [before, after].first(where: \.isHeld).map { ", and \($0.old.label) is verified" } ?? ""
        problems.append("\(a.label) would overlap \(b.label) by \(before.end - after.start) s\(held)")
      }
    }
  }

  // MARK: Edits

  private func segmentEdits(_ bundle: TilawaBundle) -> RowList.Change {
    guard let source = bundle.segments?.source else { return .none }
    var editor = RowTimes(source, .segments)
    for row in rows where row.isChanged {
      editor.set(RowKey.start, row.start, from: row.old.start.value, in: row.old.index)
      editor.set(RowKey.end, row.end, from: row.old.end.value, in: row.old.index)
      if row.joins != row.old.joins?.value.map(\.value) ?? [] {
        editor.set(RowKey.joins, .flowList(row.joins.map { .plain($0.description) }), in: row.old.index)
      }
    }
    return editor.change
  }

  /// Words move with their row, and what touched its ends still does.
  private func wordEdits(_ bundle: TilawaBundle) -> (RowList.Change, count: Int) {
    guard let file = bundle.words, let all = file.content?.rows, rows.contains(where: \.isChanged) else {
      return (.none, 0)
    }
    var editor = RowTimes(file.source, .words)
    let moved = rows.filter(\.isChanged).sorted { $0.old.start.value < $1.old.start.value }
    for word in all {
      let (start, stop) = (word.start.value, word.end.value)
      // The last row that starts no later than the word.
      var low = 0
      var high = moved.count
      while low < high {
        let middle = (low + high) / 2
        if moved[middle].old.start.value <= start { low = middle + 1 } else { high = middle }
      }
      guard low > 0, case let row = moved[low - 1], stop <= row.old.end.value else { continue }
      var from = start == row.old.start.value ? row.start : start + row.shift
      var to = stop == row.old.end.value ? row.end : stop + row.shift
      if from < row.start, to > row.start { from = row.start }
      if to > row.end, from < row.end { to = row.end }
      guard from < to else { continue }
      editor.set(RowKey.start, from, from: start, in: word.index)
      editor.set(RowKey.end, to, from: stop, in: word.index)
    }
    return (editor.change, editor.changed.count)
  }

  /// Markers are points: they move and snap, and nothing else.
  private mutating func markerEdits(
    _ bundle: TilawaBundle, _ points: [Marker],
    _ quietest: (_ near: Milliseconds, _ from: Milliseconds, _ to: Milliseconds) throws -> Milliseconds
  ) throws -> (RowList.Change, count: Int) {
    guard let source = bundle.markers?.source else { return (.none, 0) }
    if let step = steps.boundary, step.kind == .markers { return markerBoundary(step, bundle, source) }
    guard steps.shift != nil || steps.snap != nil else { return (.none, 0) }
    var editor = RowTimes(source, .markers)
    let limit = end ?? Milliseconds(.max)
    func moved(_ time: Milliseconds) throws -> Milliseconds {
      var time = min(limit, max(.zero, time + (steps.shift ?? .zero)))
      if let window = steps.snap {
        time = try quietest(time, max(.zero, time - window), min(limit, time + window))
      }
      return time
    }
    for marker in points {
      editor.set(RowKey.at, try moved(marker.at.value), from: marker.at.value, in: marker.index)
      if let end = marker.end?.value { editor.set(RowKey.end, try moved(end), from: end, in: marker.index) }
    }
    return (editor.change, editor.changed.count)
  }
}

extension Adjusting {
  /// A marker and what ends where it opens move together, between the markers around them.
  private mutating func markerBoundary(
    _ step: BoundaryMove, _ bundle: TilawaBundle, _ source: SourceText
  ) -> (RowList.Change, count: Int) {
    let markers = bundle.markersInTime
    if let held = markers.first(where: { $0.at.value == step.from && $0.isConfirmed }),
      !steps.includesVerified
    {
      problems.append("\(held.label) at \(step.from) is confirmed")
    }
    let times = Set(markers.flatMap { [$0.at.value] + ($0.end.map { [$0.value] } ?? []) })
    let before = times.filter { $0 < step.from }.max()
    let after = times.filter { $0 > step.from }.min()
    if step.to < .zero || before.map({ step.to <= $0 }) ?? false {
      problems.append("a marker can't go to \(step.to), which isn't after \(before ?? .zero)")
    } else if let limit = after ?? end, step.to >= limit {
      problems.append("a marker can't go to \(step.to), which isn't before \(limit)")
    }
    guard problems.isEmpty else { return (.none, 0) }
    var editor = RowTimes(source, .markers)
    for marker in markers {
      if marker.at.value == step.from {
        editor.set(RowKey.at, step.to, from: step.from, in: marker.index)
      }
      if marker.end?.value == step.from {
        editor.set(RowKey.end, step.to, from: step.from, in: marker.index)
      }
    }
    return (editor.change, editor.changed.count)
  }
}

/// A row and the times it is to have.
private struct AdjustedRow {
  let old: Segment
  let isSelected: Bool
  let isHeld: Bool
  var start: Milliseconds
  var end: Milliseconds
  var joins: [Milliseconds]
  /// By how much what lies in it moved.
  var shift = Milliseconds.zero

  init(_ row: Segment, isSelected: Bool, isHeld: Bool) {
    old = row
    self.isSelected = isSelected
    self.isHeld = isHeld
    start = row.start.value
    end = row.end.value
    joins = row.joins?.value.map(\.value) ?? []
  }

  var isChanged: Bool {
    start != old.start.value || end != old.end.value || joins != old.joins?.value.map(\.value) ?? []
  }
}

/// Edits of the times in a file of rows; the rows stay where they stand.
private struct RowTimes {
  private var editor: YAMLEditor
  private let source: SourceText
  private let items: [YAMLNode]
  /// The rows that have other times.
  private(set) var changed: Set<Int> = []

  init(_ source: SourceText, _ kind: FileKind) {
    let document = YAMLDocument(parsing: source)
    editor = YAMLEditor(document)
    self.source = source
    items = document.root?[kind.rawValue]?.sequence ?? []
  }

  mutating func set(_ key: String, _ time: Milliseconds, from old: Milliseconds, in index: Int) {
    if time != old { set(key, .plain(time.description), in: index) }
  }

  mutating func set(_ key: String, _ value: YAMLValue, in index: Int) {
    guard items.indices.contains(index) else { return }
    editor.set(key, to: value, in: items[index])
    changed.insert(index)
  }

  var change: RowList.Change {
    let edits = editor.edits
    return edits.isEmpty ? .none : .edit(edits)
  }
}
