package import TilawaBase
import TilawaQuran
import TilawaYAML

/// The rows of a file of a bundle after they went through another program and came back.
///
/// Rows and values that the program could not carry are kept. Those that it carried and the user changed
/// there are changed here. Rows that a person has verified stay as they are, unless the policy says
/// otherwise.
package struct FileUpdate: Sendable {
  /// The treatment of verified rows.
  package struct Policy: Sendable {
    /// True if rows are changed, moved and removed even if a person has verified them.
    package var includesVerified = false
    /// True if changed and added times were set by ear. A row becomes verified if both its ends were heard.
    package var verifies = false

    /// Verified rows stay.
    package init() {}
  }

  /// The file with the changes; the same bytes when there are none.
  package private(set) var bytes: [UInt8]
  /// The changes that were made, and those that were not because the row is verified.
  package private(set) var decisions: [MergeDecision] = []

  /// Rows that stay as they are because a person has verified them.
  package var kept: [MergeDecision] { decisions.filter { $0.outcome == .ours } }

  /// The number of rows that are removed.
  package var removed: Int { decisions.count { $0.reason == .onlyTheirsRemoved } }

  /// Finds the differences between `carried`, the part of `ours` given to another program, and `returned`,
  /// which came back. Makes the same changes in `ours`.
  ///
  /// `alternatives` contains what the program may have been given under other choices; rows that come back as
  /// in one of them count as unchanged. Without `carried`, all of `returned` counts as stated, and nothing as
  /// removed. Throws if a text can't be read reliably.
  package init(
    ours: SourceText, carried: SourceText?, alternatives: [SourceText] = [], returned: SourceText,
    kind: FileKind, policy: Policy
  ) throws(FileMerge.Unmergeable) {
    bytes = ours.bytes
    let mine = try AnnotationText(ours, kind.document)
    let back = try AnnotationText(returned, kind.document)
    let given = try carried.map { carried throws(FileMerge.Unmergeable) in
      try AnnotationText(carried, kind.document)
    }
    var work = RowUpdates(
      mine: mine.rows, given: given?.rows, back: back.rows, kind: kind, policy: policy)
    for other in alternatives { work.allow(try AnnotationText(other, kind.document).rows) }
    work.decide()
    decisions = work.decisions
    guard work.hasChanges else { return }
    let document = YAMLDocument(parsing: ours)
    guard let key = kind.rowsKey, let root = document.root, let list = root[key] else {
      // A file without the list, or none at all, has nothing to keep.
      bytes = Array(kind.text(ofRows: work.newRows).utf8)
      return
    }
    var editor = YAMLEditor(document)
    work.apply(to: &editor, list)
    guard let edited = editor.edits.applied(to: ours.bytes) else {
      throw FileMerge.Unmergeable(path: ours.path, diagnostics: [])
    }
    bytes = edited
  }
}

/// The rows of ours that are changed, and their changes.
private struct RowUpdates {
  let mine: [RowPiece]
  private var given: [RowPiece]?
  private var back: [RowPiece]
  let kind: FileKind
  let policy: FileUpdate.Policy
  private(set) var decisions: [MergeDecision] = []
  private let knownEnds: Set<Milliseconds>
  private let verifiedEnds: Set<Milliseconds>
  private var changed: [Int: [(key: String, value: FieldValue?)]] = [:]
  private var removed: Set<Int> = []
  private var added: [Int] = []
  /// By rows of ours, what each alternative says of them; nil where it has no such row.
  private var alternatives: [[RowPiece?]] = []
  /// Rows of ours that an alternative has neither as a row nor in parts.
  private var lacking: Set<Int> = []
  /// The values of rows in alternatives that match no row of ours.
  private var strays: Set<[FieldPath: FieldValue]> = []
  /// Runs of ours whose parts an alternative has, with what they say.
  private var partsAllowed: [Int: Set<[[FieldPath: FieldValue]]>] = [:]

  init(mine: [RowPiece], given: [RowPiece]?, back: [RowPiece], kind: FileKind, policy: FileUpdate.Policy) {
    self.mine = mine
    self.given = given
    self.back = back
    self.kind = kind
    self.policy = policy
    knownEnds = Set(mine.flatMap { [$0.start, $0.end] })
    verifiedEnds = Set(mine.filter { $0.isVerified }.flatMap { [$0.start, $0.end] })
  }

  /// Takes rows for what the other program may have been given.
  mutating func allow(_ rows: [RowPiece]) {
    let runs = mine.indices.filter { mine[$0].run != nil }
    let parts = parts(of: runs, in: rows)
    for (own, parts) in parts {
      partsAllowed[own, default: []].insert(parts.map { $0.piece.fields() })
    }
    let pairing = RowPairing(rows, mine)
    var ofMine = [RowPiece?](repeating: nil, count: mine.count)
    for (row, own) in zip(rows, pairing.partners) {
      if let own { ofMine[own] = row } else { strays.insert(row.piece.fields()) }
    }
    lacking.formUnion(mine.indices.filter { ofMine[$0] == nil && parts[$0] == nil })
    alternatives.append(ofMine)
  }

  /// Rows that are only in what came back, in order of time.
  var newRows: [YAMLValue] {
    added.map { back[$0] }.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map { row($0.element) }
  }

  var hasChanges: Bool { !changed.isEmpty || !removed.isEmpty || !added.isEmpty }

  mutating func decide() {
    takeParts()
    let given = given ?? []
    let toMine = RowPairing(given, mine)
    let toBack = RowPairing(given, back)
    for (index, row) in given.enumerated() {
      guard let own = toMine.partners[index] else { continue }
      if let other = toBack.partners[index] {
        change(own, from: row.piece.fields(), to: back[other].piece.fields())
      } else {
        remove(own)
      }
    }
    // What came back and wasn't given: of a format that can't be written, a row of ours told anew, or a new one.
    let new = toBack.added
    let known = Set(toMine.partners.compactMap(\.self))
    let rest = mine.indices.filter { !known.contains($0) }
    let again = self.given == nil ? RowPairing(rest.map { mine[$0] }, new.map { back[$0] }) : nil
    for (index, partner) in (again?.partners ?? []).enumerated() {
      guard let partner else { continue }
      let own = rest[index]
      var fields = mine[own].piece.fields()
      let told = back[new[partner]].piece.fields()
      for key in fields.keys where told[key] == nil { fields[key] = nil }
      change(own, from: fields, to: told)
    }
    for place in again?.added ?? Array(new.indices) { add(new[place]) }
    keepBoundaries()
    record()
  }

  /// Formats without runs have the parts of one as rows of their own, from join to join: where they moved, the run's
  /// ends and joins do. Neither are they paired, nor added beside the run.
  private mutating func takeParts() {
    let runs = mine.indices.filter { mine[$0].run != nil }
    guard !runs.isEmpty else { return }
    let (ofGiven, ofBack) = (parts(of: runs, in: given ?? []), parts(of: runs, in: back))
    for own in runs {
      let (old, new) = (ofGiven[own] ?? [], ofBack[own] ?? [])
      if partsAllowed[own]?.contains(new.map { $0.piece.fields() }) ?? false { continue }
      if new.isEmpty {
        if !old.isEmpty { remove(own) }
      } else if kind == .segments, let told = mine[own].bounds(of: new) {
        let known = mine[own].bounds(of: old) ?? mine[own].piece.fields().filter { told[$0.key] != nil }
        change(own, from: known, to: told)
      } else if Set(new.map(\.name)) != Set(old.map(\.name)) || old.isEmpty {
        let text = new.map(\.piece.oneLine).joined(separator: ", ")
        note(own, field: nil, theirs: text, .ours, mine[own].isVerified ? .verified : .boundary)
      }
    }
    let taken = Set((Array(ofGiven.values) + Array(ofBack.values)).joined().map(ObjectIdentifier.init))
    given = given?.filter { !taken.contains(ObjectIdentifier($0)) }
    back = back.filter { !taken.contains(ObjectIdentifier($0)) }
  }

  /// Rows that hold some of a run's ayat and have their middle in it; none when the run is there itself.
  private func parts(of runs: [Int], in rows: [RowPiece]) -> [Int: [RowPiece]] {
    let sorted = rows.filter { $0.ayat != nil }.sorted { $0.middle < $1.middle }
    var found: [Int: [RowPiece]] = [:]
    for own in runs {
      let run = mine[own]
      guard let ayat = run.ayat else { continue }
      var (low, high) = (0, sorted.count)
      while low < high {
        let place = (low + high) / 2
        if sorted[place].middle < run.start { low = place + 1 } else { high = place }
      }
      let near = sorted[low...].prefix { $0.middle <= run.end }
      guard !near.contains(where: { $0.name == run.name }) else { continue }
      let parts = near.filter { row in
        row.ayat.map { ayat.first <= $0.first && $0.last <= ayat.last } ?? false
      }
      if !parts.isEmpty { found[own] = parts.sorted { ($0.start, $0.end) < ($1.start, $1.end) } }
    }
    return found
  }

  private mutating func change(_ own: Int, from old: [FieldPath: FieldValue], to new: [FieldPath: FieldValue])
  {
    let has = mine[own].piece.fields()
    var changes: [(key: String, value: FieldValue?)] = []
    for key in Set(old.keys).union(new.keys).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard old[key] != new[key], has[key] != new[key], let name = key.last,
        !alternatives.contains(where: { $0[own].map { $0.piece.fields()[key] == new[key] } ?? false })
      else { continue }
      changes.append((name, new[key]))
    }
    guard !changes.isEmpty else { return }
    changed[own] = changes
  }

  private mutating func remove(_ own: Int) {
    if lacking.contains(own) { return }
    if mine[own].isVerified, !policy.includesVerified {
      note(own, field: nil, theirs: nil, .ours, .verified)
    } else {
      removed.insert(own)
    }
  }

  private mutating func add(_ other: Int) {
    if !strays.contains(back[other].piece.fields()) { added.append(other) }
  }

  /// A verified row stays, and so does its end of a boundary that it shares.
  private mutating func keepBoundaries() {
    guard !policy.includesVerified, !policy.verifies else { return }
    let (open, close) = (kind.startKey, RowKey.end)
    let held = changed.keys.filter { mine[$0].isVerified }.sorted()
    for own in held {
      for change in changed[own] ?? [] {
        note(own, field: change.key, theirs: change.value?.text, .ours, .verified)
      }
      changed[own] = nil
    }
    guard !held.isEmpty else { return }
    let byStart = Dictionary(mine.indices.map { (mine[$0].start, $0) }) { first, _ in first }
    let byEnd = Dictionary(mine.indices.map { (mine[$0].end, $0) }) { first, _ in first }
    for own in held {
      if let next = byStart[mine[own].end], next != own { drop(open, of: next) }
      if let before = byEnd[mine[own].start], before != own { drop(close, of: before) }
    }
  }

  private mutating func drop(_ key: String, of own: Int) {
    guard let change = changed[own]?.first(where: { $0.key == key }) else { return }
    changed[own]?.removeAll { $0.key == key }
    if changed[own]?.isEmpty ?? true { changed[own] = nil }
    note(own, field: key, theirs: change.value?.text, .ours, .boundary)
  }

  // MARK: Telling

  private mutating func record() {
    for own in changed.keys.sorted() {
      for change in changed[own] ?? [] {
        note(own, field: change.key, theirs: change.value?.text, .theirs, .onlyTheirsChanged)
      }
    }
    for own in removed.sorted() { note(own, field: nil, theirs: nil, .theirs, .onlyTheirsRemoved) }
    for other in added {
      decisions.append(
        MergeDecision(
          place: back[other].name.text, field: nil, base: nil, ours: nil, theirs: back[other].piece.oneLine,
          outcome: .theirs, reason: .onlyTheirsAdded))
    }
  }

  private mutating func note(
    _ own: Int, field: String?, theirs: String?, _ outcome: MergeDecision.Outcome,
    _ reason: MergeDecision.Reason
  ) {
    let row = mine[own]
    decisions.append(
      MergeDecision(
        place: row.name.text, field: field, base: nil,
        ours: field.map { row.piece.fields()[[$0]]?.text } ?? row.piece.oneLine, theirs: theirs,
        outcome: outcome,
        reason: reason))
  }

  // MARK: What was heard

  /// Returns true if a person has heard both ends of a changed row: each end was moved, or a verified row
  /// shares it.
  private func isHeard(_ own: Int) -> Bool {
    let moved = Set((changed[own] ?? []).compactMap { $0.value == nil ? nil : $0.key })
    return policy.verifies
      && ends(of: mine[own]).allSatisfy { moved.contains($0.key) || verifiedEnds.contains($0.time) }
  }

  /// Returns true if a person has heard both ends of a new row. It may have been cut out of an existing row,
  /// so an end of that row counts only if a verified row has it.
  private func isHeard(_ added: RowPiece) -> Bool {
    policy.verifies
      && ends(of: added).allSatisfy { verifiedEnds.contains($0.time) || !knownEnds.contains($0.time) }
  }

  private func ends(of row: RowPiece) -> [(key: String, time: Milliseconds)] {
    guard kind == .markers else { return [(kind.startKey, row.start), (RowKey.end, row.end)] }
    // A marker that doesn't say where it ends does so where the next begins.
    return [(kind.startKey, row.start)]
      + (row.piece.fields()[RowPath.end] == nil ? [] : [(RowKey.end, row.end)])
  }

  // MARK: Writing

  func apply(to editor: inout YAMLEditor, _ list: YAMLNode) {
    let nodes = list.sequence ?? []
    for (own, changes) in changed where nodes.indices.contains(own) {
      for change in changes {
        editor.setRowKey(change.key, to: change.value?.yaml, in: nodes[own], kind)
      }
      if let confirmationKey = kind.confirmationKey, !mine[own].isVerified, isHeard(own) {
        editor.setRowKey(confirmationKey, to: .plain("true"), in: nodes[own], kind)
      }
    }
    guard !removed.isEmpty || !added.isEmpty else { return }
    var rows = mine.indices.filter { !removed.contains($0) }.map { own in
      (start: newStart(own), row: YAMLEditor.Row.kept(own))
    }
    let isSorted = zip(rows, rows.dropFirst()).allSatisfy { $0.start <= $1.start }
    let new = added.map { (start: back[$0].start, row: YAMLEditor.Row.new(row(back[$0]))) }
    if isSorted {
      // Both are in order of time, of equal starts what was there first.
      var merged: [(start: Milliseconds, row: YAMLEditor.Row)] = []
      var next = new.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        .map(\.element)[...]
      for row in rows {
        while let first = next.first, first.start < row.start { merged.append(next.removeFirst()) }
        merged.append(row)
      }
      rows = merged + next
    } else {
      for row in new { rows.insert(row, at: rows.lastIndex { $0.start <= row.start }.map { $0 + 1 } ?? 0) }
    }
    editor.replaceRows(of: list, with: rows.map(\.row))
  }

  private func newStart(_ own: Int) -> Milliseconds {
    changed[own]?.first { $0.key == kind.startKey }?.value?.time ?? mine[own].start
  }

  private func row(_ piece: RowPiece) -> YAMLValue {
    var fields = piece.piece.fields()
    if let confirmationKey = kind.confirmationKey, isHeard(piece) {
      fields[[confirmationKey]] = FieldValue(.plain("true"))
    }
    return kind.row(fields.map { (key: $0.key.last ?? "", value: $0.value.yaml) })
  }
}

extension RowPiece {
  fileprivate var ayat: AyahRange? { if case .ayat(let ayat) = name { ayat } else { nil } }

  /// The ayat of a row that holds several and says where they meet, or that a person has checked.
  fileprivate var run: AyahRange? {
    ayat.flatMap { $0.isSingle || joins.isEmpty && !isVerified ? nil : $0 }
  }

  fileprivate var middle: Milliseconds { Milliseconds((start.count + end.count) / 2) }

  /// The ends and joins of a run that its parts make; nil when one is missing, or two don't touch.
  fileprivate func bounds(of parts: [RowPiece]) -> [FieldPath: FieldValue]? {
    guard let ayat, parts.count == joins.count + 1, let first = parts.first, let last = parts.last,
      first.ayat?.first == ayat.first, last.ayat?.last == ayat.last,
      zip(parts, parts.dropFirst()).allSatisfy({ $0.end == $1.start })
    else { return nil }
    let joins = parts.dropFirst().map { YAMLValue.plain($0.start.description) }
    return [
      RowPath.start: FieldValue(.plain(first.start.description)),
      RowPath.end: FieldValue(.plain(last.end.description)), RowPath.joins: FieldValue(.flowList(joins)),
    ]
  }
}
