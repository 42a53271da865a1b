import ArgumentParser
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit
import TilawaQuran

/// Books that are read along.
struct Shelf: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shelf",
    abstract: "Track the books you read.",
    discussion: """
        tilawa shelf add "The Study of the Cave" --authors "Ahmad Salim" --pages 310 --language en
        tilawa shelf set the-study-of-the-cave --status reading --goal 10
        tilawa shelf session the-study-of-the-cave --minutes 35 --page 20 --ayat 18:9-16
        tilawa shelf --status reading
        tilawa shelf import goodreads_library_export.csv

      The folder shelf of the library has one file per book, which you may share. Your reading is in the folder shelf of your \
      journal. tilawa shelf keys shows the keys of both; every key is an option.
      """,
    subcommands: [
      ListShelf.self, ShowBook.self, AddBook.self, SetBook.self, ReadInBook.self, RemoveBook.self,
      ImportBooks.self,
      ExportBooks.self, ShelfKeys.self,
    ],
    defaultSubcommand: ListShelf.self)
}

/// The shelf that a command is about.
struct BookShelfArguments: ParsableArguments {
  @Option(
    help: .init("The library. (default: $TILAWA_LIBRARY, else the current folder)", valueName: "dir"),
    completion: .directory)
  var library: String?

  @OptionGroup var journal: JournalArguments

  /// The books; faults of their files are told.
  func open(in terminal: Terminal) throws -> (shelf: BookShelf, outcome: Outcome) {
    let folder = try journal.folder(library: library, in: terminal)
    let shelf = BookShelf(
      ofLibrary: try LibraryArguments.root(library, in: terminal), folder, in: terminal.workplace)
    let errors = shelf.faults.filter { $0.severity == .error }
    if !errors.isEmpty { terminal.complain(errors) }
    return (shelf, errors.isEmpty ? .done : .failed)
  }

  /// Opens the shelf for work that needs all books: throws if one can't be read at all, such as on a faulty
  /// disk.
  func openWholly(in terminal: Terminal) throws -> (shelf: BookShelf, outcome: Outcome) {
    let opened = try open(in: terminal)
    guard opened.shelf.unreadable.isEmpty else {
      throw CommandFailure("nothing was done: part of the shelf cannot be read")
    }
    return opened
  }
}

/// The keys of books and of what somebody has to do with them, as options name them.
struct BookKeys: SpeltKeys {
  private let keys = [DocumentKind.bookJournal.keys, DocumentKind.book.keys]

  func key(spelt spelling: String) -> String? { keys.lazy.compactMap { $0.key(spelt: spelling) }.first }
  func keyMeant(by spelling: String) -> String? { keys.lazy.compactMap { $0.keyMeant(by: spelling) }.first }
  func isFlag(_ key: String) -> Bool { keys.contains { $0.isFlag(key) } }

  /// Keys with all the texts that are given for each, and the words between.
  static func read(_ arguments: [String]) throws -> (words: [String], values: [GivenValue]) {
    let read = try JournalWords(arguments, of: BookKeys())
    var values: [(key: String, texts: [String])] = []
    for (spelling, text) in read.values {
      let key = BookKeys().key(spelt: spelling) ?? spelling
      if let index = values.firstIndex(where: { $0.key == key }) {
        values[index].texts.append(text)
      } else {
        values.append((key, [text]))
      }
    }
    return (read.words, values.map { GivenValue($0.key, $0.texts) })
  }
}

extension ShelfPlan {
  /// Writes it unless that is only tried, and says what was done.
  fileprivate func apply(isDry: Bool = false, in terminal: Terminal) throws -> Outcome {
    let result = isDry ? Result(changes: changes) : try apply()
    if result.changes.isEmpty {
      terminal.say("\(id) unchanged")
      return .done
    }
    for change in result.changes {
      terminal.say(
        "\(change.file): \(change.key)" + (change.text.map { ": \(shownText($0))" } ?? " removed"))
    }
    for remark in result.remarks { terminal.say("tilawa: warning: \(shownText(remark))") }
    if isDry { terminal.say("nothing was written") }
    return .done
  }
}

struct AddBook: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Put a book on the shelf.",
    discussion: """
        tilawa shelf add "Tafsir of the Cave" --authors "Ahmad Salim" --authors "Maryam Idris" --isbn 978-0-261-10334-4
        tilawa shelf add سورة الكهف --id kahf --status reading

      Write keys as --key value or key=value, and repeat a key for several values; tilawa shelf keys lists them. \
      Your journal records the book as to be read, unless --status is given.
      """)

  @Option(help: "Id of the book. (default: from the title)") var id: String?

  @Flag(help: "Describe the book without changing your journal.") var describeOnly = false

  @OptionGroup var arguments: BookShelfArguments

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @Argument(
    parsing: .allUnrecognized,
    help: .init("The title, and keys with values.", valueName: "title --key value"))
  var words: [String] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (words, values) = try BookKeys.read(words)
    let title = words.joined(separator: " ")
    let plan = try ShelfPlan(
      adding: title, id: id, values, describedOnly: describeOnly,
      to: arguments.openWholly(in: terminal).shelf,
      in: terminal.workplace)
    return try plan.apply(isDry: dryRun, in: terminal)
  }
}

struct SetBook: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change keys of a book or of your reading.",
    discussion: """
        tilawa shelf set the-study-of-the-cave --status read --rating 5
        tilawa shelf set the-study-of-the-cave --tags tafsir --tags evening
        tilawa shelf set the-study-of-the-cave rating=

      --status reading adds the date on which you started, --status read the date on which you finished and the \
      last page, unless already present. An empty value removes the key. --quotes adds a quote.
      """)

  @OptionGroup var arguments: BookShelfArguments

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @Argument(
    parsing: .allUnrecognized,
    help: .init("The book by its id or title, and keys with values.", valueName: "book --key value"))
  var words: [String] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (words, values) = try BookKeys.read(words)
    guard !words.isEmpty else { throw CommandFailure("name the book; see `tilawa shelf list`") }
    let plan = try ShelfPlan(
      setting: values, of: words.joined(separator: " "), in: arguments.open(in: terminal).shelf,
      in: terminal.workplace)
    return try plan.apply(isDry: dryRun, in: terminal)
  }
}

struct ReadInBook: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Record a reading session.",
    discussion: """
        tilawa shelf session the-study-of-the-cave --minutes 35 --page 42 --ayat 18:9-16

      Your page advances by --pages, or to --page. The status to_read becomes reading.
      """)

  @Argument(help: .init("The book, by its id or title.", valueName: "book")) var book: String

  @Option(help: "Minutes read.") var minutes: Int?

  @Option(help: "Pages read.") var pages: Int?

  @Option(help: "The page reached.") var page: Int?

  @Option(help: "Ayat of the reading: 18:10, kahf 9-16.") var ayat: String?

  @Option(help: "Date: 2024-01-05, or with a time. (default: now)") var date: String?

  @Option(help: "A remark.") var note: String?

  @OptionGroup var arguments: BookShelfArguments

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var session = ShelfPlan.Session()
    for (name, number) in [("--minutes", minutes), ("--pages", pages), ("--page", page)] {
      if let number, !(0...100_000).contains(number) {
        throw CommandFailure("invalid \(name) \(number) (expected 0 to 100000)")
      }
    }
    (session.minutes, session.pages, session.page) = (minutes, pages, page)
    session.note = note.flatMap { $0.isEmpty ? nil : $0 }
    session.date = try date.map { try GivenDate.moment($0, "--date") }
    session.ayat = try ayat.map { text in
      switch PassageReference.parse(text) {
      case .success(let range): return range
      case .failure(let error): throw CommandFailure(error.message)
      }
    }
    let plan = try ShelfPlan(
      adding: session, to: book, in: arguments.open(in: terminal).shelf, in: terminal.workplace)
    return try plan.apply(isDry: dryRun, in: terminal)
  }
}

struct RemoveBook: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a book from the shelf and your journal.",
    discussion: """
        tilawa shelf remove the-study-of-the-cave
        tilawa shelf remove the-study-of-the-cave --keep-book

      Removes its files. Asks first if you recorded sessions, quotes or notes; without a terminal, --force is required.
      """)

  @Argument(help: .init("The book, by its id or title.", valueName: "book")) var book: String

  @Flag(help: "Remove it from your journal only.") var keepBook = false

  @Flag(help: "Remove it from the shelf only.") var keepJournal = false

  @Flag(help: "Remove your sessions, quotes and notes without asking.") var force = false

  @OptionGroup var arguments: BookShelfArguments

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if keepBook, keepJournal {
      throw ValidationError("--keep-book and --keep-journal leave nothing to remove")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let removal = try ShelfRemoval(
      of: book, keepBook ? .journal : keepJournal ? .description : .everything,
      from: arguments.openWholly(in: terminal).shelf)
    if !removal.losses.isEmpty, !force, !dryRun {
      let loss = "\(removal.losses.joined(separator: ", ")) of \(shownText(removal.title)) would be lost"
      guard terminal.agrees("\(loss); remove it?") == true else {
        throw CommandFailure("\(loss); use --force to remove it; nothing was removed")
      }
    }
    if !dryRun { try removal.apply() }
    for file in removal.files {
      terminal.say("\(shownText(file)): \(dryRun ? "would be removed" : "removed")")
    }
    return .done
  }
}

struct ImportBooks: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import books from Goodreads or a reading app.",
    discussion: """
      Reads the CSV that Goodreads exports, or JSON with the BookMetadata and UserBook of a reading app. Existing books (with \
      the same id or ISBN) get missing values; other values change only with --replace.

      Exit status: 0 done; 1 part of the file cannot be read or was left out; 2 wrong usage, or no books.

        tilawa shelf import goodreads_library_export.csv
      """)

  @Argument(help: "The file; - for standard input.", completion: .file()) var file: String

  @Option(help: .init("Read this format: app or goodreads. (default: detected)", valueName: "format"))
  var from: ForeignBooks.Format?

  @Flag(help: "Replace existing values with those of the file.") var replace = false

  @Flag(help: "Keep unknown data as x- keys.") var keepUnknown = false

  @OptionGroup var arguments: BookShelfArguments

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (shelf, _) = try arguments.openWholly(in: terminal)
    let source =
      file == "-"
      ? ForeignSource(shownAs: "<stdin>", bytes: try terminal.readInput())
      : try ForeignSource(readingAt: terminal.path(file), shownAs: file)
    let plan = try ShelfImport(source, as: from, keepingUnknown: keepUnknown, replacing: replace, into: shelf)
    if !plan.findings.isEmpty { terminal.complain(plan.findings) }
    for remark in plan.remarks { terminal.complain("tilawa: \(shownText(remark))") }
    if plan.keepsOwnValues {
      terminal.complain("tilawa: existing values were kept; use --replace to replace them")
    }
    if !dryRun { try plan.apply() }
    let counts = ShelfImport.Outcome.allCases.map { outcome in
      "\(plan.items.count { $0.outcome == outcome }) \(outcome.rawValue)"
    }
    terminal.say(
      "\(counted(plan.items.count, "book")) of \(file): \(counts.joined(separator: ", "))"
        + (dryRun ? "; nothing was written" : ""))
    return plan.findings.isEmpty ? .done : .findings
  }
}

struct ExportBooks: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export the books as JSON of a reading app.",
    discussion: """
      Writes two lists: books (BookMetadata) and userBooks (UserBook), which name a book by its googleBooksID. Data that the \
      app cannot store is counted.

        tilawa shelf export -o books.json
      """)

  @OptionGroup var query: ShelfQueryArguments

  @Option(name: [.short, .long], help: "Write to this file.", completion: .file()) var output: String?

  @OptionGroup var replacing: OutputArguments

  @OptionGroup var arguments: BookShelfArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (shelf, outcome) = try arguments.openWholly(in: terminal)
    try replacing.require([output].compactMap { $0 }, in: terminal)
    let export = ShelfExport(of: try query.query().books(of: shelf))
    if !export.losses.isEmpty {
      terminal.complain(
        "tilawa: left out: " + export.losses.map { "\($0.key) (\($0.count))" }.joined(separator: ", "))
    }
    guard let output, output != "-" else {
      terminal.write(export.text)
      return outcome
    }
    try AtomicFile.write(Array(export.text.utf8), to: terminal.path(output))
    terminal.say("wrote \(counted(export.count, "book")) to \(output)")
    return outcome
  }
}

struct ShelfKeys: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "List the keys of books and of reading them.",
    discussion: """
        tilawa shelf keys
      """)

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    for (index, kind) in [DocumentKind.book, .bookJournal].enumerated() {
      if index > 0 { terminal.print("") }
      terminal.print("\(index == 0 ? "shelf" : "journal/shelf") (\(kind.meaning))")
      let names = kind.keys.names.filter { $0 != "tilawa" }
      let width = names.map(\.count).max() ?? 0
      for key in names {
        guard let (noun, meaning) = kind.keys.description(of: key) else { continue }
        let words = kind.keys.words(of: key)
        let blank = String(repeating: " ", count: width - key.count)
        terminal.print(
          "  \(key)\(blank)  \(meaning.replaced("`", with: "")) Takes \(words.isEmpty ? noun : words.joined(separator: ", "))."
        )
      }
    }
    return .done
  }
}

extension ForeignBooks.Format: ExpressibleByArgument {}
