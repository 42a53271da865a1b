import TilawaBase

/// SQL statements that fill tables: as `sqlite3 file .dump` prints them, and as people write and distribute
/// them.
///
/// SQLite runs them in memory and with a time limit. They cannot access files, create views or triggers, or
/// do anything else.
struct SQLText {
  private(set) var tables = SQLTables()
  /// Statements that do something else than making and filling tables.
  private(set) var others: [(name: String, place: Place)] = []
  /// Statements and rows that SQLite refuses, and why.
  private(set) var faults: [(message: String, place: Place)] = []

  /// Runs them. `known` says what the columns of tables are called that the text doesn't make.
  init(_ source: SourceText, shownAs path: String, known: [String: [String]]) throws(ExchangeFailure) {
    let file = try SQLiteFile(forStatementsOf: path)
    var places = RowPlaces()
    for statement in SQLStatements(source.bytes) {
      for list in Self.pieces(of: statement) { run(statement, list, source, file, known, &places) }
    }
    tables = try file.schema()
    for name in tables.tables.keys.sorted() {
      guard var table = tables.tables[name] else { continue }
      try file.rows(of: name, in: &table) { places.place(of: $0, in: name) }
      tables.tables[name] = table
    }
  }

  /// Splits the statement's list into pieces, as SQLite needs sixty bytes for each byte of a list. Returns
  /// one piece without rows if there is no list.
  private static func pieces(of statement: SQLStatement) -> [ArraySlice<Range<Int>>] {
    var pieces: [ArraySlice<Range<Int>>] = []
    var rest = statement.rows[...]
    while let first = rest.first {
      let piece = rest.prefix { $0.upperBound - first.lowerBound <= listBytes }
      pieces.append(piece.isEmpty ? rest.prefix(1) : piece)
      rest = rest.dropFirst(max(1, piece.count))
    }
    return pieces.isEmpty ? [[]] : pieces
  }

  private static let listBytes = 1 << 18

  /// Runs a statement with these rows of its list, or without any where it has none.
  private mutating func run(
    _ statement: SQLStatement, _ list: ArraySlice<Range<Int>>, _ source: SourceText, _ file: SQLiteFile,
    _ known: [String: [String]], _ places: inout RowPlaces
  ) {
    let place = list.count == 1 && statement.rows.count > 1 ? list.first ?? statement.range : statement.range
    switch file.run(statement.text(with: list, of: source.bytes), making: known) {
    case .done(let rows):
      // Each row of a list has a place of its own, unless SQLite left some out.
      if rows.count == list.count {
        for (row, range) in zip(rows, list) { places.add(row, Place(source, range)) }
      } else {
        for row in rows { places.add(row, Place(source, place)) }
      }
    case .refused, .givesRows:
      // Once, though its list may come in pieces.
      guard !Self.idle.contains(statement.word), others.last?.place.range != place else { break }
      others.append((statement.word, Place(source, place)))
    case .failed(_, isAboutRows: true) where list.count > 1:
      // One row keeps SQLite from all of them.
      for row in list { run(statement, [row], source, file, known, &places) }
    case .failed(let reason, _):
      faults.append(("SQLite reports: \(reason)", Place(source, place)))
    }
  }

  /// Statements that surround others and contain no rows.
  private static let idle: Set = ["pragma", "vacuum", "analyze"]
}

/// Where rows of tables were written.
private struct RowPlaces {
  private var places: [String: [Int64: Place]] = [:]

  mutating func add(_ row: SQLiteFile.ChangedRow, _ place: Place) {
    places[row.table.lowercased(), default: [:]][row.id] = place
  }

  func place(of id: Int64, in table: String) -> Place? { places[table]?[id] }
}

/// A statement of a text.
private struct SQLStatement {
  /// Without the semicolon.
  var range: Range<Int>
  /// The first, in lower case.
  var word = ""
  /// The rows listed after VALUES, each with its parentheses.
  var rows: [Range<Int>] = []

  /// Returns the statement's text with `list` in place of its rows.
  func text(with list: ArraySlice<Range<Int>>, of bytes: [UInt8]) -> [UInt8] {
    guard let first = rows.first, let last = rows.last, let begin = list.first, let end = list.last else {
      return Array(bytes[range])
    }
    return Array(bytes[range.lowerBound..<first.lowerBound]) + bytes[begin.lowerBound..<end.upperBound]
      + bytes[last.upperBound..<range.upperBound]
  }
}

/// The statements of a text, parsed only as far as necessary to find their ends.
private struct SQLStatements: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> SQLStatement? {
    while index < bytes.count, skipBlank() || bytes[index] == UInt8(ascii: ";") {
      if index < bytes.count, bytes[index] == UInt8(ascii: ";") { index += 1 }
    }
    guard index < bytes.count else { return nil }
    var statement = SQLStatement(range: index..<index)
    var words: [String] = []
    var depth = 0
    var row = index
    var isList = false
    var end = index
    while index < bytes.count {
      if skipBlank() { continue }
      let byte = bytes[index]
      if byte == UInt8(ascii: ";") {
        // Statements stand in a trigger, up to `; END;`.
        if !Self.isTrigger(words) || words.suffix(2) == [";", "end"] { break }
        words.append(";")
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skipQuoted(byte)
      case UInt8(ascii: "["): skipQuoted(UInt8(ascii: "]"))
      case _ where Self.isWord(byte):
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        end = index
        guard depth == 0 else { continue }
        let word =
          index - start > 32 ? "" : String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        if words.count < 4 || Self.isTrigger(words) { words.append(word) }
        isList = word == "values" && statement.rows.isEmpty
      default:
        index += 1
        if byte == UInt8(ascii: "(") {
          if depth == 0 { row = index - 1 }
          depth += 1
        } else if byte == UInt8(ascii: ")") {
          depth -= 1
          if depth == 0, isList { statement.rows.append(row..<index) }
        } else if depth == 0, byte != UInt8(ascii: ",") {
          isList = false
        }
      }
      end = index
    }
    statement.range = statement.range.lowerBound..<end
    statement.word = words.first ?? ""
    return statement
  }

  private static func isTrigger(_ words: [String]) -> Bool {
    let kinds = words.dropFirst().prefix(2)
    return words.first == "create" && kinds.contains("trigger")
  }

  /// Skips a blank, or a comment; false where there is none.
  private mutating func skipBlank() -> Bool {
    guard index < bytes.count else { return false }
    let following = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch (bytes[index], following) {
    case (0...0x20, _): index += 1
    case (UInt8(ascii: "-"), UInt8(ascii: "-")):
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      let text = index + 2
      index = text
      while index < bytes.count,
        index == text || bytes[index] != UInt8(ascii: "/") || bytes[index - 1] != UInt8(ascii: "*")
      {
        index += 1
      }
      index = Swift.min(index + 1, bytes.count)
    default: return false
    }
    return true
  }

  /// Skips what stands in quotes, in which they are doubled.
  private mutating func skipQuoted(_ quote: UInt8) {
    index += 1
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == quote else { continue }
      guard index + 1 < bytes.count, bytes[index + 1] == quote, quote != UInt8(ascii: "]") else {
        return
      }
      index += 1
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }
}
