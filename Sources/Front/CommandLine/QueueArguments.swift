import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaRemote

/// The passage to play and its settings: `playback.yaml`, a profile of it, and options that override them.
struct QueueArguments: ParsableArguments {
  @Argument(
    help: "67:1-30, kahf, juz 30. (default: from playback.yaml)", completion: .surahs)
  var range: [String] = []

  @Option(
    help: .init(
      "Play this list of the journal; a range limits it.",
      valueName: "list"))
  var from: JournalPassages?

  @OptionGroup var place: LibrariesArguments

  @Option(help: "Use this profile of playback.yaml.") var profile: String?

  @Option(
    help: .init(
      "Use these settings. (default: playback.yaml)", valueName: "file"
    ),
    completion: .file(extensions: ["yaml"]))
  var settings: String?

  @OptionGroup(title: OptionTitle.playback) var overrides: QueueOverrides

  @Option(
    name: .customLong("for"),
    help: .init("Start nothing new after 45:00, 90 (s), 30m or 2h.", valueName: "duration"))
  var duration: String?

  /// The given options that do not apply to a bundle named by its path.
  var namesForQueues: [String] { (place.library.isEmpty ? [] : ["--library"]) + namesForBundles }

  /// The given options that do not apply to a bundle named by its place in a library.
  var namesForBundles: [String] {
    let given = [
      ("--profile", profile != nil), ("--settings", settings != nil),
      ("--for", duration != nil),
      ("--from", from != nil),
    ]
    return given.filter(\.1).map(\.0) + overrides.namesForQueues
  }

  /// A queue, and the remarks of a command on it.
  struct Opened {
    let queue: PlaybackQueue
    /// The settings of playback.yaml and its profile, without options.
    let usual: QueueSettings
    /// The parts of the library that could not be read.
    let faults: [LibraryFault]
    /// Remarks on audio that is not here.
    let remarks: [String]
    /// The reason that there is nothing to play; nil when there is something.
    let reasonForNothing: String?
    /// The profile that was used.
    let profile: String?
    /// The libraries, as the user named them.
    let root: String
    /// The libraries.
    let libraries: Libraries
    /// True if an option asked for the basmalah, so that its absence is reported when playing.
    var asksForBasmalah = false

    init(_ opened: OpenedQueue, of root: String, in terminal: Terminal) {
      (queue, usual) = (opened.queue, opened.usual)
      faults = opened.resolution.faults
      remarks =
        ResolutionReport(
          opened.resolution, of: opened.ayat, in: opened.queue.settings.session, library: root,
          from: terminal.workingDirectory
        ).whatIsNotHere
      reasonForNothing =
        switch opened.silence {
        case .everyoneIsDisabled: "all reciters in the settings are disabled"
        case .nothingIsHere:
          opened.libraries.reasonForNothing(in: root)
            ?? "nothing plays any of \(queue.passages.map(\.description).joined(separator: ", ")) in \(queue.settings.riwayah.rawValue); "
            + "to see why, run tilawa resolve --explain"
        case nil: nil
        }
      profile = opened.profile
      self.root = root
      libraries = opened.libraries
    }
  }

  /// Takes the snapshot; of the rest to be heard, when that is given. `journal` provides the list that
  /// `--from` names. Without `takesPublished` libraries must be folders; `followsLinks` is that of the session.
  func open(
    in terminal: Terminal, journal: JournalArguments, resuming left: Resumption? = nil,
    takesPublished: Bool = false, followsLinks: Bool = true
  ) throws -> Opened {
    let root = place.root(in: terminal)
    let libraries = place.request(in: terminal)
    if !takesPublished, let address = libraries.given.first(where: LibraryRequest.isAddress) {
      throw LibraryArguments.needsFolder(address)
    }
    var request = QueueRequest(libraries)
    request.settingsFile = settings
    request.profile = profile
    request.overrides = { settings in
      try overrides.apply(to: &settings)
      settings.followsLinks = followsLinks
    }
    if let from {
      let folder = try journal.folder(library: place.folder(in: terminal), in: terminal)
      request.passages = { try passages(from, folder, $0, in: terminal) }
    } else if !range.isEmpty {
      request.passages = { [try passage($0)] }
    }
    request.resumption = left
    request.limit = try duration.map(Self.time)
    do {
      var opened = Opened(try OpenedQueue(request, in: terminal.workplace), of: root, in: terminal)
      opened.libraries.tell(in: terminal)
      opened.asksForBasmalah = overrides.basmalah == true
      if overrides.riwayah != nil, overrides.numbering == nil {
        let settings = opened.queue.settings
        SessionArguments.tell(settings.counting, of: settings.riwayah, in: terminal)
      }
      return opened
    } catch let faults as FaultySettings {
      terminal.complain(faults.errors)
      throw CommandFailure("\(faults.given) has errors; fix them, or name another file with --settings")
    }
  }

  /// The passages that a journal lists, within the range if one is named.
  private func passages(
    _ list: JournalPassages, _ folder: JournalFolder, _ counting: CountingSystem, in terminal: Terminal
  ) throws -> [AyahRange] {
    let asked = range.isEmpty ? nil : AyahMap.map(try passage(counting), from: counting, to: .kufi)
    let (ayat, next) = try list.ayat(of: folder, in: asked, terminal.workplace)
    guard ayat.isEmpty else { return ayat.compactMap { AyahMap.map($0, from: .kufi, to: counting) } }
    let place = asked.map { " of \($0)" } ?? ""
    let reason: String
    switch (list, next) {
    case (.due, let next?): reason = "nothing\(place) is due; next is \(next.ayat), on \(next.day)"
    case (.due, nil), (.memorised, _):
      reason = "nothing\(place) is memorised; add one with tilawa journal add memorised 67"
    case (.favourites, _):
      reason = "nothing\(place) is a favourite; add one with tilawa journal add favourites 2:255"
    }
    throw CommandFailure(reason, as: .findings)
  }

  private func passage(_ counting: CountingSystem) throws -> AyahRange {
    let passages = PassageArguments.read(range, counting: counting)
    guard passages.count == 1, let first = passages.first else {
      throw CommandFailure(
        "a queue plays one range, not \(passages.count): \(range.joined(separator: " "))")
    }
    switch first.result {
    case .success(let range): return range
    case .failure(let error): throw CommandFailure(error.message)
    }
  }

  /// `45:00`, `90`, `30m`, `2h`, `90s`.
  static func time(_ text: String) throws -> Milliseconds {
    let units: [Unicode.Scalar: Int64] = ["h": 3600, "m": 60, "s": 1]
    let unit = text.unicodeScalars.last.flatMap { units[$0] }
    let time = Milliseconds(unit == nil ? text : String(text.unicodeScalars.dropLast()))
    guard let time, unit == nil || !text.holds(":"), time.count > 0 else {
      throw CommandFailure("invalid duration \"\(text)\" (expected 45:00, 90 (seconds), 30m or 2h)")
    }
    let (count, overflows) = time.count.multipliedReportingOverflow(by: unit ?? 1)
    return Milliseconds(overflows ? .max : count)
  }
}

extension QueueArguments.Opened {
  /// Reports what is missing, filled or left out. Returns the outcome of the command once the queue has been
  /// played, or nil when it must not be. Surahs without basmalah are named where the queue is printed, or the
  /// basmalah was asked for.
  func tell(in terminal: Terminal, isPrinted: Bool = false) -> Outcome? {
    func list(_ runs: [AyahRange]) -> String { runs.map(\.description).joined(separator: ", ") }
    let outcome = faults.tell(in: terminal)
    for remark in remarks { terminal.say("tilawa: \(remark)") }
    if let reasonForNothing {
      terminal.complain("tilawa: \(reasonForNothing)")
      return nil
    }
    if !queue.filled.isEmpty {
      terminal.say("tilawa: other reciters fill in for \(list(queue.filled))")
    }
    for surah in queue.surahsWithoutBasmalah where isPrinted || asksForBasmalah {
      terminal.say(
        "tilawa: surah \(surah) begins without the basmalah: its reciter has no recording of it")
    }
    guard !queue.missing.isEmpty else { return outcome }
    if queue.settings.missing == .cancel {
      terminal.complain("tilawa: missing \(list(queue.missing)); nothing is played")
      return nil
    }
    let silence = max(queue.settings.gap, PlaybackQueue.leastSilence)
    terminal.complain(
      "tilawa: missing \(list(queue.missing)); each is replaced by \(silence) s of silence")
    return outcome
  }
}

extension JournalPassages: ExpressibleByArgument {}
