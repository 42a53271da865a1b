package import TilawaBase
package import TilawaYAML

/// A document of a library that is changed under the lock of its folder: completely or not at all, and no
/// more than necessary.
///
/// A file with faults is not changed. Personal files are created for their owner alone; an existing file
/// keeps its mode.
package struct DocumentFile: Sendable {
  /// The kind of the document.
  package let kind: DocumentKind
  /// Absolute; it need not be there.
  package let path: String
  /// As the user would write it.
  package let shownPath: String

  private let root: String?

  /// The document at `path`. Missing folders are created when it is written, except for `root`, which existed
  /// before: if it has been moved away meanwhile, it isn't created again.
  package init(_ kind: DocumentKind, at path: String, shownAs shownPath: String, below root: String? = nil) {
    (self.kind, self.path, self.shownPath, self.root) = (kind, path, shownPath, root)
  }

  /// A change of a file.
  enum Change {
    case text(String)
    case whole(YAMLValue)
    case edits([TextEdit])
  }

  /// Changes it; `body` is given what it says, nil where it isn't there.
  func change(_ body: (YAMLDocument?, LibraryFiles) throws -> Change) throws {
    try Self.holdingFolders(of: [self]) {
      if let change = try replacement(body) { try AtomicFile.change([change]) }
    }
  }

  /// Returns the change that `body` makes of the current content; nil if the file stays as it is. Must be
  /// called under the lock.
  private func replacement(
    _ body: (YAMLDocument?, LibraryFiles) throws -> Change
  ) throws -> AtomicFile.Change? {
    var files = LibraryFiles()
    files.read(kind, at: path, shownAs: shownPath)
    guard files.unreadable.isEmpty else {
      throw FileError("change", path, because: "it cannot be read; nothing was written")
    }
    let source = files.document(kind)?.source
    guard !files.diagnostics.contains(where: { $0.severity == .error }) else {
      throw FileError(
        "change", path, because: "it has errors; nothing was written; `tilawa lint` shows them")
    }
    let bytes: [UInt8]
    switch try body(source.map { YAMLDocument(parsing: $0) }, files) {
    case .text(let text): bytes = Array(text.utf8)
    case .whole(let value): bytes = Array(YAMLValue.print(value).utf8)
    case .edits(let edits):
      guard !edits.isEmpty, let source else { return nil }
      guard let changed = edits.applied(to: source.bytes) else {
        throw FileError("change", path, because: "two edits overlap; nothing was written")
      }
      bytes = changed
    }
    return .init(path, from: source?.bytes, to: bytes, isForOwnerAlone: kind.isPersonal)
  }

  /// Does `body` under the locks of the folders of `files`, which are made where they aren't there.
  package static func holdingFolders<Result>(
    of files: [DocumentFile], _ body: () throws -> Result
  ) throws -> Result {
    var known: Set<ExactText> = []
    for file in files {
      let folder = PathText.folder(of: file.path)
      if known.insert(ExactText(folder)).inserted { try file.makeFolder(folder) }
    }
    // In one order for everybody, so that nobody waits for each other.
    let folders = known.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return try holding(folders[...], body)
  }

  private static func holding<Result>(
    _ folders: ArraySlice<String>, _ body: () throws -> Result
  ) throws -> Result {
    guard let first = folders.first else { return try body() }
    return try DirectoryLock.holding(first) { try holding(folders.dropFirst(), body) }
  }

  /// The folders of a journal are looked into by their owner alone.
  private func makeFolder(_ folder: String) throws(FileError) {
    if kind.isPersonal, kind.path == nil {
      try FileTransfer.makeFolder(PathText.folder(of: folder), forOwnerAlone: true, below: root)
    }
    try FileTransfer.makeFolder(folder, forOwnerAlone: kind.isPersonal, below: root)
  }
}

/// A change of a document: of its own keys, or of its rows.
package enum DocumentEdit: Sendable {
  /// A key gets a value; nil takes it away.
  case set(key: String, YAMLValue?)
  /// A new row behind the others of a list.
  case add(list: String, [(key: String, value: YAMLValue)])
  /// A key of a row, which is counted from 0, gets a value.
  case setInRow(list: String, Int, key: String, YAMLValue)
}

extension DocumentFile {
  /// The current document; nil if it doesn't exist or can't be read.
  package var document: ReadDocument? {
    var files = LibraryFiles()
    files.read(kind, at: path, shownAs: shownPath)
    return files.document(kind)
  }

  /// Returns the change made by the edits that `decide` returns for the current document; nil without edits.
  /// `check` receives the new text, and throws to prevent writing. Must be called under the lock of its
  /// folder.
  package func replacement(
    check: (SourceText) throws -> Void, _ decide: (YAMLNode?) throws -> [DocumentEdit]
  ) throws -> AtomicFile.Change? {
    try replacement { document, files in
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

  /// Returns the values of a new file, in the order in which `fmt` writes them.
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
      case .setInRow: break
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
      case .setInRow(let list, let row, let key, let value):
        guard let rows = root[list]?.sequence, rows.indices.contains(row) else { continue }
        editor.setRowKey(key, to: value, in: rows[row], behind: kind.list(list)?.keys(before: key) ?? [])
      }
    }
    for (list, rows) in missing {
      editor.set(list, to: .rows(rows), in: root, after: Array(kind.fieldNames.prefix { $0 != list }))
    }
    return editor
  }
}
