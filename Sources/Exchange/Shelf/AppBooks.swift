import TilawaBase

/// Reads the entities of the reading app, however they are nested: `BookMetadata` with its `userBooks`,
/// `UserBook` with its `metadata`, or lists of both that refer to each other by id.
struct AppBooks {
  private(set) var books: [ForeignBook] = []
  private let source: SourceText
  private let report: ExchangeReport
  private var indices: [String: Int] = [:]
  private var loose: [(user: JSONNode, id: String?)] = []

  init(_ source: ForeignSource, _ report: ExchangeReport) throws(ExchangeFailure) {
    let root = try source.json()
    self.source = try source.text()
    self.report = report
    report.watch(root, self.source)
    gather(root)
    for (user, id) in loose {
      add(user, to: id.map { index(of: $0, at: user) } ?? index(ofUnknownBookOf: user))
    }
    guard !books.isEmpty else {
      throw ExchangeFailure(
        "\(source.shownPath) contains no books: neither BookMetadata with a googleBooksID nor UserBook with a readingStatus",
        at: source.place)
    }
  }

  // MARK: - Finding them

  private mutating func gather(_ node: JSONNode) {
    if case .array = node.content {
      for item in node.items ?? [] { gather(item) }
    } else if node.of("googleBooksID") != nil {
      takeBook(node)
    } else if node.of("readingStatus") != nil || node.of("dateAdded") != nil {
      takeUser(node, of: nil)
    } else if case .object = node.content {
      // Versions, dates and the like say nothing of books, and count as left over.
      for name in node.names {
        guard let value = node.peek(name) else { continue }
        switch value.content {
        case .array, .object: if let value = node[name] { gather(value) }
        default: break
        }
      }
    }
  }

  @discardableResult
  private mutating func takeBook(_ node: JSONNode) -> Int {
    let place = place(node)
    let id = node.of("googleBooksID").flatMap(text) ?? ""
    var book = ForeignBook(id: id.isEmpty ? nil : id, at: place)
    book.book = AppKey.book.compactMap { key in value(key, of: node).map { (key.key, $0) } }
    let known = id.isEmpty ? nil : indices[id]
    let index = known ?? books.count
    if known == nil {
      books.append(book)
      if !id.isEmpty { indices[id] = index }
    } else if books[index].book.isEmpty {
      books[index].book = book.book
    }
    for user in node.of("userBooks")?.items ?? [] { takeUser(user, of: index) }
    return index
  }

  private mutating func takeUser(_ node: JSONNode, of index: Int?) {
    if let index {
      // The reference back adds nothing.
      node.of("metadata")?.passOver()
      return add(node, to: index)
    }
    guard let metadata = node.of("metadata"), !metadata.isNull else { return loose.append((node, nil)) }
    if case .object = metadata.content { return add(node, to: takeBook(metadata)) }
    // It may be among the books further down.
    loose.append((node, text(metadata)))
  }

  private mutating func index(of id: String, at user: JSONNode) -> Int {
    if let known = indices[id] { return known }
    indices[id] = books.count
    books.append(ForeignBook(id: id, at: place(user)))
    return books.count - 1
  }

  /// Returns the index for data about a book that is gone. It is kept under the id of that data itself.
  private mutating func index(ofUnknownBookOf user: JSONNode) -> Int {
    index(of: user.of("id").flatMap(text) ?? "book-\(books.count + 1)", at: user)
  }

  // MARK: - What they say

  private mutating func add(_ user: JSONNode, to index: Int) {
    guard books[index].journal == nil else {
      return report.add(
        .unplaced, "left out: the second UserBook of \(books[index].name)", at: place(user))
    }
    var journal = AppKey.journal.compactMap { key in value(key, of: user).map { (key: key.key, value: $0) } }
    let counts = journal.first { $0.key == "counts_towards_goal" }?.value
    let hasCategory = journal.contains { $0.key == "goal_category" }
    // Only what the category doesn't say already.
    if counts == .text(hasCategory ? "true" : "false") {
      journal.removeAll { $0.key == "counts_towards_goal" }
    }
    if journal.first(where: { $0.key == "page" })?.value == .text("0") {
      journal.removeAll { $0.key == "page" }
    }
    books[index].journal = journal
    tellDerived(user, of: books[index])
  }

  /// Reports derived values that don't follow from the rest. Those that do are not stored.
  private func tellDerived(_ user: JSONNode, of book: ForeignBook) {
    user.of("estimatedFinishDate")?.passOver()
    func lose(_ name: String, _ node: JSONNode) {
      report.add(
        .unplaced, "left out: \(name) of \"\(book.name)\", which contradicts the rest",
        at: place(node))
    }
    if let node = user.of("readingProgress"), let progress = node.number.flatMap({ Double($0) }),
      progress != 0
    {
      let pages = book.text("pages").flatMap { Double($0) }
      let own =
        book.journalText("status") == "read"
        ? 1 : pages.map { min(1, (Double(book.journalText("page") ?? "") ?? 0) / $0) }
      if own.map({ ($0 - progress).magnitude > 0.01 }) ?? true { lose("readingProgress", node) }
    }
    if let node = user.of("totalReadingTimeMinutes"), let total = node.integer, total != 0 {
      var sum = 0
      if case .rows(let rows)? = book.journal?.first(where: { $0.key == "sessions" })?.value {
        sum = rows.joined().filter { $0.key == "minutes" }.reduce(0) { $0 + (Int($1.text) ?? 0) }
      }
      if sum != total { lose("totalReadingTimeMinutes", node) }
    }
  }

  private func value(_ key: AppKey, of node: JSONNode) -> ForeignBook.Value? {
    guard let value = node.of(key.name) ?? node.of(key.offeredName), !value.isNull else { return nil }
    switch key.form {
    case .text: return filled(value).map { .text($0) }
    case .number:
      guard let text = filled(value) else { return nil }
      // An app without a number writes 0; for pages read and the place in a series, 0 is a number.
      let isUnknown = ["pages", "minutes", "rating", "goal"].contains(key.key) && Double(text) == 0
      return isUnknown ? nil : .text(text)
    case .flag(let unsaid): return value.bool.flatMap { $0 == unsaid ? nil : .text("\($0)") }
    case .date: return date(value).map { .text($0) }
    case .words(let words):
      return filled(value).map { text in
        .text(words.first { $0.app == text || $0.own == text.lowercased() }?.own ?? text)
      }
    case .list(let separator):
      let texts = texts(value, separator)
      return texts.isEmpty ? nil : .list(texts)
    case .rows(let name, let separator):
      let texts = texts(value, separator)
      return texts.isEmpty ? nil : .rows(texts.map { [.init(name, $0)] })
    case .sessions: return sessions(value)
    }
  }

  private func sessions(_ node: JSONNode) -> ForeignBook.Value? {
    guard let text = node.string else { return rows(node.items ?? []) }
    if text.trimmed.isEmpty { return nil }
    do throws(ExchangeFailure) {
      let inner = SourceText(path: source.path, bytes: Array(text.utf8))
      return rows(try JSONText.parse(inner).items ?? [])
    } catch {
      report.add(.unplaced, "left out: the sessions, which are not JSON", at: place(node))
      return nil
    }
  }

  private func rows(_ items: [JSONNode]) -> ForeignBook.Value? {
    let rows = items.map { item in
      AppKey.session.compactMap { key -> ForeignBook.ForeignPair? in
        guard case .text(let text)? = value(key, of: item) else { return nil }
        return .init(key.key, text)
      }
    }
    return rows.isEmpty ? nil : .rows(rows)
  }

  private func texts(_ node: JSONNode, _ separator: String) -> [String] {
    let parts = node.items?.compactMap(\.string) ?? node.string?.parts(by: separator) ?? []
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  private func date(_ node: JSONNode) -> String? {
    if case .number(let digits) = node.content { return AppDate.text(ofNumber: digits) ?? String(digits) }
    return filled(node)
  }

  private func filled(_ node: JSONNode) -> String? {
    text(node).flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
  }

  private func text(_ node: JSONNode) -> String? { node.string ?? node.number.map(String.init) }

  private func place(_ node: JSONNode) -> Place { Place(source, of: node) }
}

extension JSONNode {
  /// The value of a property, also under the name that it has in a database of CloudKit.
  fileprivate func of(_ name: String) -> JSONNode? { self[name] ?? self["CD_\(name)"] }

  /// The keys of an object. None of them is marked as read.
  fileprivate var names: [String] {
    if case .object(let members) = content { members.map(\.key) } else { [] }
  }

  /// Returns the value of a key without marking it as read.
  fileprivate func peek(_ name: String) -> JSONNode? {
    if case .object(let members) = content { members.first { $0.key == name }?.value } else { nil }
  }
}

extension String {
  /// Splits a text at separators of several characters.
  fileprivate func parts(by separator: String) -> [String] {
    var (parts, rest): ([String], Substring) = ([], self[...])
    while let (before, behind) = rest.cut(at: separator) {
      parts.append(String(before))
      rest = behind
    }
    return parts + [String(rest)]
  }
}
