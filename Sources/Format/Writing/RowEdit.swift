package import TilawaBase
package import TilawaYAML

/// A change of one row of a file; all of the file that isn't meant keeps its bytes.
package enum RowEdit: Hashable, Sendable {
  /// The key gets this value, as YAML.
  case set(row: Int, key: String, text: String)
  /// The key goes.
  case clear(row: Int, key: String)
  /// The row goes, with its comments.
  case remove(row: Int)
}

extension FileKind {
  /// Returns the edits of a text of this kind that make some changes of its rows, numbered as in the text;
  /// nil if a row doesn't exist.
  package func edits(of source: SourceText, making changes: [RowEdit]) -> [TextEdit]? {
    let document = YAMLDocument(parsing: source)
    guard let list = document.root?[rawValue], let rows = list.sequence else { return nil }
    var editor = YAMLEditor(document)
    for change in changes {
      switch change {
      case .set(let row, let key, let text):
        guard rows.indices.contains(row) else { return nil }
        let value: YAMLValue =
          key == RowKey.ayah ? .quoted(text) : key == RowKey.note ? .text(text) : .plain(text)
        editor.setRowKey(key, to: value, in: rows[row], self)
      case .clear(let row, let key):
        guard rows.indices.contains(row) else { return nil }
        editor.setRowKey(key, to: nil, in: rows[row], self)
      case .remove(let row):
        guard rows.indices.contains(row) else { return nil }
        editor.removeRow(at: row, in: list)
      }
    }
    return editor.edits
  }

  /// Returns a row with these keys, in the order in which `fmt` writes them. Keys that the format doesn't
  /// have come last.
  package func row(_ pairs: [(key: String, value: YAMLValue)]) -> YAMLValue {
    list?.row(pairs) ?? .flow(pairs)
  }
}

extension DocumentList {
  /// Returns a row with these keys, in the order in which `fmt` writes them. Keys that the format doesn't
  /// have come last.
  package func row(_ pairs: [(key: String, value: YAMLValue)]) -> YAMLValue {
    let order = rowKeys
    let rank = { (key: String) in order.firstIndex(of: key) ?? order.count }
    let ordered = pairs.sorted { (rank($0.key), $0.key) < (rank($1.key), $1.key) }
    return holdsBlocks ? .block(ordered) : .flow(ordered)
  }
}

extension YAMLEditor {
  /// Gives a key of a row a value, at its place among the row's keys where it is new; nil takes the key away.
  package mutating func setRowKey(_ key: String, to value: YAMLValue?, in row: YAMLNode, _ kind: FileKind) {
    setRowKey(key, to: value, in: row, behind: kind.list?.keys(before: key) ?? [])
  }

  /// Gives a key of a row a value, placed behind those of `keys` that the row has. Nil takes the key away.
  package mutating func setRowKey(
    _ key: String, to value: YAMLValue?, in row: YAMLNode, behind keys: [String]
  ) {
    guard let value else { return removeKey(key, in: row) }
    set(key, to: value, in: row, after: keys)
  }
}
