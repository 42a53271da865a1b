import TilawaBase
import TilawaFormat
import TilawaYAML

/// The openable names in a text: files beside it, and addresses.
struct Links {
  private let workspace: Workspace
  private let document: OpenDocument

  init(_ document: OpenDocument, in workspace: Workspace) {
    (self.workspace, self.document) = (workspace, document)
  }

  /// Where each name stands, and where it leads.
  func links() -> [(range: Range<Int>, uri: String)] {
    // Rows of these name nothing.
    if [DocumentKind.segments, .markers, .words].contains(document.kind) { return [] }
    let read = YAMLDocument(parsing: document.source)
    var found: [(Range<Int>, String)] = []
    func look(_ node: YAMLNode, _ key: String) {
      for pair in node.mapping ?? [] { look(pair.value, pair.key.scalar?.value ?? "") }
      for item in node.sequence ?? [] { look(item, key) }
      guard let text = node.scalar?.value else { return }
      if text.begins(with: "https://") || text.begins(with: "http://") {
        if !text.utf8.contains(32) { found.append((node.range, text)) }
      } else if key == AudioKey.file, PathText.staysInside(text) {
        let path = PathText.joined(PathText.folder(of: document.path), text)
        if !FileStatus.isAbsent(path) { found.append((node.range, FileURI.of(path))) }
      }
    }
    if let root = read.root ?? read.salvaged.first { look(root, "") }
    return found
  }
}
