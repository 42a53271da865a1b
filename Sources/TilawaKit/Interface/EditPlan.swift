import Diagnostics
import Files
import TilawaFormat
import Timing

/// A change of one row.
public struct RowChange: Sendable {
  let row: Row
  let edits: [RowEdit]

  /// A person has heard that the row is right: it becomes `verified` in segments, `confirmed` in markers.
  public static func confirm(_ row: Row) -> RowChange {
    RowChange(row, .set(row: row.index, key: row.confirmationKey, text: "true"))
  }

  /// Nobody says any more that the row is right.
  public static func unconfirm(_ row: Row) -> RowChange {
    RowChange(row, .clear(row: row.index, key: row.confirmationKey))
  }

  /// The row gets other times, from the start of the recording, rounded to milliseconds; nil leaves one as it is.
  ///
  /// Throws `invalidArgument` for what is no time in a recording, or when the end doesn't lie behind the start.
  public static func move(
    _ row: Row, start: Duration? = nil, end: Duration? = nil
  ) throws(TilawaError) -> RowChange {
    if let end = end ?? row.end, end <= start ?? row.start {
      throw TilawaError(.invalidArgument, "a row can't end at \(end), before it begins")
    }
    var edits: [RowEdit] = []
    for (time, key) in [(start, row.file.startKey), (end, RowKey.end)] {
      guard let time else { continue }
      guard let text = Milliseconds(time)?.description else {
        throw TilawaError(.invalidArgument, "\(time) is no time in a recording")
      }
      edits.append(.set(row: row.index, key: key, text: text))
    }
    return RowChange(row, edits)
  }

  /// The row gets another passage.
  public static func name(_ row: Row, _ passage: Passage) -> RowChange {
    RowChange(
      row,
      [
        .set(row: row.index, key: RowKey.ayah, text: passage.description),
        .clear(row: row.index, key: RowKey.skip),
      ])
  }

  /// The row gets a remark; nil takes it away.
  public static func note(_ row: Row, _ text: String?) -> RowChange {
    RowChange(
      row,
      text.map { .set(row: row.index, key: RowKey.note, text: $0) }
        ?? .clear(row: row.index, key: RowKey.note))
  }

  /// The row goes, with its comments.
  public static func remove(_ row: Row) -> RowChange { RowChange(row, .remove(row: row.index)) }

  private init(_ row: Row, _ edits: [RowEdit]) { (self.row, self.edits) = (row, edits) }
  private init(_ row: Row, _ edit: RowEdit) { self.init(row, [edit]) }
}

extension Row {
  fileprivate var confirmationKey: String { kind == .segment ? RowKey.verified : RowKey.confirmed }
  var file: FileKind { kind == .segment ? .segments : .markers }
}

/// Changes of rows, made of what the files said when they were read.
public struct EditPlan: Sendable {
  private let opened: RecitationBundle
  private let changes: [FileKind: [TextEdit]]

  init(_ opened: RecitationBundle, _ given: [RowChange]) throws(TilawaError) {
    self.opened = opened
    do { try opened.bundle.requireReadable(Set(given.map(\.row.file))) } catch { throw TilawaError(error) }
    var changes: [FileKind: [TextEdit]] = [:]
    for (kind, ofKind) in Dictionary(grouping: given, by: \.row.file) {
      let rows = kind == .segments ? opened.segments : opened.markers
      if let stranger = ofKind.first(where: { !rows.contains($0.row) }) {
        throw TilawaError(.invalidArgument, "the bundle has no such row at \(stranger.row.start)")
      }
      guard let source = opened.bundle.source(of: kind),
        let edits = kind.edits(of: source, making: ofKind.flatMap(\.edits))
      else { throw TilawaError(.invalidArgument, "\(kind.fileName) has no such row") }
      changes[kind] = edits
    }
    self.changes = changes
  }

  /// What changes, as `diff -u` shows it; empty when everything is so already.
  public var diff: String {
    changes.sorted { $0.key.rawValue > $1.key.rawValue }.compactMap { kind, edits in
      opened.bundle.source(of: kind).map(edits.diff)
    }.joined()
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
      for (kind, edits) in changes {
        if let source = transaction.bundle.source(of: kind) { try transaction.edit(source, kind, edits) }
      }
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
  /// Throws `invalidArgument` for rows that it hasn't got, and `faultyFile` when their file might lose what can't be read.
  public func planEdits(_ changes: [RowChange]) throws(TilawaError) -> EditPlan {
    try EditPlan(self, changes)
  }
}
