public import TilawaBase
public import TilawaQuran
import TilawaYAML

extension BundleFile<Recording> {
  /// The edits that make `recording.yaml` say what is recited: as a person says it, or as a program heard it. A person's
  /// word takes the place of what was only heard, and is never replaced itself; none where the file says all that already.
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
