public import TilawaBase

extension [TextEdit] {
  /// Returns the changes that the edits make to a text, in the form of `diff -u`.
  public func diff(of source: SourceText) -> String { UnifiedDiff(of: source, self)?.text ?? "" }
}

extension RowList.Change {
  /// As `diff -u` shows it.
  public func diff(of kind: FileKind, in bundle: TilawaBundle) -> String {
    let old =
      bundle.source(of: kind) ?? SourceText(path: "\(bundle.shownPath)/\(kind.fileName)", bytes: [])
    switch self {
    case .none: return ""
    case .create(let text): return [TextEdit(0..<0, text)].diff(of: old)
    case .edit(let edits): return edits.diff(of: old)
    case .remove: return [TextEdit(0..<old.bytes.count, "")].diff(of: old)
    }
  }

  /// Returns the content of the file after the change, if it has `old` before; nil stands for no file.
  public func applied(to old: [UInt8]?) -> [UInt8]? {
    switch self {
    case .none: old
    case .create(let text): Array(text.utf8)
    case .edit(let edits): edits.applied(to: old ?? [])
    case .remove: nil
    }
  }

  /// Creates the change that leads from `old` to `new`; nil stands for no file.
  public init(from old: [UInt8]?, to new: [UInt8]?) {
    switch (old, new) {
    case (let old?, let new?):
      self = new == old ? .none : .edit([TextEdit(0..<old.count, String(decoding: new, as: UTF8.self))])
    case (nil, let new?): self = .create(String(decoding: new, as: UTF8.self))
    case (_?, nil): self = .remove
    case (nil, nil): self = .none
    }
  }
}

extension TilawaBundle {
  /// The bundle with one file changed, nothing written.
  public func applying(_ change: RowList.Change, to kind: FileKind) -> TilawaBundle {
    var bundle = self
    let bytes = change.applied(to: source(of: kind)?.bytes)
    bundle.replace(kind, by: bytes.map { SourceText(path: "\(shownPath)/\(kind.fileName)", bytes: $0) })
    return bundle
  }
}
