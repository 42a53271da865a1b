package import TilawaBase
package import TilawaPrograms

/// A git repository, asked through the `git` program.
package struct GitRepository: Sendable {
  /// The top folder of its work tree.
  package let root: String
  private let git: GitProgram

  /// The repository that holds `path`; nil when it is in none.
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

  /// The same that looks into another index, at an absolute path.
  func withIndex(_ index: String) -> GitRepository { GitRepository(root: root, git.with(index: index)) }

  /// Runs git in the top folder for what the user asked for; see `GitProgram.work`.
  package func work(_ arguments: [String], installsHooks: Bool = false) throws(FileError)
    -> ChildProgram.Answer
  {
    try git.work(arguments, in: root, installsHooks: installsHooks)
  }

  /// Programs in the repository that git-annex would run, by their paths: its own hooks, which no setting turns off.
  package func hooksOfAnnex() throws -> [String] {
    guard let common = try line(["rev-parse", "--git-common-dir"]) else { return [] }
    let folder = PathText.joined(PathText.joined(root, common), "hooks")
    guard try FileStatus.ifAny(folder) != nil else { return [] }
    return try FileTree.entries(ofFolder: folder).filter { $0.lowercased().ends(with: "-annex") }.sorted()
      .map { PathText.joined(folder, $0) }
  }

  /// The environment of `work`, for other programs that start git.
  package var workingEnvironment: [String: String] { git.workingEnvironment() }

  /// What `git` prints for `arguments` in the top folder.
  ///
  /// Throws `Failure` when it ends with anything but 0, and `FileError` when it can't be started.
  func output(_ arguments: [String]) throws -> [UInt8] {
    let answer = try git.ask(arguments, in: root)
    guard answer.status == 0 else {
      let words = answer.talk.words(by: "\n").map(String.init).joined(separator: "; ")
      throw Failure(words.isEmpty ? "git \(arguments.first ?? "") failed" : words)
    }
    return answer.output
  }

  /// The same as one line of text without its end; nil when git refuses.
  func line(_ arguments: [String]) throws -> String? {
    do { return Self.line(try output(arguments)) } catch is Failure { return nil }
  }

  /// The commit that `name` means; nil when it means none. Whatever else takes a commit takes what this gives.
  package func commit(_ name: String) throws -> String? {
    try line(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"])
  }

  /// The bytes of a file as a commit has it; nil when it hasn't the file. `path` is from the top folder.
  package func contents(of path: String, at commit: String) throws -> [UInt8]? {
    do { return try output(["cat-file", "blob", "\(commit):\(path)"]) } catch is Failure { return nil }
  }

  /// The paths of all files below a folder as a commit has it, from the top folder; `path` is from there, too, empty for it.
  package func files(below path: String, at commit: String) throws -> [String] {
    let list = try output(
      ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit] + (path.isEmpty ? [] : ["--", path]))
    return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The newest commit that both descend from; nil when there is none.
  package func mergeBase(_ one: String, _ other: String) throws -> String? {
    try line(["merge-base", "--", one, other])
  }

  /// The newest commits that changed a file or a folder, newest first, at most `limit`.
  package func commits(changing path: String, atMost limit: Int) throws -> [String] {
    let log = try output(["rev-list", "--max-count=\(limit)", "HEAD", "--", path])
    return String(decoding: log, as: UTF8.self).words(by: "\n").map(String.init)
  }

  /// Whether something is known of a place that commits are sent to or come from.
  package func hasRemote() throws -> Bool { try !output(["remote"]).isEmpty }

  /// Those of `paths`, which are absolute, that git tracks.
  package func tracked(of paths: [String]) throws -> Set<ExactText> {
    let files = paths.compactMap { path in inside(path).map { (path: path, inside: $0) } }
    guard !files.isEmpty else { return [] }
    let listed = try output(["ls-files", "-z", "--"] + files.map(\.inside))
    let names = Set(listed.split(separator: 0).map { ExactText(String(decoding: $0, as: UTF8.self)) })
    return Set(files.filter { names.contains(ExactText($0.inside)) }.map { ExactText($0.path) })
  }

  /// `path`, absolute, as seen from the top folder; nil when it lies outside.
  package func inside(_ path: String) -> String? {
    let root = (try? PathText.realPath(root)) ?? root
    let path = (try? PathText.realPath(path)) ?? path
    return path.isExactly(root) ? "" : path.after(root + "/").map(String.init)
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
