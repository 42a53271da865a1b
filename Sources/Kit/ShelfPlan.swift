package import TilawaBase
import TilawaFormat
import TilawaLint
package import TilawaQuran
import TilawaYAML

/// Changes to the files of books, and to those of their journals.
///
/// It is planned without writing anything. `apply()` decides again under the locks, from the files' current
/// content.
package struct ShelfPlan: Sendable {
  /// A change of a key.
  package struct Change: Hashable, Sendable {
    /// The id of the book.
    package let book: String
    /// The file, as the user would write it.
    package let file: String
    package let key: String
    /// The new value, or nil if the key is removed.
    package let text: String?
  }

  /// The result of a plan.
  package struct Result: Sendable {
    /// The changes, file by file.
    package var changes: [Change] = []
    /// The new warnings of rules.
    package var remarks: [String] = []

    /// Creates a result with the changes so far.
    package init(changes: [Change] = []) { self.changes = changes }
  }

  struct Step: Sendable {
    let book: String
    let file: DocumentFile
    let decide: @Sendable (YAMLNode?) throws(Failure) -> [DocumentEdit]
  }

  /// The id of the book.
  package let id: String
  /// The changes, by the files' current content.
  package let changes: [Change]
  private let steps: [Step]
  private let known: LibraryFiles

  init(_ id: String, of shelf: BookShelf, _ steps: [Step]) throws(Failure) {
    self.id = id
    self.steps = steps
    known = shelf.known
    var changes: [Change] = []
    for step in steps {
      let root = step.file.document.flatMap { YAMLDocument(parsing: $0.source).root }
      changes += step.changes(try step.decide(root))
    }
    self.changes = changes
  }

  /// Writes the changes, all or none. Throws a `Failure` if a file would violate a rule; nothing is written
  /// then.
  package func apply() throws -> Result { try Self.apply([self]) }

  /// Writes the changes of several plans, many under one lock; if one fails, those after it are not
  /// written.
  static func apply(_ plans: [ShelfPlan]) throws -> Result {
    var result = Result()
    for batch in batches(of: plans) {
      try DocumentFile.holdingFolders(of: batch.map(\.step.file)) {
        let changes = try batch.compactMap { try $0.step.replacement($0.known, &result) }
        try AtomicFile.change(changes)
      }
    }
    return result
  }

  /// The maximum number of files that are open at once.
  private static let mostTogether = 200

  /// Returns batches of steps that are decided together. No two are for one file, since the second depends
  /// on the first.
  private static func batches(of plans: [ShelfPlan]) -> [[(step: Step, known: LibraryFiles)]] {
    var batches: [[(step: Step, known: LibraryFiles)]] = []
    var paths: Set<ExactText> = []
    for plan in plans {
      for step in plan.steps {
        let path = ExactText(step.file.path)
        if batches.isEmpty || paths.count == mostTogether || paths.contains(path) {
          batches.append([])
          paths = []
        }
        paths.insert(path)
        batches[batches.count - 1].append((step, plan.known))
      }
    }
    return batches
  }
}

extension ShelfPlan.Step {
  func changes(_ edits: [DocumentEdit]) -> [ShelfPlan.Change] {
    edits.map { edit in
      switch edit {
      case .set(let key, let value):
        ShelfPlan.Change(book: book, file: file.shownPath, key: key, text: value.map(\.shown))
      case .add(let list, let row):
        ShelfPlan.Change(book: book, file: file.shownPath, key: list, text: YAMLValue.flow(row).shown)
      case .setInRow(let list, _, let key, let value):
        ShelfPlan.Change(book: book, file: file.shownPath, key: list, text: "\(key): \(value.shown)")
      }
    }
  }

  /// Returns the change of the file, or nil if there is none. Changed keys are added to `result`.
  func replacement(
    _ known: LibraryFiles, _ result: inout ShelfPlan.Result
  ) throws -> AtomicFile.Change? {
    let linter = Linter(.hearing)
    let before = file.document.map { linter.lint($0.source, as: file.kind, in: known) } ?? []
    var (changes, remarks): ([ShelfPlan.Change], [String]) = ([], [])
    let change = try file.replacement { text in
      let findings = linter.lint(text, as: file.kind, in: known)
      if let error = findings.first(where: { $0.severity == .error }) { throw Failure(error.message) }
      remarks = findings.filter { new in
        new.severity == .warning && !before.contains { $0.message == new.message }
      }.map(\.message)
    } _: { root in
      let edits = try decide(root)
      changes = self.changes(edits)
      return edits
    }
    result.changes += changes
    result.remarks += remarks
    return change
  }
}

extension YAMLValue {
  /// The value on one line, for people.
  fileprivate var shown: String {
    let text = YAMLValue.print(.flow([(key: "k", value: self)]))
    return text.after("{ k: ")?.before(" }\n").map(String.init) ?? text.trimmed
  }
}

// MARK: - What people do

/// A value of a key as the user gave it: one text, or several of a list. An empty one removes the key.
package struct GivenValue: Sendable {
  package let key: String
  package let texts: [String]

  /// Creates a value. `key` may be in any spelling.
  package init(_ key: String, _ texts: [String]) { (self.key, self.texts) = (key, texts) }
}

extension ShelfPlan {
  /// Puts a new book on the shelf, and, unless it is `describedOnly`, in the journal.
  package init(
    adding title: String, id: String?, _ given: [GivenValue], describedOnly: Bool, to shelf: BookShelf,
    in workplace: Workplace
  ) throws(Failure) {
    guard !title.trimmed.isEmpty else { throw Failure("give the title of the book") }
    let values = try ShelfValues(given)
    let isbn = given.first { DocumentKind.book.keys.key(spelt: $0.key) == "isbn" }?.texts.first
    guard let id = id ?? NewReciterPlan.proposedID(for: title) ?? isbn else {
      throw Failure("cannot derive an id: the title has no Latin letters", unless: .namingID)
    }
    guard TextDraft.isID(id) else {
      throw Failure("invalid id \"\(id)\" (expected letters, digits, \".\", \"_\" and \"-\", at most 128)")
    }
    if let same = shelf.books.first(where: { $0.id.lowercased() == id.lowercased() }) {
      throw Failure(
        "\"\(same.title)\" is already on the shelf as \(same.id)", unless: .changingBook)
    }
    let now = try workplace.moment()
    let book =
      [("id", .text(id)), ("title", .text(title.trimmed))]
      + values.book.filter { $0.key != "title" }
      .map { ($0.key, $0.value) } as [(String, YAMLValue?)]
    var steps = [
      Step(book: id, file: shelf.file(ofBook: id)) { root throws(Failure) in
        guard root == nil else { throw Failure("a book \"\(id)\" was added to the shelf meanwhile") }
        return book.compactMap { key, value in value.map { .set(key: key, $0) } }
      }
    ]
    if !describedOnly || !values.journal.isEmpty || !values.quotes.isEmpty {
      steps.append(
        values.journalStep(of: id, pages: values.pages, at: now, in: shelf.file(ofJournalOf: id), isNew: true)
      )
    }
    try self.init(id, of: shelf, steps)
  }

  /// Sets values of a book and of its journal.
  package init(
    setting given: [GivenValue], of name: String, in shelf: BookShelf, in workplace: Workplace
  ) throws(Failure) {
    let shelved = try shelf.book(name)
    guard !given.isEmpty else {
      throw Failure("nothing to set", unless: .namingKey)
    }
    let values = try ShelfValues(given)
    let now = try workplace.moment()
    var steps: [Step] = []
    if !values.book.isEmpty {
      guard shelved.book != nil else {
        throw Failure("cannot set \(values.book[0].key): shelf/ has no file for \(shelved.id)")
      }
      let book = values.book
      steps.append(
        Step(book: shelved.id, file: shelf.file(ofBook: shelved.id)) { root in
          book.filter { $0.differs(from: root) }.map { .set(key: $0.key, $0.value) }
        })
    }
    if !values.journal.isEmpty || !values.quotes.isEmpty {
      steps.append(
        values.journalStep(
          of: shelved.id, pages: values.pages ?? shelved.book?.content?.pages?.value, at: now,
          in: shelf.file(ofJournalOf: shelved.id), isNew: shelved.journal == nil))
    }
    try self.init(shelved.id, of: shelf, steps)
  }

  /// A session of reading.
  package struct Session: Sendable {
    /// The time of the session, or nil for now.
    package var date: Timestamp?
    package var minutes: Int?
    package var pages: Int?
    /// The last page that was read; determines the number of pages if it isn't given.
    package var page: Int?
    package var ayat: AyahRange?
    package var note: String?

    package init() {}
  }

  /// Adds a session, updates the page, and changes the status of a book that was not begun.
  package init(
    adding session: Session, to name: String, in shelf: BookShelf, in workplace: Workplace
  ) throws(Failure) {
    let shelved = try shelf.book(name)
    guard session.minutes != nil || session.pages != nil || session.page != nil || session.ayat != nil else {
      throw Failure("the session does not say what was read", unless: .tellingSession)
    }
    let now = try workplace.moment()
    let date = session.date ?? now
    let last = shelved.book?.content?.pages?.value
    let id = shelved.id
    let step = Step(book: id, file: shelf.file(ofJournalOf: id)) { root in
      var edits: [DocumentEdit] =
        root == nil ? [.set(key: "book", .text(id)), .set(key: "added", .plain(date.text))] : []
      let status = root?["status"]?.scalar?.value ?? BookStatus.toRead.rawValue
      if status == BookStatus.toRead.rawValue {
        edits.append(.set(key: "status", .plain(BookStatus.reading.rawValue)))
        if root?["started"] == nil { edits.append(.set(key: "started", .plain(date.text))) }
      }
      let old = root?["page"]?.scalar.flatMap { Int($0.value) } ?? 0
      let page = session.page ?? session.pages.map { min(old + $0, max(last ?? .max, old)) }
      if let page, page != old { edits.append(.set(key: "page", .plain("\(page)"))) }
      let pages = session.pages ?? session.page.flatMap { $0 > old ? $0 - old : nil }
      let row: [(key: String, value: YAMLValue?)] = [
        ("date", .plain(date.text)), ("minutes", session.minutes.map { .plain("\($0)") }),
        ("pages", pages.map { .plain("\($0)") }), ("ayat", session.ayat.map { .quoted("\($0)") }),
        ("note", session.note.map { .text($0) }),
      ]
      return edits + [.add(list: "sessions", row.compactMap { key, value in value.map { (key, $0) } })]
    }
    try self.init(id, of: shelf, [step])
  }
}

/// Given values, by the file to which they belong.
private struct ShelfValues {
  struct Value: Sendable {
    let key: String
    let texts: [String]
    /// The value, or nil to remove the key.
    let value: YAMLValue?

    /// Returns true if the key of `root` has another value.
    func differs(from root: YAMLNode?) -> Bool {
      guard let node = root?[key] else { return value != nil }
      let old = node.sequence?.compactMap(\.scalar?.value) ?? node.scalar.map { [$0.value] } ?? []
      return value == nil || old != texts
    }
  }

  private(set) var book: [Value] = []
  private(set) var journal: [Value] = []
  private(set) var quotes: [String] = []

  init(_ given: [GivenValue]) throws(Failure) {
    let (ofBook, ofJournal) = (DocumentKind.book.keys, DocumentKind.bookJournal.keys)
    for value in given {
      let spelling = value.key
      // Custom keys go to the journal.
      let inJournal = ofJournal.key(spelt: spelling)
      guard let key = inJournal ?? ofBook.key(spelt: spelling) else {
        let meant = ofJournal.keyMeant(by: spelling) ?? ofBook.keyMeant(by: spelling)
        throw Failure(
          "a book has no key \"\(spelling)\""
            + (meant.map { "; did you mean \($0)?" } ?? "; see `tilawa shelf keys`"))
      }
      switch key {
      case "tilawa", "id", "book": throw Failure("\(key) cannot be changed here")
      case "sessions": throw Failure("add sessions with `tilawa shelf session`")
      case "quotes": quotes += value.texts.filter { !$0.isEmpty }
      default:
        let keys = inJournal == nil ? ofBook : ofJournal
        let known = (book + journal).contains { $0.key == key }
        if known { throw Failure("\(key) is given twice") }
        let texts = key == "isbn" ? value.texts.map(ISBN.tidied) : value.texts
        let one = try Self.value(key, texts, keys)
        if inJournal == nil { book.append(one) } else { journal.append(one) }
      }
    }
  }

  private static func value(_ key: String, _ texts: [String], _ keys: DeclaredKeys) throws(Failure) -> Value {
    if texts.allSatisfy(\.isEmpty) {
      if keys.required.contains(key) { throw Failure("a book requires \(key)") }
      return Value(key: key, texts: [], value: nil)
    }
    switch keys.value(of: key, from: texts) {
    case .success(let value): return Value(key: key, texts: texts, value: value)
    case .failure(let fault): throw Failure("\(key): \(fault)")
    }
  }

  /// The given number of pages of the book.
  var pages: Int? { book.first { $0.key == "pages" }?.texts.first.flatMap { Int($0) } }

  /// Returns a step that changes the journal of a book, with dates and page that fit its status.
  func journalStep(
    of id: String, pages: Int?, at now: Timestamp, in file: DocumentFile, isNew: Bool
  ) -> ShelfPlan.Step {
    let (journal, quotes) = (journal, quotes)
    return ShelfPlan.Step(book: id, file: file) { root in
      var edits: [DocumentEdit] = root == nil ? [.set(key: "book", .text(id))] : []
      let isGiven = { (key: String) in journal.contains { $0.key == key } }
      if root == nil, !isGiven("added") { edits.append(.set(key: "added", .plain(now.text))) }
      if root == nil, !isGiven("status") {
        edits.append(.set(key: "status", .plain(BookStatus.toRead.rawValue)))
      }
      edits += journal.filter { $0.differs(from: root) }.map { .set(key: $0.key, $0.value) }
      let status = journal.first { $0.key == "status" }?.texts.first
      if status == BookStatus.reading.rawValue, root?["started"] == nil, !isGiven("started") {
        edits.append(.set(key: "started", .plain(now.text)))
      }
      if status == BookStatus.read.rawValue {
        if root?["finished"] == nil, !isGiven("finished") {
          edits.append(.set(key: "finished", .plain(now.text)))
        }
        if let pages, !isGiven("page"), root?["page"]?.scalar?.value != "\(pages)" {
          edits.append(.set(key: "page", .plain("\(pages)")))
        }
      }
      return edits + quotes.map { .add(list: "quotes", [("text", .text($0))]) }
    }
  }
}
