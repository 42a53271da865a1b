import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

struct Resume: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Show where you stopped, or continue from there.",
    discussion: """
      Reads from the journal where you stopped, and prints the queue from there to the end of the range, with the same \
      reciter, profile, speed, gap and repeats. Options change these as they do for tilawa queue. With --play it is played \
      instead, from the exact moment where you stopped, with the same keys as tilawa play. A bundle that you played by \
      itself goes on in its recording with what you asked for, its rows, a rak'ah or a stretch, with --play alone.

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
    let files = try journal.folder(library: arguments.place.folder(in: terminal), in: terminal).read()
    let errors = files.diagnostics.filter {
      $0.severity == .error && DocumentKind(ofFileAt: $0.place.path) == .listening
    }
    guard errors.isEmpty else {
      terminal.complain(errors.inOrder())
      return .failed
    }
    if let listening = files.listening?.content, let bundle = listening.bundle?.value {
      return try resume(bundle, listening, in: terminal)
    }
    guard let listening = files.listening?.content, let rest = listening.rest else {
      terminal.complain("tilawa: there is nothing to resume yet; tilawa play records where you stop")
      return .findings
    }
    var said = "stopped at \(rest.first)"
    if let position = listening.position?.value, position > .zero { said += ", \(position) s into it" }
    tell(said, listening, rest.first, in: terminal)
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
      try opened.play(
        sound, player: player, journal: journal, library: arguments.place.folder(in: terminal), in: terminal)
      return outcome
    }
    return try QueueReport.print(opened, as: output, QueueReport.resumeShape, in: terminal)
  }

  /// Tells when one stopped where, and how much was listened in all.
  private func tell(
    _ text: String, _ listening: TilawaFormat.Listening, _ ayah: Ayah?, in terminal: Terminal
  ) {
    var said = text
    if let ayah, let page = Division.page.number(of: ayah) { said += ", page \(page)" }
    if let at = listening.at { said += ", \(at.value.text)" }
    if let listened = listening.listened { said += "; listened \(listened.value.clock) in all" }
    terminal.say(said)
  }

  /// A bundle that was heard by itself goes on in the very moment of its recording.
  private func resume(
    _ path: String, _ listening: TilawaFormat.Listening, in terminal: Terminal
  ) throws -> Outcome {
    if let name = arguments.namesForBundles.first {
      throw CommandFailure("\(name) applies to ayat of a library, and what was heard last is \(path)")
    }
    let root = try LibraryArguments.root(arguments.place.folder(in: terminal), in: terminal)
    let given = path.begins(with: "/") ? path : PathText.joined(root, path)
    guard let found = FoundBundle(containing: given, in: terminal.workplace) else {
      throw CommandFailure("what was heard last isn't there: \(given)")
    }
    let bundle = TilawaBundle(readingAt: found.path, shownAs: found.shownPath)
    try bundle.require(.relying(on: [.recording, .segments, .markers]))
    let position = listening.position?.value ?? .zero
    let place = listening.ayah.map { ", \($0.value)" } ?? ""
    tell(
      "stopped at \(position) s of \(found.shownPath)\(place)", listening, listening.ayah?.value, in: terminal
    )
    guard play else {
      guard !output.isAny else {
        throw CommandFailure(
          "\(found.shownPath) was played by itself, and has no queue; --play goes on in it")
      }
      terminal.say("resume --play goes on there")
      return .done
    }
    var settings = QueueSettings()
    settings.speed = listening.speed?.value ?? settings.speed
    try arguments.overrides.apply(to: &settings)
    let wanted = ListenedPart(listening)
    var playing = BundlePlaying(
      bundle, wanted.selection(try bundle.knownCounting()), takesSkips: wanted.takesSkips,
      speed: settings.speed, sound: sound, journal: journal)
    playing.beginning = position
    playing.player = player
    playing.library = arguments.place.folder(in: terminal)
    return try playing.run(in: terminal)
  }
}
