package import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaYAML

/// A person's decision about a row after listening to it.
package enum Correction: Hashable, Sendable {
  /// The row is right: `verified` in segments, `confirmed` in markers. Refused for a row that names neither
  /// an ayah nor a skip.
  case confirm
  /// The row isn't confirmed any more.
  case unconfirm
  /// The row is wrong and waits for correction: confidence 0, and not confirmed.
  case reject
  /// The row begins at the time, and rows that ended at its old start end there, too.
  case moveStart(to: Milliseconds)
  /// The row ends at the time, and rows that began at its old end begin there, too.
  case moveEnd(to: Milliseconds)
  /// The join with this index moves to the time. If the row lacks joins, the others are placed for an even
  /// tempo.
  case moveJoin(Int, to: Milliseconds)
  /// The row becomes two rows.
  case split(at: Milliseconds)
  /// The row is joined with the row after it.
  case join
  /// The row contains these ayat.
  case hold(AyahRange)
  /// The row contains this skip instead of ayat.
  case skip(SkipKind)
  /// A part of an ayah isn't in the recording at this end; nil if its ayat are whole. Refused without ayat.
  case cut(AyahCut?)
  /// The row gets a note; nil removes it.
  case note(String?)
  /// The row is removed; the stretch of a marker falls to the marker before it.
  case remove
}

/// A correction of one row, with the changes to the files of its bundle.
package struct CorrectedRow: Sendable {
  /// The row as it was.
  package let before: AnnotatedRow
  /// The identity, after the correction, of the row to select next.
  package let after: AnnotatedRow.Identity
  /// The identity of the second row after a split.
  package private(set) var second: AnnotatedRow.Identity?
  /// The changes to the files; files that aren't listed stay as they are.
  package private(set) var changes: [(kind: FileKind, change: RowList.Change)] = []

  /// Plans `correction` of `row`, one of the rows of `bundle`.
  ///
  /// A boundary that another row shares stays shared. A boundary of a confirmed row only moves with
  /// `overrulesConfirmed`. Throws if the correction isn't possible.
  package init(
    _ correction: Correction, of row: AnnotatedRow, in bundle: TilawaBundle, overrulesConfirmed: Bool = false
  ) throws(Failure) {
    before = row
    let rows = AnnotatedRow.rows(of: bundle)
    switch correction {
    case .confirm, .unconfirm, .reject, .cut, .note, .hold, .skip:
      after = row.identity(after: correction)
      guard let edits = try row.edits(making: correction), let source = bundle.source(of: row.kind),
        let made = row.kind.edits(of: source, making: edits)
      else { throw Failure(refused: "cannot change \(row.label) at \(row.start)") }
      changes = made.isEmpty ? [] : [(row.kind, .edit(made))]
    case .moveStart(let time):
      after = AnnotatedRow.Identity(row.kind, time, row.ayah, row.skip)
      changes = try Self.moving(row.start, to: time, row, bundle, overrulesConfirmed)
    case .moveEnd(let time):
      after = row.identity
      let ending = try Self.ending(row, at: time, bundle)
      changes =
        if let ending { ending } else {
          try Self.moving(row.end, to: time, row, bundle, overrulesConfirmed)
        }
    case .moveJoin(let index, let time):
      after = row.identity
      changes = [(row.kind, .edit(try Self.movingJoin(index, of: row, to: time, bundle)))]
    case .remove:
      after = (rows.row(before: row) ?? rows.row(after: row) ?? row).identity
      var list = RowList(row.kind, bundle.source(of: row.kind))
      list.keepAll(of: bundle, except: [row.index])
      changes = [(row.kind, list.change())]
    case .split(let time):
      let (first, last) = try Self.parts(of: row, at: time, bundle)
      after = AnnotatedRow.Identity(row.kind, row.start, first, row.skip)
      second = AnnotatedRow.Identity(row.kind, time, last, row.skip)
      changes = [(row.kind, Self.split(row, at: time, first, last, bundle))]
    case .join:
      guard let next = rows.row(after: row) else {
        throw Failure(refused: "\(row.label) at \(row.start) is the last row; there is no next row to join")
      }
      let joined = try Self.joined(row, next, bundle)
      after = AnnotatedRow.Identity(row.kind, row.start, joined.ayah, joined.skip)
      changes = [(row.kind, Self.join(row, next, joined, bundle))]
    }
  }

  // MARK: Boundaries

  private static func moving(
    _ from: Milliseconds, to time: Milliseconds, _ row: AnnotatedRow, _ bundle: TilawaBundle,
    _ overrules: Bool
  ) throws(Failure) -> [(kind: FileKind, change: RowList.Change)] {
    guard time != from else { return [] }
    return try BoundaryMove(from: from, to: time, overrulesConfirmed: overrules).changes(
      of: row.kind, in: bundle)
  }

  /// Returns the changes that give the last marker an end, or nil for other rows. Without an end, the last
  /// marker lasts to the end of the audio.
  private static func ending(
    _ row: AnnotatedRow, at time: Milliseconds, _ bundle: TilawaBundle
  ) throws(Failure) -> [(kind: FileKind, change: RowList.Change)]? {
    guard row.kind == .markers, let source = bundle.markers?.source, let last = bundle.markersInTime.last,
      last.index == row.index, last.end == nil
    else { return nil }
    guard time > (row.joins.last ?? row.start) else {
      throw Failure(
        refused:
          "\(row.label) cannot end at \(time); it must be after \(row.joins.last ?? row.start)")
    }
    if let end = bundle.audioEnd, time >= end { return [] }
    let edits = FileKind.markers.edits(
      of: source, making: [.set(row: row.index, key: RowKey.end, text: time.description)])
    return edits.map { [(.markers, .edit($0))] }
  }

  private static func movingJoin(
    _ index: Int, of row: AnnotatedRow, to time: Milliseconds, _ bundle: TilawaBundle
  ) throws(Failure) -> [TextEdit] {
    guard let range = row.ayah, let counting = bundle.counting, counting.contains(range) else {
      throw Failure(refused: "\(row.label) does not contain several ayat, so it has no joins")
    }
    let ayat = counting.ayat(in: range)
    var joins = row.joins.count == ayat.count - 1 ? row.joins : expectedJoins(ayat, row, counting)
    guard joins.indices.contains(index) else {
      throw Failure(refused: "\(row.label) has no join \(index + 1), only \(joins.count)")
    }
    joins[index] = time
    guard zip([row.start] + joins, joins + [row.end]).allSatisfy({ $0 < $1 }) else {
      throw Failure(
        refused:
          "\(row.label) cannot have a join at \(time): it would be out of order")
    }
    guard let source = bundle.source(of: row.kind) else { return [] }
    let editor = RowTimes(source, row.kind)
    return editor.setting(
      RowKey.joins, .flowList(joins.map { .plain($0.description) }), of: row.index, row.kind)
  }

  // MARK: Two rows out of one

  /// Returns the ayat of a row before and after `time`; both are the same if the row contains only one ayah.
  private static func parts(
    of row: AnnotatedRow, at time: Milliseconds, _ bundle: TilawaBundle
  ) throws(Failure) -> (AyahRange?, AyahRange?) {
    guard row.start < time, time < row.end else {
      throw Failure(
        refused:
          "cannot split \(row.label) at \(time); it lasts from \(row.start) to \(row.end)")
    }
    guard let range = row.ayah, range.first != range.last, let counting = bundle.counting,
      counting.contains(range)
    else { return (row.ayah, row.ayah) }
    let ayat = Array(counting.ayat(in: range))
    guard ayat.count > 1 else { return (range, range) }
    let places = row.joins.count == ayat.count - 1 ? row.joins : expectedJoins(ayat, row, counting)
    let nearest =
      places.indices.min { abs(places[$0].count - time.count) < abs(places[$1].count - time.count) } ?? 0
    return (AyahRange(range.first, ayat[nearest]), AyahRange(ayat[nearest + 1], range.last))
  }

  /// Returns the times at which each ayah of a run would give way to the next at an even tempo.
  private static func expectedJoins(
    _ ayat: [Ayah], _ row: AnnotatedRow, _ counting: CountingSystem
  ) -> [Milliseconds] {
    let units = ayat.map { Double(AyahLength.units(of: $0, in: counting) ?? 1) }
    let all = max(1, units.reduce(0, +))
    var sum = 0.0
    return units.dropLast().map { unit in
      sum += unit
      return row.start + Milliseconds(Int64(Double((row.end - row.start).count) * sum / all))
    }
  }

  private static func split(
    _ row: AnnotatedRow, at time: Milliseconds, _ first: AyahRange?, _ last: AyahRange?,
    _ bundle: TilawaBundle
  ) -> RowList.Change {
    var list = RowList(row.kind, bundle.source(of: row.kind))
    list.keepAll(of: bundle)
    list.add(draft(of: row, bundle, from: time, to: row.end, last), at: time.count)
    return list.change { editor in
      guard let node = list.node(at: row.index) else { return }
      if row.kind == .segments {
        editor.setRowKey(RowKey.end, to: .plain(time.description), in: node, row.kind)
      }
      if row.kind == .markers { editor.setRowKey(RowKey.end, to: nil, in: node, row.kind) }
      let joins = row.joins.filter { $0 < time }.prefix(first.map { count($0, bundle) - 1 } ?? 0)
      let isWhole = first.map { joins.count == count($0, bundle) - 1 && !joins.isEmpty } ?? false
      editor.setRowKey(
        RowKey.joins, to: isWhole ? .flowList(joins.map { .plain($0.description) }) : nil, in: node, row.kind)
      if row.cut?.isAtEnd ?? false {
        let left = row.cut == .both ? AyahCut.start : nil
        editor.setRowKey(RowKey.cut, to: left.map { .plain($0.rawValue) }, in: node, row.kind)
      }
      if let first, first != row.ayah {
        editor.setRowKey(RowKey.ayah, to: .quoted("\(first)"), in: node, row.kind)
      }
      // A marker that keeps its name still states the same; a segment has another end.
      if let key = row.kind.confirmationKey, row.kind == .segments || first != row.ayah {
        editor.setRowKey(key, to: nil, in: node, row.kind)
      }
    }
  }

  private static func count(_ range: AyahRange, _ bundle: TilawaBundle) -> Int {
    bundle.counting.map { Array($0.ayat(in: range)).count } ?? 1
  }

  /// Returns a new row at another place with the facts of `row`: reciter, riwayah and priority.
  private static func draft(
    of row: AnnotatedRow, _ bundle: TilawaBundle, from start: Milliseconds, to end: Milliseconds,
    _ ayah: AyahRange?
  ) -> YAMLValue {
    var facts = row.facts
    (facts.ayah, facts.isConfirmed, facts.confidence, facts.note) = (ayah, false, nil, nil)
    facts.cut = AyahCut(start: false, end: row.cut?.isAtEnd ?? false)
    facts.joins = joins(of: row, from: start, to: end, ayah, bundle)
    return row.kind == .markers
      ? bundle.marker(row, saying: facts, from: start).yaml
      : bundle.segment(row, saying: facts, from: start, to: end).yaml
  }

  /// Returns the joins of a row between two times; none if they don't divide the ayat there.
  private static func joins(
    of row: AnnotatedRow, from start: Milliseconds, to end: Milliseconds, _ ayah: AyahRange?,
    _ bundle: TilawaBundle
  ) -> [Milliseconds] {
    let joins = row.joins.filter { start < $0 && $0 < end }
    return ayah.map { joins.count == count($0, bundle) - 1 } ?? false ? joins : []
  }

  // MARK: One row out of two

  private static func joined(
    _ row: AnnotatedRow, _ next: AnnotatedRow, _ bundle: TilawaBundle
  ) throws(Failure) -> RowFacts {
    var joined = row.facts
    joined.isConfirmed = row.isConfirmed && next.isConfirmed
    joined.confidence = [row.confidence, next.confidence].compactMap { $0 }.min()
    let notes = [row.note, next.note].compactMap { $0 }
    joined.cut = AyahCut(start: row.cut?.isAtStart ?? false, end: next.cut?.isAtEnd ?? false)
    joined.note = notes.isEmpty ? nil : notes.joined(separator: "; ")
    switch (row.ayah, next.ayah) {
    case (let first?, let second?):
      if first == second {
        joined.joins = []
        return joined
      }
      guard bundle.counting?.next(after: first.last) == second.first else {
        throw Failure(
          refused:
            "cannot join \(row.label) and \(next.label): not consecutive; change an ayah first"
        )
      }
      if row.cut?.isAtEnd ?? false || next.cut?.isAtStart ?? false {
        throw Failure(
          refused: "\(row.label) and \(next.label) can't be joined, because an ayah is cut off between them")
      }
      let inner = [(first, row.joins), (second, next.joins)]
      let isKnown = inner.allSatisfy { $1.count == count($0, bundle) - 1 }
      joined.ayah = AyahRange(first.first, second.last)
      joined.joins = isKnown ? row.joins + [next.start] + next.joins : []
    case (_?, nil): joined.cut = row.cut
    case (nil, let ayah?): (joined.ayah, joined.joins, joined.cut) = (ayah, next.joins, next.cut)
    case (nil, nil): (joined.skip, joined.joins) = (row.skip ?? next.skip, [])
    }
    if joined.ayah != nil { joined.skip = nil }
    return joined
  }

  private static func join(
    _ row: AnnotatedRow, _ next: AnnotatedRow, _ facts: RowFacts, _ bundle: TilawaBundle
  ) -> RowList.Change {
    let source = bundle.source(of: row.kind)
    var list = RowList(row.kind, source)
    list.keepAll(of: bundle, except: [row.index, next.index])
    let old = [row.index, next.index].map { RowList.OldRow(list: RowList(row.kind, source), index: $0) }
    let draft: YAMLValue
    if row.kind == .markers {
      var marker = bundle.marker(row, saying: facts, from: row.start)
      marker.end = bundle.marker(next, saying: facts, from: row.start).end
      draft = marker.yaml
    } else {
      draft = bundle.segment(row, saying: facts, from: row.start, to: max(row.end, next.end)).yaml
    }
    list.add(draft, at: row.start.count, carrying: old)
    return list.change()
  }
}

extension TilawaBundle {
  /// Returns the marker of a row with another time and other facts.
  fileprivate func marker(_ row: AnnotatedRow, saying facts: RowFacts, from start: Milliseconds) -> Marker {
    let old = markers?.content?.rows.first { $0.index == row.index }
    var marker = Marker(at: start, facts)
    marker.end = old?.end
    return marker
  }

  /// Returns the segment of a row with other times and facts.
  fileprivate func segment(
    _ row: AnnotatedRow, saying facts: RowFacts, from start: Milliseconds, to end: Milliseconds
  ) -> Segment {
    let old = segments?.content?.rows.first { $0.index == row.index }
    var segment = Segment(facts, start: start, end: end)
    segment.priority = old?.priority
    return segment
  }
}

extension RowList {
  /// Keeps the rows in the bundle's file, except those with the indices `left`.
  mutating func keepAll(of bundle: TilawaBundle, except left: Set<Int> = []) {
    let times =
      kind == .markers
      ? bundle.markersInTime.map { ($0.index, $0.at) }
      : bundle.segmentsInTime.map { ($0.index, $0.start) }
    for (index, time) in times where !left.contains(index) { keep(index, at: time.count) }
  }
}
