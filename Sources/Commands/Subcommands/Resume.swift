import ArgumentParser
import Diagnostics
import Library
import QuranIndex
import TilawaFormat
import TilawaKit
import Timing

struct Resume: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Show where you stopped, or continue from there.",
    discussion: """
      Reads from the journal where you stopped, and prints the queue from there to the end of the range, with the same \
      reciter, profile, speed, gap and repeats. Options change these as they do for tilawa queue. With --play it is played \
      instead, from the exact moment where you stopped, with the same keys as tilawa play.

        tilawa resume
        tilawa resume --play

      Exit status: 0 printed or played; 1 the journal is empty, there is nothing to play, or faults were reported; 2 wrong \
      usage, or the journal can't be read.
      """)

  @OptionGroup var arguments: QueueArguments

  @OptionGroup var journal: JournalArguments

  @Flag(help: "Play the queue instead of printing it.") var play = false

  @Option(help: .init("With --play: the player to use. (default: the first that works)", valueName: "name"))
  var player: String?

  @OptionGroup(title: "The sound, with --play") var sound: SoundArguments

  @OptionGroup var output: JSONArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if play, output.isAny { throw ValidationError("--play can't be used with --json or --jsonl") }
    if !play, player != nil { throw ValidationError("--player needs --play") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    guard arguments.range.isEmpty, arguments.from == nil else {
      throw CommandFailure("resume continues where you stopped; use tilawa queue for anything else")
    }
    let files = try journal.folder(library: arguments.place.library, in: terminal).read()
    let errors = files.diagnostics.filter {
      $0.severity == .error && DocumentKind(ofFileAt: $0.place.path) == .listening
    }
    guard errors.isEmpty else {
      terminal.complain(errors.inOrder())
      return .failed
    }
    guard let listening = files.listening?.content, let rest = listening.rest else {
      terminal.complain("tilawa: there is nothing to resume yet; tilawa play records where you stop")
      return .findings
    }
    var said = "stopped at \(rest.first)"
    if let position = listening.position?.value, position > .zero { said += ", \(position) s into it" }
    if let page = Division.page.number(of: rest.first) { said += ", page \(page)" }
    if let at = listening.at { said += ", \(at.value.text)" }
    if let listened = listening.listened { said += "; listened \(listened.value.clock) in all" }
    terminal.say(said)
    var arguments = arguments
    // Another profile that is asked for has other people.
    let isSame = arguments.profile == nil
    arguments.profile = arguments.profile ?? listening.profile?.value
    let opened = try arguments.open(
      in: terminal, journal: journal,
      resuming: .init(
        rest: rest, reciter: isSame ? listening.reciter?.value : nil,
        riwayah: isSame ? listening.riwayah?.value : nil, listening: isSame ? listening : nil))
    if play {
      guard let outcome = opened.tell(in: terminal) else { return .findings }
      try opened.play(sound, player: player, journal: journal, library: arguments.place.library, in: terminal)
      return outcome
    }
    return try QueueReport.print(opened, as: output, in: terminal)
  }
}
