package import TilawaBase
package import TilawaQuran
package import TilawaYAML

/// A list of rows that a journal keeps in one of its files, by the name that people call it.
package struct JournalList: Hashable, Sendable {
  /// The kind of the file.
  package let kind: DocumentKind
  /// The list in it.
  package let list: DocumentList

  /// Those of all kinds of a journal, in the order of the kinds.
  package static var all: [JournalList] {
    DocumentKind.all.filter { $0.isPersonal && $0.path != nil }
      .flatMap { kind in kind.lists.map { JournalList(kind: kind, list: $0) } }
  }

  /// The one that is called so, or that the file called so has first.
  package init?(named name: String) {
    guard
      let found = Self.all.first(where: { $0.name.isExactly(name) })
        ?? Self.all.first(where: { $0.kind.name.isExactly(name) })
    else { return nil }
    self = found
  }

  private init(kind: DocumentKind, list: DocumentList) {
    self.kind = kind
    self.list = list
  }

  /// The name of the list.
  package var name: String { list.key }

  /// The key by which a row says of what ayat or surah it is; nil where it says neither.
  package var placeKey: String? { list.rowKeys.first { ["ayat", "ayah", "surah"].contains($0) } }

  /// The key whose value names a row in the command line: its place, else its first.
  package var subjectKey: String? { placeKey ?? list.rowKeys.first }

  /// The keys that a row must have.
  package var requiredKeys: [String] { list.keys.required }

  /// Returns the noun for the value of a key, with its article, and its meaning. Nil for keys that are not
  /// declared.
  package func description(of key: String) -> (noun: String, meaning: String)? {
    list.keys.description(of: key)
  }

  /// Returns true if the value of a key is either true or false.
  package func isFlag(_ key: String) -> Bool { list.keys.isFlag(key) }

  /// The declared key of that spelling, capitals, hyphens and underscores aside; one of the user's own as it is.
  package func key(spelt spelling: String) -> String? { list.keys.key(spelt: spelling) }

  /// The key that was most likely meant.
  package func keyMeant(by spelling: String) -> String? { list.keys.keyMeant(by: spelling) }

  /// A value as it is written, or what is wrong with it, in the words of the reader of files.
  package func value(of key: String, from text: String) -> Result<YAMLValue, Failure> {
    list.keys.value(of: key, from: text)
  }

  /// A value for a program: a number or a truth value where the key has such, else text.
  package func json(of key: String, _ text: String) -> JSONValue { list.keys.json(of: key, text) }
}

/// A row of a journal, whatever its kind.
package struct JournalRow: Sendable {
  /// Its number in its list, from 1.
  package let number: Int
  /// The keys and their values, in the order in which they are written. Keys whose value isn't a scalar are
  /// left out.
  package let values: [(key: String, text: String)]

  private init(number: Int, values: [(key: String, text: String)]) {
    self.number = number
    self.values = values
  }

  init?(_ node: YAMLNode, number: Int) {
    guard let pairs = node.mapping else { return nil }
    self.number = number
    values = pairs.compactMap { pair in
      guard let key = pair.key.scalar?.value, let value = pair.value.scalar?.value else { return nil }
      return (key, value)
    }
  }

  /// The value of a key.
  package subscript(key: String) -> String? { values.first { $0.key.isExactly(key) }?.text }

  /// The ayat that it is of.
  package var ayat: AyahRange? {
    if let text = self["ayat"] ?? self["ayah"] { return AyahRange(text) }
    return self["surah"].flatMap { Int($0) }.flatMap(CountingSystem.kufi.range(ofSurah:))
  }

  /// Returns the row without some keys.
  package func without(_ keys: [String]) -> JournalRow {
    keys.isEmpty ? self : JournalRow(number: number, values: values.filter { !keys.contains($0.key) })
  }

  /// The rows of a list in the text of a file.
  package static func all(of list: JournalList, inFile text: String) -> [JournalRow] {
    all(of: list, in: YAMLDocument(parsing: SourceText(path: list.kind.fileName, bytes: Array(text.utf8))))
  }

  /// Returns true if both rows have the same values, in the same order.
  package func says(_ other: JournalRow) -> Bool {
    values.count == other.values.count
      && zip(values, other.values).allSatisfy { $0.key.isExactly($1.key) && $0.text.isExactly($1.text) }
  }
}

/// A change of a list of a journal. Rows are numbered as they were before any of the changes.
package enum JournalEdit: Sendable {
  /// A new row behind the others.
  case add([(key: String, value: YAMLValue)])
  /// A key of a row gets a value; nil takes the key away.
  case set(row: Int, key: String, YAMLValue?)
  /// A row goes, with its comments.
  case remove(row: Int)
}

extension JournalFolder {
  /// Returns the rows of a list, and the faults of its file.
  ///
  /// `isRead` is false if the faults can't be determined, because a file of the journal can't be read.
  package func rows(of list: JournalList) -> (rows: [JournalRow], faults: [Diagnostic], isRead: Bool) {
    let files = read()
    let document = files.document(list.kind)
    let rows = document.map { JournalRow.all(of: list, in: YAMLDocument(parsing: $0.source)) } ?? []
    return (
      rows, files.unreadable + (document?.diagnostics ?? []), document != nil || files.unreadable.isEmpty
    )
  }

  /// The rows of every list, how far somebody has listened, and what is wrong with any file: each file is read once.
  package func allRows() -> (
    rows: [(list: JournalList, rows: [JournalRow])], listening: Listening?, faults: [Diagnostic]
  ) {
    let files = read()
    var documents: [DocumentKind: YAMLDocument] = [:]
    for document in files.documents { documents[document.kind] = YAMLDocument(parsing: document.source) }
    return (
      JournalList.all.map { list in
        (list, documents[list.kind].map { JournalRow.all(of: list, in: $0) } ?? [])
      }, files.listening?.content, files.diagnostics
    )
  }

  /// Makes the changes that `decide` returns for the current rows, under the lock. `check` receives the new
  /// text before it is written, and throws to prevent writing.
  package func change(
    _ list: JournalList, check: (SourceText) throws -> Void, _ decide: ([JournalRow]) throws -> [JournalEdit]
  ) throws {
    try change(list.kind) { document, files in
      let rows = document.map { JournalRow.all(of: list, in: $0) } ?? []
      let edits = try decide(rows)
      guard let document, let root = document.root, let source = files.document(list.kind)?.source else {
        let added = edits.compactMap { edit in
          if case .add(let pairs) = edit { list.list.row(pairs) } else { nil }
        }
        let text = list.kind.text([(list.name, .rows(added))])
        try check(SourceText(path: list.kind.fileName, bytes: Array(text.utf8)))
        return .text(text)
      }
      let changes = list.editor(of: document, root, making: edits).edits
      guard let bytes = changes.applied(to: source.bytes) else { return .edits(changes) }
      try check(SourceText(path: source.path, bytes: bytes))
      return .edits(changes)
    }
  }
}

extension JournalRow {
  fileprivate static func all(of list: JournalList, in document: YAMLDocument) -> [JournalRow] {
    (document.root?[list.name]?.sequence ?? []).enumerated()
      .compactMap { JournalRow($0.element, number: $0.offset + 1) }
  }
}

extension JournalList {
  fileprivate func editor(
    of document: YAMLDocument, _ root: YAMLNode, making edits: [JournalEdit]
  ) -> YAMLEditor {
    var editor = YAMLEditor(document)
    let node = root[name]
    let rows = node?.sequence ?? []
    var added: [YAMLValue] = []
    var removed: [Int] = []
    for edit in edits {
      switch edit {
      case .add(let pairs): added.append(list.row(pairs))
      case .set(let row, let key, let value) where rows.indices.contains(row - 1):
        editor.setRowKey(key, to: value, in: rows[row - 1], behind: list.keys(before: key))
      case .remove(let row): removed.append(row - 1)
      case .set: break
      }
    }
    if let node {
      for row in removed.sorted(by: >) { editor.removeRow(at: row, in: node) }
      let end = rows.count - removed.count
      for (index, row) in added.enumerated() { editor.insertRow(row, at: end + index, in: node) }
    } else if !added.isEmpty {
      let before = kind.fieldNames.prefix { $0 != name }
      editor.set(name, to: .rows(added), in: root, after: Array(before))
    }
    return editor
  }
}
