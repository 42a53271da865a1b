import TilawaBase

extension DocumentRule {
  /// Creates a rule against journals that git tracks in a repository with a remote, and thus shares.
  static func journalTracked<Content: Sendable>(_: Content.Type) -> DocumentRule {
    DocumentRule("J903", "journal-tracked", .warning) { (file: BundleFile<Content>, library, report) in
      guard library.isShared else { return }
      report.add(
        "git tracks this file of a journal, and its repository has a remote; add /journal/ to .gitignore, and git rm "
          + "--cached takes the file out of git and leaves it here", at: Place(path: file.source.path))
    }
  }
}
