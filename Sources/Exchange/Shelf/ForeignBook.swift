package import TilawaBase

/// A book of another program with its reader's data: keys and values of `spec/companions/shelf.md`, as text.
package struct ForeignBook: Sendable {
  /// The value of a key.
  package enum Value: Hashable, Sendable {
    case text(String)
    case list([String])
    /// Rows of keys and texts.
    case rows([[ForeignPair]])
  }

  /// A key and its text.
  package struct ForeignPair: Hashable, Sendable {
    package let (key, text): (String, String)

    package init(_ key: String, _ text: String) { (self.key, self.text) = (key, text) }
  }

  /// The book's id in the other program, or nil if it has none there.
  package var id: String?
  /// The facts about the book, by the keys of `shelf/ID.yaml`.
  package var book: [(key: String, value: Value)] = []
  /// The reader's data about the book, by the keys of `journal/shelf/ID.yaml`; nil if there is none.
  package var journal: [(key: String, value: Value)]?
  /// Where it stands in the file.
  package let place: Place

  /// A book of which nothing is known yet.
  package init(id: String? = nil, at place: Place) { (self.id, self.place) = (id, place) }

  /// The text of a key of the book.
  package func text(_ key: String) -> String? {
    if case .text(let text)? = book.first(where: { $0.key == key })?.value { text } else { nil }
  }

  /// The text of a key of what somebody has to do with it.
  package func journalText(_ key: String) -> String? {
    if case .text(let text)? = journal?.first(where: { $0.key == key })?.value { text } else { nil }
  }

  /// The book's name in messages.
  var name: String { text("title") ?? id ?? "a book without a title" }
}

/// Books that another program wrote into a file.
package struct ForeignBooks: Sendable {
  /// The kind of a file.
  package enum Format: String, CaseIterable, Sendable {
    /// Entities of the reading app, as JSON.
    case app
    /// Goodreads' export, as CSV.
    case goodreads
  }

  /// In the order of the file.
  package let books: [ForeignBook]
  /// The kind of the file.
  package let format: Format

  /// Reads a file; `report` gets what can't be read, and what found no place. Throws when it is of no known kind.
  package init(
    _ source: ForeignSource, as format: Format? = nil, keepingUnknown keepsUnknown: Bool = false,
    _ report: ExchangeReport
  ) throws(ExchangeFailure) {
    let first = source.beginning.unicodeScalars.first { !$0.properties.isWhitespace }
    self.format = format ?? (first == "{" || first == "[" ? .app : .goodreads)
    switch self.format {
    case .app: books = try AppBooks(source, report).books
    case .goodreads: books = try GoodreadsBooks(source, keepingUnknown: keepsUnknown, report).books
    }
    report.tellLeftovers()
  }
}
