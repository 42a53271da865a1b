import TilawaBase
package import TilawaFormat

/// The files that a user named to have them compared, patched or settled: those of a bundle, or one document of a library.
package struct FoundDocuments: Sendable {
  /// As the user would write it.
  package let shownPath: String
  /// The folder that is locked while they are written; absolute.
  package let folder: String
  /// Their kinds, and where they lie or would lie; absolute.
  let files: [(kind: DocumentKind, path: String)]

  /// The files of a bundle.
  package init(of bundle: FoundBundle) {
    shownPath = bundle.shownPath
    folder = bundle.path
    files = DocumentKind.all.filter(\.isOfBundles).map { ($0, PathText.joined(bundle.path, $0.fileName)) }
  }

  /// The bundle that `given` is or lies in, else the document of a library that it is; nil when it is neither.
  package init?(at given: String, in workplace: Workplace) {
    if let bundle = FoundBundle(containing: given, in: workplace) {
      self.init(of: bundle)
      return
    }
    let path = workplace.path(given)
    guard FileStatus.mayBe(.file, path), let kind = DocumentKind(ofFileAt: path) else { return nil }
    self.init(
      shownPath: workplace.shown(path), folder: PathText.folder(of: path), files: [(kind, path)])
  }

  private init(shownPath: String, folder: String, files: [(kind: DocumentKind, path: String)]) {
    self.shownPath = shownPath
    self.folder = folder
    self.files = files
  }

  /// The one document that it is; nil for a bundle.
  package var only: (kind: DocumentKind, path: String)? { files.count == 1 ? files.first : nil }

  /// Where the file of a kind lies, or would lie; nil when it isn't among them.
  package func path(of kind: DocumentKind) -> String? { files.first { $0.kind == kind }?.path }
}
