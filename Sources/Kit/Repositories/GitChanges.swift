package import TilawaBase

/// The files of a work tree that aren't as a commit has them.
package struct GitChanges: Sendable {
  /// Changed or new, also those that git doesn't track yet unless it ignores them; from the top folder.
  package let paths: Set<ExactText>
  /// Those that are gone, or have another name now.
  package let removed: Set<ExactText>

  /// Compares the work tree of `repository` with `commit`; with nil, for a repository without commits, all of it is new.
  package init(in repository: GitRepository, since commit: String?) throws {
    let nothing = try repository.line(["hash-object", "-t", "tree", "/dev/null"]) ?? ""
    // A new name is a new file to us: what is checked is what lies there now.
    let changed = try repository.output(
      [
        "diff", "--name-status", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
        // For these git would start another git, in a repository that is asked by itself.
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
    // A file that is no longer tracked may lie there all the same.
    self.removed = removed.subtracting(paths)
  }

  private static func words(_ bytes: [UInt8]) -> [ExactText] {
    bytes.split(separator: 0).map { ExactText(String(decoding: $0, as: UTF8.self)) }
  }
}
