package import TilawaBase
package import TilawaPrograms

/// A git repository, accessed through the `git` program.
package struct GitRepository: Sendable {
  /// The path of the top folder of its work tree.
  package let root: String
  private let git: GitProgram

  /// Creates the repository that contains `path`, or nil if there is none.
  package init?(containing path: String, _ git: GitProgram) {
    let folder = FileStatus.mayBe(.folder, path) ? path : PathText.folder(of: path)
    guard let found = try? git.ask(["rev-parse", "--show-toplevel"], in: folder), found.status == 0 else {
      return nil
    }
    let root = Self.line(found.output)
    guard let git = try? git.withoutPrograms(ofRepositoryAt: root) else { return nil }
    self.git = git
    self.root = root
  }

  private init(root: String, _ git: GitProgram) { (self.root, self.git) = (root, git) }

  /// Returns a copy that uses another index, at an absolute path.
  func withIndex(_ index: String) -> GitRepository { GitRepository(root: root, git.with(index: index)) }

  /// Runs git in the top folder to set up or download something for the user; see `GitProgram.work`.
  package func work(_ arguments: [String], installsHooks: Bool = false) throws(FileError)
    -> ChildProgram.Answer
  {
    try git.work(arguments, in: root, installsHooks: installsHooks)
  }

  /// Returns the paths of git-annex's hooks in the repository, which no setting disables.
  package func hooksOfAnnex() throws -> [String] {
    guard let common = try line(["rev-parse", "--git-common-dir"]) else { return [] }
    let folder = PathText.joined(PathText.joined(root, common), "hooks")
    guard try FileStatus.ifAny(folder) != nil else { return [] }
    return try FileTree.entries(ofFolder: folder).filter { $0.lowercased().ends(with: "-annex") }.sorted()
      .map { PathText.joined(folder, $0) }
  }

  /// The environment of `work`, for other programs that start git.
  package var workingEnvironment: [String: String] { git.workingEnvironment() }

  /// Returns the output of `git` with `arguments` in the top folder.
  ///
  /// Throws `Failure` if it ends with a status other than 0, and `FileError` if it can't be started.
  func output(_ arguments: [String]) throws -> [UInt8] {
    let answer = try git.ask(arguments, in: root)
    guard answer.status == 0 else {
      let words = answer.talk.words(by: "\n").map(String.init).joined(separator: "; ")
      throw Failure(words.isEmpty ? "git \(arguments.first ?? "") failed" : words)
    }
    return answer.output
  }

  /// Returns the output as one line of text without its end, or nil if git fails.
  func line(_ arguments: [String]) throws -> String? {
    do { return Self.line(try output(arguments)) } catch is Failure { return nil }
  }

  /// Returns the full name of the commit called `name`, or nil if there is none. Other functions that take
  /// a commit expect this name.
  package func commit(_ name: String) throws -> String? {
    try line(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"])
  }

  /// Returns the bytes of a file in a commit, or nil if the commit doesn't contain it. `path` is relative
  /// to the top folder.
  package func contents(of path: String, at commit: String) throws -> [UInt8]? {
    do { return try output(["cat-file", "blob", "\(commit):\(path)"]) } catch is Failure { return nil }
  }

  /// Returns the paths of all files below a folder in a commit. All paths are relative to the top folder;
  /// `path` is empty for the top folder itself.
  package func files(below path: String, at commit: String) throws -> [String] {
    let list = try output(
      ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit] + (path.isEmpty ? [] : ["--", path]))
    return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the newest common ancestor of two commits, or nil if there is none.
  package func mergeBase(_ one: String, _ other: String) throws -> String? {
    try line(["merge-base", "--", one, other])
  }

  /// Returns at most `limit` commits that changed a file or a folder, newest first.
  package func commits(changing path: String, atMost limit: Int) throws -> [String] {
    let log = try output(["rev-list", "--max-count=\(limit)", "HEAD", "--", path])
    return String(decoding: log, as: UTF8.self).words(by: "\n").map(String.init)
  }

  /// Returns true if the repository has a remote.
  package func hasRemote() throws -> Bool { try !output(["remote"]).isEmpty }

  /// Returns those of `paths`, which are absolute, that git tracks.
  package func tracked(of paths: [String]) throws -> Set<ExactText> {
    let files = paths.compactMap { path in inside(path).map { (path: path, inside: $0) } }
    guard !files.isEmpty else { return [] }
    let listed = try output(["ls-files", "-z", "--"] + files.map(\.inside))
    let names = Set(listed.split(separator: 0).map { ExactText(String(decoding: $0, as: UTF8.self)) })
    return Set(files.filter { names.contains(ExactText($0.inside)) }.map { ExactText($0.path) })
  }

  /// Returns the absolute `path` relative to the top folder, or nil if it lies outside.
  package func inside(_ path: String) -> String? {
    let root = (try? PathText.realPath(root)) ?? root
    let path = (try? PathText.realPath(path)) ?? path
    return path.isExactly(root) ? "" : path.after(root + "/").map(String.init)
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
