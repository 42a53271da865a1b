import TilawaBase
import TilawaFormat
import TilawaYAML

/// A row before and after an adjustment.
@dynamicMemberLookup
struct AdjustedRow {
  /// A time at which rows end, start, or both. Rows are given by their indices in the list.
  struct Boundary {
    var time: Milliseconds
    var ending: [Int] = []
    var starting: [Int] = []
  }

  let old: Placed<Segment>
  let isSelected: Bool
  let isHeld: Bool
  private var new: Segment
  /// The shift of the content of the row.
  var shift = Milliseconds.zero

  init(_ row: Placed<Segment>, isSelected: Bool, isHeld: Bool) {
    old = row
    new = row.value
    self.isSelected = isSelected
    self.isHeld = isHeld
  }

  /// Accesses a property of the adjusted row.
  subscript<Property>(dynamicMember property: WritableKeyPath<Segment, Property>) -> Property {
    get { new[keyPath: property] }
    set { new[keyPath: property] = newValue }
  }

  var isChanged: Bool { new != old.value }
}

extension [AdjustedRow] {
  /// The boundaries of the rows, in order of time.
  var boundaries: [AdjustedRow.Boundary] {
    var found: [Milliseconds: AdjustedRow.Boundary] = [:]
    for (index, row) in enumerated() {
      found[row.start, default: AdjustedRow.Boundary(time: row.start)].starting.append(index)
      found[row.end, default: AdjustedRow.Boundary(time: row.end)].ending.append(index)
    }
    return found.values.sorted { $0.time < $1.time }
  }

  /// Moves a boundary to `time`, with all rows that end or begin there.
  mutating func move(_ boundary: AdjustedRow.Boundary, to time: Milliseconds) {
    for index in boundary.ending { self[index].end = time }
    for index in boundary.starting { self[index].start = time }
  }

  /// Returns the problems of the adjusted rows, each naming a row; `end` is that of the audio.
  func problems(end: Milliseconds?) -> [String] {
    var problems: [String] = []
    for row in self where row.isChanged {
      let joins = row.joins
      if row.start >= row.end {
        problems.append("\(row.old.label) would end at its start, \(row.end)")
      } else if row.start < .zero {
        problems.append("\(row.old.label) would start at \(row.start), before the audio")
      } else if let end, row.end > end, row.end > row.old.end {
        problems.append("\(row.old.label) would end at \(row.end), but the audio ends at \(end)")
      } else if !zip([row.start] + joins, joins + [row.end]).allSatisfy({ $0 < $1 }) {
        problems.append("\(row.old.label) would have a join outside itself")
      }
    }
    let order = sorted { ($0.start, $0.old.index) < ($1.start, $1.old.index) }
    for (before, after) in zip(order, order.dropFirst()) where before.end > after.start {
      let (a, b) = (before.old, after.old)
      let didOverlap = a.start < b.end && b.start < a.end
      if !didOverlap, before.isChanged || after.isChanged {
        let held = [before, after].first(where: \.isHeld).map { ", and \($0.old.label) is verified" } ?? ""
        problems.append("\(a.label) would overlap \(b.label) by \(before.end - after.start) s\(held)")
      }
    }
    return problems
  }

  /// Returns the change to `segments.yaml`.
  func segmentEdits(_ bundle: TilawaBundle) -> RowList.Change {
    guard let source = bundle.segments?.source else { return .none }
    var editor = RowTimes(source, .segments)
    for row in self where row.isChanged {
      editor.set(RowKey.start, row.start, from: row.old.start, in: row.old.index)
      editor.set(RowKey.end, row.end, from: row.old.end, in: row.old.index)
      if row.joins != row.old.joins {
        editor.set(RowKey.joins, .flowList(row.joins.map { .plain($0.description) }), in: row.old.index)
      }
    }
    return editor.change
  }

  /// Returns the change to `words.yaml` and the number of changed words. Words move with their row, and those
  /// at its ends stay there.
  func wordEdits(_ bundle: TilawaBundle) -> (RowList.Change, count: Int) {
    guard let file = bundle.words, let all = file.content?.rows, contains(where: \.isChanged) else {
      return (.none, 0)
    }
    var editor = RowTimes(file.source, .words)
    let moved = filter(\.isChanged).sorted { $0.old.start < $1.old.start }
    for word in all {
      let (start, stop) = (word.start, word.end)
      // The last row that starts no later than the word.
      var low = 0
      var high = moved.count
      while low < high {
        let middle = (low + high) / 2
        if moved[middle].old.start <= start { low = middle + 1 } else { high = middle }
      }
      guard low > 0, case let row = moved[low - 1], stop <= row.old.end else { continue }
      var from = start == row.old.start ? row.start : start + row.shift
      var to = stop == row.old.end ? row.end : stop + row.shift
      if from < row.start, to > row.start { from = row.start }
      if to > row.end, from < row.end { to = row.end }
      guard from < to else { continue }
      editor.set(RowKey.start, from, from: start, in: word.index)
      editor.set(RowKey.end, to, from: stop, in: word.index)
    }
    return (editor.change, editor.changed.count)
  }
}
