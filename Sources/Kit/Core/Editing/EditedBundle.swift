import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaQuran

/// A bundle to which edits are applied one after the other; nothing is written. Changes of keys, and fixes,
/// are collected, so that the files are read once for thousands of them.
struct EditedBundle {
  /// The changes to the files.
  private(set) var changes: [FileKind: RowList.Change] = [:]
  /// The rows that were moved or renamed, with their identities before and after.
  private(set) var moved: [Row.ID: (from: AnnotatedRow.Identity, to: AnnotatedRow.Identity)] = [:]
  /// The rows with their ids.
  private(set) var known: KnownRows
  /// The titles of the edits, for a menu.
  private(set) var titles: [String] = []
  /// The identity of the row to select next.
  private(set) var after: AnnotatedRow.Identity?

  private let opened: TilawaBundle
  private var edited: TilawaBundle
  private var waiting: [FileKind: [RowEdit]] = [:]
  /// The fixes that wait to be applied, and the findings of the bundle before them.
  private var mends: [FileKind: [TextEdit]] = [:]
  private var findings: [Diagnostic]?
  /// The new identities of rows whose keys wait to be changed.
  private var renamed: [Row.ID: AnnotatedRow.Identity] = [:]

  private let linter: Linter

  init(_ bundle: TilawaBundle, _ known: KnownRows, in workplace: Workplace) {
    (opened, edited, self.known) = (bundle, bundle, known)
    linter = Linter(Linter.Options(inspecting: workplace.inspector))
  }

  /// Makes edits, each on the result of the ones before.
  ///
  /// Throws `Failure`, `Segmenting.Refusal`, and `FaultyFiles` if rows are edited in files that can't be read
  /// well enough.
  mutating func make(_ edits: [Edit]) throws {
    for edit in edits { try make(edit) }
    try settle()
  }

  private mutating func make(_ edit: Edit) throws {
    switch edit {
    case .apply(let fix): return try mend(fix)
    case .settle(let id, let side):
      try settle()
      let settled = try settlement(of: id, side)
      take("Settle a conflict", [settled])
      return
    default:
      if !mends.isEmpty { try settle() }
      try edited.require(.relying(on: [.recording, .segments, .markers, .words]))
    }
    switch edit {
    case .confirm(let id): try correct(id, .confirm)
    case .unconfirm(let id): try correct(id, .unconfirm)
    case .reject(let id): try correct(id, .reject)
    case .move(let id, let start, let end): try move(id, start?.position, end?.position)
    case .moveJoin(let id, let index, let time): try correct(id, .moveJoin(index, to: time.position))
    case .split(let id, let time): try correct(id, .split(at: time.position))
    case .join(let id): try correct(id, .join)
    case .name(let id, let passage): try correct(id, .hold(passage.range))
    case .skip(let id, let skip):
      guard let kind = SkipKind(rawValue: skip.rawValue) else {
        throw Failure(refused: "\"\(skip.rawValue)\" is not one of \(SkipKind.list)")
      }
      try correct(id, .skip(kind))
    case .cut(let id, let end):
      try correct(id, .cut(end.flatMap { AyahCut(rawValue: $0.rawValue) }))
    case .note(let id, let text): try correct(id, .note(text))
    case .remove(let id): try correct(id, .remove)
    case .insert(let passage, let time):
      try settle()
      try take(.addingMarker(at: time.position, passage?.range, in: edited))
    case .nameMarkers(let id, let passage):
      try settle()
      try take(.assigning(from: row(id), passage.range.first, in: edited))
    case .makeSegments:
      try settle()
      try take(.segmenting(edited, end: edited.audioEnd))
    case .reopenSegments:
      try settle()
      try take(.reopening(edited))
    case .apply, .settle: break
    }
  }

  private func row(_ id: Row.ID) throws(Failure) -> AnnotatedRow {
    guard let row = known[id] else { throw Failure(refused: "the row \(id.rawValue) no longer exists") }
    return row
  }

  private mutating func move(_ id: Row.ID, _ start: Milliseconds?, _ end: Milliseconds?) throws {
    if renamed[id] != nil { try settle() }
    let row = try row(id)
    if let end, end <= start ?? row.start {
      throw Failure(refused: "\(row.label) cannot end at \(end), before its start")
    }
    let starts = start.map { Correction.moveStart(to: $0) }
    let ends = end.map { Correction.moveEnd(to: $0) }
    // The boundaries must not pass each other on the way.
    let isLater = start.map { $0 >= row.end } ?? false
    for correction in (isLater ? [ends, starts] : [starts, ends]).compactMap(\.self) {
      try correct(id, correction)
    }
  }

  private mutating func correct(_ id: Row.ID, _ correction: Correction) throws {
    if renamed[id] != nil { try settle() }
    let row = try row(id)
    guard let edits = try row.edits(making: correction) else {
      try settle()
      let made = try EditingSession.Edit.correcting(self.row(id), correction, in: edited)
      take(made, of: correction == .remove ? nil : id)
      return
    }
    waiting[row.kind, default: []] += edits
    let identity = row.identity(after: correction)
    (renamed[id], after) = (identity, identity)
    titles.append(correction.title(of: row))
  }

  private mutating func mend(_ fix: Fix) throws(Failure) {
    if !waiting.isEmpty { try settle() }
    let findings = self.findings ?? linter.lint(edited)
    guard let found = fix.edits(among: findings) else {
      throw Failure(refused: "the problem no longer exists: \(fix.title)")
    }
    let others = mends[found.kind] ?? []
    // Of overlapping fixes, the earlier is applied first; the later may not be needed then.
    guard !others.contains(where: found.edits.contains),
      (others + found.edits).applied(to: edited.source(of: found.kind)?.bytes ?? []) != nil
    else {
      try settle()
      return try mend(fix)
    }
    (mends[found.kind], self.findings) = (others + found.edits, findings)
    titles.append(fix.title)
  }

  /// Makes the waiting changes.
  private mutating func settle() throws(Failure) {
    if !mends.isEmpty {
      for (kind, edits) in mends { apply(.edit(edits), to: kind) }
      (mends, findings) = ([:], nil)
      follow([:])
    }
    guard !waiting.isEmpty else { return }
    for (kind, edits) in waiting {
      guard let source = edited.source(of: kind), let made = kind.edits(of: source, making: edits) else {
        throw Failure(refused: "\(kind.fileName) has no such row")
      }
      apply(.edit(made), to: kind)
    }
    follow(renamed)
    (waiting, renamed) = ([:], [:])
  }

  private mutating func take(_ made: EditingSession.Edit, of id: Row.ID? = nil) {
    var now: [Row.ID: AnnotatedRow.Identity] = [:]
    if let id { now[id] = made.after }
    take(made.title, made.changes, now)
    after = made.after
  }

  private mutating func take(
    _ title: String, _ made: [(kind: FileKind, change: RowList.Change)],
    _ now: [Row.ID: AnnotatedRow.Identity] = [:]
  ) {
    for (kind, change) in made { apply(change, to: kind) }
    titles.append(title)
    follow(now)
  }

  private mutating func apply(_ change: RowList.Change, to kind: FileKind) {
    if case .none = change { return }
    edited = edited.applying(change, to: kind)
    changes[kind] =
      changes[kind] == nil
      ? change : RowList.Change(from: opened.source(of: kind)?.bytes, to: edited.source(of: kind)?.bytes)
  }
}

extension EditedBundle {
  /// Finds the rows again after a change, so that they keep their ids. `now` contains the new identities of
  /// changed rows.
  private mutating func follow(_ now: [Row.ID: AnnotatedRow.Identity]) {
    let changed = now.filter { id, identity in known[id]?.identity != identity }
    for (id, identity) in changed {
      if let from = moved[id]?.from ?? known[id]?.identity { moved[id] = (from, identity) }
    }
    known = known.followed(by: AnnotatedRow.rows(of: edited), moved: changed)
  }

  private func settlement(
    of id: Conflict.ID, _ side: Conflict.Side
  ) throws -> (kind: FileKind, change: RowList.Change) {
    guard let kind = FileKind(fileName: id.file), let source = edited.source(of: kind),
      let index = Conflict.all(in: source, kind).firstIndex(where: { $0.id == id }),
      let choice = ConflictedText.Choice(rawValue: side.rawValue)
    else { throw Failure(refused: "the conflict in \(id.file) no longer exists") }
    let text = ConflictedText(source)
    let settlement = try text.settlement(of: index, kind.document, choice)
    guard let bytes = text.settled([index: settlement]) else {
      throw Failure(refused: "the common ancestor is not shown in \(id.file)")
    }
    return (kind, RowList.Change(from: source.bytes, to: bytes))
  }
}
