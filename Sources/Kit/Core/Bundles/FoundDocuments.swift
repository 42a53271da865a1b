import TilawaBase
package import TilawaFormat

/// The files that a user named to be compared, patched or settled: those of a bundle, or one document of a
/// library.
package struct FoundDocuments: Sendable {
  /// The path as the user would write it.
  package let shownPath: String
  /// The folder that is locked while the files are written; an absolute path.
  package let folder: String
  /// The kinds of the files with their absolute paths, even if they don't exist.
  let files: [(kind: DocumentKind, path: String)]

  /// Creates the list of the files of a bundle.
  package init(of bundle: FoundBundle) {
    shownPath = bundle.shownPath
    folder = bundle.path
    files = DocumentKind.all.filter(\.isOfBundles).map { ($0, PathText.joined(bundle.path, $0.fileName)) }
  }

  /// Finds the bundle that `given` is or is inside of, else the library document that it is; nil if it is
  /// neither.
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

  /// The single document, or nil for a bundle.
  package var only: (kind: DocumentKind, path: String)? { files.count == 1 ? files.first : nil }

  /// Returns the path of the file of a kind, even if it doesn't exist, or nil if the kind isn't included.
  package func path(of kind: DocumentKind) -> String? { files.first { $0.kind == kind }?.path }
}
