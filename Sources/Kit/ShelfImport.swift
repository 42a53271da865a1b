package import TilawaBase
package import TilawaExchange
import TilawaFormat
import TilawaYAML

/// Imports books of another program to the shelf and the journal.
///
/// Existing books gain missing values; existing values stay, unless they are to be replaced. Nothing is
/// written before `apply()`.
package struct ShelfImport: Sendable {
  /// The outcome for one book.
  package enum Outcome: String, CaseIterable, Sendable {
    case new, changed, unchanged
  }

  /// One book.
  package struct Item: Sendable {
    /// The existing or new id.
    package let id: String
    /// The title.
    package let title: String
    /// The outcome.
    package let outcome: Outcome
  }

  /// The items, in the order of the file.
  package private(set) var items: [Item] = []
  /// Remarks about values that are stored differently, or that stay; a sentence each.
  package private(set) var remarks: [String] = []
  /// True if books keep values that differ from the file.
  package private(set) var keepsOwnValues = false
  /// Findings of reading the file, and about values that have no place.
  package let findings: [Diagnostic]
  /// The format of the file.
  package let format: ForeignBooks.Format
  private var plans: [ShelfPlan] = []

  /// Reads a file. Throws if it is in no known format.
  package init(
    _ source: ForeignSource, as format: ForeignBooks.Format? = nil, keepingUnknown: Bool = false,
    replacing: Bool = false,
    into shelf: BookShelf
  ) throws {
    let report = ExchangeReport()
    let read = try ForeignBooks(source, as: format, keepingUnknown: keepingUnknown, report)
    self.format = read.format
    findings = report.diagnostics.inOrder()
    var ids = ShelfIDs(of: shelf)
    for foreign in read.books {
      let (id, isKnown) = ids.id(of: foreign)
      try add(foreign, id, isKnown: isKnown, replacing: replacing, to: shelf)
    }
  }

  /// Writes the books and their journals.
  package func apply() throws {
    _ = try ShelfPlan.apply(plans)
  }

  private mutating func add(
    _ foreign: ForeignBook, _ id: String, isKnown: Bool, replacing: Bool, to shelf: BookShelf
  ) throws(Failure) {
    let title = foreign.text("title") ?? id
    var steps: [ShelfPlan.Step] = []
    // Without a description, only the journal of a book is written.
    if !foreign.book.isEmpty {
      var pairs = foreign.book
      if foreign.text("title") == nil {
        pairs.insert(("title", .text(id)), at: 0)
        remarks.append("\(id): it has no title; its id is used instead")
      }
      if let own = foreign.id, own != id { pairs.append(("google_books", .text(own))) }
      let values = mended(pairs, .book, title)
      steps.append(
        Self.step(id, shelf.file(ofBook: id), [.set(key: "id", .text(id))], values, replacing: replacing))
    }
    if let journal = foreign.journal {
      let values = mended(journal, .bookJournal, title)
      steps.append(
        Self.step(
          id, shelf.file(ofJournalOf: id), [.set(key: "book", .text(id))], values, replacing: replacing))
    }
    let plan = try ShelfPlan(id, of: shelf, steps)
    items.append(
      Item(id: id, title: title, outcome: plan.changes.isEmpty ? .unchanged : isKnown ? .changed : .new))
    if isKnown, !replacing {
      let staying = staying(foreign, plan, id, shelf)
      remarks += staying
      keepsOwnValues = keepsOwnValues || !staying.isEmpty
    }
    plans.append(plan)
  }

  /// Returns a remark about values of the book that differ and stay.
  private func staying(_ foreign: ForeignBook, _ plan: ShelfPlan, _ id: String, _ shelf: BookShelf)
    -> [String]
  {
    guard let old = shelf.known(id) else { return [] }
    let keys = (foreign.book + (foreign.journal ?? [])).filter { pair in
      let texts = old.texts(of: pair.key)
      guard !texts.isEmpty else { return false }
      switch pair.value {
      case .text(let text): return texts != [text]
      case .list(let list): return texts != list
      case .rows: return false
      }
    }.map(\.key)
    return keys.isEmpty
      ? [] : ["\(id) keeps its own \(keys.joined(separator: ", "))"]
  }

  /// Returns the values to write, in the form of the kind of document. Invalid ones get the key with the
  /// prefix `x-`.
  private mutating func mended(
    _ pairs: [(key: String, value: ForeignBook.Value)], _ kind: DocumentKind, _ title: String
  ) -> [ImportedValue] {
    var values: [ImportedValue] = []
    for (key, value) in pairs {
      switch value {
      case .text(let text):
        let text = key == "isbn" ? ISBN.tidied(text) : text
        let read = key.begins(with: "x-") ? .success(.text(text)) : kind.keys.value(of: key, from: text)
        switch read {
        case .success(let yaml): values.append(.value(key, [text], yaml))
        case .failure(let fault):
          remarks.append("\(title): \(key): \(fault); kept as x-\(key)")
          values.append(.value("x-\(key)", [text], .text(text)))
        }
      case .list(let texts): values.append(.value(key, texts, .flowList(texts.map { .text($0) })))
      case .rows(let rows): values.append(.rows(key, rows.compactMap { mended($0, of: key, kind, title) }))
      }
    }
    return values
  }

  /// Returns a row to write, or nil, with a remark, if a required value is missing.
  private mutating func mended(
    _ row: [ForeignBook.ForeignPair], of list: String, _ kind: DocumentKind, _ title: String
  ) -> ImportedRow? {
    guard let keys = kind.keys.ofRows(list) else { return nil }
    var pairs: [(key: String, value: YAMLValue)] = []
    for pair in row {
      switch keys.value(of: pair.key, from: pair.text) {
      case .success(let value): pairs.append((pair.key, value))
      case .failure(let fault):
        remarks.append("\(title): \(pair.key) of \(list): \(fault); kept as x-\(pair.key)")
        pairs.append(("x-\(pair.key)", .text(pair.text)))
      }
    }
    if let missing = keys.required.first(where: { key in !pairs.contains { $0.key == key } }) {
      remarks.append("\(title): left out: a row of \(list) without \(missing)")
      return nil
    }
    return ImportedRow(texts: row, pairs: pairs)
  }

  private static func step(
    _ id: String, _ file: DocumentFile, _ start: [DocumentEdit], _ values: [ImportedValue], replacing: Bool
  ) -> ShelfPlan.Step {
    ShelfPlan.Step(book: id, file: file) { root in
      (root == nil ? start : []) + values.flatMap { $0.edits(of: root, replacing: replacing) }
    }
  }
}

/// A value from another program.
private enum ImportedValue: Sendable {
  case value(String, [String], YAMLValue)
  case rows(String, [ImportedRow])

  func edits(of root: YAMLNode?, replacing: Bool) -> [DocumentEdit] {
    switch self {
    case .value(let key, let texts, let value):
      guard let node = root?[key] else { return [.set(key: key, value)] }
      let old = node.sequence?.compactMap(\.scalar?.value) ?? node.scalar.map { [$0.value] } ?? []
      return replacing && old != texts ? [.set(key: key, value)] : []
    case .rows(let list, let rows):
      let old = root?[list]?.sequence ?? []
      return rows.filter { row in !old.contains(where: row.isSame) }.map { .add(list: list, $0.pairs) }
    }
  }
}

private struct ImportedRow: Sendable {
  let texts: [ForeignBook.ForeignPair]
  let pairs: [(key: String, value: YAMLValue)]

  /// Returns true if an existing row contains at least these values.
  func isSame(as node: YAMLNode) -> Bool {
    texts.allSatisfy { node[$0.key]?.scalar?.value == $0.text }
  }
}

/// The ids of books on a shelf, and those of new books.
private struct ShelfIDs {
  private var taken: Set<String>
  private var known: [String: String] = [:]

  init(of shelf: BookShelf) {
    taken = Set(shelf.books.map { $0.id.lowercased() })
    for book in shelf.books {
      known["id \(book.id)"] = book.id
      for key in ["google_books", "goodreads"] {
        for text in book.texts(of: key) { known["\(key) \(text)"] = book.id }
      }
      for isbn in book.texts(of: "isbn").compactMap({ ISBN(ISBN.bare($0)) }) {
        known["isbn \(isbn.digits)"] = book.id
      }
    }
  }

  /// Returns the id of a book, and true if it is on the shelf: by its id there, its ids in other programs,
  /// or its ISBN.
  mutating func id(of book: ForeignBook) -> (id: String, isKnown: Bool) {
    let isbn = book.text("isbn").flatMap { ISBN(ISBN.bare($0)) }
    let names = [
      book.id.map { "id \($0)" }, book.id.map { "google_books \($0)" },
      book.text("goodreads").map { "goodreads \($0)" },
      // A book with an id of its own is another edition, even with the same ISBN.
      book.id == nil ? isbn.map { "isbn \($0.digits)" } : nil,
    ].compactMap { $0 }
    if let id = names.compactMap({ known[$0] }).first { return (id, true) }
    let wanted =
      book.id.flatMap { TextDraft.isID($0) ? $0 : NewReciterPlan.proposedID(for: "book \($0)") }
      ?? book.text("title").flatMap { NewReciterPlan.proposedID(for: $0) }
      ?? book.text("goodreads").map { "goodreads-\($0)" }.flatMap { TextDraft.isID($0) ? $0 : nil } ?? isbn?
      .digits
      ?? "book"
    var id = wanted
    var number = 2
    while !taken.insert(id.lowercased()).inserted {
      id = "\(wanted)-\(number)"
      number += 1
    }
    for name in names { known[name] = id }
    return (id, false)
  }
}

/// Exports books of a shelf in the format of another program.
package struct ShelfExport: Sendable {
  /// The text of the file.
  package let text: String
  /// The number of books in it.
  package let count: Int
  /// The keys that have no place in the format, and the number of their occurrences.
  package let losses: [(key: String, count: Int)]

  /// Exports books as the entities of the reading app.
  package init(of books: [ShelvedBook]) {
    let foreign = books.map(ForeignBook.init)
    let (json, losses) = ForeignBooks.app(foreign)
    (text, count, self.losses) = (json.documentText, books.count, losses)
  }
}

extension ForeignBook {
  fileprivate init(_ shelved: ShelvedBook) {
    self.init(
      id: shelved.texts(of: "google_books").first ?? shelved.id,
      at: Place(path: shelved.book?.source.path ?? shelved.journal?.source.path ?? ""))
    book = Self.pairs(of: shelved.bookRoot, .book, without: ["tilawa", "id", "google_books"])
    if let root = shelved.journalRoot {
      journal = Self.pairs(of: root, .bookJournal, without: ["tilawa", "book"])
    }
  }

  private static func pairs(
    of root: YAMLNode?, _ kind: DocumentKind, without left: Set<String>
  ) -> [(key: String, value: Value)] {
    (root?.mapping ?? []).compactMap { pair in
      guard let key = pair.key.scalar?.value, !left.contains(key) else { return nil }
      if let scalar = pair.value.scalar {
        return (key, kind.keys.isList(key) ? .list([scalar.value]) : .text(scalar.value))
      }
      guard let items = pair.value.sequence else { return (key, .rows([])) }
      let rows = items.compactMap(\.mapping)
      guard rows.isEmpty else {
        return (
          key,
          .rows(
            rows.map { row in
              row.compactMap { pair in
                guard let key = pair.key.scalar?.value, let text = pair.value.scalar?.value else {
                  return nil
                }
                return ForeignPair(key, text)
              }
            })
        )
      }
      return (key, .list(items.compactMap(\.scalar?.value)))
    }
  }
}
