import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// A person's private records of their listening and reading.
struct Journal: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Keep notes, favourites and memorisation.",
    discussion: """
      A journal has the lists notes, categories (of notes), favourites, memorised, progress and viewed (your reading), \
      vocabulary, guides (of prayers) and bookmarks. tilawa journal kinds shows the keys of each; every key is an option.

        tilawa journal add notes 18:10 --text "the cave" --category tafsir
        tilawa journal add vocabulary 18:10:4 --arabic الكهف --meaning "the cave"
        tilawa journal set vocabulary 18:10:4 --mastered
        tilawa journal recall 67 --grade 4
        tilawa journal export vocabulary --format anki -o words.tsv

      Uses the journal of the library if it has one, otherwise your personal journal. Its files are plain text. New ones \
      are readable only by you.
      """,
    subcommands: [
      AddToJournal.self, ListJournal.self, SetInJournal.self, RemoveFromJournal.self, RecallInJournal.self,
      ExportJournal.self, ImportJournal.self,
      JournalKinds.self, Bookmarks.self, ClassCommand.self,
    ])
}

/// The list of a journal that a command is about.
struct JournalKindArguments: ParsableArguments {
  @Argument(
    help: .init(
      "notes, categories, favourites, memorised, progress, viewed, vocabulary, guides or bookmarks.",
      valueName: "kind"),
    completion: .list(JournalList.all.map(\.name)))
  var kind: String

  @Option(help: "The library.", completion: .directory) var library: String?

  @OptionGroup var journal: JournalArguments

  func list() throws -> JournalList {
    if let list = JournalList(named: kind) { return list }
    let names = JournalList.all.map(\.name)
    throw CommandFailure(noSuch("list", kind, in: names, hint: "use one of \(names.joined(separator: ", "))"))
  }

  func folder(in terminal: Terminal) throws -> JournalFolder {
    try journal.folder(library: library, in: terminal)
  }
}

/// Keys of rows or files, as options name them.
protocol SpeltKeys {
  /// The declared key of that spelling; one of the user's own as it is.
  func key(spelt spelling: String) -> String?
  /// The key that was most likely meant.
  func keyMeant(by spelling: String) -> String?
  /// True if a key is either true or false.
  func isFlag(_ key: String) -> Bool
}

extension JournalList: SpeltKeys {}

/// Words, and keys with their values: `--key value`, `--key=value` or `key=value`.
struct JournalWords {
  private(set) var words: [String] = []
  private(set) var values: [(key: String, text: String)] = []

  init(_ arguments: [String], of list: some SpeltKeys) throws {
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
  fileprivate func apply(on list: JournalList, in terminal: Terminal) throws -> Outcome {
    let result = try apply()
    for change in result.changes {
      switch change {
      case .added(let name): terminal.say("added \(shownText(name)) to \(list.name)")
      case .changed(let name): terminal.say("changed \(shownText(name)) in \(list.name)")
      case .unchanged(let name): terminal.say("\(shownText(name)) unchanged in \(list.name)")
      case .removed(let name): terminal.say("removed \(shownText(name)) from \(list.name)")
      }
    }
    for remark in result.remarks { terminal.say("tilawa: warning: \(shownText(remark))") }
    return .done
  }
}

struct AddToJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a row to a list, or change the row of that place.",
    discussion: """
        tilawa journal add favourites 2:255 --note "since childhood"
        tilawa journal add memorised 67 --since 2023-03-01
        tilawa journal add progress kahf --progress 0.4
        tilawa journal add categories tafsir --color green

      A place is 18:10, kahf 1-10, juz 30 or page 562. For vocabulary, 18:10:4 is the fourth word; its text and meaning \
      come from the texts of the library unless --arabic and --meaning are given. tilawa journal kinds lists the keys, \
      written as --key value or key=value; your own keys begin with "x-". The date is added. Every note is a new row.
      """)

  @OptionGroup var arguments: JournalKindArguments

  @Argument(
    parsing: .allUnrecognized,
    help: .init("The place, and keys with values.", valueName: "place --key value"))
  var words: [String] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let list = try arguments.list()
    let given = try JournalWords(words, of: list)
    let subject = given.words.isEmpty ? nil : given.words.joined(separator: " ")
    let plan = try JournalPlan(
      adding: subject, given.values, to: list, of: arguments.folder(in: terminal),
      library: try LibraryArguments.root(arguments.library, in: terminal), in: terminal.workplace)
    return try plan.apply(on: list, in: terminal)
  }
}

struct SetInJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change keys of a row of the journal.",
    discussion: """
        tilawa journal set notes 2 --category tafsir
        tilawa journal set vocabulary 18:10:4 --mastered
        tilawa journal set favourites 2:255 note=

      Takes the number of a row in tilawa journal list, or its place. An empty value removes the key.
      """)

  @OptionGroup var arguments: JournalKindArguments

  @Argument(
    parsing: .allUnrecognized,
    help: .init("The row, and keys with values.", valueName: "row --key value"))
  var words: [String] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let list = try arguments.list()
    let given = try JournalWords(words, of: list)
    guard !given.words.isEmpty else {
      throw CommandFailure("name the row by its number or place; see `tilawa journal list \(list.name)`")
    }
    let plan = try JournalPlan(
      setting: given.values, of: [given.words.joined(separator: " ")], in: list,
      of: arguments.folder(in: terminal), in: terminal.workplace)
    return try plan.apply(on: list, in: terminal)
  }
}

struct RemoveFromJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove rows from the journal by their numbers or places.",
    discussion: """
        tilawa journal remove favourites 2:255
      """)

  @OptionGroup var arguments: JournalKindArguments

  @Argument(help: .init("Numbers in tilawa journal list, or places.", valueName: "row"))
  var rows: [String]

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let list = try arguments.list()
    let plan = try JournalPlan(removing: rows, from: list, of: arguments.folder(in: terminal))
    return try plan.apply(on: list, in: terminal)
  }
}

struct RecallInJournal: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "recall", abstract: "Grade a memorised passage and schedule its next review.",
    discussion: """
        tilawa journal list memorised --due
        tilawa journal recall 67 --grade 4
        tilawa queue --from due

      Grades: 5 perfect, 4 with hesitation, 3 with difficulty, 2 with a mistake that you noticed, 1 with a mistake that you \
      were shown, 0 forgotten. Below 3 the passage starts over tomorrow. Otherwise it is due in 1 day, then 6, then at \
      growing intervals that depend on your grades. This is SM-2 (P. A. Woźniak, Optimization of learning, 1990); \
      memorised.yaml contains its state.

      A passage is graded as a whole, as listed in its row.
      """)

  @Argument(help: "The passage, as listed: 67:1-30, kahf 1-10.", completion: .surahs)
  var passages: [String]

  @Option(help: .init("Your grade, from 0 to 5.", valueName: "0...5")) var grade: Int

  @Option(help: "The library.", completion: .directory) var library: String?

  @OptionGroup var journal: JournalArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let folder = try journal.folder(library: library, in: terminal)
    let ranges = try PassageArguments.read(passages, counting: .kufi).map { found in
      switch found.result {
      case .success(let range): range
      case .failure(let error): throw CommandFailure(error.message)
      }
    }
    let plan = try RecallPlan(of: ranges, grade: grade, in: folder, terminal.workplace)
    for step in try plan.apply() {
      let days = counted(step.recall.interval, "day")
      terminal.say(
        "\(step.name): due in \(days), on \(step.recall.dueDay(in: terminal.workplace.calendar)?.text ?? "any day")"
      )
    }
    return .done
  }
}
