import ArgumentParser
import Diagnostics
import Library
import QuranIndex
import TilawaFormat
import Timing

struct Resume: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Show where you stopped, and what is left, or go on.",
    discussion: """
      Tells from the journal what was heard last, and prints the queue from there to the end of what was listened \
      to, by the reciter who was heard, with the profile that was used and the speed, gap and repeats that options gave it; \
      options change it as they do for tilawa queue. --play plays it instead, from the very moment where you stopped; the keys \
      are those of tilawa play.

        tilawa resume
        tilawa resume --play

      Exit status: 0 printed or played; 1 nothing was listened to yet, there is nothing to play, or faults were told; 2 used wrongly, or the \
      journal can't be read.
      """)

  @OptionGroup var arguments: QueueArguments

  @OptionGroup var journal: JournalArguments

  @Flag(help: "Play it.") var play = false

  @Option(help: .init("With --play: the player to use. (default: the first that works)", valueName: "name"))
  var player: String?

  @OptionGroup(title: "The sound, with --play") var sound: SoundArguments

  @Flag(help: "Print JSON lines: one for the queue, then one for each item.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if play, json { throw ValidationError("--play and --json exclude each other") }
    if !play, player != nil { throw ValidationError("--player goes with --play") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    guard arguments.range.isEmpty else {
      throw CommandFailure("resume goes on where you stopped; tilawa queue plays a range that you name")
    }
    let files = try journal.folder(library: arguments.place.library, in: terminal).read()
    let errors = files.diagnostics.filter {
      $0.severity == .error && LibraryFileKind(fileName: $0.place.path) == .listening
    }
    guard errors.isEmpty else {
      terminal.complain(errors.inOrder())
      return .failed
    }
    guard let listening = files.listening?.content, let rest = listening.rest else {
      terminal.complain("tilawa: nothing was listened to yet; tilawa play remembers where you stop")
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
      in: terminal,
      resuming: .init(
        rest: rest, reciter: isSame ? listening.reciter?.value : nil,
        riwayah: isSame ? listening.riwayah?.value : nil, listening: isSame ? listening : nil))
    if play {
      guard let outcome = opened.tell(in: terminal) else { return .findings }
      try opened.play(sound, player: player, journal: journal, library: arguments.place.library, in: terminal)
      return outcome
    }
    return try QueueReport.print(opened, json: json, in: terminal)
  }
}
