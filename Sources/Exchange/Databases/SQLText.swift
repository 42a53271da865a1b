import Diagnostics

/// SQL statements that make a database: as `sqlite3 file .dump` prints them, and as people write them by hand.
///
/// Only what fills tables is understood. Nothing is ever run.
struct SQLText {
  private(set) var tables = SQLTables()
  /// Statements that do something else than making and filling tables.
  private(set) var others: [(name: String, place: Place)] = []
  /// Rows that can't be read, and why.
  private(set) var faults: [(message: String, place: Place)] = []

  private var tokens: SQLTokens
  private let source: SourceText

  /// Reads them. `known` says what the columns of tables are called that the text doesn't make.
  init(_ source: SourceText, known: [String: [String]]) {
    self.source = source
    tokens = SQLTokens(source: source)
    for (name, columns) in known { tables.tables[name] = SQLTable(columns: columns) }
    while let token = tokens.next() {
      switch token.word {
      case "create": create()
      case "insert", "replace": insert(from: token)
      case "begin", "commit", "pragma", "end", "drop", "vacuum", "analyze": tokens.skipStatement()
      case ";": continue
      default:
        others.append((token.text, token.place(in: source)))
        tokens.skipStatement()
      }
    }
    for (name, columns) in known where tables[name]?.rows.isEmpty ?? false && tables[name]?.columns == columns
    {
      tables.tables[name] = nil
    }
  }

  /// `CREATE TABLE name (column type ..., ...)`
  private mutating func create() {
    defer { tokens.skipStatement() }
    guard tokens.next()?.word == "table", var name = tokens.next() else { return }
    if name.word == "if" {
      guard tokens.next() != nil, tokens.next() != nil, let other = tokens.next() else { return }
      name = other
    }
    guard tokens.next()?.word == "(" else { return }
    var columns: [String] = []
    var isFirst = true
    var depth = 0
    while let token = tokens.peek, token.word != ";" {
      _ = tokens.next()
      switch token.word {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth < 0 {
          tables.tables[name.name] = SQLTable(columns: columns)
          return
        }
      case ",": if depth == 0 { isFirst = true }
      default:
        if isFirst, !["primary", "unique", "check", "foreign", "constraint"].contains(token.word) {
          columns.append(token.name)
        }
        isFirst = false
      }
    }
  }

  /// `INSERT INTO name [(columns)] VALUES (...), (...)`
  private mutating func insert(from start: SQLToken) {
    func fault(_ message: String, _ tokens: inout SQLTokens) {
      faults.append((message, start.place(in: source)))
      tokens.skipStatement()
    }
    var next = tokens.next()
    while let token = next, token.word != "into", token.word != ";" { next = tokens.next() }
    guard next?.word == "into", let name = tokens.next() else {
      return fault("expected INSERT INTO", &tokens)
    }
    var columns: [String]?
    if tokens.peek?.word == "(" {
      _ = tokens.next()
      var named: [String] = []
      while let token = tokens.next(), token.word != ")" { if token.word != "," { named.append(token.name) } }
      columns = named
    }
    guard tokens.next()?.word == "values" else {
      return fault("only rows that are written out can be read; expected VALUES", &tokens)
    }
    if tables[name.name] == nil {
      guard let columns else {
        return fault("nothing says what the columns of \"\(name.text)\" are called", &tokens)
      }
      tables.tables[name.name] = SQLTable(columns: columns)
    }
    let order = tables[name.name]?.columns ?? []
    let places = (columns ?? order).map { order.firstIndex(of: $0) }
    while let open = tokens.next(), open.word == "(" {
      var row = [SQLTable.Value](repeating: .null, count: order.count)
      var index = 0
      var end = open.range.upperBound
      var isPlain = true
      while let token = tokens.next() {
        end = token.range.upperBound
        if token.word == ")" { break }
        if token.word == "," {
          index += 1
        } else if let value = tokens.value(token), index < places.count {
          if let column = places[index] { row[column] = value }
        } else {
          isPlain = false
        }
      }
      let place = Place(source, open.range.lowerBound..<end)
      if isPlain, index + 1 == places.count {
        tables.tables[name.name]?.rows.append(SQLTable.Row(values: row, place: place))
      } else {
        faults.append(("expected \(places.count) plain values for \"\(name.text)\"", place))
      }
      if tokens.peek?.word == "," { _ = tokens.next() }
    }
    // The token that ended the rows is the semicolon, or the first of something else.
  }
}

/// A word, number, text or sign of SQL.
private struct SQLToken {
  enum Kind { case word, name, number, text, sign }
  let kind: Kind
  let text: String
  let range: Range<Int>

  /// For comparing with what the language has; names in quotes and texts are none of it.
  var word: String { kind == .word || kind == .sign ? text.lowercased() : "" }
  /// As the name of a table or column.
  var name: String { text.lowercased() }

  func place(in source: SourceText) -> Place { Place(source, range) }
}

private struct SQLTokens {
  let source: SourceText
  private var index = 0
  private var waiting: SQLToken?

  init(source: SourceText) { self.source = source }

  var peek: SQLToken? {
    mutating get {
      if waiting == nil { waiting = scan() }
      return waiting
    }
  }

  mutating func next() -> SQLToken? {
    if let token = waiting {
      waiting = nil
      return token
    }
    return scan()
  }

  mutating func skipStatement() {
    while let token = next(), token.word != ";" {}
  }

  /// A number with its sign, a text, or NULL.
  mutating func value(_ token: SQLToken) -> SQLTable.Value? {
    switch token.kind {
    case .number: return DecimalTime.whole(token.text).map { .integer($0) } ?? .text(token.text)
    case .text: return .text(token.text)
    case .sign:
      guard token.text == "-" || token.text == "+", let number = peek, number.kind == .number else {
        return nil
      }
      _ = next()
      let text = token.text == "-" ? "-" + number.text : number.text
      return DecimalTime.whole(text).map { .integer($0) } ?? .text(text)
    case .word: return token.word == "null" ? .null : nil
    case .name: return nil
    }
  }

  private mutating func scan() -> SQLToken? {
    let bytes = source.bytes
    while index < bytes.count {
      let byte = bytes[index]
      if byte <= 0x20 {
        index += 1
      } else if byte == UInt8(ascii: "-"), index + 1 < bytes.count, bytes[index + 1] == byte {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*") {
        index += 2
        while index + 1 < bytes.count,
          !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/"))
        {
          index += 1
        }
        index = min(index + 2, bytes.count)
      } else {
        break
      }
    }
    guard index < bytes.count else { return nil }
    let start = index
    let byte = bytes[index]
    func token(_ kind: SQLToken.Kind, _ text: String) -> SQLToken {
      SQLToken(kind: kind, text: text, range: start..<index)
    }
    switch byte {
    case UInt8(ascii: "'"): return token(.text, quoted(byte))
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return token(.name, quoted(byte))
    case UInt8(ascii: "["): return token(.name, quoted(UInt8(ascii: "]")))
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      while index < bytes.count, Self.isNumber(bytes[index]) { index += 1 }
      return token(.number, String(decoding: bytes[start..<index], as: UTF8.self))
    case _ where Self.isWord(byte):
      while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
      return token(.word, String(decoding: bytes[start..<index], as: UTF8.self))
    default:
      index += 1
      return token(.sign, String(Unicode.Scalar(byte)))
    }
  }

  /// A text up to its closing quote; a quote in it is doubled.
  private mutating func quoted(_ quote: UInt8) -> String {
    let bytes = source.bytes
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      if bytes[index] == quote {
        index += 1
        guard index < bytes.count, bytes[index] == quote else { break }
      }
      text.append(bytes[index])
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }
}
