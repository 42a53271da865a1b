import TilawaBase

extension GitRepository {
  /// A file as the next commit will contain it, or the last one does.
  package struct StagedFile: Hashable, Sendable {
    /// The path, relative to the top folder.
    package let path: String
    /// The object name of its contents.
    let blob: String
  }

  /// Returns the files that the next commit adds or changes; with `all`, all files that it will contain.
  /// Links and submodules are not included.
  ///
  /// `index` is the absolute path of another index than the repository's, such as git passes to its hooks.
  package func staged(all: Bool, index: String? = nil) throws -> [StagedFile] {
    let git = index.map(withIndex) ?? self
    let words: [Substring]
    if all {
      // `100644 BLOB 0\tPATH`.
      words = try git.texts(["ls-files", "--stage", "-z"])
      return words.compactMap { entry in
        guard let (facts, path) = entry.cut(at: "\t") else { return nil }
        let parts = facts.words(by: " ")
        return parts.count == 3 && Self.isFile(parts[0])
          ? StagedFile(path: String(path), blob: String(parts[1])) : nil
      }
    }
    let base = try git.commit("HEAD") ?? git.line(["hash-object", "-t", "tree", "/dev/null"]) ?? ""
    // `:100644 100644 OLD NEW A`, then the path.
    words = try git.texts(
      ["diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--diff-filter=AMT", base])
    return stride(from: 0, to: words.count - 1, by: 2).compactMap { at in
      let parts = words[at].words(by: " ")
      return parts.count == 5 && Self.isFile(parts[1])
        ? StagedFile(path: String(words[at + 1]), blob: String(parts[3])) : nil
    }
  }

  /// Returns the size in bytes of a file's contents in git.
  package func size(of file: StagedFile) throws -> Int64 {
    try line(["cat-file", "-s", file.blob]).flatMap { Int64($0) } ?? 0
  }

  private static func isFile(_ mode: Substring) -> Bool { mode.begins(with: "100") }

  private func texts(_ arguments: [String]) throws -> [Substring] {
    try output(arguments).split(separator: 0).map { Substring(decoding: $0, as: UTF8.self) }
  }
}
