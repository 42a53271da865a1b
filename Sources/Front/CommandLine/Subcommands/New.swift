import ArgumentParser
import TilawaBase
import TilawaKit

struct New: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a bundle without audio, or a library.",
    usage: """
      tilawa new <bundle> [<options>]
      tilawa new --library <folder> [--title <title>] [--lfs | --annex] [--no-git]
      """,
    discussion: """
      Writes a folder with a recording.yaml; tilawa import also adds the audio. With --library, sets up a \
      git repository for many bundles instead; existing files are kept.

        tilawa new --library recitations
      """)

  @Argument(
    help: "The bundle (NAME.tilawa), or with --library a folder.", completion: .directory)
  var bundle: String

  @Flag(help: "Make a library for many bundles, in git.") var library = false

  @Flag(help: "Keep audio in Git LFS. (default: if installed)") var lfs = false

  @Flag(help: "Keep audio in git-annex.") var annex = false

  @Flag(help: "Don't create or set up a git repository.") var noGit = false

  @OptionGroup(title: "The recording") var recording: RecordingFacts

  @Flag(help: "Begin the file with a schema line for editors.")
  var modeline = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard !(lfs && annex) else { throw ValidationError("--lfs and --annex cannot be used together") }
    guard !(noGit && (lfs || annex)) else {
      throw ValidationError("--lfs and --annex need git and cannot be used with --no-git")
    }
    guard library || !(lfs || annex || noGit) else {
      throw ValidationError("--lfs, --annex and --no-git need --library")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if library { return try makeLibrary(terminal) }
    let plan = try NewBundlePlan(
      at: bundle, { try recording.facts() }, hasModeline: modeline, in: terminal.workplace)
    try plan.apply()
    terminal.print(terminal.shown(plan.path))
    for remark in plan.remarks { terminal.say(remark) }
    return .done
  }

  private func makeLibrary(_ terminal: Terminal) throws -> Outcome {
    let plan = try LibrarySkeleton(
      at: bundle, title: recording.title, tool: lfs ? .lfs : annex ? .annex : nil, in: terminal.workplace)
    for (path, isMade) in try plan.apply() {
      if isMade {
        terminal.print(terminal.shown(path))
      } else {
        terminal.say("kept \(terminal.shown(path)), which already exists")
      }
    }
    guard !noGit else { return .done }
    guard let (repository, isNew) = try plan.repository() else {
      terminal.say("tilawa: git is not installed; no repository was set up")
      return .done
    }
    if isNew { terminal.say("created a git repository in \(terminal.shown(repository.root))") }
    try GitInstall.setUp(GitScope.settings(of: repository, terminal), program: "tilawa", terminal)
    if let tool = plan.tool {
      try GitInstall.keepAudio(by: tool, in: repository, program: "tilawa", terminal)
      return .done
    }
    if let hook = try AudioHook.install(AudioHook.text(program: "tilawa"), in: repository) {
      terminal.say("added \(terminal.shown(hook)), which runs tilawa git check before each commit")
    }
    terminal.say(
      "tilawa: Git LFS is not installed, so git ignores audio; install it, then run tilawa git install --lfs"
    )
    return .done
  }
}
