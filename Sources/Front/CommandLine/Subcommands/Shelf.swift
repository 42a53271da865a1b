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
    abstract: "Keep the books you read along, and how far you are.",
    discussion: """
        tilawa shelf add "The Study of the Cave" --authors "Ahmad Salim" --pages 310 --language en
        tilawa shelf set the-study-of-the-cave --status reading --goal 10
        tilawa shelf session the-study-of-the-cave --minutes 35 --page 20 --ayat 18:9-16
        tilawa shelf --status reading
        tilawa shelf import goodreads_library_export.csv

      What a book is lies in the folder shelf of the library, a file a book, to be shared. What you have to do with it is yours: it \
      lies in your journal, in a folder shelf there. tilawa shelf keys shows what both may say; each key is an option.
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
      throw CommandFailure("nothing was done: something of the shelf can't be read")
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
      terminal.say("\(id) says that already")
      return .done
    }
    for change in result.changes {
      terminal.say(
        "\(change.file): \(change.key)" + (change.text.map { ": \(shownText($0))" } ?? " is taken away"))
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

      Keys are those that tilawa shelf keys shows, as --key value or key=value; a key with several values is given several times. \
      In your journal the book is to be read from now on, unless --status says otherwise.
      """)

  @Option(help: "What commands and files call it. (default: made of the title)") var id: String?

  @Flag(help: "Describe the book, and leave your journal alone.") var describeOnly = false

  @OptionGroup var arguments: BookShelfArguments

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @Argument(
    parsing: .allUnrecognized,
    help: .init("The title, and keys with their values.", valueName: "title --key value"))
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
    commandName: "set", abstract: "Change what is said of a book, or how far you are.",
    discussion: """
        tilawa shelf set the-study-of-the-cave --status read --rating 5
        tilawa shelf set the-study-of-the-cave --tags tafsir --tags evening
        tilawa shelf set the-study-of-the-cave rating=

      With --status reading the date is written on which you started, with --status read the date on which you finished, and the \
      last page; what is there already stays. An empty value takes the key away. --quotes adds a quote.
      """)

  @OptionGroup var arguments: BookShelfArguments

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @Argument(
    parsing: .allUnrecognized,
    help: .init("The book by its id or title, and keys with their values.", valueName: "book --key value"))
  var words: [String] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (words, values) = try BookKeys.read(words)
    guard !words.isEmpty else { throw CommandFailure("name the book; tilawa shelf list shows them") }
    let plan = try ShelfPlan(
      setting: values, of: words.joined(separator: " "), in: arguments.open(in: terminal).shelf,
      in: terminal.workplace)
    return try plan.apply(isDry: dryRun, in: terminal)
  }
}

struct ReadInBook: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Note that you read in a book.",
    discussion: """
        tilawa shelf session the-study-of-the-cave --minutes 35 --page 42 --ayat 18:9-16

      The page you are at moves on by --pages, or to --page. A book that was still to be read is being read from then on.
      """)

  @Argument(help: .init("The book, by its id or title.", valueName: "book")) var book: String

  @Option(help: "How many minutes you read.") var minutes: Int?

  @Option(help: "How many pages you read.") var pages: Int?

  @Option(help: "The page you came to.") var page: Int?

  @Option(help: "The ayat it was about: 18:10, kahf 9-16.") var ayat: String?

  @Option(help: "When it was: 2024-01-05, or with a time. (default: now)") var date: String?

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
        throw CommandFailure("\(name) is \(number); it should be between 0 and 100000")
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
    commandName: "remove", abstract: "Take a book off the shelf and out of your journal.",
    discussion: """
        tilawa shelf remove the-study-of-the-cave
        tilawa shelf remove the-study-of-the-cave --keep-book

      Its files are removed. Where you wrote something of your reading (sessions, quotes, notes), it asks first; if nobody can \
      answer, --force is required.
      """)

  @Argument(help: .init("The book, by its id or title.", valueName: "book")) var book: String

  @Flag(help: "Take it out of your journal, and leave it on the shelf.") var keepBook = false

  @Flag(help: "Take it off the shelf, and leave your journal alone.") var keepJournal = false

  @Flag(help: "Remove without asking what you wrote.") var force = false

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
      let loss = "\(removal.losses.joined(separator: ", ")) of \(shownText(removal.title)) would be gone"
      guard terminal.agrees("\(loss); remove it?") == true else {
        throw CommandFailure("\(loss); --force removes it; nothing was removed")
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
    commandName: "import", abstract: "Take books from Goodreads or a reading app.",
    discussion: """
      The file is the CSV that Goodreads exports, or JSON with the BookMetadata and UserBook of a reading app. Books that are on the \
      shelf already (by their id there, or their ISBN) get what they haven't got; what they have stays, unless --replace is given.

      Exit status: 0 done; 1 some of the file can't be read, or has no place here; 2 wrong usage, or no books.

        tilawa shelf import goodreads_library_export.csv
      """)

  @Argument(help: "The file; - for standard input.", completion: .file()) var file: String

  @Option(help: .init("What it is: app or goodreads. (default: told by the file)", valueName: "format"))
  var from: ForeignBooks.Format?

  @Flag(help: "Let the file's values take the place of others.") var replace = false

  @Flag(help: "Keep what has no place here as x- keys.") var keepUnknown = false

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
    if plan.keepsOwnValues { terminal.complain("tilawa: --replace takes what the file says of them") }
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
    commandName: "export", abstract: "Write the books as JSON of a reading app.",
    discussion: """
      Two lists: books (BookMetadata) and userBooks (UserBook), which name a book by its googleBooksID. What the app has no place for \
      is counted.

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
    commandName: "keys", abstract: "Show what can be said of a book and of reading it.",
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
