package import TilawaBase

/// The files of a work tree that differ from a commit.
package struct GitChanges: Sendable {
  /// The paths of changed or new files, relative to the top folder. Untracked files are included unless git
  /// ignores them.
  package let paths: Set<ExactText>
  /// The paths of files that were removed or renamed.
  package let removed: Set<ExactText>

  /// Compares the work tree of `repository` with `commit`. With nil, for a repository without commits, all
  /// files are new.
  package init(in repository: GitRepository, since commit: String?) throws {
    let nothing = try repository.line(["hash-object", "-t", "tree", "/dev/null"]) ?? ""
    // A renamed file counts as a new file, because the current files are checked.
    let changed = try repository.output(
      [
        "diff", "--name-status", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
        // For these, git would start another git, in a repository of its own.
        "--ignore-submodules", commit ?? nothing, "--",
      ])
    let untracked = try repository.output(["ls-files", "--others", "--exclude-standard", "-z"])
    let words = Self.words(changed)
    var paths = Set(Self.words(untracked))
    var removed: Set<ExactText> = []
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      if words[index].text == "D" { removed.insert(words[index + 1]) } else { paths.insert(words[index + 1]) }
    }
    self.paths = paths
    // A file that is no longer tracked may still exist.
    self.removed = removed.subtracting(paths)
  }

  private static func words(_ bytes: [UInt8]) -> [ExactText] {
    bytes.split(separator: 0).map { ExactText(String(decoding: $0, as: UTF8.self)) }
  }
}
