public import Diagnostics
public import QuranIndex
import YAMLDocuments

extension BundleFile<Recording> {
  /// The edits that make `recording.yaml` say what is recited.
  public func settingPassage(_ passages: [AyahRange]) -> [TextEdit] {
    let document = YAMLDocument(parsing: source)
    guard let root = document.root, let first = passages.first else { return [] }
    let values = passages.map { YAMLValue.quoted($0.description) }
    var editor = YAMLEditor(document)
    editor.set(
      Recording.passage.key, to: passages.count == 1 ? .quoted(first.description) : .flowList(values),
      in: root,
      after: Array(FileKind.recording.fieldNames.prefix { $0 != Recording.passage.key }))
    return editor.edits
  }
}
