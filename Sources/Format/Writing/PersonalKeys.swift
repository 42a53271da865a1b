package import TilawaBase
import TilawaYAML

extension FileKind {
  /// Returns the text without personal values, and the keys that were removed: remarks, the place of
  /// recording, the original file name, and every key that begins with `x-`.
  ///
  /// Nothing else changes its bytes; comments stay. Nil if the text can't be read well enough.
  package func withoutPersonal(_ source: SourceText) -> (bytes: [UInt8], keys: [String])? {
    let document = YAMLDocument(parsing: source)
    guard !document.diagnostics.contains(where: { $0.severity == .error }), let root = document.root else {
      return nil
    }
    var editor = YAMLEditor(document)
    var keys: [String] = []
    remove(from: root, &editor, &keys)
    guard !keys.isEmpty else { return (source.bytes, []) }
    guard let bytes = editor.edits.applied(to: source.bytes) else { return nil }
    return (bytes, keys)
  }

  private var personal: Set<String> {
    switch self {
    case .recording: [Recording.keys[\.notes], Recording.keys[\.place], Recording.keys[\.sourceFile]]
    case .reciter: []
    case .markers, .segments, .words: [RowKey.note]
    }
  }

  private func remove(from node: YAMLNode, _ editor: inout YAMLEditor, _ keys: inout [String]) {
    for row in node.sequence ?? [] { remove(from: row, &editor, &keys) }
    for entry in node.mapping ?? [] {
      let key = entry.key.scalar?.value ?? ""
      if key.begins(with: "x-") || personal.contains(key) {
        editor.removeKey(key, in: node)
        keys.append(key)
      } else {
        remove(from: entry.value, &editor, &keys)
      }
    }
  }
}
