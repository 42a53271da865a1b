package import Diagnostics
import YAMLDocuments

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
  /// The edits of a text of this kind that make some changes of its rows, numbered as they stand there; nil when it has no such
  /// row.
  package func edits(of source: SourceText, making changes: [RowEdit]) -> [TextEdit]? {
    let document = YAMLDocument(parsing: source)
    guard let list = document.root?[rawValue], let rows = list.sequence else { return nil }
    var editor = YAMLEditor(document)
    for change in changes {
      switch change {
      case .set(let row, let key, let text):
        guard rows.indices.contains(row) else { return nil }
        let before = rowKeyOrder.prefix { $0 != key }
        editor.set(
          key, to: key == "ayah" ? .quoted(text) : key == "note" ? .text(text) : .plain(text), in: rows[row],
          after: Array(before))
      case .clear(let row, let key):
        guard rows.indices.contains(row) else { return nil }
        editor.removeKey(key, in: rows[row])
      case .remove(let row):
        guard rows.indices.contains(row) else { return nil }
        editor.removeRow(at: row, in: list)
      }
    }
    return editor.edits
  }
}
