package import TilawaBase

extension ForeignBooks {
  /// Returns books as the app's entities: lists of both, in which a UserBook names its BookMetadata by id.
  /// Also returns the keys that the entities cannot carry, with the number of times.
  package static func app(_ books: [ForeignBook]) -> (json: JSONValue, losses: [(key: String, count: Int)]) {
    var lost: [String: Int] = [:]
    // Of a book that is gone only its id is known.
    let metadata = books.filter { !$0.book.isEmpty }.map { book in
      members(
        of: book.book, AppKey.book, "BookMetadata", &lost, first: [("googleBooksID", JSONValue(book.id))])
    }
    let users = books.compactMap { book -> JSONValue? in
      guard var journal = book.journal else { return nil }
      let counts = journal.contains { $0.key == "counts_towards_goal" }
      if !counts, journal.contains(where: { $0.key == "goal_category" }) {
        journal.append(("counts_towards_goal", .text("true")))
      }
      return members(
        of: journal, AppKey.journal, "UserBook", &lost, first: [("metadata", JSONValue(book.id))])
    }
    return (
      ["books": .array(metadata), "userBooks": .array(users)],
      lost.sorted { $0.key < $1.key }.map { (key: $0.key, count: $0.value) }
    )
  }

  private static func members(
    of pairs: [(key: String, value: ForeignBook.Value)], _ keys: [AppKey], _ entity: String,
    _ lost: inout [String: Int], first: [(String, JSONValue)]
  ) -> JSONValue {
    var members = first.map { JSONValue.Member($0.0, $0.1) }
    for (key, value) in pairs {
      guard let app = keys.first(where: { $0.key == key }), let json = json(of: value, app, &lost) else {
        lost[key, default: 0] += 1
        continue
      }
      members.append(.init(app.name, json))
    }
    return .object(members)
  }

  private static func json(of value: ForeignBook.Value, _ key: AppKey, _ lost: inout [String: Int])
    -> JSONValue?
  {
    switch (key.form, value) {
    case (.text, .text(let text)): return .string(text)
    case (.date, .text(let text)): return .string(Timestamp(text).map(fullDate) ?? text)
    case (.number, .text(let text)): return JSONText.isNumber(text) ? .number(text) : nil
    case (.flag, .text(let text)): return .bool(text == "true")
    case (.words(let words), .text(let text)): return words.first { $0.own == text }.map { .string($0.app) }
    case (.list(let separator), .list(let texts)): return .string(texts.joined(separator: separator))
    case (.list, .text(let text)): return .string(text)
    case (.rows(let name, let separator), .rows(let rows)):
      lost.count(rows, beyond: [name], of: key.key)
      return .string(
        rows.compactMap { row in row.first { $0.key == name }?.text }.joined(separator: separator))
    case (.sessions, .rows(let rows)):
      lost.count(rows, beyond: AppKey.session.map(\.key), of: key.key)
      return .string(JSONValue(rows, session).compactText)
    default: return nil
    }
  }

  /// As the app's own coder writes them: dates as seconds since 2001.
  private static func session(_ row: [ForeignBook.ForeignPair]) -> JSONValue {
    .object(
      AppKey.session.compactMap { key in
        guard let text = row.first(where: { $0.key == key.key })?.text else { return nil }
        if case .date = key.form {
          return Timestamp(text).map { .init(key.name, .int(AppDate.number(of: $0))) }
        }
        return .init(key.name, JSONText.isNumber(text) && key.key != "id" ? .number(text) : .string(text))
      })
  }

  /// The app reads dates with a time only.
  private static func fullDate(_ date: Timestamp) -> String {
    date.hasTime ? date.text : Timestamp(secondsSince1970: date.seconds).text
  }
}

extension [String: Int] {
  /// Counts the keys of rows that have no place.
  fileprivate mutating func count(
    _ rows: [[ForeignBook.ForeignPair]], beyond known: [String], of list: String
  ) {
    for pair in rows.joined() where !known.contains(pair.key) {
      self["\(list): \(pair.key)", default: 0] += 1
    }
  }
}
