package import TilawaBase
import TilawaYAML

/// The changes of one file as `FileDiff.form` has them, to be made in another copy of it.
package struct FilePatch: Sendable {
  /// The kind of the file that they are for.
  package let kind: DocumentKind
  private let changes: [Change]
  /// The length by which every row that no change names lies later.
  private let offset: Milliseconds

  struct Change: Sendable {
    let place: String
    /// The key of the list whose row it is; nil for a top-level key.
    let list: String?
    let old: [FieldPath: FieldValue]?
    let new: [FieldPath: FieldValue]?
    /// The index of the row, if it is known.
    var index: Int?
  }

  init(_ kind: DocumentKind, _ changes: [Change], offset: Milliseconds = .zero) {
    self.kind = kind
    self.changes = changes
    self.offset = offset
  }

  /// The reasons for which a patch can't be read, or doesn't fit.
  package struct Misfit: Error, Sendable {
    /// Each thing that is wrong, in words.
    package let reasons: [String]
  }

  /// The content of the file in a bundle that doesn't have it yet.
  package var emptyFile: [UInt8] {
    Array(kind.ofBundle?.text(ofRows: []).utf8 ?? kind.text().utf8)
  }

  /// The file after the changes. Everything else in it stays as it is written.
  ///
  /// Throws, with every reason, when a row or a key isn't as the diff says it was.
  package func applied(to source: SourceText) throws(Misfit) -> [UInt8] {
    let text: AnnotationText
    do {
      text = try AnnotationText(source, kind)
    } catch {
      throw Misfit(reasons: ["\(source.path) has errors; `tilawa lint` shows them"])
    }
    let document = YAMLDocument(parsing: source)
    var reasons: [String] = []
    var editor = YAMLEditor(document)
    for list in kind.lists {
      let changes = changes.filter { $0.list == list.key }
      let pieces = text.rows(of: list)
      let (named, missing) = apply(changes, of: list, pieces, document.root, &editor)
      reasons += missing.map { "\($0) in \(source.path) does not match the diff" }
      if offset != .zero, list.key == kind.timedList?.key, let rows = document.root?[list.key]?.sequence {
        reasons += pieces.indices.filter { !named.contains($0) && !move(rows[$0], pieces[$0], &editor) }.map {
          "\(pieces[$0].name.text) in \(source.path) cannot be moved by \(offset) s"
        }
      }
    }
    for change in changes where change.list == nil {
      // Every file has its version, also one that the diff made.
      if change.place == FileKey.version, text.keys.contains(where: { $0.key == FileKey.version }),
        change.old == nil
      {
        continue
      }
      let now = text.keys.first { $0.key == change.place }?.piece.fields()
      guard now == change.old, let root = document.root else {
        reasons.append("\"\(change.place)\" in \(source.path) does not match the diff")
        continue
      }
      editKey(&editor, root, change)
    }
    guard reasons.isEmpty else { throw Misfit(reasons: reasons) }
    guard let bytes = editor.edits.applied(to: source.bytes) else {
      throw Misfit(reasons: ["the changes of \(source.path) overlap"])
    }
    return bytes
  }

  /// Moves all times of a row; false where one would lie before 0, or can't be read.
  private func move(_ row: YAMLNode, _ piece: RowPiece, _ editor: inout YAMLEditor) -> Bool {
    guard let times = piece.times, times.allSatisfy({ $0 + offset >= .zero }) else { return false }
    for (time, node) in zip(times, row.times) {
      editor.replace(node, with: .plain((time + offset).description))
    }
    return true
  }

  /// Makes the changes of one list. Returns the places of the rows that they name, and the missing rows as
  /// the diff has them.
  private func apply(
    _ changes: [Change], of list: DocumentList, _ pieces: [RowPiece], _ root: YAMLNode?,
    _ editor: inout YAMLEditor
  ) -> (named: Set<Int>, missing: [String]) {
    guard !changes.isEmpty else { return ([], []) }
    let node = root?[list.key]
    var rows = pieces.indices.map { (start: pieces[$0].start + offset, row: YAMLEditor.Row.kept($0)) }
    var gone: Set<Int> = []
    var missing: [String] = []
    for change in changes {
      guard let old = change.old else {
        let start = change.new?[RowPath.start]?.time ?? change.new?[RowPath.at]?.time ?? .zero
        let place = rows.lastIndex { list.startKey == nil || $0.start <= start }.map { $0 + 1 } ?? 0
        rows.insert((start, .new(row(change.new ?? [:], of: list))), at: place)
        continue
      }
      let index =
        change.index ?? pieces.indices.first { !gone.contains($0) && pieces[$0].piece.fields() == old }
      guard let index, let row = node?.sequence?[index] else {
        missing.append(change.place)
        continue
      }
      gone.insert(index)
      if let new = change.new {
        edit(&editor, row, of: list, from: old, to: new)
      } else {
        rows.removeAll { if case .kept(index) = $0.row { true } else { false } }
      }
    }
    guard changes.contains(where: { $0.old == nil || $0.new == nil }) else {
      return (gone, missing)
    }
    if let node {
      editor.replaceRows(of: node, with: rows.map(\.row))
    } else if let root {
      let new = rows.compactMap { row in if case .new(let value) = row.row { value } else { nil } }
      editor.set(list.key, to: .rows(new), in: root, after: Array(kind.fieldNames.prefix { $0 != list.key }))
    }
    return (gone, missing)
  }

  private func row(_ fields: [FieldPath: FieldValue], of list: DocumentList) -> YAMLValue {
    list.row(fields.map { (key: $0.key.last ?? "", value: $0.value.yaml) })
  }

  private func edit(
    _ editor: inout YAMLEditor, _ row: YAMLNode, of list: DocumentList, from old: [FieldPath: FieldValue],
    to new: [FieldPath: FieldValue]
  ) {
    for (path, value) in new.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where old[path] != value
    {
      let key = path.last ?? ""
      editor.setRowKey(key, to: value.yaml, in: row, behind: list.keys(before: key))
    }
    for path in old.keys where new[path] == nil { editor.removeKey(path.last ?? "", in: row) }
  }

  private func editKey(_ editor: inout YAMLEditor, _ root: YAMLNode, _ change: Change) {
    let (old, new) = (change.old ?? [:], change.new ?? [:])
    guard !new.isEmpty else { return editor.removeKey(change.place, in: root) }
    if old.isEmpty, new.keys.contains(where: { $0.count > 1 }) {
      let pairs = new.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .map { (key: $0.key.last ?? "", value: $0.value.yaml) }
      return editor.set(change.place, to: .block(pairs), in: root)
    }
    for (path, value) in new.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where old[path] != value
    {
      guard let mapping = path.count == 1 ? root : root[path[0]] else { continue }
      editor.set(path.last ?? "", to: value.yaml, in: mapping)
    }
    for path in old.keys where new[path] == nil {
      guard let mapping = path.count == 1 ? root : root[path[0]] else { continue }
      editor.removeKey(path.last ?? "", in: mapping)
    }
  }
}
