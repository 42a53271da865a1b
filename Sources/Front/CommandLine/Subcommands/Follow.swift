import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaRecognition
import TilawaSound

struct Follow: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Track the ayah and word being recited, live.",
    discussion: """
      Listens to the microphone, a file or standard input (WAV, or 16-bit mono at 16000 Hz), and prints a \
      JSON line for each word: time, ayah, word and confidence. It finds the place sooner with --passage.

        tilawa follow
        tilawa follow --passage 67 --show
        tilawa follow --passage 18:1-31 friday.flac
        arecord -f S16_LE -r 16000 | tilawa follow --passage "juz 30" - | my-display

      Exit status: 0 a place was found; 1 none was found; 2 wrong usage or failure. Press Ctrl-C to stop.
      """)

  @Option(
    help: ArgumentHelp("Expect this passage: 18:1-31, kahf (repeatable).", valueName: "passage"))
  var passage: [String] = []

  @Option(
    help: "Set its ayah count. (default: Kufi)",
    completion: .list(CountingSystem.allCases.map(\.rawValue)))
  var numbering: String?

  @Flag(help: "Read an audio file at the speed it plays.") var realtime = false

  @Flag(help: "Show the ayah with its word highlighted.") var show = false

  @Option(help: .init("With --show: show this text file.", valueName: "file"), completion: .file())
  var text: String?

  @Option(
    help: .init("With --show: use texts of this library.", valueName: "dir"), completion: .directory)
  var library: String?

  @Flag(help: "Also report words left out or repeated.") var mistakes = false

  @Option(help: .init("Use this recorder. (default: the first that works)")) var input: String?

  @Argument(
    help: "An audio file, - for standard input, or microphone.", completion: .file())
  var file = "microphone"

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if mistakes, passage.isEmpty {
      throw ValidationError(
        "--mistakes needs --passage, such as 18 or \"juz 30\"")
    }
    if realtime, file == "-" || file == "microphone" {
      throw ValidationError("--realtime needs an audio file")
    }
    if input != nil, file != "microphone" { throw ValidationError("--input works with the microphone only") }
    if text != nil || library != nil, !show { throw ValidationError("--text and --library need --show") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let counting = try numbering.map { try Numbering($0).counting } ?? .kufi
    let passages = try passage.map { try TilawaCommandLine.passage($0, "--passage", counting) }
    let screen = try screen(counting, in: terminal)
    let sound = try FollowedSound(file, recorder: input, isInTime: realtime, in: terminal)
    let following = LiveFollowing(
      passages, counting: counting, sampleRate: sound.sampleRate, channels: sound.channels)
    defer { Surroundings.beforeEnding(nil) }
    if screen != nil { Surroundings.beforeEnding { terminal.talk.erasePassing() } }
    var isOver = false
    var isKnown = false
    while !isOver {
      let samples = try sound.next()
      isOver = samples == nil
      for event in following.hear(samples ?? [], isLast: isOver) {
        if case .place(let place) = event, place.ayah != nil { isKnown = true }
        tell(event, on: screen, in: terminal)
      }
    }
    terminal.talk.erasePassing()
    guard !isKnown else { return .done }
    terminal.complain("tilawa: no ayah recognised in \(sound.name)")
    return .findings
  }

  private func screen(_ counting: CountingSystem, in terminal: Terminal) throws -> FollowScreen? {
    guard show else { return nil }
    guard terminal.showsProgress else {
      throw CommandFailure("--show needs a terminal, and standard error is not one")
    }
    if let text {
      let bytes = try FileContents.read(terminal.path(text))
      guard let read = TextFile(bytes, counting: counting) else {
        throw CommandFailure("\(text) is not a text of ayat; see `tilawa text add --help`")
      }
      return FollowScreen(terminal) { read.words(of: $0)?.map(\.text) }
    }
    let root = try LibraryArguments.root(library, in: terminal)
    let texts = TextsAtHand(inLibrary: terminal.path(root), counting: counting)
    if texts.isEmpty { terminal.say("no texts in \(root); add one with tilawa text add FILE") }
    return FollowScreen(terminal) { texts.words(of: $0, counting: counting) }
  }

  private func tell(_ event: RecitationFollower.Event, on screen: FollowScreen?, in terminal: Terminal) {
    if case .slip = event, !mistakes { return }
    screen?.show(event)
    if screen != nil, terminal.output.isTerminal { return }
    terminal.output.writeLine(Self.line(of: event), terminator: "\n")
    terminal.output.flush()
  }
}

extension Follow {
  static var description: OutputDescription {
    OutputDescription(name: "follow", lines: [placeLine.description, slipLine.description])
  }

  private static let placeLine = OutputLine<RecitationFollower.Place>(
    "place",
    [
      .key(.at, \.at), .nullable(.ayah, \.ayah?.description),
      .nullable(.word, { $0.ayah == nil ? nil : $0.word }),
      .key(.confidence, { confidenceText($0.confidence.inHundredths) }),
    ])

  private static let slipLine = OutputLine<RecitationSlip>(
    "slip",
    [
      .key(.at, \.at),
      .key("slip", .word, \.kind, "Kind of the slip: words that seem to be left out, or repeated."),
      .key(.ayah, \.first.ayah.description), .key(.word, \.first.number),
      .key("last_ayah", .text, \.last.ayah.description, "The ayah of the last word."),
      .key("last_word", .integer(1), \.last.number, "Number of the last word, from 1 in its ayah."),
    ])

  private static func line(of event: RecitationFollower.Event) -> String {
    switch event {
    case .place(let place): placeLine.text(of: place)
    case .slip(let slip): slipLine.text(of: slip)
    }
  }
}
