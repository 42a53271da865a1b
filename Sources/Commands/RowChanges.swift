import Diagnostics
import Files
import Annotating
import TilawaFormat

extension [TextEdit] {
  /// What they do to a text, as `diff -u` shows it.
  func diff(of source: SourceText) -> String { UnifiedDiff(of: source, self)?.text ?? "" }
}

extension RowList.Change {
  /// As `diff -u` shows it.
  func diff(of kind: FileKind, in bundle: TilawaBundle) -> String {
    let old =
      bundle.source(of: kind) ?? SourceText(path: "\(bundle.shownPath)/\(kind.fileName)", bytes: [])
    switch self {
    case .none: return ""
    case .create(let text): return [TextEdit(0..<0, text)].diff(of: old)
    case .edit(let edits): return edits.diff(of: old)
    case .remove: return [TextEdit(0..<old.bytes.count, "")].diff(of: old)
    }
  }
}

extension BundleTransaction {
  /// Puts a change of one file on the list.
  mutating func apply(_ change: RowList.Change, to kind: FileKind) throws(FileError) {
    switch change {
    case .none: break
    case .create(let text): write(kind, text)
    case .edit(let edits): if let source = bundle.source(of: kind) { try edit(source, kind, edits) }
    case .remove: remove(kind)
    }
  }
}
