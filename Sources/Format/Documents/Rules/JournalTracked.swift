import TilawaBase

extension DocumentRule {
  /// Creates a rule against journals that git tracks in a repository with a remote, and thus shares.
  static func journalTracked<Content: Sendable>(_: Content.Type) -> DocumentRule {
    DocumentRule("J903", "journal-tracked", .warning) { (file: BundleFile<Content>, library, report) in
      guard library.isShared else { return }
      report.add(
        "git tracks this file of a journal in a repository with a remote; add /journal/ to .gitignore and run "
          + "`git rm --cached`, which keeps the file here", at: Place(path: file.source.path))
    }
  }
}
