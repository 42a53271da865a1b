import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaRemote
import TilawaSound

struct Play: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play ayat, or one recording.",
    discussion: """
      Plays the queue that tilawa queue prints, or the rows of one bundle if the first argument is a bundle. \
      Keys: space pauses, n and p skip, q quits.

        tilawa play 67 --reciter husary
        tilawa play friday.tilawa 18:1-10

      Exit status: 0 played; 1 nothing to play, or faults; 2 wrong usage or failure.
      """)

  @OptionGroup var arguments: QueueArguments

  @Option(help: .init("Start at this time in the bundle: 4:23.5.", valueName: "time"))
  var start: String?

  @Option(help: .init("Stop at this time in the bundle.", valueName: "time")) var end: String?

  @Option(
    help: .init("Play the bundle's Nth row, by time.", valueName: "n"))
  var row: Int?

  @Option(help: .init("Play the bundle's Nth rak'ah.", valueName: "n")) var rakah: Int?

  @Flag(help: "Also play the bundle's rows without ayat.") var skips = false

  @Flag(help: "Resume where you stopped.") var resume = false

  @OptionGroup(title: OptionTitle.sound) var sound: SoundArguments

  @Option(help: .init("Use this player. (default: the first that works)", valueName: "name"))
  var player: String?

  @Flag(help: "Write WAV to standard output.") var stdout = false

  @OptionGroup var journal: JournalArguments

  @Flag(help: "Don't record your position in the journal.") var noJournal = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if resume, start != nil || end != nil || row != nil || rakah != nil || skips || stdout {
      throw ValidationError(
        "--resume cannot be used with --start, --end, --row, --rakah, --skips or --stdout"
      )
    }
    let ways = [start != nil || end != nil, row != nil, skips].count(where: \.self)
    if ways > 1 { throw ValidationError("--start and --end, --row, and --skips cannot be used together") }
    if rakah != nil, start != nil || end != nil || row != nil {
      throw ValidationError("--rakah cannot be used with --start, --end or --row")
    }
    for (name, text) in [("--start", start), ("--end", end)] {
      if let text, Milliseconds(text) == nil {
        throw ValidationError("invalid time \"\(text)\" for \(name) (expected 263.5 or 4:23.5)")
      }
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if stdout, terminal.output.isTerminal {
      throw CommandFailure(
        "audio cannot be written to a terminal; redirect standard output")
    }
    do {
      if resume {
        let way = ResumedListening.Way.playing(sound, player: player, records: !noJournal)
        return try ResumedListening(arguments: arguments, journal: journal, way: way).run(in: terminal)
      }
      if let bundle = try bundle(in: terminal) { return try play(bundle, in: terminal) }
      return try playQueue(in: terminal)
    } catch let failure as Failure where failure.remedy == .installingProgram {
      throw CommandFailure("\(failure); use --stdout to send the audio to another program")
    }
  }

  private func playQueue(in terminal: Terminal) throws -> Outcome {
    let opened = try arguments.open(in: terminal, journal: journal, takesPublished: true)
    guard let outcome = opened.tell(in: terminal) else { return .findings }
    guard try opened.bringPublished(in: terminal) else { return .findings }
    if stdout {
      let items = QueueItems(opened.queue, nil)
      let settings = try sound.settings(for: opened.queue, encoding: nil, in: terminal)
      try PlayedCursor(items.next).write(settings, in: terminal)
    } else {
      try opened.play(
        sound, player: player, journal: journal, records: !noJournal,
        library: arguments.place.folder(in: terminal),
        in: terminal)
    }
    return outcome
  }
}

extension PlayedCursor {
  /// Writes it as WAV to standard output.
  func write(_ settings: RenderStream.Settings, in terminal: Terminal) throws {
    let stream = RenderStream(settings) { () in self.next()?.stretch }
    terminal.write(WAVWriter.streamHeader(settings.format))
    while !terminal.output.hasFailed, let samples = try stream.read() {
      terminal.write(WAVWriter.bytes(of: samples))
    }
  }
}

extension QueueArguments.Opened {
  /// Fetches the published audio that is heard; false, with a complaint, if some is not fetched.
  func bringPublished(in terminal: Terminal) throws -> Bool {
    let fetching = PublishedAudioFetching(queue.sounds.compactMap(\.published))
    var options = FetchOptions()
    options.userAgent = "tilawa/\(tilawaVersion)"
    var isComplete = true
    for (file, outcome) in zip(fetching.wanted, fetching.fetched(options, terminal.monitor)) {
      guard case .failure(let error) = outcome else { continue }
      isComplete = false
      terminal.complain("tilawa: \(file.shown) was not fetched: \(error)")
    }
    return isComplete
  }

  /// Plays it through the program called `player` when that is given, and records it in the journal, unless
  /// it must not or the journal is not found.
  func play(
    _ sound: SoundArguments, player: String?, journal: JournalArguments, records: Bool = true,
    library: String?,
    in terminal: Terminal
  ) throws {
    let settings = try sound.settings(for: queue, encoding: nil, in: terminal)
    let told = records ? journal.listening(library: library, in: terminal) : nil
    // What was heard is written also when a signal ends the program.
    if let told { Surroundings.beforeEnding { [weak told] in told?.write() } }
    defer { if told != nil { Surroundings.beforeEnding(nil) } }
    // A published library has no texts; without a folder, those of the current folder will do.
    var texts = TextsAtHand(
      inLibrary: terminal.path(library ?? "."), riwayah: queue.settings.riwayah,
      counting: queue.settings.counting)
    texts.notes = (try? journal.folder(library: library, in: terminal)).map(NotesAtHand.init)
    let heard = told.map { HeardQueue(queue, profile: profile, usual: usual, telling: $0) }
    let items = QueueItems(queue, heard, texts)
    try PlaySession(PlayedCursor(items.next), settings, player: player, in: terminal).run()
    told?.write()
  }
}

// MARK: - One bundle

extension Play {
  /// The bundle that the first argument names; nil when it is no path of one, and all are references.
  private func bundle(in terminal: Terminal) throws -> FoundBundle? {
    if let given = arguments.range.first {
      if let found = FoundBundle(containing: given, in: terminal.workplace) { return found }
      if given.holds("/") || given.ends(with: ".tilawa") {
        throw CommandFailure(FoundBundle.reasonForNone(at: given, in: terminal.workplace))
      }
    }
    guard start == nil, end == nil, row == nil, rakah == nil, !skips else {
      throw CommandFailure(
        "--start, --end, --row, --rakah and --skips need a bundle, as in tilawa play friday.tilawa --row 3"
      )
    }
    return nil
  }

  private func play(_ found: FoundBundle, in terminal: Terminal) throws -> Outcome {
    if let name = arguments.namesForQueues.first(where: { !QueueOverrides.namesForBundles.contains($0) }) {
      throw CommandFailure("\(name) applies to ayat of a library, not to a bundle")
    }
    let bundle = TilawaBundle(readingAt: found.path, shownAs: found.shownPath)
    try bundle.require(.relying(on: [.recording, .segments, .markers]))
    var queueSettings = QueueSettings()
    try arguments.overrides.apply(to: &queueSettings)
    var playing = BundlePlaying(
      bundle, try selection(in: bundle, queueSettings.words), takesSkips: skips, speed: queueSettings.speed,
      sound: sound, journal: journal)
    playing.repeats = queueSettings.rangeRepeats
    playing.pause = queueSettings.setPause
    playing.player = player
    playing.writesSound = stdout
    playing.records = !noJournal && !stdout
    return try playing.run(in: terminal)
  }

  private func selection(in bundle: TilawaBundle, _ run: WordRun?) throws -> PlayedRows.Selection {
    let words = Array(arguments.range.dropFirst())
    if !words.isEmpty {
      guard start == nil, end == nil, row == nil, rakah == nil else {
        throw CommandFailure("ayat cannot be combined with --row, --rakah, --start or --end")
      }
      let counting = try bundle.knownCounting()
      let ayat = try PassageArguments.read(words, counting: counting).map {
        switch $0.result {
        case .success(let range): return range
        case .failure(let error): throw CommandFailure(error.message)
        }
      }
      guard let run else { return .ayat(ayat) }
      guard ayat.count == 1, ayat[0].isSingle else {
        throw CommandFailure("--words needs one ayah, such as 67:5")
      }
      let span = try bundle.span(of: run, ayat[0].first, countedBy: counting, within: nil)
      return .stretch(from: span.start, to: span.end)
    }
    guard run == nil else { throw CommandFailure("--words needs one ayah, such as 67:5") }
    if let row { return .row(row) }
    if let rakah { return .rakah(rakah) }
    guard start != nil || end != nil else { return .all }
    return .stretch(from: start.flatMap { Milliseconds($0) }, to: end.flatMap { Milliseconds($0) })
  }
}
