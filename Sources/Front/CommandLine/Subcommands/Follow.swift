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
    abstract: "Tell which ayah and word is recited, as it is heard.",
    discussion: """
      Listens to the microphone, through the first of pw-record, parecord, arecord, rec and ffmpeg that works, to an audio \
      file, or to standard input (-: WAV, or 16-bit samples of one channel at 16000 Hz). Prints a JSON line whenever another \
      word is heard: at how many seconds of the sound that was known, the ayah, its word from 1, and how likely the ayah is. \
      Where it isn't known any more what is recited, ayah and word are null. Where the reciter repeats, goes back or leaves \
      out, the place is found again.

      With --passage, only that is listened for: a surah or a juz will do, and a place is known within a second or two, in a \
      great hall with much echo mostly, too. When something else is recited, nothing is told after some seconds.

      Without it, the whole Quran is listened for: what is recited is known after some 5 to 15 seconds, and so is what comes \
      next when the reciter goes on elsewhere. Of other sounds nothing is told.

      With --mistakes, a line says which words of the passage seem to have been left out, or said once more. One or two \
      words that are said again, or single words left out within an ayah, can't be told; how words are recited isn't \
      judged at all.

      With --show, the ayah is shown on the terminal with its word lit, if the library has a text of it (tilawa text add) or \
      --text names one; the lines go to standard output only where that is no terminal.

        tilawa follow
        tilawa follow --passage 67 --show
        tilawa follow --passage 18:1-31 friday.flac
        arecord -f S16_LE -r 16000 | tilawa follow --passage "juz 30" - | my-display

      Exit status: 0 a place was known; 1 none was; 2 the work could not be done. Ctrl-C ends it.
      """)

  @Option(
    help: ArgumentHelp(
      "What is recited: 18:1-31, kahf, juz 30. Repeat it for several pieces. (default: anything)",
      valueName: "passage"))
  var passage: [String] = []

  @Option(
    help: "How its ayat are counted. (default: by the Kufi count)",
    completion: .list(CountingSystem.allCases.map(\.rawValue)))
  var numbering: String?

  @Flag(help: "Take an audio file no quicker than it plays.") var realtime = false

  @Flag(help: "Show the ayah on the terminal, its word lit.") var show = false

  @Option(
    help: .init("With --show: the text to show, a file as tilawa text add takes it.", valueName: "file"),
    completion: .file())
  var text: String?

  @Option(
    help: .init(
      "With --show: the library whose texts are shown. (default: $TILAWA_LIBRARY, else the current folder)",
      valueName: "dir"), completion: .directory)
  var library: String?

  @Flag(help: "Also tell which words seem to be left out or said again.") var mistakes = false

  @Option(help: .init("The recorder to use. (default: the first that works)")) var input: String?

  @Argument(
    help: "An audio file, - for standard input, or microphone.", completion: .file())
  var file = "microphone"

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if mistakes, passage.isEmpty {
      throw ValidationError(
        "--mistakes needs --passage, such as 18 or \"juz 30\": it tells what is left out of that")
    }
    if realtime, file == "-" || file == "microphone" {
      throw ValidationError("--realtime is for audio files")
    }
    if input != nil, file != "microphone" { throw ValidationError("--input is for the microphone") }
    if text != nil || library != nil, !show { throw ValidationError("--text and --library are for --show") }
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
    terminal.complain("tilawa: no place was known of what was heard from \(sound.name)")
    return .findings
  }

  private func screen(_ counting: CountingSystem, in terminal: Terminal) throws -> FollowScreen? {
    guard show else { return nil }
    guard terminal.showsProgress else {
      throw CommandFailure("--show draws on a terminal, and standard error is none")
    }
    if let text {
      let bytes = try FileContents.read(terminal.path(text))
      guard let read = TextFile(bytes, counting: counting) else {
        throw CommandFailure("\(text) is no text of ayat; tilawa text add --help tells what is")
      }
      return FollowScreen(terminal) { read.words(of: $0)?.map(\.text) }
    }
    let root = try LibraryArguments.root(library, in: terminal)
    let texts = TextsAtHand(inLibrary: terminal.path(root), counting: counting)
    if texts.isEmpty { terminal.say("there are no texts in \(root); tilawa text add FILE puts one there") }
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
      .key(.at, \.at), .key("slip", .word, \.kind, "Whether words seem to be left out or said again."),
      .key(.ayah, \.first.ayah.description), .key(.word, \.first.number),
      .key("last_ayah", .text, \.last.ayah.description, "The ayah of the last of the words."),
      .key("last_word", .integer(1), \.last.number, "The last of the words, from 1 in its ayah."),
    ])

  private static func line(of event: RecitationFollower.Event) -> String {
    switch event {
    case .place(let place): placeLine.text(of: place)
    case .slip(let slip): slipLine.text(of: slip)
    }
  }
}
