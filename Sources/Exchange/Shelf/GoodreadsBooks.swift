import TilawaBase
import TilawaFormat

/// Reads what Goodreads exports: a table with a book a line.
struct GoodreadsBooks {
  private(set) var books: [ForeignBook] = []
  private let columns: [String: Int]
  private var unplaced: UnplacedElements
  private let keepsUnknown: Bool

  /// Every column of an export.
  private static let known: Set<String> = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
    "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
    "Original Publication Year",
    "Date Read", "Date Added", "Bookshelves", "Bookshelves with positions", "Exclusive Shelf", "My Review",
    "Spoiler", "Private Notes", "Read Count", "Owned Copies",
  ]

  init(_ source: ForeignSource, keepingUnknown keepsUnknown: Bool, _ report: ExchangeReport)
    throws(ExchangeFailure)
  {
    let text = try source.text()
    let records = DelimitedText(source: text, dialect: .quoted(UInt8(ascii: ","))).makeIterator()
    let header = records.next()
    let names = header?.fields.map(\.trimmed) ?? []
    guard names.contains("Title"), names.contains("Exclusive Shelf") || names.contains("Book Id") else {
      throw ExchangeFailure(
        "\(source.shownPath) contains no books: it is neither JSON of the app nor a Goodreads table, whose first line names Book Id, "
          + "Title, Author and so on", at: header?.place ?? source.place)
    }
    columns = Dictionary(names.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    self.keepsUnknown = keepsUnknown
    var options = ReadingOptions()
    options.keepsUnknown = keepsUnknown
    unplaced = UnplacedElements(options)
    for record in IteratorSequence(records) where record.fields.contains(where: { !$0.trimmed.isEmpty }) {
      if value("Title", record) == nil {
        report.add(.unreadableRow, "the line has no title", at: record.place)
        continue
      }
      books.append(book(record))
    }
    unplaced.tell(report)
  }

  private func value(_ column: String, _ record: DelimitedText.Record) -> String? {
    guard let index = columns[column], index < record.fields.count else { return nil }
    var text = record.fields[index].trimmed
    // So that spreadsheets don't take them for numbers.
    if let inner = text.after("=\"")?.before("\"") { text = String(inner).trimmed }
    return text.isEmpty ? nil : text
  }

  private mutating func book(_ record: DelimitedText.Record) -> ForeignBook {
    let id = value("Book Id", record)
    var book = ForeignBook(at: record.place)
    func add(_ key: String, _ text: String?) { if let text { book.book.append((key, .text(text))) } }
    let title = Title(value("Title", record) ?? "")
    add("title", title.title)
    let authors = [value("Author", record)].compactMap { $0 } + list("Additional Authors", record)
    if !authors.isEmpty { book.book.append(("authors", .list(authors))) }
    add("published", value("Year Published", record))
    let first = value("Original Publication Year", record)
    if first != value("Year Published", record) { add("first_published", first) }
    add("publisher", value("Publisher", record))
    add("isbn", isbn(record, &book))
    let pages = value("Number of Pages", record)
    if pages != "0" { add("pages", pages) }
    let binding = value("Binding", record)
    add("format", binding.flatMap(Self.format))
    if let binding, !Self.isSaid(binding) { leave("Binding", binding, "x-binding", record, &book) }
    add("series", title.series)
    add("number", title.number)
    add("goodreads", id)
    if let rating = value("Average Rating", record) {
      leave("Average Rating", rating, "x-average-rating", record, &book)
    }
    book.journal = journal(record, &book)
    for (name, index) in columns where !Self.known.contains(name) && index < record.fields.count {
      if let text = value(name, record) {
        leave(name, text, "x-\(RecordingDraft.identifier(from: name) ?? "column")", record, &book)
      }
    }
    return book
  }

  private mutating func journal(
    _ record: DelimitedText.Record, _ book: inout ForeignBook
  ) -> [(key: String, value: ForeignBook.Value)] {
    var pairs: [(key: String, value: ForeignBook.Value)] = []
    func add(_ key: String, _ text: String?) { if let text { pairs.append((key, .text(text))) } }
    let shelf = value("Exclusive Shelf", record)
    let status = shelf.flatMap(Self.status)
    add("status", status)
    add("added", value("Date Added", record).map(Self.date))
    add("finished", value("Date Read", record).map(Self.date))
    let times = value("Read Count", record)
    if let times, times != "0", times != "1" || status != "read" { add("times_read", times) }
    if let rating = value("My Rating", record), rating != "0" { add("rating", rating) }
    var tags = list("Bookshelves", record).filter { $0 != shelf }
    // A shelf that doesn't denote a status is a tag.
    if let shelf, status == nil { tags.insert(shelf, at: 0) }
    if !tags.isEmpty { pairs.append(("tags", .list(tags))) }
    if let copies = value("Owned Copies", record) {
      if copies == "0" { add("owned", "false") }
      if let count = Int(copies), count > 1 { leave("Owned Copies", copies, "x-copies", record, &book) }
    }
    add("notes", value("Private Notes", record).map(Self.lines))
    add("review", value("My Review", record).map(Self.lines))
    if value("Spoiler", record)?.lowercased() == "true" {
      leave("Spoiler", "true", "x-spoiler", record, &book)
    }
    if let positions = value("Bookshelves with positions", record), positions.holds("(#") {
      leave("Bookshelves with positions", positions, "x-shelf-positions", record, &book)
    }
    return pairs
  }

  /// Keeps a value under a key of the user's own if it has no counterpart here, or reports its loss.
  private mutating func leave(
    _ column: String, _ text: String, _ key: String, _ record: DelimitedText.Record, _ book: inout ForeignBook
  ) {
    var none: [ExtraKey] = []
    unplaced.add("the column \"\(column)\"", text, as: key, in: &none, at: record.place)
    if keepsUnknown { book.book.append((key, .text(text))) }
  }

  private func list(_ column: String, _ record: DelimitedText.Record) -> [String] {
    (value(column, record) ?? "").words(by: ",").map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The ISBN of thirteen digits, else that of ten; where they are two books' both can't be kept.
  private mutating func isbn(_ record: DelimitedText.Record, _ book: inout ForeignBook) -> String? {
    let (ten, thirteen) = (value("ISBN", record), value("ISBN13", record))
    guard let ten, let thirteen else { return thirteen ?? ten }
    if ISBN(ten) != ISBN(thirteen) { leave("ISBN", ten, "x-isbn", record, &book) }
    return thirteen
  }

  // MARK: - Words of Goodreads

  private static func status(_ shelf: String) -> String? {
    switch shelf.lowercased().replaced("_", with: "-").replaced(" ", with: "-") {
    case "to-read": "to_read"
    case "currently-reading": "reading"
    case "read": "read"
    case "on-hold", "paused", "hold": "on_hold"
    case "dnf", "did-not-finish", "abandoned", "unfinished", "gave-up": "dnf"
    default: nil
    }
  }

  private static func format(_ binding: String) -> String? {
    let name = binding.lowercased()
    if name.holds("audio") || name.holds("mp3") { return "audiobook" }
    if name.holds("ebook") || name.holds("e-book") || name.holds("kindle") || name.holds("nook") {
      return "ebook"
    }
    return ["paperback", "hardcover", "hardback", "bound", "spiral"].contains { name.holds($0) }
      ? "physical" : nil
  }

  /// Returns true if the binding adds nothing to the form.
  private static func isSaid(_ binding: String) -> Bool {
    ["ebook", "audiobook"].contains(binding.lowercased())
  }

  private static func date(_ text: String) -> String { text.replaced("/", with: "-") }

  private static func lines(_ text: String) -> String {
    text.replaced("<br/>", with: "\n").replaced("<br />", with: "\n").replaced("<br>", with: "\n").trimmed
  }
}

/// `A Game of Thrones (A Song of Ice and Fire, #1)` taken apart.
private struct Title {
  let title: String
  private(set) var series: String?
  private(set) var number: String?

  init(_ text: String) {
    guard let inner = text.before(")"), let (title, series) = inner.cut(atLast: "("),
      let (name, number) = series.cut(atLast: "#"), let whole = Int(String(number)),
      (0...9999).contains(whole),
      !title.trimmed.isEmpty, !name.trimmed(of: ", ").isEmpty
    else {
      self.title = text
      return
    }
    self.title = title.trimmed
    self.series = name.trimmed(of: ", ")
    self.number = "\(whole)"
  }
}
