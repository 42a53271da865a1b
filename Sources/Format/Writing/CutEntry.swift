package import TilawaBase
package import TilawaYAML

/// A row or a top-level key with its value, cut out of a file. Its values can be changed while the rest stays
/// as it is written.
package struct CutEntry {
  /// A value that is to be another.
  package struct Change {
    /// The keys that lead to it: `["end"]` in a row, `["audio", "sha256"]` in `recording.yaml`.
    package let path: [String]
    /// The new value; nil to remove it.
    package let value: YAMLValue?

    /// The value at `path` becomes `value`.
    package init(_ path: [String], to value: YAMLValue?) {
      self.path = path
      self.value = value
    }
  }

  private let source: SourceText
  private let lines: ArraySlice<UInt8>
  /// The list whose row it is; nil for a top-level key.
  private let list: DocumentList?

  /// The entry that stands in `range` of a file, from the start of its first line to the end of its value: a row of
  /// `list`, or a top-level key.
  package init(_ range: Range<Int>, of source: SourceText, rowOf list: DocumentList?) {
    self.source = source
    lines = source.bytes[range]
    self.list = list
  }

  /// Its lines after the changes; as they are when they can't be read.
  package func bytes(making changes: [Change]) -> [UInt8] {
    // A row stands in a list only behind a key.
    let key = "rows"
    let head = list == nil ? [] : Array("\(key):\n".utf8)
    let text = SourceText(path: source.path, bytes: head + lines)
    let document = YAMLDocument(parsing: text)
    let root = list == nil ? document.root : document.root?[key]?.sequence?.first
    guard let root else { return Array(lines) }
    var editor = YAMLEditor(document)
    // What comes goes in before anything goes: a key may take the place of one that is removed.
    for change in changes.filter({ $0.value != nil }) + changes.filter({ $0.value == nil }) {
      let mapping = change.path.dropLast().reduce(Optional(root)) { node, key in node?[key] }
      guard let key = change.path.last, let mapping else { continue }
      editor.setRowKey(key, to: change.value, in: mapping, behind: list?.keys(before: key) ?? [])
    }
    let edited = editor.edits.applied(to: text.bytes) ?? text.bytes
    return Array(edited.dropFirst(head.count))
  }
}
