import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// Which rows are wanted.
struct JournalQueryArguments: ParsableArguments {
  @Argument(help: "List only rows of these ayat: 18:10, kahf, juz 30.") var passages: [String] = []

  @Option(help: .init("List only rows with this text; vowel signs are ignored.", valueName: "text"))
  var search: String?

  @Option(help: .init("List only rows changed since: 2024-01-05, or with a time.", valueName: "date"))
  var since: String?

  @Option(help: .init("Sort by this key. (default: order of the file)", valueName: "key")) var sort: String?

  @Flag(help: "Reverse the order.") var reverse = false

  @Flag(help: "With memorised: list only rows due for recall.") var due = false

  @Flag(help: "With vocabulary: list only words not mastered.") var unmastered = false

  /// True if all rows are wanted, in the order of the file.
  var isEmpty: Bool {
    passages.isEmpty && search == nil && since == nil && sort == nil && !reverse && !due && !unmastered
  }

  /// The rows, whether their file could be read, and what is wrong with it, which has been told.
  func rows(of arguments: JournalKindArguments, in terminal: Terminal) throws -> (
    rows: [JournalRow], isRead: Bool, outcome: Outcome
  ) {
    let list = try arguments.list()
    var query = JournalQuery()
    (query.search, query.isReversed, query.isUnmastered) = (search, reverse, unmastered)
    query.calendar = terminal.workplace.calendar
    if due { query.dueOn = try terminal.workplace.today() }
    for (name, isGiven, owner) in [("--due", due, "memorised"), ("--unmastered", unmastered, "vocabulary")]
    where isGiven && list.name != owner {
      throw CommandFailure("\(name) works with \(owner), not with \(list.name)")
    }
    for (_, result) in passages.isEmpty ? [] : PassageArguments.read(passages, counting: .kufi) {
      switch result {
      case .success(let range): query.ayat.append(range)
      case .failure(let error): throw CommandFailure(error.message)
      }
    }
    query.since = try since.map { try GivenDate.first(of: $0, "--since") }
    if let sort {
      guard let key = list.key(spelt: sort) else {
        throw CommandFailure(
          noSuch(
            "key of \(list.name)", sort, meaning: list.keyMeant(by: sort).map { [$0] } ?? [],
            hint: "use one of \(list.list.rowKeys.joined(separator: ", "))"))
      }
      query.order = key
    }
    let found = try arguments.folder(in: terminal).rows(of: list)
    let errors = found.faults.filter { $0.severity == .error }
    if !errors.isEmpty { terminal.complain(errors.inOrder()) }
    return (query.rows(of: list, among: found.rows), found.isRead, errors.isEmpty ? .done : .failed)
  }
}

struct ListJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print rows of the journal, numbered.",
    discussion: """
        tilawa journal list notes kahf --search cave
        tilawa journal list memorised --due
      """)

  @OptionGroup var arguments: JournalKindArguments

  @OptionGroup var query: JournalQueryArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let list = try arguments.list()
    let (rows, _, outcome) = try query.rows(of: arguments, in: terminal)
    if json {
      terminal.write(Self.shape.document(of: (list, rows)))
    } else if rows.isEmpty {
      terminal.say("no such row in \(list.name); add one with tilawa journal add \(list.name)")
    } else {
      for line in table(of: rows, list, terminal.workplace.calendar).lines(
        width: nil, palette: terminal.palette)
      { terminal.print(line) }
    }
    return outcome
  }

  static let shape = OutputShape<(list: JournalList, rows: [JournalRow])>(
    "journal-list",
    [
      .key("list", .text, { $0.list.name }, "Name of the list."),
      .key(
        "rows", .list(of: .object(JournalRow.keys)), { told in told.rows.map { (told.list, $0) } },
        "Rows of the list."),
    ])

  private func table(of rows: [JournalRow], _ list: JournalList, _ calendar: LocalCalendar) -> TextTable {
    let keys = list.list.rowKeys.filter { key in rows.contains { $0[key] != nil } }
    let isMemorised = list.kind == .memorised
    var table = TextTable(
      [.init(title: "#", isAtRight: true)] + keys.map { .init(title: $0, leastWidth: 10) }
        + (isMemorised ? [.init(title: "due")] : []))
    for row in rows {
      table.add(
        ["\(row.number)"] + keys.map { (row[$0] ?? "").replaced("\n", with: " ") }
          + (isMemorised ? [Recall(row).dueDay(in: calendar)?.text ?? "now"] : []))
    }
    return table
  }
}

struct ExportJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Export the journal as CSV, JSON Lines, Anki cards or app records.",
    discussion: """
        tilawa journal export vocabulary --unmastered --format anki -o words.tsv
        tilawa journal export all --format cloudkit -o journal.json

      cloudkit writes whole lists, or with "all" the whole journal. user writes the user record of a prayer guide app. \
      Data without a place in the format is counted.
      """)

  @OptionGroup var arguments: JournalKindArguments

  @OptionGroup var query: JournalQueryArguments

  @Option(help: "csv, jsonl, anki, cloudkit, or for guides user.") var format = JournalFormat.csv

  @Option(name: [.short, .long], help: "Write to this file.", completion: .file()) var output: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    try writing.require([output].compactMap(\.self), in: terminal)
    guard let rowFormat = format.ofRows else { return try exportRecords(in: terminal) }
    let (rows, isRead, outcome) = try query.rows(of: arguments, in: terminal)
    // A file without the rows that can't be read would look like the whole.
    guard isRead else { return outcome }
    return try write(rowFormat.text(of: rows, in: arguments.list()), rows.count, outcome, in: terminal)
  }

  private func exportRecords(in terminal: Terminal) throws -> Outcome {
    guard query.isEmpty else {
      throw CommandFailure(
        "--format \(format.rawValue) writes whole lists and cannot be used with options that select or sort rows"
      )
    }
    if format == .user { return try exportUser(in: terminal) }
    let export = try CloudJournalExport(
      arguments.kind == "all" ? nil : [arguments.list()], of: arguments.folder(in: terminal),
      library: try LibraryArguments.root(arguments.library, in: terminal), in: terminal.workplace)
    for (name, count) in export.lost {
      terminal.complain("tilawa: left out: \(name) (\(count == 1 ? "once" : "\(count) times"))")
    }
    return try write(export.text, export.rowCount, .done, in: terminal)
  }

  private func exportUser(in terminal: Terminal) throws -> Outcome {
    guard arguments.kind == "guides" else {
      throw CommandFailure(
        "--format user needs the list guides: tilawa journal export guides --format user")
    }
    let export = try UserExport(of: arguments.folder(in: terminal))
    for loss in export.losses { terminal.complain("tilawa: \(loss)") }
    return try write(export.text, export.rowCount, .done, in: terminal)
  }

  private func write(
    _ text: String, _ count: Int, _ outcome: Outcome, in terminal: Terminal
  ) throws -> Outcome {
    try terminal.writePersonal(text, rows: count, to: output)
    return outcome
  }
}

extension Terminal {
  /// Writes rows of a journal to a file, or to standard output. Nobody else may read a file that is made here.
  func writePersonal(_ text: String, rows: Int, to output: String?) throws {
    guard let output, output != "-" else {
      write(text)
      return
    }
    let path = path(output)
    if try FileStatus.ifAny(path) == nil {
      // What is personal is nobody else's to read.
      try AtomicFile.change([.init(path, from: nil, to: Array(text.utf8), isForOwnerAlone: true)])
    } else {
      try AtomicFile.write(Array(text.utf8), to: path)
    }
    say("wrote \(counted(rows, "row")) to \(output)")
  }
}

/// The formats of `journal export`.
enum JournalFormat: String, ExpressibleByArgument, CaseIterable {
  case csv, jsonl, anki, cloudkit, user

  /// Nil for records, which aren't made row by row.
  var ofRows: JournalExport? { JournalExport(rawValue: rawValue) }
}

struct ImportJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import notes, favourites and other lists from app records.",
    discussion: """
      Reads JSON with CloudKit records of an app's SwiftData: CD_QuranNote, CD_NoteCategory, CD_FavoriteVerse, \
      CD_MemorizedVerse, CD_ReadingProgress, CD_VerseViewProgress, CD_SavedWord and CD_UserBookmark. Ids are kept as x-cloud-id \
      (of notes as id), so that rows are recognised when imported again; missing and newer values are then added. The text \
      of an ayah is kept only if no text of the library contains it. Data without a key is reported.

        tilawa journal import records.json --dry-run
        tilawa journal import records.json

      Also reads the User of a prayer guide app: school, permissions, and bookmarked or offline guides. Existing values of \
      your journal stay.

      For records of verses and words, use tilawa text add with the same file.

      Exit status: 0 imported; 1 something was left out; 2 wrong usage, or nothing to import.
      """)

  @Argument(help: "The file.", completion: .file(extensions: ["json"])) var file: String

  @Option(help: "The library.", completion: .directory) var library: String?

  @OptionGroup var journal: JournalArguments

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let plan: JournalImport
    do {
      plan = try JournalImport(
        file, into: journal.folder(library: library, in: terminal),
        library: try LibraryArguments.root(library, in: terminal), in: terminal.workplace)
    } catch {
      try terminal.tell(error)
      return .failed
    }
    if !plan.findings.isEmpty { terminal.complain(plan.findings) }
    var parts = plan.parts
    if !dryRun {
      let done = try plan.apply()
      parts = done.parts
      for remark in done.remarks { terminal.complain("tilawa: warning: \(shownText(remark))") }
    }
    for part in parts {
      var counts: [String] = []
      for (names, what) in [(part.added, "new"), (part.changed, "changed"), (part.known, "already here")]
      where !names.isEmpty { counts.append("\(names.count) \(what)") }
      terminal.say("\(part.list.name): \(counts.joined(separator: ", "))")
    }
    for (key, text) in plan.settings { terminal.say("guides.yaml: \(key): \(shownText(text))") }
    if dryRun { terminal.say("nothing was written") }
    return plan.findings.contains { $0.severity == .error } ? .findings : .done
  }
}

struct JournalKinds: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "kinds", abstract: "Show the lists of a journal and the keys of their rows.",
    discussion: """
        tilawa journal kinds
      """)

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    for (index, list) in JournalList.all.enumerated() {
      if index > 0 { terminal.print("") }
      terminal.print("\(list.name) (\(list.kind.path ?? list.kind.fileName))")
      let width = list.list.rowKeys.map(\.count).max() ?? 0
      for key in list.list.rowKeys {
        guard let (noun, meaning) = list.description(of: key) else { continue }
        let blank = String(repeating: " ", count: width - key.count)
        terminal.print("  \(key)\(blank)  \(meaning.replaced("`", with: "")) Takes \(noun).")
      }
    }
    return .done
  }
}
