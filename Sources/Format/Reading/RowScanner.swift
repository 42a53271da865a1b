import TilawaBase
import TilawaQuran

/// The fast way through files whose rows stand one to a line, as `fmt` writes them.
///
/// It understands a part of YAML only, and gives up (nil, false) on whatever lies outside; the full reader
/// is asked then. What it accepts it reads exactly like the full reader, and it accepts nothing that has a
/// diagnostic of reading: a differential test holds the two together.
protocol ScannedRow: Sendable {
  /// The key of the list that holds the rows.
  static var listKey: StaticString { get }

  associatedtype Row
  /// The typed row, filled as far as its line has been read.
  var row: Row { get }

  init(emptyAt index: Int)

  /// Reads the value of the key that lies in `key`; false when key or value need the full reader.
  mutating func scan(key: Range<Int>, _ text: Span<UInt8>, _ cursor: inout Int) -> Bool

  /// Takes the bytes of the row, and says whether nothing that must be there is missing.
  mutating func finish(bytes: Range<Int>) -> Bool
}

/// All rows of a text, or nil when any of it needs the full reader.
func scanRows<Scanned: ScannedRow>(_ type: Scanned.Type, in bytes: [UInt8]) -> [Scanned.Row]? {
  guard bytes.count < 64 << 20, isPlainText(bytes) else { return nil }
  let text = bytes.span
  var cursor = 0
  guard skipEmptyLines(text, &cursor), take("tilawa: 1\n", text, &cursor), skipEmptyLines(text, &cursor),
    take(Scanned.listKey, text, &cursor), take(":\n", text, &cursor), skipEmptyLines(text, &cursor)
  else { return nil }
  var rows: [Scanned.Row] = []
  rows.reserveCapacity(bytes.count / 64)
  let indentation = spaces(text, cursor)
  while cursor < text.count {
    guard spaces(text, cursor) == indentation else { return nil }
    cursor += indentation
    guard let row = scanRow(Scanned.self, at: rows.count, text, &cursor), skipEmptyLines(text, &cursor) else {
      return nil
    }
    rows.append(row.row)
  }
  return rows.isEmpty ? nil : rows
}

/// The row whose dash lies at `cursor`, and passes over the rest of its line.
func scanRow<Scanned: ScannedRow>(
  _ type: Scanned.Type, at index: Int, _ text: Span<UInt8>, _ cursor: inout Int
) -> Scanned? {
  guard take("- {", text, &cursor) else { return nil }
  let start = cursor - 1
  var row = Scanned(emptyAt: index)
  guard scanPairs(&row, text, &cursor), row.finish(bytes: start..<cursor), skipRestOfLine(text, &cursor)
  else {
    return nil
  }
  return row
}

private func scanPairs<Row: ScannedRow>(_ row: inout Row, _ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
  while true {
    cursor += spaces(text, cursor)
    let key = cursor
    while cursor < text.count, isLower(text[cursor]) { cursor += 1 }
    let keyEnd = cursor
    guard keyEnd > key, take(": ", text, &cursor) else { return false }
    cursor += spaces(text, cursor)
    guard row.scan(key: key..<keyEnd, text, &cursor) else { return false }
    cursor += spaces(text, cursor)
    guard cursor < text.count else { return false }
    let byte = text[cursor]
    cursor += 1
    if byte == UInt8(ascii: "}") { return true }
    // A comma directly before the brace is legal YAML, and rare: the empty key sends it to the full reader.
    guard byte == UInt8(ascii: ",") else { return false }
  }
}

// MARK: - Values

func scanTime(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<Milliseconds>? {
  let start = cursor
  var value: Int64 = 0
  while cursor < text.count, isDigit(text[cursor]), cursor - start < 10 {
    value = value * 10 + Int64(text[cursor] - UInt8(ascii: "0"))
    cursor += 1
  }
  guard (1...9).contains(cursor - start) else { return nil }
  value *= 1000
  if cursor < text.count, text[cursor] == UInt8(ascii: ".") {
    cursor += 1
    var weight: Int64 = 100
    let fraction = cursor
    while cursor < text.count, isDigit(text[cursor]) {
      value += Int64(text[cursor] - UInt8(ascii: "0")) * weight
      weight /= 10
      cursor += 1
    }
    guard (1...3).contains(cursor - fraction) else { return nil }
  }
  guard endsValue(text, cursor) else { return nil }
  return Located(Milliseconds(value), start..<cursor)
}

func scanTimes(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<[Located<Milliseconds>]>? {
  let start = cursor
  guard take("[", text, &cursor) else { return nil }
  var times: [Located<Milliseconds>] = []
  while true {
    cursor += spaces(text, cursor)
    guard let time = scanTime(text, &cursor) else { return nil }
    times.append(time)
    cursor += spaces(text, cursor)
    guard cursor < text.count else { return nil }
    let byte = text[cursor]
    cursor += 1
    if byte == UInt8(ascii: "]") { return Located(times, start..<cursor) }
    // A comma without a blank behind it may be a decimal comma.
    guard byte == UInt8(ascii: ","), cursor < text.count, text[cursor] == UInt8(ascii: " ") else {
      return nil
    }
  }
}

func scanReference(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<AyahRange>? {
  let start = cursor
  guard take("\"", text, &cursor), let surah = scanCount(text, &cursor), take(":", text, &cursor),
    let ayah = scanCount(text, &cursor)
  else { return nil }
  let first = Ayah(surah, ayah)
  var last = first
  if take("-", text, &cursor) {
    guard let next = scanCount(text, &cursor) else { return nil }
    last = Ayah(surah, next)
    if take(":", text, &cursor) {
      guard let ayah = scanCount(text, &cursor) else { return nil }
      last = Ayah(next, ayah)
    }
  }
  guard take("\"", text, &cursor), endsValue(text, cursor) else { return nil }
  return Located(AyahRange(first, last), start..<cursor)
}

func scanFlag(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<Bool>? {
  let start = cursor
  let value: Bool
  if take("true", text, &cursor) {
    value = true
  } else if take("false", text, &cursor) {
    value = false
  } else {
    return nil
  }
  return endsValue(text, cursor) ? Located(value, start..<cursor) : nil
}

/// `0.93`, `0`, `1.0`: a quotient of two whole numbers that are exact, so it is rounded as decimal text is.
func scanConfidence(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<Double>? {
  let start = cursor
  guard cursor < text.count, text[cursor] == UInt8(ascii: "0") || text[cursor] == UInt8(ascii: "1") else {
    return nil
  }
  var digits = Int64(text[cursor] - UInt8(ascii: "0"))
  var divisor: Int64 = 1
  cursor += 1
  if cursor < text.count, text[cursor] == UInt8(ascii: ".") {
    cursor += 1
    while cursor < text.count, isDigit(text[cursor]), divisor < 1_000_000_000 {
      digits = digits * 10 + Int64(text[cursor] - UInt8(ascii: "0"))
      divisor *= 10
      cursor += 1
    }
    guard divisor > 1 else { return nil }
  }
  guard digits <= divisor, endsValue(text, cursor) else { return nil }
  return Located(Double(digits) / Double(divisor), start..<cursor)
}

/// A whole number of at most six digits, without sign or leading zero.
func scanNumber(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<Int>? {
  let start = cursor
  var value = 0
  while cursor < text.count, isDigit(text[cursor]), cursor - start < 7 {
    value = value * 10 + Int(text[cursor] - UInt8(ascii: "0"))
    cursor += 1
  }
  guard (1...6).contains(cursor - start), cursor - start == 1 || text[start] != UInt8(ascii: "0"),
    endsValue(text, cursor)
  else { return nil }
  return Located(value, start..<cursor)
}

/// A plain word of lower-case letters, digits, `_` and `-` that begins with a letter.
func scanWord(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<String>? {
  let start = cursor
  guard cursor < text.count, isLower(text[cursor]) else { return nil }
  while cursor < text.count,
    isLower(text[cursor]) || isDigit(text[cursor]) || text[cursor] == UInt8(ascii: "_")
      || text[cursor] == UInt8(ascii: "-")
  { cursor += 1 }
  let word = string(text, start..<cursor)
  guard endsValue(text, cursor), word != "null", word.utf8.count <= 128 else { return nil }
  return Located(word, start..<cursor)
}

/// Double-quoted text without escapes, or plain text of letters, digits and single blanks.
func scanText(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<String>? {
  let start = cursor
  if take("\"", text, &cursor) {
    while cursor < text.count, text[cursor] != UInt8(ascii: "\"") {
      guard text[cursor] != UInt8(ascii: "\\"), text[cursor] != UInt8(ascii: "\n") else { return nil }
      cursor += 1
    }
    let inner = (start + 1)..<cursor
    guard !inner.isEmpty, take("\"", text, &cursor), endsValue(text, cursor) else { return nil }
    return Located(string(text, inner), start..<cursor)
  }
  func isPlain(_ byte: UInt8) -> Bool { isLower(byte | 0x20) || isDigit(byte) || byte >= 0x80 }
  guard cursor < text.count, isLower(text[cursor] | 0x20) else { return nil }
  while cursor < text.count {
    if isPlain(text[cursor]) {
      cursor += 1
    } else if text[cursor] == UInt8(ascii: " "), cursor + 1 < text.count, isPlain(text[cursor + 1]) {
      cursor += 2
    } else {
      break
    }
  }
  let words = string(text, start..<cursor)
  guard endsValue(text, cursor), words.lowercased() != "null" else { return nil }
  return Located(words, start..<cursor)
}

// MARK: - Bytes

/// Whether `key` is exactly `word`.
func matches(_ word: StaticString, _ text: Span<UInt8>, _ key: Range<Int>) -> Bool {
  guard key.count == word.utf8CodeUnitCount else { return false }
  return word.withUTF8Buffer { bytes in
    for index in 0..<bytes.count where bytes[index] != text[key.lowerBound + index] { return false }
    return true
  }
}

private func take(_ word: StaticString, _ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
  let end = cursor + word.utf8CodeUnitCount
  guard end <= text.count, matches(word, text, cursor..<end) else { return false }
  cursor = end
  return true
}

private func string(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
  text.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
}

/// One to three digits.
private func scanCount(_ text: Span<UInt8>, _ cursor: inout Int) -> Int? {
  let start = cursor
  var value = 0
  while cursor < text.count, isDigit(text[cursor]), cursor - start < 3 {
    value = value * 10 + Int(text[cursor] - UInt8(ascii: "0"))
    cursor += 1
  }
  return cursor > start ? value : nil
}

private func endsValue(_ text: Span<UInt8>, _ cursor: Int) -> Bool {
  guard cursor < text.count else { return false }
  let byte = text[cursor]
  return byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "}")
    || byte == UInt8(ascii: "]")
}

func spaces(_ text: Span<UInt8>, _ cursor: Int) -> Int {
  var end = cursor
  while end < text.count, text[end] == UInt8(ascii: " ") { end += 1 }
  return end - cursor
}

/// Passes over the end of a row's line: blanks, and a comment that has a blank before it.
private func skipRestOfLine(_ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
  let blanks = spaces(text, cursor)
  cursor += blanks
  if cursor < text.count, text[cursor] == UInt8(ascii: "#") {
    guard blanks > 0 else { return false }
    skipToLineEnd(text, &cursor)
  }
  return cursor == text.count || take("\n", text, &cursor)
}

/// Passes over lines that hold nothing, or only a comment.
private func skipEmptyLines(_ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
  while cursor < text.count {
    let content = cursor + spaces(text, cursor)
    guard content < text.count else {
      cursor = content
      return true
    }
    switch text[content] {
    case UInt8(ascii: "\n"): cursor = content + 1
    case UInt8(ascii: "#"):
      cursor = content
      skipToLineEnd(text, &cursor)
      if cursor < text.count { cursor += 1 }
    default: return true
    }
  }
  return true
}

private func skipToLineEnd(_ text: Span<UInt8>, _ cursor: inout Int) {
  while cursor < text.count, text[cursor] != UInt8(ascii: "\n") { cursor += 1 }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }
private func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") <= 25 }

/// Whether the bytes are UTF-8 of printable characters and line feeds alone: no tab, no carriage return, no
/// byte order mark.
func isPlainText(_ bytes: [UInt8]) -> Bool {
  func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x0A }
  let isASCII: Bool? = bytes.withUnsafeBytes { buffer in
    // Eight bytes at a time: the high bit of each tells what is not ASCII, and the subtraction what lies
    // below a blank or is DEL. Borrows make false alarms, so alarmed blocks are looked at byte by byte;
    // mostly they hold a line feed.
    let high: UInt64 = 0x8080_8080_8080_8080
    var seen: UInt64 = 0
    var index = 0
    while index + 8 <= buffer.count {
      let word = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      seen |= word
      let isBelowBlank = (word &- 0x2020_2020_2020_2020) & ~word & high
      let fromDelete = word ^ 0x7F7F_7F7F_7F7F_7F7F
      let isDelete = (fromDelete &- 0x0101_0101_0101_0101) & ~fromDelete & high
      if isBelowBlank | isDelete != 0 {
        for offset in index..<index + 8 where !isPlain(buffer[offset]) { return nil }
      }
      index += 8
    }
    while index < buffer.count {
      guard isPlain(buffer[index]) else { return nil }
      seen |= UInt64(buffer[index])
      index += 1
    }
    return seen & high == 0
  }
  guard let isASCII else { return false }
  if isASCII { return true }
  guard let text = String(validating: bytes, as: UTF8.self) else { return false }
  return text.unicodeScalars.allSatisfy { scalar in
    switch scalar.value {
    case 0x80...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
