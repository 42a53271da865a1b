import ArgumentParser
import Diagnostics
import Files
import Library
import QuranIndex
import ScalarText
import TilawaFormat
import Timing

/// What is to be played, and how: `playback.yaml`, a profile of it, and options that say otherwise.
struct QueueArguments: ParsableArguments {
  @Argument(help: "What to play: 67:1-30, kahf, juz 30. (default: what the settings say)")
  var range: [String] = []

  @OptionGroup var place: LibraryArguments

  @Option(help: "The profile of the settings.") var profile: String?

  @Option(
    help: .init("The settings. (default: playback.yaml in the library, if it is there)", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var settings: String?

  @OptionGroup var overrides: QueueOverrides

  @Option(
    name: .customLong("for"),
    help: .init("Begin nothing after this time: 45:00, 90 (seconds), 30m, 2h.", valueName: "duration"))
  var duration: String?

  /// The options that were given and mean nothing for one bundle that is named itself.
  var namesForQueues: [String] {
    let given = [
      ("--library", place.library != nil), ("--profile", profile != nil), ("--settings", settings != nil),
      ("--for", duration != nil),
    ]
    return given.filter(\.1).map(\.0) + overrides.namesForQueues
  }

  /// A queue, and what a command says of it.
  struct Opened {
    let queue: PlaybackQueue
    /// What playback.yaml and its profile say, without options.
    let usual: QueueSettings
    /// What of the library could not be read.
    let faults: [LibraryFault]
    /// What isn't here.
    let remarks: [String]
    /// Why there is nothing to play; nil when there is something.
    let reasonForNothing: String?
    /// The profile that was used.
    let profile: String?
    /// The library, as the user named it.
    let root: String
  }

  /// Where somebody goes on listening, and to whom.
  struct Resumption {
    /// In the Kufi count.
    let rest: AyahRange
    let reciter: String?
    let riwayah: Riwayah?
    /// The journal, by which the very item and moment are found and how one listened; nil when only what is left counts.
    var listening: Listening?

    /// The same where the item can't be found.
    var withoutItem: Resumption {
      var copy = self
      copy.listening?.item = nil
      return copy
    }

    /// What was heard goes before the settings.
    func apply(to settings: inout QueueSettings) {
      if let listening { settings.apply(listening) }
      settings.riwayah = riwayah ?? settings.riwayah
      guard let reciter else { return }
      // Where nobody was named anybody may be heard, and still may where this one has nothing.
      if settings.reciters == nil, settings.missing != .cancel { settings.missing = .fill }
      settings.reciters = [reciter] + (settings.reciters ?? []).filter { $0 != reciter }
    }
  }

  /// Takes the snapshot; of what is left to hear, when that is given.
  func open(in terminal: Terminal, resuming left: Resumption? = nil) throws -> Opened {
    let root = place.root(in: terminal)
    var settings = QueueSettings()
    let profile = try readFile(of: root, into: &settings, in: terminal)
    let usual = settings
    left?.apply(to: &settings)
    try overrides.apply(to: &settings)
    if !range.isEmpty { settings.passage = .ayat(try passage(settings.counting)) }
    let whole = left?.listening?.item == nil ? nil : left?.listening?.ayat?.value
    if let rest = whole ?? left?.rest, let range = AyahMap.map(rest, from: .kufi, to: settings.counting) {
      settings.passage = .ayat(range)
    }
    guard let wanted = settings.passage else {
      throw CommandFailure(
        "nothing says what to play; name a range such as 67:1-30, or give the settings \"ayat\" or \"pages\"")
    }
    guard let ayat = QueueAyat(settings) else {
      throw CommandFailure(
        "\(wanted.text) can't be played: "
          + "it doesn't exist in the \(settings.counting.displayName) count, or runs backwards")
    }
    let folder = try place.open(in: terminal)
    let (sources, resolution) = folder.sources(of: ayat, settings)
    let report = ResolutionReport(
      resolution, of: ayat.all, in: settings.session, library: root, from: terminal.workingDirectory)
    var queue = PlaybackQueue(settings, sources)
    queue.limit = try duration.map(Self.time)
    if let left, let listening = left.listening, whole != nil, !queue.begin(where: listening) {
      return try open(in: terminal, resuming: left.withoutItem)
    }
    return Opened(
      queue: queue, usual: usual, faults: resolution.faults, remarks: report.whatIsNotHere,
      reasonForNothing: reason(queue, folder, root), profile: profile,
      root: root)
  }

  private func reason(_ queue: PlaybackQueue, _ folder: LibraryFolder, _ root: String) -> String? {
    guard queue.isSilent else { return nil }
    if queue.settings.reciters == [], queue.settings.missing != .fill {
      return "every reciter of the settings is disabled"
    }
    return folder.reasonForNothing(in: root)
      ?? "nothing plays any of \(queue.passage) in \(queue.settings.riwayah.rawValue); "
      + "tilawa resolve --explain tells why"
  }

  private func passage(_ counting: CountingSystem) throws -> AyahRange {
    let passages = PassageArguments.read(range, counting: counting)
    guard passages.count == 1, let first = passages.first else {
      throw CommandFailure(
        "a queue plays one range, and \(passages.count) are named: \(range.joined(separator: " "))")
    }
    switch first.result {
    case .success(let range): return range
    case .failure(let error): throw CommandFailure(error.message)
    }
  }

  /// Returns the profile that is used.
  private func readFile(
    of root: String, into settings: inout QueueSettings, in terminal: Terminal
  ) throws -> String? {
    let given = self.settings ?? PathText.joined(root, LibraryFileKind.playback.path)
    var files = LibraryFiles()
    files.read(.playback, at: terminal.path(given), shownAs: terminal.shown(terminal.path(given)))
    if let error = files.unreadable.first { throw CommandFailure(error.message) }
    guard let file = files.playback else {
      if self.settings != nil { throw CommandFailure("cannot read \(given): no such file") }
      if let profile { throw CommandFailure("there is no profile \"\(profile)\": \(given) is not there") }
      return nil
    }
    guard let playback = file.content, !file.hasErrors else {
      terminal.complain(
        file.diagnostics.filter { $0.severity == .error }.inOrder())
      throw CommandFailure("\(given) has faults; mend it first, or name another file with --settings")
    }
    settings.apply(playback.keys)
    guard let name = profile ?? playback.defaultProfile?.value else { return nil }
    guard let chosen = playback.profile(named: name) else {
      let names = playback.profiles.compactMap(\.name?.value)
      let advice =
        nearestName(to: name, in: names).map { "did you mean \"\($0)\"?" }
        ?? (names.isEmpty ? "it has none" : "it has \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
      throw CommandFailure("\(given) has no profile \"\(name)\"; \(advice)")
    }
    settings.apply(chosen.keys)
    return name
  }

  /// `45:00`, `90`, `30m`, `2h`, `90s`.
  static func time(_ text: String) throws -> Milliseconds {
    let units: [Unicode.Scalar: Int64] = ["h": 3600, "m": 60, "s": 1]
    let unit = text.unicodeScalars.last.flatMap { units[$0] }
    let time = Milliseconds(unit == nil ? text : String(text.unicodeScalars.dropLast()))
    guard let time, unit == nil || !text.holds(":"), time.count > 0 else {
      throw CommandFailure("\"\(text)\" is no duration; write 45:00, 90 (seconds), 30m or 2h")
    }
    let (count, overflows) = time.count.multipliedReportingOverflow(by: unit ?? 1)
    return Milliseconds(overflows ? .max : count)
  }
}

extension QueueSettings.Passage {
  /// `67:1-30`, `pages 562-564`.
  var text: String {
    switch self {
    case .ayat(let range): "\(range)"
    case .pages(let pages): pages.first == pages.last ? "page \(pages)" : "pages \(pages)"
    }
  }
}

extension QueueArguments.Opened {
  /// Says what is missing, filled or left out; returns how the command ends when the queue has been played, nil when it
  /// shall not be.
  func tell(in terminal: Terminal) -> Outcome? {
    func list(_ runs: [AyahRange]) -> String { runs.map(\.description).joined(separator: ", ") }
    let outcome = faults.tell(in: terminal)
    for remark in remarks { terminal.say("tilawa: \(remark)") }
    if let reasonForNothing {
      terminal.complain("tilawa: \(reasonForNothing)")
      return nil
    }
    if !queue.filled.isEmpty {
      terminal.say("tilawa: others take the place of who is asked for: \(list(queue.filled))")
    }
    for surah in queue.surahsWithoutBasmalah {
      terminal.say("tilawa: surah \(surah) begins without basmalah; its reciter has none")
    }
    guard !queue.missing.isEmpty else { return outcome }
    if queue.settings.missing == .cancel {
      terminal.complain("tilawa: missing \(list(queue.missing)); nothing is played")
      return nil
    }
    let silence = max(queue.settings.gap, PlaybackQueue.leastSilence)
    terminal.complain(
      "tilawa: missing \(list(queue.missing)); a silence of \(silence) s takes the place of each")
    return outcome
  }
}
