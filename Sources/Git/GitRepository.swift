import Files

/// A git repository, asked through the `git` program.
public struct GitRepository: Sendable {
  /// The top folder of its work tree.
  public let root: String
  private let git: ChildProgram

  /// What git said when it could not do what it was asked.
  public struct Refusal: Error, CustomStringConvertible, Sendable {
    /// Its words, first line first.
    public let description: String
  }

  /// The repository that holds `path`; nil when it is in none, or there is no git on `searchPath`.
  public init?(containing path: String, searchPath: String) {
    guard let git = ChildProgram(named: "git", searchPath: searchPath) else { return nil }
    let folder = FileStatus.isFolder(path) ? path : PathText.folder(of: path)
    guard let found = try? git.ask(["-C", folder, "rev-parse", "--show-toplevel"]),
      found.status == 0
    else { return nil }
    self.git = git
    root = Self.line(found.output)
  }

  /// What `git` prints for `arguments` in the top folder.
  ///
  /// Throws `Refusal` when it ends with anything but 0, and `FileError` when it can't be started.
  public func output(_ arguments: [String]) throws -> [UInt8] {
    let ending = try git.ask(["-C", root] + arguments)
    guard ending.status == 0 else {
      let words = ending.talk.split(separator: "\n").map(String.init).joined(separator: "; ")
      throw Refusal(description: words.isEmpty ? "git \(arguments.first ?? "") failed" : words)
    }
    return ending.output
  }

  /// The same as one line of text without its end; nil when git refuses.
  public func line(_ arguments: [String]) throws -> String? {
    do { return Self.line(try output(arguments)) } catch is Refusal { return nil }
  }

  /// The commit that `name` means; nil when it means none.
  public func commit(_ name: String) throws -> String? {
    // A name that begins with a dash would be taken for an option.
    guard !name.hasPrefix("-") else { return nil }
    return try line(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"])
  }

  /// The bytes of a file as a commit has it; nil when it hasn't the file. `path` is from the top folder.
  public func contents(of path: String, at commit: String) throws -> [UInt8]? {
    do { return try output(["cat-file", "blob", "\(commit):\(path)"]) } catch is Refusal { return nil }
  }

  /// The newest commit that both descend from; nil when there is none.
  public func mergeBase(_ one: String, _ other: String) throws -> String? {
    try line(["merge-base", one, other])
  }

  /// `path`, absolute, as seen from the top folder; nil when it lies outside.
  public func inside(_ path: String) -> String? {
    let root = (try? PathText.realPath(root)) ?? root
    let path = (try? PathText.realPath(path)) ?? path
    if path == root { return "" }
    guard path.hasPrefix(root + "/") else { return nil }
    return String(path.dropFirst(root.count + 1))
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
