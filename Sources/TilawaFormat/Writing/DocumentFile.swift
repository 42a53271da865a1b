package import Diagnostics
import Files
import ScalarText
package import YAMLDocuments

/// A document of a library that is changed under the lock of its folder: whole or not at all, and no more of it than must be.
///
/// A file with faults is not changed. What is personal is made for its owner alone; a file that is there keeps its mode.
package struct DocumentFile: Sendable {
  /// What it is.
  package let kind: DocumentKind
  /// Absolute; it need not be there.
  package let path: String
  /// As the user would write it.
  package let shownPath: String

  /// The document at `path`.
  package init(_ kind: DocumentKind, at path: String, shownAs shownPath: String) {
    (self.kind, self.path, self.shownPath) = (kind, path, shownPath)
  }

  /// What becomes of a file.
  enum Change {
    case text(String)
    case whole(YAMLValue)
    case edits([TextEdit])
  }

  /// Changes it; `body` is given what it says, nil where it isn't there.
  func change(_ body: (YAMLDocument?, LibraryFiles) throws -> Change) throws {
    let folder = PathText.folder(of: path)
    try makeFolder(folder)
    try DirectoryLock.holding(folder) {
      var files = LibraryFiles()
      files.read(kind, at: path, shownAs: shownPath)
      guard files.unreadable.isEmpty else {
        throw FileError("change", path, because: "it can't be read; nothing was written")
      }
      let source = files.document(kind)?.source
      guard !files.diagnostics.contains(where: { $0.severity == .error }) else {
        throw FileError(
          "change", path, because: "it has faults, and nothing was written; tilawa lint shows which")
      }
      switch try body(source.map { YAMLDocument(parsing: $0) }, files) {
      case .text(let text):
        try write(Array(text.utf8), from: source?.bytes)
      case .whole(let value):
        try write(Array(YAMLValue.print(value).utf8), from: source?.bytes)
      case .edits(let edits):
        guard !edits.isEmpty, let source else { return }
        guard let bytes = edits.applied(to: source.bytes) else {
          throw FileError("change", path, because: "two edits overlap; nothing was written")
        }
        try write(bytes, from: source.bytes)
      }
    }
  }

  /// The folders of a journal are looked into by their owner alone.
  private func makeFolder(_ folder: String) throws(FileError) {
    if kind.isPersonal, kind.path == nil {
      try FileTransfer.makeFolder(PathText.folder(of: folder), forOwnerAlone: true)
    }
    try FileTransfer.makeFolder(folder, forOwnerAlone: kind.isPersonal)
  }

  private func write(_ bytes: [UInt8], from old: [UInt8]?) throws {
    try AtomicFile.change([.init(path, from: old, to: bytes, isForOwnerAlone: kind.isPersonal)])
  }
}

/// A change of a document: of its own keys, or of its rows.
package enum DocumentEdit: Sendable {
  /// A key gets a value; nil takes it away.
  case set(key: String, YAMLValue?)
  /// A new row behind the others of a list.
  case add(list: String, [(key: String, value: YAMLValue)])
}

extension DocumentFile {
  /// What it says now; nil when it isn't there, or can't be read.
  package var document: ReadDocument? {
    var files = LibraryFiles()
    files.read(kind, at: path, shownAs: shownPath)
    return files.document(kind)
  }

  /// Makes the changes that `decide` wants of the document as it is now, under the lock; `check` is shown the new text before it
  /// is written, and what it throws keeps it from being written. Without changes nothing is written, or made.
  package func change(
    check: (SourceText) throws -> Void, _ decide: (YAMLNode?) throws -> [DocumentEdit]
  ) throws {
    try change { document, files in
      let edits = try decide(document?.root)
      guard !edits.isEmpty else { return .edits([]) }
      guard let document, let root = document.root, let source = files.document(kind)?.source else {
        let text = kind.text(newValues(edits))
        try check(SourceText(path: shownPath, bytes: Array(text.utf8)))
        return .text(text)
      }
      let changes = editor(of: document, root, making: edits).edits
      if let bytes = changes.applied(to: source.bytes) {
        try check(SourceText(path: source.path, bytes: bytes))
      }
      return .edits(changes)
    }
  }

  /// What a new file says, in the order in which `fmt` writes it.
  private func newValues(_ edits: [DocumentEdit]) -> [(key: String, value: YAMLValue)] {
    var pairs: [(key: String, value: YAMLValue)] = []
    var rows: [(key: String, rows: [YAMLValue])] = []
    for edit in edits {
      switch edit {
      case .set(let key, let value): if let value { pairs.append((key, value)) }
      case .add(let list, let row):
        let row = kind.list(list)?.row(row) ?? .flow(row)
        if let index = rows.firstIndex(where: { $0.key == list }) {
          rows[index].rows.append(row)
        } else {
          rows.append((list, [row]))
        }
      }
    }
    let order = kind.fieldNames
    let rank = { (key: String) in order.firstIndex(of: key) ?? order.count }
    return (pairs + rows.map { ($0.key, .rows($0.rows)) }).enumerated()
      .sorted { (rank($0.element.key), $0.offset) < (rank($1.element.key), $1.offset) }.map(\.element)
  }

  private func editor(
    of document: YAMLDocument, _ root: YAMLNode, making edits: [DocumentEdit]
  ) -> YAMLEditor {
    var editor = YAMLEditor(document)
    var missing: [(key: String, rows: [YAMLValue])] = []
    for edit in edits {
      switch edit {
      case .set(let key, let value?):
        editor.set(key, to: value, in: root, after: Array(kind.fieldNames.prefix { $0 != key }))
      case .set(let key, nil): editor.removeKey(key, in: root)
      case .add(let list, let row):
        let row = kind.list(list)?.row(row) ?? .flow(row)
        if let node = root[list], node.sequence != nil || node.scalar?.kind == .null {
          editor.insertRow(row, at: .max, in: node)
        } else if let index = missing.firstIndex(where: { $0.key == list }) {
          missing[index].rows.append(row)
        } else {
          missing.append((list, [row]))
        }
      }
    }
    for (list, rows) in missing {
      editor.set(list, to: .rows(rows), in: root, after: Array(kind.fieldNames.prefix { $0 != list }))
    }
    return editor
  }
}
