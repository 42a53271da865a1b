import TilawaBase
import TilawaFormat

/// A change of one row, as ``AnnotationEdit`` makes it.
public struct RowChange: Sendable {
  let row: Row
  let corrections: [Correction]

  /// A person has heard that the row is right: it becomes `verified` in segments, `confirmed` in markers.
  ///
  /// Planning it throws `refused` for a marker that names nothing.
  public static func confirm(_ row: Row) -> RowChange { RowChange(row, .confirm) }

  /// Nobody says any more that the row is right.
  public static func unconfirm(_ row: Row) -> RowChange { RowChange(row, .unconfirm) }

  /// The row gets other times, from the start of the recording, rounded to milliseconds; nil leaves one as it is. A boundary
  /// that another row shares stays one, and words move along.
  ///
  /// Throws `invalidArgument` for what is no time in a recording, or when the end doesn't lie behind the start. Planning it
  /// throws `refused` where a boundary would pass another.
  public static func move(
    _ row: Row, start: Duration? = nil, end: Duration? = nil
  ) throws(TilawaError) -> RowChange {
    if let end = end ?? row.end, end <= start ?? row.start {
      throw TilawaError(.invalidArgument, "a row can't end at \(end), before it begins")
    }
    let starts = try start.map { time throws(TilawaError) in Correction.moveStart(to: try time.position) }
    let ends = try end.map { time throws(TilawaError) in Correction.moveEnd(to: try time.position) }
    // Neither may pass the other on the way.
    let isLater = start.map { start in row.end.map { start >= $0 } ?? false } ?? false
    return RowChange(row, (isLater ? [ends, starts] : [starts, ends]).compactMap(\.self))
  }

  /// The row gets another passage. What was said of the one before goes: `skip`, and the joins and the confidence of other ayat.
  public static func name(_ row: Row, _ passage: Passage) -> RowChange {
    RowChange(row, .hold(passage.range))
  }

  /// The row gets a remark; nil takes it away.
  public static func note(_ row: Row, _ text: String?) -> RowChange { RowChange(row, .note(text)) }

  /// The row goes, with its comments.
  public static func remove(_ row: Row) -> RowChange { RowChange(row, .remove) }

  private init(_ row: Row, _ corrections: [Correction]) { (self.row, self.corrections) = (row, corrections) }
  private init(_ row: Row, _ correction: Correction) { self.init(row, [correction]) }
}

extension Row {
  var file: FileKind { kind == .segment ? .segments : .markers }
}

/// Changes of rows, made of what the files said when they were read.
public struct EditPlan: Sendable {
  private let opened: RecitationBundle
  private let changes: [FileKind: RowList.Change]

  init(_ opened: RecitationBundle, _ given: [RowChange]) throws(TilawaError) {
    self.opened = opened
    do throws(FaultyFiles) { try opened.bundle.requireReadable(Set(given.map(\.row.file))) } catch {
      throw TilawaError(error)
    }
    let known = Set(opened.segments + opened.markers)
    if let stranger = given.first(where: { !known.contains($0.row) }) {
      throw TilawaError(.invalidArgument, "the bundle has no such row at \(stranger.row.start)")
    }
    do {
      var edited = EditedRows(opened.bundle)
      for change in given {
        for correction in change.corrections { try edited.make(correction, of: change.row) }
      }
      try edited.settle()
      changes = edited.changes
      try opened.bundle.requireReadable(Set(changes.keys))
    } catch let refusal as CorrectionRefusal {
      throw TilawaError(.refused, refusal.description)
    } catch {
      throw TilawaError(error)
    }
  }

  /// What changes, as `diff -u` shows it; empty when everything is so already.
  public var diff: String {
    changes.sorted { $0.key.rawValue > $1.key.rawValue }.map { $1.diff(of: $0, in: opened.bundle) }.joined()
  }

  /// Writes the changes, all of them or nothing, and gives the bundle as it is then. Comments, order, and whatever isn't meant
  /// keep their bytes.
  ///
  /// Throws `overtaken` when a file isn't any more as it was read.
  public func carryOut() throws(TilawaError) -> RecitationBundle {
    do {
      var transaction = try opened.place.open(changing: Set(changes.keys))
      guard transaction.bundle.says(theSameAs: opened.bundle, in: Set(changes.keys)) else {
        throw FileError.overtaken(opened.path)
      }
      for (kind, change) in changes { try transaction.apply(change, to: kind) }
      _ = try transaction.commit()
      return RecitationBundle(opened.place, in: opened.workplace)
    } catch {
      throw TilawaError(error)
    }
  }
}

extension RecitationBundle {
  /// Plans changes of rows, which the bundle must have as they are given.
  ///
  /// Throws `invalidArgument` for rows that it hasn't got, `refused` when one can't be so, and `faultyFile` when their file might lose
  /// what can't be read.
  public func planEdits(_ changes: [RowChange]) throws(TilawaError) -> EditPlan {
    try EditPlan(self, changes)
  }
}

/// A bundle while one row after the other is corrected. Changes of keys are collected, so that the files are read once for
/// thousands of them.
private struct EditedRows {
  /// What becomes of the files.
  private(set) var changes: [FileKind: RowList.Change] = [:]

  private let opened: TilawaBundle
  private var edited: TilawaBundle
  private var rows: [AnnotatedRow] = []
  private var known: [AnnotatedRow.Identity: AnnotatedRow] = [:]
  /// What rows are known by now, by what they were when the bundle was opened; nil for what is gone.
  private var now: [Row: AnnotatedRow.Identity?] = [:]
  private var waiting: [FileKind: [RowEdit]] = [:]
  /// Rows whose keys wait to be changed, and what they will be known by.
  private var renamed: [Row: AnnotatedRow.Identity] = [:]

  init(_ bundle: TilawaBundle) {
    (opened, edited) = (bundle, bundle)
    lookAgain()
  }

  mutating func make(_ correction: Correction, of given: Row) throws(CorrectionRefusal) {
    if renamed[given] != nil { try settle() }
    let row = try found(given)
    if let edits = try row.edits(making: correction) {
      waiting[row.kind, default: []] += edits
      renamed[given] = row.identity(after: correction)
      return
    }
    try settle()
    let made = try CorrectedRow(correction, of: row, in: edited, overrulesConfirmed: true)
    for (kind, change) in made.changes { apply(change, to: kind) }
    lookAgain()
    now[given] = correction == .remove ? .some(nil) : made.after
  }

  private func found(_ given: Row) throws(CorrectionRefusal) -> AnnotatedRow {
    let identity = now[given] ?? given.identity
    guard let row = identity.flatMap({ known[$0] ?? rows.row($0) }) else {
      throw CorrectionRefusal("the row at \(given.identity.start) isn't there any more")
    }
    return row
  }

  /// Makes the changes that wait.
  mutating func settle() throws(CorrectionRefusal) {
    for (kind, edits) in waiting {
      guard let source = edited.source(of: kind), let made = kind.edits(of: source, making: edits) else {
        throw CorrectionRefusal("\(kind.fileName) has no such row")
      }
      apply(.edit(made), to: kind)
    }
    for (row, identity) in renamed { now[row] = identity }
    if !waiting.isEmpty { lookAgain() }
    (waiting, renamed) = ([:], [:])
  }

  private mutating func apply(_ change: RowList.Change, to kind: FileKind) {
    if case .none = change { return }
    edited = edited.applying(change, to: kind)
    changes[kind] =
      changes[kind] == nil
      ? change : RowList.Change(from: opened.source(of: kind)?.bytes, to: edited.source(of: kind)?.bytes)
  }

  private mutating func lookAgain() {
    rows = AnnotatedRow.rows(of: edited)
    known = Dictionary(rows.map { ($0.identity, $0) }) { first, _ in first }
  }
}
