package import TilawaBase
import TilawaFormat
import TilawaPrograms

/// A new library: a folder for bundles, with the files that keep it well in git.
package struct LibrarySkeleton: Sendable {
  /// The absolute path.
  package let path: String
  /// The tool that keeps the audio, or nil if git ignores audio.
  package let tool: LargeFileTool?

  private let workplace: Workplace
  private let files: [(path: String, text: String)]

  /// Plans a library in the folder that the user named, which may exist.
  ///
  /// `tool` is the tool that the user wants for audio; if nil, Git LFS is used if it is installed. Throws a
  /// `Failure` if the folder is a file or lies in a bundle.
  package init(at given: String, title: String?, tool: LargeFileTool?, in workplace: Workplace)
    throws(Failure)
  {
    path = workplace.path(given)
    self.workplace = workplace
    if !FileStatus.isAbsent(path), !FileStatus.mayBe(.folder, path) {
      throw Failure("\(given) is a file; a library is a folder")
    }
    if PathText.name(of: path).ends(with: ".tilawa") {
      throw Failure("a folder whose name ends in .tilawa is a bundle; choose another name for a library")
    }
    if let outer = FoundBundle(containing: PathText.folder(of: path), in: workplace) {
      throw Failure("\(outer.shownPath) is a bundle and cannot contain a library")
    }
    if let tool, !AudioKeeping.isInstalled(tool, in: workplace) {
      throw Failure(
        "\(tool.program) is not installed; \(tool.name) needs it (on Debian: `apt install \(tool.program)`)"
      )
    }
    self.tool = tool ?? (AudioKeeping.isInstalled(.lfs, in: workplace) ? .lfs : nil)
    files = [
      ("README.md", LibraryTexts.readme(title: title ?? PathText.name(of: path), tool: self.tool)),
      (".gitignore", LibraryTexts.ignored + (self.tool == nil ? Self.ignoredAudio : "")),
      (".gitattributes", LibraryTexts.attributes(tool: self.tool)),
      (".pre-commit-config.yaml", LibraryTexts.preCommit),
      (".github/workflows/recitations.yaml", LibraryTexts.workflow),
    ]
  }

  private static var ignoredAudio: String {
    "\n" + AudioKeeping.ignoringLines.map { $0 + "\n" }.joined()
  }

  /// Writes the files that don't exist yet; existing files stay unchanged. Returns each file, and true if
  /// it was written.
  package func apply() throws -> [(path: String, isMade: Bool)] {
    try FileTransfer.makeFolder(path)
    return try files.map { name, text in
      let file = PathText.joined(path, name)
      guard try FileStatus.ifAny(file, followingLinks: false) == nil else { return (file, false) }
      try FileTransfer.makeFolder(PathText.folder(of: file))
      try AtomicFile.change([.init(file, from: nil, to: Array(text.utf8))])
      return (file, true)
    }
  }

  /// Makes the folder a git repository, unless it lies in one. Returns the repository, and true if it is
  /// new. Returns nil if git isn't installed.
  package func repository() throws -> (repository: GitRepository, isNew: Bool)? {
    guard let git = workplace.git else { return nil }
    if let there = workplace.repository(containing: path) { return (there, false) }
    let answer = try git.work(["init", "--quiet"], in: path)
    guard answer.status == 0, let made = workplace.repository(containing: path) else {
      throw Failure("git cannot create a repository: \(answer.talk.filledLines.last ?? "no message")")
    }
    return (made, true)
  }
}
