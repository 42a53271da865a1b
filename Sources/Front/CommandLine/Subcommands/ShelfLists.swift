import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

/// Which books are wanted.
struct ShelfQueryArguments: ParsableArguments {
  private static let statuses = BookStatus.allCases.map(\.rawValue)

  @Option(
    parsing: .singleValue,
    help: .init(
      "List only books with this status: \(statuses.joined(separator: ", ")) (repeatable).",
      valueName: "status"),
    completion: .list(statuses))
  var status: [String] = []

  @Flag(help: "List only wished-for books.") var wished = false

  @Flag(help: "List only favourites.") var favourite = false

  @Option(
    help: .init("List only books with this text; vowel signs are ignored.", valueName: "text"))
  var search: String?

  @Option(help: .init("Sort by this key, such as rating. (default: id)", valueName: "key")) var sort: String?

  @Flag(help: "Reverse the order.") var reverse = false

  func query() throws -> ShelfQuery {
    var query = ShelfQuery()
    (query.wished, query.favourite, query.search, query.isReversed) = (wished, favourite, search, reverse)
    query.statuses = Set(
      try status.map { name in
        if let status = BookStatus(rawValue: name.lowercased().replaced("-", with: "_")) { return status }
        throw CommandFailure(
          noSuch(
            "status", name, in: Self.statuses, hint: "use one of \(Self.statuses.joined(separator: ", "))"))
      })
    query.order = try sort.map(Self.key)
    return query
  }

  /// The key that is meant, among those of both files.
  static func key(_ spelling: String) throws -> String {
    if let key = BookKeys().key(spelt: spelling) { return key }
    throw CommandFailure(
      noSuch(
        "key of a book", spelling, meaning: BookKeys().keyMeant(by: spelling).map { [$0] } ?? [],
        hint: "see `tilawa shelf keys`"))
  }
}

struct ListShelf: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the books.",
    discussion: """
        tilawa shelf --status reading
        tilawa shelf list --wished --search cave
        tilawa shelf list --by region
      """)

  @OptionGroup var query: ShelfQueryArguments

  @Option(
    help: .init("Count the books by a key, such as region, language, genre or status.", valueName: "key"))
  var by: String?

  @OptionGroup var arguments: BookShelfArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if by != nil, json { throw CommandFailure("--by cannot be used with --json") }
    let (shelf, outcome) = try arguments.open(in: terminal)
    let books = try query.query().books(of: shelf)
    let today = try terminal.workplace.today()
    if json {
      terminal.write(Self.shape.document(of: books.map { ReportedBook($0, today: today) }))
    } else if books.isEmpty {
      terminal.say(
        shelf.books.isEmpty
          ? "no books on the shelf; add one with tilawa shelf add TITLE" : "no matching book")
    } else {
      let table =
        try by.map { groups(of: books, by: try ShelfQueryArguments.key($0)) }
        ?? table(of: books, today: today)
      for line in table.lines(width: terminal.tableWidth, palette: terminal.palette) { terminal.print(line) }
    }
    return outcome
  }

  static let shape = OutputShape<[ReportedBook]>(
    "shelf-list",
    [.key("books", .list(of: ReportedBook.form), { $0 }, "Books, in the requested order.")])

  private func table(of books: [ShelvedBook], today: Timestamp) -> TextTable {
    var table = TextTable([
      .init(title: "id", leastWidth: 12), .init(title: "status"), .init(title: "read", isAtRight: true),
      .init(title: "expected"), .init(title: "rating", isAtRight: true),
      .init(title: "title", leastWidth: 12),
      .init(title: "authors", leastWidth: 10),
    ])
    for book in books {
      let facts = ReadingFacts(of: book, today: today)
      table.add([
        book.id, book.status?.rawValue ?? "", facts.progress.map(percent) ?? "",
        facts.expectedEnd?.text ?? "",
        (book.texts(of: "stars").first ?? book.texts(of: "rating").first) ?? "", book.title,
        book.texts(of: "authors").joined(separator: ", "),
      ])
    }
    return table
  }

  private func groups(of books: [ShelvedBook], by key: String) -> TextTable {
    var table = TextTable([
      .init(title: key, leastWidth: 10), .init(title: "books", isAtRight: true),
      .init(title: "read", isAtRight: true),
    ])
    for group in ShelfQuery.groups(of: books, by: key) {
      table.add([
        group.value ?? "(unknown)", "\(group.books.count)", "\(group.books.count { $0.status == .read })",
      ])
    }
    return table
  }
}

private func percent(_ part: Double) -> String { "\(Int((part * 100).rounded(.down)))%" }

struct ShowBook: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a book and your progress.",
    discussion: """
        tilawa shelf show the-study-of-the-cave
      """)

  @Argument(help: .init("The book, by its id or title.", valueName: "book")) var book: String

  @OptionGroup var arguments: BookShelfArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (shelf, outcome) = try arguments.open(in: terminal)
    let shelved = try shelf.book(book)
    let today = try terminal.workplace.today()
    if json {
      terminal.write(Self.shape.document(of: ReportedBook(shelved, today: today)))
      return outcome
    }
    terminal.print(terminal.palette.paint(shownText(shelved.title), .strong))
    let (book, journal) = shelved.facts
    write(book, except: ["title"], in: terminal)
    if shelved.book == nil { terminal.print("  not described in shelf/") }
    guard shelved.journal != nil else { return outcome }
    terminal.print("")
    write(journal, except: ["book", "sessions", "quotes"], in: terminal)
    let facts = ReadingFacts(of: shelved, today: today)
    line("progress", facts.progress.map(percent), in: terminal)
    line(
      "time read", facts.minutes > 0 ? "\(facts.minutes / 60) h \(facts.minutes % 60) min" : nil, in: terminal
    )
    line("pace", facts.pagesPerHour.map { "\(Int($0.rounded())) pages an hour" }, in: terminal)
    line("expected end", facts.expectedEnd?.text, in: terminal)
    rows("quotes", of: journal, in: terminal) { row in
      (row["text"] ?? "") + (row["page"].map { " (page \($0))" } ?? "")
    }
    rows("sessions", of: journal, in: terminal) { row in
      [
        row["date"], row["minutes"].map { "\($0) min" }, row["pages"].map { "\($0) pages" }, row["ayat"],
        row["note"],
      ].compactMap { $0 }.joined(separator: "  ")
    }
    return outcome
  }

  static let shape = OutputShape<ReportedBook>(
    "shelf-show", [.key("book", ReportedBook.form, { $0 }, "A book.")])

  private func write(_ object: JSONValue, except left: Set<String>, in terminal: Terminal) {
    guard case .object(let members) = object else { return }
    for member in members where !left.contains(member.key) {
      line(member.key.replaced("_", with: " "), member.value.words, in: terminal)
    }
  }

  private func line(_ name: String, _ text: String?, in terminal: Terminal) {
    guard let text else { return }
    let blank = String(repeating: " ", count: max(1, 22 - columnCount(of: name)))
    for (index, part) in text.lines.enumerated() {
      terminal.print(
        "  " + (index == 0 ? name + blank : String(repeating: " ", count: 22)) + shownText(String(part)))
    }
  }

  private func rows(
    _ list: String, of object: JSONValue, in terminal: Terminal, _ text: ([String: String]) -> String
  ) {
    guard case .object(let members) = object,
      case .array(let rows)? = members.first(where: { $0.key == list })?.value, !rows.isEmpty
    else { return }
    terminal.print("\n  \(list)")
    for row in rows {
      guard case .object(let pairs) = row else { continue }
      let texts = Dictionary(pairs.map { ($0.key, $0.value.words ?? "") }) { first, _ in first }
      terminal.print("    \(shownText(text(texts).replaced("\n", with: " ")))")
    }
  }
}

extension JSONValue {
  /// Its text for people; nil for none.
  fileprivate var words: String? {
    switch self {
    case .null: nil
    case .bool(let value): value ? "yes" : "no"
    case .string(let text): text
    case .array(let items): items.compactMap(\.words).joined(separator: ", ")
    case .int, .number, .object: compactText
    }
  }
}

/// A book, and how far its reading has come today.
struct ReportedBook {
  private let shelved: ShelvedBook
  private let facts: ReadingFacts

  init(_ shelved: ShelvedBook, today: Timestamp) {
    (self.shelved, facts) = (shelved, ReadingFacts(of: shelved, today: today))
  }

  static let form = JSONForm<ReportedBook>.object([
    .key("book_id", .text, \.shelved.id, "Id of a book."),
    .nullable(.title, \.shelved.book?.content?.title?.value),
    .nullable(
      "reading_status", .word, \.shelved.status,
      "Progress of reading a book; null if it is not being read."),
    .nullable(
      "part_read", .number(), { $0.facts.progress.map(decimal) },
      "Share of a book that was read, from 0 to 1."),
    .key("minutes_read", .count, \.facts.minutes, "Minutes read in all sessions."),
    .nullable(
      "pages_per_hour", .number(), { $0.facts.pagesPerHour.map(decimal) }, "Pages read per hour."),
    .nullable(
      "expected_end", .text, \.facts.expectedEnd?.text, "Expected day of finishing the book."),
    .nullable(
      "book_values", .anyObject, { $0.shelved.book == nil ? nil : $0.shelved.facts.0 },
      "Description of a book, with the keys of spec/companions/shelf.md."),
    .nullable(
      "reading_values", .anyObject, { $0.shelved.journal == nil ? nil : $0.shelved.facts.1 },
      "A user's reading of a book, with the keys of spec/companions/shelf.md."),
  ])

  /// With at most three decimals.
  private static func decimal(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    return thousandths % 1000 == 0 ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }
}
