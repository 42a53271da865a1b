import TilawaBase
import TilawaFormat

/// A file of the format that the editor has open, as it stands there.
struct OpenDocument: Sendable {
  /// As the editor names it.
  let uri: String
  /// Absolute.
  let path: String
  /// As it is shown, from the folder that is open in the editor.
  let shownPath: String
  let kind: DocumentKind
  /// The editor's count of its changes; nil where it doesn't count.
  private(set) var version: Int?
  /// Another one after each change, among all documents of the server.
  private(set) var revision: Int
  private(set) var text: DocumentText
  /// The text for readers.
  private(set) var source: SourceText

  init(
    uri: String, path: String, shownAs shownPath: String, _ kind: DocumentKind, version: Int?, revision: Int,
    text: [UInt8]
  ) {
    (self.uri, self.path, self.shownPath, self.kind) = (uri, path, shownPath, kind)
    (self.version, self.revision) = (version, revision)
    self.text = DocumentText(text)
    source = SourceText(path: shownPath, bytes: text)
  }

  /// Takes what the editor says has changed, one change after the other.
  mutating func change(
    _ changes: [(span: PositionSpan?, text: String)], version: Int?, revision: Int,
    _ encoding: PositionEncoding
  ) {
    // The reader's text would keep the bytes, and each change would copy them.
    source = SourceText(path: shownPath, bytes: [])
    for change in changes {
      if let span = change.span {
        text.replace(text.range(of: span, encoding), with: Array(change.text.utf8))
      } else {
        text = DocumentText(Array(change.text.utf8))
      }
    }
    source = SourceText(path: shownPath, bytes: text.bytes)
    (self.version, self.revision) = (version, revision)
  }

  /// The bundle that it lies in; nil for a file outside of bundles.
  var bundlePath: String? { Self.bundle(ofFileAt: path) }

  /// The bundle that a file lies in by its path.
  static func bundle(ofFileAt path: String) -> String? {
    let folder = PathText.folder(of: path)
    return FileTree.isNamed(folder, ".tilawa") && FileKind(fileName: path) != nil ? folder : nil
  }

  /// The kind of a file by its place: one of a bundle, or one where a library has such. A file of the same
  /// name elsewhere has none,
  /// as other people's projects have a `notes.yaml` too.
  static func kind(ofFileAt path: String) -> DocumentKind? {
    if bundle(ofFileAt: path) != nil { return FileKind(fileName: path)?.document }
    guard let kind = DocumentKind(ofFileAt: path) else { return nil }
    let folder = PathText.folder(of: path)
    let fits = kind.places.contains { place in
      switch place {
      case .bundle: false
      case .file(let file): path.ends(with: "/\(file)")
      case .folder(let name): folder.ends(with: "/\(name)") && path.ends(with: ".yaml")
      }
    }
    return fits ? kind : nil
  }
}
