extension Workplace {
  /// The `git` program; nil when it isn't installed.
  package var git: GitProgram? { GitProgram(searchPath: environment["PATH"] ?? "") }

  /// The repository that `path` lies in, if there is one and git is installed.
  package func repository(containing path: String) -> GitRepository? {
    git.flatMap { GitRepository(containing: path, $0) }
  }
}
