import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Detach: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "detach",
    abstract: "Move or remove the audio of a bundle.",
    discussion: """
      Keeps the rows, and the checksum in recording.yaml, by which tilawa audio attach recognises the audio. The audio \
      is read first, and stays if it does not match recording.yaml. A missing checksum is added.

        tilawa audio detach friday.tilawa --to /media/archive
        tilawa audio detach friday.tilawa --other-copy ~/Recordings

      With --to, the file moves to that path, or into that folder under the bundle's name. Otherwise it is removed, \
      if --other-copy names another copy, which is read as well. --force removes it without another \
      copy. A link made with --link is removed; its target stays.
      """)

  @OptionGroup var target: BundleArguments

  @Option(
    help: .init("Move the audio into this folder, or to this path.", valueName: "path"),
    completion: .directory)
  var to: String?

  @Option(
    help: .init(
      "Remove the audio if this file, or one in this folder, is the same (repeatable).",
      valueName: "path"),
    completion: .directory)
  var otherCopy: [String] = []

  @Flag(help: "Remove the audio even without another copy.") var force = false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard to == nil || (otherCopy.isEmpty && !force) else {
      throw ValidationError("--to keeps the audio and cannot be used with --other-copy or --force")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let plan = try DetachPlan(
      of: target.find(in: terminal), to: to, otherCopies: otherCopy, isForced: force,
      in: terminal.workplace, terminal.monitor)
    if !dryRun { try plan.apply(terminal.monitor) }
    tell(plan, terminal)
    if json { terminal.write(Self.shape.document(of: (plan, dryRun, terminal))) }
    return .done
  }

  static let shape = OutputShape<(plan: DetachPlan, isDryRun: Bool, terminal: Terminal)>(
    "audio-detach",
    [
      .key(.dryRun, { $0.isDryRun }), .key(.bundle, { $0.plan.bundle.shownPath }),
      .key(.file, { $0.plan.file }),
      .key(
        "outcome", .word(["moved", "removed", "removed_for_good", "unlinked"]), { $0.plan.destination.word },
        "`removed`: another copy is known; `unlinked`: it was a link."),
      .nullable(.path, { $0.plan.destination.path(in: $0.terminal) }),
      .key(.sha256, { $0.plan.digest.sha256 }),
      .key(.bytes, { Int($0.plan.digest.bytes) }), .key(.remarks, { $0.plan.remarks }),
    ])

  private func tell(_ plan: DetachPlan, _ terminal: Terminal) {
    let file = "\(plan.bundle.shownPath)/\(plan.file)"
    let bundle = ShellText.quoted(plan.bundle.shownPath)
    switch plan.destination {
    case .moved(let path):
      let path = terminal.shown(path)
      if !json { terminal.print(path) }
      terminal.say(
        "tilawa: moved \(file); to undo, run `tilawa audio attach \(bundle) \(ShellText.quoted(path))`")
    case .removed(let copy):
      let copy = terminal.shown(copy)
      terminal.say(
        "tilawa: removed \(file); to undo, run `tilawa audio attach \(bundle) \(ShellText.quoted(copy))`"
      )
    case .removedForGood: terminal.say("tilawa: removed \(file); no other copy is known")
    case .unlinked(let source):
      terminal.say(
        "tilawa: removed the link \(file); to undo, run `tilawa audio attach --link \(bundle) \(ShellText.quoted(source))`"
      )
    }
    for remark in plan.remarks { terminal.say("tilawa: \(remark)") }
    if dryRun { terminal.say("tilawa: nothing was changed") }
  }
}

extension DetachPlan.Destination {
  fileprivate var word: String {
    switch self {
    case .moved: "moved"
    case .removed: "removed"
    case .removedForGood: "removed_for_good"
    case .unlinked: "unlinked"
    }
  }

  /// Where the audio, or another copy of it, is now.
  fileprivate func path(in terminal: Terminal) -> String? {
    switch self {
    case .moved(let path), .removed(let path): terminal.shown(path)
    case .removedForGood: nil
    case .unlinked(let source): source
    }
  }
}
