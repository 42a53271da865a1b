extension Workplace {
  /// The `git` program, or nil if it isn't installed.
  package var git: GitProgram? { GitProgram(searchPath: environment["PATH"] ?? "") }

  /// Returns the repository that contains `path`, if there is one and git is installed.
  package func repository(containing path: String) -> GitRepository? {
    git.flatMap { GitRepository(containing: path, $0) }
  }
}
