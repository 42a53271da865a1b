import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

struct List: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the recordings of a library.",
    discussion: """
      Prints one line per bundle: title (or the folder's name), reciter, riwayah, coverage, status and \
      duration. On a terminal the columns are cut to its width.

        tilawa list ~/recitations --sort date --reverse
        tilawa list --reciter husary --paths -0 | xargs -0 tilawa lint

      Exit status: 0 all could be read; 1 faults; 2 wrong usage or failure.
      """)

  @Argument(
    help: .init(
      "Folder with bundles. (default: $TILAWA_LIBRARY or .)",
      valueName: "dir"), completion: .directory)
  var folder: String?

  @Option(
    help: .init(
      "Sort by this. (default: title; path with --paths)",
      valueName: "key"))
  var sort: RecordingOrder?

  @Flag(help: "Reverse the order; unknown values stay last.") var reverse = false

  @Option(
    help: .init(
      "List only this reciter, by id or name (repeatable).", valueName: "id"),
    completion: .reciters)
  var reciter: [String] = []

  @Option(
    help: "List only this riwayah (repeatable).",
    completion: .list(Riwayah.completions))
  var riwayah: [String] = []

  @Option(
    help: .init("List only bundles with these ayat: kahf, 2:255.", valueName: "ref"),
    completion: .surahs)
  var surah: [String] = []

  @Option(
    help: .init("List only this status (repeatable)."))
  var status: [Recording.Status] = []

  @Flag(help: "List only complete, entirely verified bundles.") var verified = false

  @Flag(help: "List only incomplete or unverified bundles.")
  var unfinished = false

  @Option(
    help: .init(
      "List only bundles from this date on: 2024-01.", valueName: "date")
  )
  var since: String?

  @Option(help: .init("List only bundles up to this date.", valueName: "date"))
  var until: String?

  @OptionGroup var output: JSONArguments

  @Flag(help: "Print only paths.") var paths = false

  @Flag(
    name: [.customShort("0"), .customLong("null")], help: "With --paths: end each path with a zero byte.")
  var zero = false

  // For completion scripts.
  @Flag(help: .hidden) var reciterIds = false

  @Flag(help: "Include ignored bundles.") var noIgnore = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if output.isAny && paths { throw CommandFailure("--json and --paths cannot be used together") }
    if verified && unfinished { throw CommandFailure("--verified and --unfinished cannot be used together") }
    if zero && !paths { throw CommandFailure("-0 needs --paths") }
    let query = try query(terminal.workplace.calendar)
    let root = try LibraryArguments.root(folder, in: terminal)
    let library = try LibraryArguments.open(root, takingIgnored: noIgnore, in: terminal)
    if reciterIds {
      // Whoever waits for a completion doesn't wait for rows to be read.
      let ids = inParallel(library.bundles) { path in
        TilawaBundle(readingAt: path, shownAs: path, only: [.recording]).recording?.content?.reciter?.value
      }.compactMap(\.self)
      Set(ids).union(library.reciterNames.ids).sorted().forEach(terminal.print)
      return .done
    }
    let order = sort ?? (paths ? .path : .title)
    var faults = library.faults
    var shownPaths: [String] = []
    if paths, query.isEmpty, order == .path {
      // What the files say makes no difference.
      shownPaths = library.bundles.map(terminal.shown)
      if reverse { shownPaths.reverse() }
    } else {
      let names = library.reciterNames
      let entries = inParallel(library.bundles) {
        RecordingEntry(
          readingAt: $0, shownAs: PathText.shown($0, from: terminal.workingDirectory), names: names)
      }
      faults += entries.compactMap(\.fault)
      let chosen = order.sorted(entries.filter(query.matches), reversed: reverse)
      if output.isAny {
        write(chosen, faults, in: terminal)
      } else if paths {
        shownPaths = chosen.map(\.shownPath)
      } else {
        printTable(chosen, in: terminal)
      }
      if chosen.isEmpty, !library.bundles.isEmpty {
        let count = library.bundles.count
        terminal.say("tilawa: none of \(count) bundle\(count == 1 ? "" : "s") matches")
      }
    }
    for path in shownPaths { terminal.print(path, terminator: zero ? "\0" : "\n") }
    let outcome = faults.tell(in: terminal)
    if let reason = library.reasonForNothing(in: root) { terminal.say("tilawa: \(reason)") }
    return outcome
  }

  private func query(_ calendar: LocalCalendar) throws -> RecordingQuery {
    var query = RecordingQuery()
    query.reciters = reciter
    query.riwayat = try riwayah.map(SessionArguments.riwayah)
    query.statuses = status
    if verified || unfinished { query.isFinished = verified }
    query.calendar = calendar
    query.since = try since.map { try GivenDate.first(of: $0, "--since") }
    query.until = try until.map { try GivenDate.last(of: $0, "--until") }
    if let since = query.since, let until = query.until, since.seconds > until.seconds {
      throw CommandFailure(
        "--since \(since.text) is later than --until \(until.text)")
    }
    if !surah.isEmpty {
      // Each option is one passage, whatever words it has.
      let ayat = try surah.flatMap { try PassageArguments.ayat([$0], counting: .kufi) }
      query.holding(anyOf: ayat, counting: .kufi)
    }
    return query
  }
}

// MARK: - What is printed

extension List {
  private func printTable(_ entries: [RecordingEntry], in terminal: Terminal) {
    guard !entries.isEmpty else { return }
    var table = TextTable([
      .init(title: "title", leastWidth: 24), .init(title: "reciter", leastWidth: 12, leaves: 3),
      .init(title: "riwayah", leastWidth: 7, leaves: 1), .init(title: "coverage", leastWidth: 10, leaves: 2),
      .init(title: "status", leastWidth: 11, leaves: 5), .init(title: "duration", isAtRight: true, leaves: 4),
    ])
    let isNarrow = terminal.tableWidth.map { $0 < 100 } ?? false
    for entry in entries {
      let reciters = (isNarrow ? entry.shortReciters : entry.shownReciters).joined(separator: ", ")
      table.add([
        entry.shownTitle, reciters, entry.riwayat.map(\.rawValue).joined(separator: ", "),
        entry.shownCoverage, entry.shownStatus, entry.length.clock,
      ])
    }
    table.lines(width: terminal.tableWidth, palette: terminal.palette).forEach(terminal.print)
  }

  private func write(_ entries: [RecordingEntry], _ faults: [LibraryFault], in terminal: Terminal) {
    if output.jsonl {
      for entry in entries { terminal.print(RecordingEntry.line.text(of: entry)) }
      for fault in faults { terminal.print(LibraryFault.line.text(of: fault)) }
    } else {
      terminal.write(Self.shape.document(of: (entries, faults)))
    }
  }

  static let shape = OutputShape<(entries: [RecordingEntry], faults: [LibraryFault])>(
    "list",
    [
      .key("bundles", .list(of: .object(RecordingEntry.keys)), { $0.entries }, "Matching bundles."),
      .key(.faults, { $0.faults }),
    ], lines: [RecordingEntry.line.description, LibraryFault.line.description])
}

extension RecordingEntry {
  /// `complete`, and what is missing of its audio.
  fileprivate var shownStatus: String {
    let status = status == .unannotated && namedMarkers.all > 0 ? "marked" : status?.rawValue ?? "unknown"
    return switch availability {
    case .available, .remote, nil: status
    case .otherSize: "\(status), other size"
    case .pointer: "\(status), pointer"
    case .missing: "\(status), no audio"
    }
  }

  /// Whole surahs by their number, `78-114` for several in a row.
  fileprivate var shownCoverage: String {
    guard let counting else { return "" }
    var parts: [(text: String, surahs: ClosedRange<Int>?)] = []
    for run in held {
      let surah = run.first.surah
      guard run == counting.range(ofSurah: surah) else {
        parts.append((run.description, nil))
        continue
      }
      let first = parts.last?.surahs.flatMap { $0.upperBound + 1 == surah ? $0.lowerBound : nil }
      if first != nil { parts.removeLast() }
      parts.append(("\(first.map { "\($0)-" } ?? "")\(surah)", (first ?? surah)...surah))
    }
    return parts.map(\.text).joined(separator: ", ")
  }

  fileprivate static let line = OutputLine("bundle", keys)

  fileprivate static let keys: [JSONKey<RecordingEntry>] = [
    .key(.bundle, \.shownPath), .nullable("id", .text, \.id, "Id of the recording."),
    .nullable(.title, \.title),
    .key(
      "reciters", .list(of: .text), \.reciters, "Ids of reciters: of the recording, then of its rows."),
    .nullable(.reciterName, \.reciterName),
    .key(
      "riwayat", .list(of: .text), { $0.riwayat.map(\.rawValue) }, "Riwayat of the recording and its rows."
    ),
    .nullable(.numbering, \.counting?.rawValue), .nullable(.recordedAt, \.recordedAt?.text),
    .nullable(.importedAt, \.importedAt?.text), .nullable(.status, \.status),
    .nullable(.availability, \.availability?.rawValue), .key(.ayat, { $0.held.map(\.description) }),
    .nullable(.ayahCount, \.ayahCount), .key(.rowCount, \.rows.all), .key(.verifiedCount, \.rows.verified),
    .key(.duration, \.length),
  ]
}
