import ArgumentParser
import Diagnostics
import Files
import QuranIndex
import ScalarText
import TilawaFormat
import TilawaKit
import Timing

/// What a person keeps for themselves about what they hear and read.
struct Journal: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Keep notes, favourites, what you know and learn.",
    discussion: """
      A journal has lists: notes and their categories, favourites, memorised, progress and viewed (what you read), \
      vocabulary, bookmarks. tilawa journal kinds shows the keys that their rows have; each is an option.

        tilawa journal add notes 18:10 --text "the cave" --category tafsir
        tilawa journal add vocabulary 18:10:4 --arabic الكهف --meaning "the cave"
        tilawa journal list notes kahf --search cave
        tilawa journal set vocabulary 18:10:4 --mastered
        tilawa journal export vocabulary --format anki -o words.tsv

      The journal is that of the library if it has one, else your personal journal. Its files are plain text, and nobody \
      else may read those that are made here.
      """,
    subcommands: [
      AddToJournal.self, ListJournal.self, SetInJournal.self, RemoveFromJournal.self, ExportJournal.self,
      JournalKinds.self,
    ])
}

/// The list of a journal that a command is about.
struct JournalKindArguments: ParsableArguments {
  @Argument(
    help: .init(
      "notes, categories, favourites, memorised, progress, viewed, vocabulary or bookmarks.",
      valueName: "kind"),
    completion: .list(JournalList.all.map(\.name)))
  var kind: String

  @Option(help: "The library.", completion: .directory) var library: String?

  @OptionGroup var journal: JournalArguments

  func list() throws -> JournalList {
    if let list = JournalList(named: kind) { return list }
    let names = JournalList.all.map(\.name)
    let meant = nearestName(to: kind, in: names).map { "; did you mean \($0)?" }
    throw CommandFailure(
      "a journal has no list called \"\(kind)\"" + (meant ?? "; it has \(names.joined(separator: ", "))"))
  }

  func folder(in terminal: Terminal) throws -> JournalFolder {
    try journal.folder(library: library, in: terminal)
  }
}

/// Words, and keys with their values: `--key value`, `--key=value` or `key=value`.
struct JournalWords {
  private(set) var words: [String] = []
  private(set) var values: [(key: String, text: String)] = []

  init(_ arguments: [String], of list: JournalList) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard let option = argument.after("--").map(String.init) else {
        let parts = argument.fields(by: "=", atMost: 2).map(String.init)
        let isKey = parts.count == 2 && (list.key(spelt: parts[0]) ?? list.keyMeant(by: parts[0])) != nil
        if isKey { values.append((parts[0], parts[1])) } else { words.append(argument) }
        continue
      }
      let parts = option.fields(by: "=", atMost: 2).map(String.init)
      // Everywhere else `--color` is about the output.
      let key = parts[0] == "tint" ? "color" : parts[0]
      if parts.count == 2 {
        values.append((key, parts[1]))
      } else if list.key(spelt: key).map(list.isFlag) ?? false, rest.first != "true", rest.first != "false" {
        values.append((key, "true"))
      } else if let value = rest.popFirst() {
        values.append((key, value))
      } else if list.key(spelt: key) != nil {
        throw CommandFailure("--\(key) needs a value")
      } else {
        values.append((key, ""))
      }
    }
  }
}

extension JournalPlan {
  /// Writes it, and says what was done.
  fileprivate func carryOut(on list: JournalList, in terminal: Terminal) throws -> Outcome {
    let result = try carriedOut()
    for change in result.changes {
      switch change {
      case .added(let name): terminal.say("added \(shownText(name)) to \(list.name)")
      case .changed(let name): terminal.say("changed \(shownText(name)) in \(list.name)")
      case .unchanged(let name): terminal.say("\(shownText(name)) said that already in \(list.name)")
      case .removed(let name): terminal.say("removed \(shownText(name)) from \(list.name)")
      }
    }
    for remark in result.remarks { terminal.say("tilawa: warning: \(shownText(remark))") }
    return .done
  }
}

struct AddToJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a row to a list of the journal, or change the one of that place.",
    discussion: """
        tilawa journal add favourites 2:255 --note "since childhood"
        tilawa journal add memorised 67 --since 2023-03-01
        tilawa journal add progress kahf --progress 0.4
        tilawa journal add categories tafsir --color green

      A place is what the command line understands everywhere: 18:10, kahf 1-10, juz 30, page 562; for vocabulary 18:10:4 is \
      the fourth word. Keys are those that tilawa journal kinds shows, as --key value or key=value; keys of your own begin \
      with "x-". When it was made is filled in. A note is always a new one.
      """)

  @OptionGroup var arguments: JournalKindArguments

  @Argument(
    parsing: .allUnrecognized,
    help: .init("The place, and keys with their values.", valueName: "place --key value"))
  var words: [String] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let list = try arguments.list()
    let given = try JournalWords(words, of: list)
    let subject = given.words.isEmpty ? nil : given.words.joined(separator: " ")
    let plan = try JournalPlan(
      adding: subject, given.values, to: list, of: arguments.folder(in: terminal), in: terminal.workplace)
    return try plan.carryOut(on: list, in: terminal)
  }
}

struct SetInJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change keys of a row of the journal.",
    discussion: """
        tilawa journal set notes 2 --category tafsir
        tilawa journal set vocabulary 18:10:4 --mastered
        tilawa journal set favourites 2:255 note=

      A row is named by the number that tilawa journal list shows, or by its place. An empty value takes the key away.
      """)

  @OptionGroup var arguments: JournalKindArguments

  @Argument(
    parsing: .allUnrecognized,
    help: .init("The row, and keys with their values.", valueName: "row --key value"))
  var words: [String] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let list = try arguments.list()
    let given = try JournalWords(words, of: list)
    guard !given.words.isEmpty else {
      throw CommandFailure("name the row by its number or place: tilawa journal list \(list.name) shows them")
    }
    let plan = try JournalPlan(
      setting: given.values, of: [given.words.joined(separator: " ")], in: list,
      of: arguments.folder(in: terminal), in: terminal.workplace)
    return try plan.carryOut(on: list, in: terminal)
  }
}

struct RemoveFromJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove rows from the journal by their numbers or places.")

  @OptionGroup var arguments: JournalKindArguments

  @Argument(help: .init("Numbers that tilawa journal list shows, or places.", valueName: "row"))
  var rows: [String]

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let list = try arguments.list()
    let plan = try JournalPlan(removing: rows, from: list, of: arguments.folder(in: terminal))
    return try plan.carryOut(on: list, in: terminal)
  }
}

/// Which rows are wanted.
struct JournalQueryArguments: ParsableArguments {
  @Argument(help: "Only rows of these ayat: 18:10, kahf, juz 30.") var passages: [String] = []

  @Option(help: .init("Only rows that hold this text; vowel signs don't matter.", valueName: "text"))
  var search: String?

  @Option(help: .init("Only rows made or changed since: 2024-01-05, or with a time.", valueName: "date"))
  var since: String?

  @Option(help: .init("Sort by a key. (default: as in the file)", valueName: "key")) var sort: String?

  @Flag(help: "The last first.") var reverse = false

  /// The rows, and what is wrong with their file, which has been told.
  func rows(of arguments: JournalKindArguments, in terminal: Terminal) throws -> (
    rows: [JournalRow], outcome: Outcome
  ) {
    let list = try arguments.list()
    var query = JournalQuery()
    (query.search, query.isReversed) = (search, reverse)
    for (_, result) in passages.isEmpty ? [] : PassageArguments.read(passages, counting: .kufi) {
      switch result {
      case .success(let range): query.ayat.append(range)
      case .failure(let error): throw CommandFailure(error.message)
      }
    }
    if let since {
      // A month or a year begins with its first day.
      guard let date = Timestamp(since) ?? Timestamp("\(since)-01") ?? Timestamp("\(since)-01-01") else {
        throw CommandFailure("\"\(since)\" is not a date that exists; write 2024-01-05")
      }
      query.since = date
    }
    if let sort {
      guard let key = list.key(spelt: sort) else {
        let meant = list.keyMeant(by: sort).map { "; did you mean \($0)?" }
        throw CommandFailure(
          "\(list.name) has no key \"\(sort)\""
            + (meant ?? "; it has \(list.list.rowKeys.joined(separator: ", "))"))
      }
      query.order = key
    }
    let found = try arguments.folder(in: terminal).rows(of: list)
    let errors = found.faults.filter { $0.severity == .error }
    if !errors.isEmpty { terminal.complain(errors.inOrder()) }
    return (query.rows(of: list, among: found.rows), errors.isEmpty ? .done : .failed)
  }
}

struct ListJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print rows of the journal, numbered.")

  @OptionGroup var arguments: JournalKindArguments

  @OptionGroup var query: JournalQueryArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let list = try arguments.list()
    let (rows, outcome) = try query.rows(of: arguments, in: terminal)
    if json {
      let value: JSONValue = [
        "version": 1, "list": .string(list.name),
        "rows": JSONValue(rows) { row in
          [
            "number": .int(Int64(row.number)),
            "values": .object(row.values.map { .init($0.key, list.json(of: $0.key, $0.text)) }),
          ]
        },
      ]
      terminal.write(value.documentText)
    } else if rows.isEmpty {
      terminal.say("\(list.name) has no such row; tilawa journal add \(list.name) makes one")
    } else {
      for line in table(of: rows, list).lines(width: nil, palette: terminal.palette) { terminal.print(line) }
    }
    return outcome
  }

  private func table(of rows: [JournalRow], _ list: JournalList) -> TextTable {
    let keys = list.list.rowKeys.filter { key in rows.contains { $0[key] != nil } }
    var table = TextTable(
      [.init(title: "#", isAtRight: true)] + keys.map { .init(title: $0, leastWidth: 10) })
    for row in rows {
      table.add(["\(row.number)"] + keys.map { (row[$0] ?? "").replaced("\n", with: " ") })
    }
    return table
  }
}

struct ExportJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write rows of the journal as CSV or JSON Lines, or words as cards for Anki.")

  @OptionGroup var arguments: JournalKindArguments

  @OptionGroup var query: JournalQueryArguments

  @Option(help: "csv, jsonl or anki.") var format = JournalExport.csv

  @Option(name: [.short, .long], help: "Write to this file.", completion: .file()) var output: String?

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (rows, outcome) = try query.rows(of: arguments, in: terminal)
    let text = try format.text(of: rows, in: arguments.list())
    guard let output else {
      terminal.write(text)
      return outcome
    }
    try AtomicFile.write(Array(text.utf8), to: terminal.path(output))
    terminal.say("wrote \(rows.count) row\(rows.count == 1 ? "" : "s") to \(output)")
    return outcome
  }
}

struct JournalKinds: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "kinds", abstract: "Show the lists of a journal and the keys of their rows.")

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
