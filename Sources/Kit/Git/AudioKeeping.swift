import TilawaBase
import TilawaPrograms

/// Sets up a repository to keep its audio with Git LFS or git-annex.
package struct AudioKeeping: Sendable {
  /// The tool that keeps the audio.
  package let tool: LargeFileTool
  /// Remarks for the user about what is already there.
  package private(set) var remarks: [String] = []

  private let repository: GitRepository
  private let workplace: Workplace
  /// The lines that its `.gitattributes` lacks.
  private var missing: [String] = []
  /// The arguments of each run of git.
  private var runs: [[String]] = []
  private let hook: String

  private static let beginning = "# tilawa: audio"
  private static let end = "# tilawa: end"

  /// The lines of a `.gitignore` as long as no tool keeps audio.
  package static var ignoringLines: [String] {
    ["\(beginning): ignored until `tilawa git install --lfs` or --annex keeps it"]
      + AudioAttributes.endings.map { "*.\($0)" } + [end]
  }

  /// Plans the setup of the repository that contains the working directory. `program` is the command with
  /// which git starts this program.
  ///
  /// Throws a `Failure` if the tool isn't installed, or another one keeps the audio.
  package init(
    by tool: LargeFileTool, in repository: GitRepository, program: String, workplace: Workplace
  ) throws {
    (self.tool, self.repository, self.workplace) = (tool, repository, workplace)
    hook = AudioHook.text(program: program)
    guard Self.isInstalled(tool, in: workplace) else {
      throw Failure(
        "\(tool.program) is not installed; \(tool.name) needs it (on Debian: `apt install \(tool.program)`)"
      )
    }
    try requireNoOther()
    let said = try repository.keeping(AudioAttributes.endings, by: tool)
    let wanted = tool == .lfs ? "lfs" : "anything"
    for ending in AudioAttributes.endings {
      switch said[ending] {
      case wanted: break
      case nil: missing.append(AudioAttributes.line(for: ending, keptBy: tool))
      case let other?:
        remarks.append(
          "existing attributes of *.\(ending) differ (\(other)) and were not changed")
      }
    }
    let attributes = try FileContents.readIfAny(attributesPath).map { String(decoding: $0, as: UTF8.self) }
    if tool == .annex, !(attributes ?? "").lines.contains(where: { $0.isExactly(AudioAttributes.annexedNot) })
    {
      missing.append(AudioAttributes.annexedNot)
    }
    try planRuns()
    try tellOfAudioInGit()
  }

  /// Returns true if a tool can be used here.
  package static func isInstalled(_ tool: LargeFileTool, in workplace: Workplace) -> Bool {
    ChildProgram(named: tool.program, searchPath: workplace.environment["PATH"] ?? "/usr/bin:/bin") != nil
  }

  private var attributesPath: String { PathText.joined(repository.root, ".gitattributes") }
  private var ignorePath: String { PathText.joined(repository.root, ".gitignore") }

  private func requireNoOther() throws {
    if tool == .lfs, try repository.setting("annex.uuid") != nil {
      throw Failure("this repository already keeps large files in git-annex; use --annex")
    }
    let lfs = try repository.keeping(AudioAttributes.endings, by: .lfs).values.contains("lfs")
    if tool == .annex, lfs {
      throw Failure("this repository already keeps audio in Git LFS; use --lfs")
    }
  }

  private mutating func planRuns() throws {
    switch tool {
    case .lfs:
      // The filter belongs to the user, the hooks to the repository.
      let isSetUp = try repository.setting("filter.lfs.clean") != nil
      runs = isSetUp ? [["lfs", "update"]] : [["lfs", "install"]]
    case .annex:
      runs = try repository.setting("annex.uuid") == nil ? [["annex", "init"]] : []
      if !runs.isEmpty { try repository.requireNoHooksOfAnnex(workplace) }
    }
  }

  private mutating func tellOfAudioInGit() throws {
    let files = try AudioInGit(in: repository, all: true, workplace: workplace).files.filter(\.isAudio)
    guard let first = files.first else { return }
    let sum = files.reduce(0) { $0 + $1.bytes } / 1_000_000
    let advice =
      tool == .lfs
      ? "`git lfs migrate import --everything --above=500kb` moves them out and rewrites the history"
      : "`git rm --cached` and `git annex add` move them from the next commit on"
    remarks.append(
      "\(counted(files.count, "audio file")) (\(sum) MB, such as \(first.shownPath)) \(files.count == 1 ? "is" : "are") stored in git itself; \(advice)"
    )
  }

  /// Sets up the repository. Returns a line for each thing that was done; empty if everything was already
  /// set up.
  ///
  /// Throws a `Failure` if the tool fails; the repository's files are unchanged then.
  package func apply() throws -> [String] {
    var said: [String] = []
    for run in runs {
      let answer = try repository.work(run, installsHooks: tool == .lfs)
      guard answer.status == 0 else {
        let words = (String(decoding: answer.output, as: UTF8.self) + "\n" + answer.talk).filledLines
        let advice =
          words.contains { $0.holds("Hook already exists") }
          ? "; `git lfs update --manual` shows what to add to the existing hooks" : ""
        throw Failure(
          "`git \(run.joined(separator: " "))` failed with status \(answer.status): \(words.first ?? "no message")\(advice)"
        )
      }
      if run != ["lfs", "update"] { said.append("ran git \(run.joined(separator: " "))") }
    }
    said += try addLines(missing, to: attributesPath)
    said += try unignore()
    if let path = try AudioHook.install(hook, in: repository) {
      said.append("added \(workplace.shown(path)), which runs tilawa git check before each commit")
    }
    return said
  }

  private func addLines(_ lines: [String], to path: String) throws -> [String] {
    guard !lines.isEmpty else { return [] }
    let old = try FileContents.readIfAny(path)
    let text = old.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let start = text.isEmpty || text.ends(with: "\n") ? "" : "\n"
    let new = (old ?? []) + Array((start + lines.joined(separator: "\n") + "\n").utf8)
    try AtomicFile.change([.init(path, from: old, to: new)])
    return lines.map { "added to \(workplace.shown(path)): \($0)" }
  }

  /// Removes the lines that ignored audio as long as no tool kept it.
  private func unignore() throws -> [String] {
    guard let old = try FileContents.readIfAny(ignorePath) else { return [] }
    let lines = String(decoding: old, as: UTF8.self).fields(by: "\n")
    guard let first = lines.firstIndex(where: { $0.begins(with: Self.beginning) }),
      let last = lines[first...].firstIndex(where: { $0.isExactly(Self.end) })
    else { return [] }
    let kept = lines[..<first] + lines[(last + 1)...]
    try AtomicFile.change([.init(ignorePath, from: old, to: Array(kept.joined(separator: "\n").utf8))])
    return ["removed from \(workplace.shown(ignorePath)): the lines that ignored audio"]
  }
}

/// A hook of git that keeps large files out of commits.
package enum AudioHook {
  private static let mark = "# Written by tilawa: keeps large audio out of git itself."

  /// Returns the text of the hook. `program` is the command with which git starts this program; if it isn't
  /// found, every commit is accepted.
  package static func text(program: String) -> String {
    let program = "'" + program.replaced("'", with: "'\\''") + "'"
    return """
      #!/bin/sh
      \(mark) `tilawa git uninstall` removes it.
      command -v \(program) >/dev/null 2>&1 || exit 0
      exec \(program) git check

      """
  }

  private static func path(in repository: GitRepository) throws -> String? {
    let answer = try repository.work(["rev-parse", "--git-path", "hooks/pre-commit"], installsHooks: true)
    guard answer.status == 0 else { return nil }
    let line = String(decoding: answer.output.prefix { $0 != 0x0A }, as: UTF8.self)
    return line.isEmpty ? nil : PathText.joined(repository.root, line)
  }

  /// Installs the hook in a repository that has no such hook. Returns its path, or nil if there is one
  /// already.
  package static func install(_ text: String, in repository: GitRepository) throws -> String? {
    guard let path = try path(in: repository), try FileStatus.ifAny(path, followingLinks: false) == nil else {
      return nil
    }
    try FileTransfer.makeFolder(PathText.folder(of: path))
    try FileTransfer.create(Array(text.utf8), at: path, isProgram: true)
    return path
  }

  /// Removes the hook if Tilawa wrote it. Returns its path, or nil if there was none.
  package static func remove(from repository: GitRepository) throws -> String? {
    guard let path = try path(in: repository), let bytes = try FileContents.readIfAny(path),
      String(decoding: bytes, as: UTF8.self).holds(mark)
    else { return nil }
    try FileTransfer.remove(path)
    return path
  }
}
