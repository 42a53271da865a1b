public import TilawaBase
public import TilawaQuran
import TilawaYAML

extension BundleFile<Recording> {
  /// Returns the edits that write the recited passages into `recording.yaml`, as a person states them or as a
  /// program recognised them.
  ///
  /// A person's statement replaces what a program recognised, and is never replaced itself. There are no
  /// edits if the file has the passages already.
  public func settingPassage(_ passages: [AyahRange], isHeard: Bool) -> [TextEdit] {
    let document = YAMLDocument(parsing: source)
    guard let root = document.root, let content, !passages.isEmpty else { return [] }
    let said = content.passage?.value.map(\.value)
    let isSaid = root.mapping?.contains { $0.key.scalar?.value == Recording.keys[\.passage] } ?? false
    let isOpen = said == nil ? !isSaid : content.statedPassages.isEmpty
    guard isOpen, said != passages || content.passageHeard != nil && !isHeard else { return [] }
    var editor = YAMLEditor(document)
    let set = { (field: String) in
      let values = passages.map { YAMLValue.quoted($0.description) }
      editor.set(
        field, to: values.count == 1 ? values[0] : .flowList(values), in: root,
        after: Array(FileKind.recording.fieldNames.prefix { $0 != field }))
    }
    if said != passages { set(Recording.keys[\.passage]) }
    if isHeard {
      set(Recording.keys[\.passageHeard])
    } else if content.passageHeard != nil {
      editor.removeKey(Recording.keys[\.passageHeard], in: root)
    }
    return editor.edits
  }
}
