import TilawaFormat
import TilawaKit

/// `▶ play` and `✓ confirm` above the rows.
struct CodeLenses {
  private let workspace: Workspace
  private let document: OpenDocument

  init(_ document: OpenDocument, in workspace: Workspace) {
    (self.workspace, self.document) = (workspace, document)
  }

  /// More than so many lenses slow an editor down more than they help.
  private static let most = 3000

  /// The rows, in the order of the text; none of a text that has too many.
  func rows() -> [AnnotatedRow] {
    guard let path = document.bundlePath, let kind = document.kind.ofBundle else { return [] }
    let rows = workspace.rows(ofBundle: path).filter { $0.kind == kind }
    return rows.count <= Self.most ? rows.sorted { $0.index < $1.index } : []
  }
}
