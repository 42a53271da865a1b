import TilawaBase
import TilawaFormat
import TilawaYAML

/// Edits of the times in a file of rows; the rows keep their order.
struct RowTimes {
  private var editor: YAMLEditor
  private let source: SourceText
  private let items: [YAMLNode]
  /// The indices of the rows with new times.
  private(set) var changed: Set<Int> = []

  init(_ source: SourceText, _ kind: FileKind) {
    let document = YAMLDocument(parsing: source)
    editor = YAMLEditor(document)
    self.source = source
    items = document.root?[kind.rawValue]?.sequence ?? []
  }

  mutating func set(_ key: String, _ time: Milliseconds, from old: Milliseconds, in index: Int) {
    if time != old { set(key, .plain(time.description), in: index) }
  }

  mutating func set(_ key: String, _ value: YAMLValue, in index: Int) {
    guard items.indices.contains(index) else { return }
    editor.set(key, to: value, in: items[index])
    changed.insert(index)
  }

  /// Returns the edits that give a key of a row a value. A new key is added at its usual place among the
  /// row's keys.
  func setting(_ key: String, _ value: YAMLValue, of index: Int, _ kind: FileKind) -> [TextEdit] {
    guard items.indices.contains(index) else { return [] }
    var editor = editor
    editor.setRowKey(key, to: value, in: items[index], kind)
    return editor.edits
  }

  var change: RowList.Change {
    let edits = editor.edits
    return edits.isEmpty ? .none : .edit(edits)
  }
}
