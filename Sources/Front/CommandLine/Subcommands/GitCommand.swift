import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaPrograms

struct GitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git", abstract: "Set up git to compare and merge bundles by rows.",
    subcommands: [
      GitInstall.self, GitUninstall.self, GitCheck.self, Blame.self, ResolveConflicts.self, MergeDriver.self,
    ])
}

extension GitSettings {
  /// The lines for every kind of document there is; those of bundles have one together.
  fileprivate static var attributes: [String] {
    attributes(besides: DocumentKind.all.flatMap(\.patterns).filter { !$0.holds("*.tilawa/") })
  }
}

/// Where git keeps the settings.
struct GitScope: ParsableArguments {
  enum Place: String, EnumerableFlag {
    case local, global

    static func help(for value: Self) -> ArgumentHelp? {
      value == .local ? "For this repository (the default)." : "For all your repositories."
    }
  }

  @Flag(exclusivity: .exclusive) var place: Place = .local

  /// Asks the `git config` of that place.
  struct Settings {
    fileprivate let git: GitProgram
    fileprivate let place: Place
    /// The top folder of the repository that one stands in.
    fileprivate let repository: String?
    /// The attributes file that belongs to it.
    let attributes: String

    fileprivate func ask(_ arguments: [String]) throws -> ChildProgram.Answer {
      try git.ask(["config", "--\(place)"] + arguments, in: place == .local ? repository : nil)
    }

    /// Takes away a reference of the repository that one stands in; false when there is none.
    fileprivate func remove(reference: String) throws -> Bool {
      guard let repository,
        try git.ask(["show-ref", "--verify", "--quiet", reference], in: repository).status == 0
      else { return false }
      return try git.ask(["update-ref", "-d", reference], in: repository).status == 0
    }
  }

  func find(in terminal: Terminal) throws -> Settings {
    guard let git = terminal.workplace.git else { throw CommandFailure("git is not installed") }
    let repository = terminal.workplace.repository(containing: terminal.workingDirectory)?.root
    return try find(repository, git, terminal)
  }

  /// The settings of a repository that one need not stand in.
  static func settings(of repository: GitRepository, _ terminal: Terminal) throws -> Settings {
    guard let git = terminal.workplace.git else { throw CommandFailure("git is not installed") }
    return Settings(
      git: git, place: .local, repository: repository.root,
      attributes: PathText.joined(repository.root, ".gitattributes"))
  }

  private func find(_ repository: String?, _ git: GitProgram, _ terminal: Terminal) throws -> Settings {
    if place == .local {
      guard let repository else {
        throw CommandFailure(
          "\(terminal.workingDirectory) is not in a git repository; use --global for all your repositories")
      }
      return Settings(
        git: git, place: .local, repository: repository,
        attributes: PathText.joined(repository, ".gitattributes"))
    }
    let named = try git.ask(["config", "--global", "--type=path", "core.attributesFile"])
    let line = String(decoding: named.output.prefix { $0 != 0x0A }, as: UTF8.self)
    let home = terminal.environment["HOME"] ?? "/"
    let folder = terminal.environment["XDG_CONFIG_HOME"].flatMap { $0.begins(with: "/") ? $0 : nil }
    return Settings(
      git: git, place: .global, repository: repository,
      attributes: line.isEmpty
        ? PathText.joined(folder ?? PathText.joined(home, ".config"), "git/attributes") : line)
  }
}

struct GitInstall: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Set up the merge driver, diff driver and attributes.",
    discussion: """
      With --lfs or --annex, the repository also stores audio in Git LFS or git-annex. Git itself then contains small \
      pointers, and a clone need not fetch all audio. Existing lines of .gitattributes stay. A pre-commit hook keeps large \
      audio out of commits (see tilawa git check), unless there already is one. Running it again changes nothing.

        tilawa git install
        tilawa git install --lfs
      """)

  @OptionGroup var scope: GitScope

  @Flag(help: "Store the audio of this repository in Git LFS.") var lfs = false

  @Flag(help: "Store the audio of this repository in git-annex.") var annex = false

  @Option(help: "Name or path of this program for git.") var program = "tilawa"

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard !(lfs && annex) else { throw ValidationError("--lfs and --annex cannot be used together") }
    guard scope.place == .local || !(lfs || annex) else {
      throw ValidationError(
        "--\(lfs ? "lfs" : "annex") is set per repository and cannot be used with --global")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let settings = try scope.find(in: terminal)
    // First what may fail.
    if lfs || annex, let repository = terminal.workplace.repository(containing: terminal.workingDirectory) {
      try Self.keepAudio(by: lfs ? .lfs : .annex, in: repository, program: program, terminal)
    }
    try Self.setUp(settings, program: program, terminal)
    terminal.say("git now compares and merges bundles by rows; to undo this, run tilawa git uninstall")
    return .done
  }

  /// Lets the tool keep the audio of a repository, and tells what was done.
  static func keepAudio(
    by tool: LargeFileTool, in repository: GitRepository, program: String, _ terminal: Terminal
  ) throws {
    let plan = try AudioKeeping(
      by: tool, in: repository, program: program, workplace: terminal.workplace)
    let said = try plan.apply()
    for line in said { terminal.say(line) }
    for remark in plan.remarks { terminal.say("tilawa: \(remark)") }
    terminal.say(
      said.isEmpty
        ? "\(tool.name) already stores the audio" : "\(tool.name) now stores the audio of this repository")
  }

  /// Sets up the drivers and the attributes, and tells what was done.
  static func setUp(_ settings: GitScope.Settings, program: String, _ terminal: Terminal) throws {
    for (name, value) in GitSettings.values(program: program) {
      let now = try settings.ask(["--get", name])
      guard String(decoding: now.output, as: UTF8.self) != value + "\n" else { continue }
      let result = try settings.ask([name, value])
      guard result.status == 0 else { throw CommandFailure("git cannot set \(name): \(result.talk)") }
      terminal.say("set \(name)")
    }
    for name in GitSettings.outdated where try settings.ask(["--unset-all", name]).status == 0 {
      terminal.say("removed \(name)")
    }
    if try settings.remove(reference: GitSettings.outdatedReference) {
      terminal.say("removed \(GitSettings.outdatedReference)")
    }
    let attributes = settings.attributes
    let text = try FileContents.readIfAny(attributes).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let known = Set(text.words(by: "\n").map(String.init))
    let missing = GitSettings.attributes.filter { !known.contains($0) }
    if !missing.isEmpty {
      try FileTransfer.makeFolder(PathText.folder(of: attributes))
      let start = text.isEmpty || text.ends(with: "\n") ? text : text + "\n"
      try AtomicFile.write(Array((start + missing.joined(separator: "\n") + "\n").utf8), to: attributes)
      for line in missing { terminal.say("added to \(terminal.shown(attributes)): \(line)") }
    }
  }
}

struct GitUninstall: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Undo tilawa git install.",
    discussion: """
      Settings that store audio stay: without them, the next commit would put whole recordings into git.

        tilawa git uninstall
      """)

  @OptionGroup var scope: GitScope

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let settings = try scope.find(in: terminal)
    for section in GitSettings.sections
    where try settings.ask(["--remove-section", section]).status == 0 {
      terminal.say("removed \(section)")
    }
    if scope.place == .local,
      let repository = terminal.workplace.repository(containing: terminal.workingDirectory),
      let hook = try AudioHook.remove(from: repository)
    {
      terminal.say("removed \(terminal.shown(hook))")
    }
    let attributes = settings.attributes
    guard let bytes = try FileContents.readIfAny(attributes) else { return .done }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let ours = Set(GitSettings.attributes)
    let kept = lines.filter { !ours.contains(String($0)) }
    guard kept.count < lines.count else { return .done }
    if kept.allSatisfy(\.isEmpty) {
      try FileTransfer.remove(attributes)
    } else {
      try AtomicFile.write(Array(kept.joined(separator: "\n").utf8), to: attributes)
    }
    for line in lines where ours.contains(String(line)) {
      terminal.say("removed from \(terminal.shown(attributes)): \(line)")
    }
    return .done
  }
}

struct GitCheck: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find large audio about to be committed to git itself.",
    discussion: """
      Git keeps every version of a file forever, in every clone. Checks the files that the next commit adds or \
      changes, or with --all every file in git. Reports audio over 0.5 MB, and other files over 10 MB. Pointers \
      of Git LFS and git-annex pass.

      As a hook, it prevents such commits; tilawa git install --lfs, --annex and tilawa new --library install the hook. To \
      skip it once, use git commit --no-verify.

      Exit status: 0 none found; 1 some found; 2 not a git repository, or it cannot be read.

        tilawa git check
        tilawa git check --all
      """)

  @Flag(help: "Check all files in git, not only those of the next commit.") var all = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard terminal.workplace.git != nil else { throw CommandFailure("git is not installed") }
    guard let repository = terminal.workplace.repository(containing: terminal.workingDirectory) else {
      throw CommandFailure("\(terminal.workingDirectory) is not in a git repository")
    }
    MergeDriverHint.say(around: ["."], terminal)
    let found = try AudioInGit(
      in: repository, all: all, index: terminal.environment["GIT_INDEX_FILE"], workplace: terminal.workplace)
    guard let first = found.files.first else { return .clean }
    for file in found.files {
      let tenths = file.bytes / 100_000
      terminal.print(
        "\(file.shownPath): \(tenths / 10).\(tenths % 10) MB\(file.isAudio ? " of audio" : "") in git itself")
    }
    terminal.say(
      all
        ? "tilawa: store these in Git LFS or git-annex: run tilawa git install --lfs or --annex"
        : "tilawa: unstage them with `git rm --cached \(ShellText.quoted(first.shownPath))`, run "
          + "`tilawa git install --lfs` or `--annex`, and add them again"
    )
    return .findings
  }
}

/// The hint for a clone whose git has no merge driver, though its attributes name one.
enum MergeDriverHint {
  static func say(around paths: [String], _ terminal: Terminal) {
    guard paths.contains(where: terminal.workplace.lacksMergeDriver) else { return }
    terminal.say(
      "tilawa: this clone merges line by line, because git lacks the merge driver; set it up with `tilawa git install`"
    )
  }
}
