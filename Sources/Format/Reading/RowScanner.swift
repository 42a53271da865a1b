import TilawaBase
import TilawaQuran

/// Returns all rows of a text, or nil if any of it needs the full reader.
///
/// This is the fast way through files with one row per line, as `fmt` writes them. It understands only a part
/// of YAML and gives up (nil, false) on all else, which is left to the full reader. What it accepts it reads
/// exactly like the full reader, and it accepts nothing that has a diagnostic of reading. A differential test
/// compares the two.
func scanRows<Row>(_ scanner: RowScanner<Row>, behind head: [UInt8], in bytes: [UInt8]) -> [Placed<Row>]? {
  guard bytes.count < 64 << 20, isPlainText(bytes) else { return nil }
  let text = bytes.span
  var cursor = 0
  guard skipEmptyLines(text, &cursor), take("tilawa: 1\n", text, &cursor), skipEmptyLines(text, &cursor),
    isWritten(head, text, cursor)
  else { return nil }
  cursor += head.count
  guard skipEmptyLines(text, &cursor) else { return nil }
  var rows: [Placed<Row>] = []
  rows.reserveCapacity(bytes.count / 64)
  let indentation = spaces(text, cursor)
  while cursor < text.count {
    guard spaces(text, cursor) == indentation else { return nil }
    cursor += indentation
    guard let row = scanner.row(at: rows.count, text, &cursor), skipEmptyLines(text, &cursor) else {
      return nil
    }
    rows.append(row)
  }
  return rows.isEmpty ? nil : rows
}

/// Reads rows of one kind, one to a line.
struct RowScanner<Row: Sendable>: Sendable {
  /// An empty row.
  let blank: Row
  /// Of the keys' names, to find them by.
  let codes: [UInt64]
  /// The step that reads the value of each key; nil if the full reader is needed.
  let steps: [ScanStep?]
  let wholeness: Wholeness

  /// The row whose dash lies at `cursor`, and passes over the rest of its line.
  func row(at index: Int, _ text: Span<UInt8>, _ cursor: inout Int) -> Placed<Row>? {
    guard take("- {", text, &cursor) else { return nil }
    let start = cursor - 1
    guard let row = pairs(text, &cursor) else { return nil }
    let end = cursor
    return skipRestOfLine(text, &cursor) ? Placed(row, at: index, start..<end) : nil
  }

  /// Reads from behind a brace to behind the other; nil where any of it needs the full reader.
  private func pairs(_ text: Span<UInt8>, _ cursor: inout Int) -> Row? {
    var row = blank
    var found: UInt32 = 0
    repeat {
      let code = scanKey(text, &cursor)
      guard code != 0, let number = codes.firstIndex(of: code), let step = steps[number] else { return nil }
      let bit: UInt32 = 1 << UInt32(number)
      guard found & bit == 0, step.scan(into: &row, text, &cursor) else { return nil }
      found |= bit
      cursor += spaces(text, cursor)
      guard cursor < text.count else { return nil }
      cursor += 1
      // A comma directly before the brace is legal YAML, and rare: the empty key sends it to the full reader.
    } while text[cursor - 1] == UInt8(ascii: ",")
    return text[cursor - 1] == UInt8(ascii: "}") && wholeness.holds(found) ? row : nil
  }
}

/// The keys that must be found for a mapping to be complete, one bit for each.
struct Wholeness: Sendable {
  let required: UInt32
  /// Those of which at most one may be.
  let rivals: UInt32
  /// True if one of the rivals is required.
  let needsRival: Bool

  func holds(_ found: UInt32) -> Bool {
    let count = (found & rivals).nonzeroBitCount
    return found & required == required && count <= 1 && (count == 1 || !needsRival)
  }
}

/// A key of a flow mapping with its colon, and the blanks around it, as its code; 0 where there is none.
func scanKey(_ text: Span<UInt8>, _ cursor: inout Int) -> UInt64 {
  cursor += spaces(text, cursor)
  var code: UInt64 = 0
  let end = min(cursor + 12, text.count)
  while cursor < end, isLower(text[cursor]) {
    code = code << 5 | UInt64(text[cursor] & 31)
    cursor += 1
  }
  guard take(": ", text, &cursor) else { return 0 }
  cursor += spaces(text, cursor)
  return code
}

/// The code of a name of at most twelve small letters, which no other has; 0 for any other.
func keyCode(_ name: String) -> UInt64 {
  guard name.utf8.count <= 12, name.utf8.allSatisfy(isLower) else { return 0 }
  return name.utf8.reduce(0) { $0 << 5 | UInt64($1 & 31) }
}

/// Returns the place of the value of `key` in a row. It isn't sure for a row that only the full reader
/// understands.
func scanPlace(
  of key: UInt64, ofRow row: Range<Int>, _ text: Span<UInt8>
) -> (place: Range<Int>?, isSure: Bool) {
  var cursor = row.lowerBound
  guard key != 0, take("{", text, &cursor) else { return (nil, false) }
  repeat {
    let found = scanKey(text, &cursor)
    guard found != 0 else { return (nil, false) }
    let start = cursor
    guard skipValue(text, &cursor) else { return (nil, false) }
    let value = start..<cursor
    cursor += spaces(text, cursor)
    guard cursor < row.upperBound,
      text[cursor] == UInt8(ascii: ",") || text[cursor] == UInt8(ascii: "}")
    else { return (nil, false) }
    cursor += 1
    if found == key { return (value, true) }
  } while text[cursor - 1] == UInt8(ascii: ",")
  return (nil, cursor == row.upperBound)
}

/// Passes over text in double quotes without escapes, a list of plain values, or a plain value without blanks.
private func skipValue(_ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
  let start = cursor
  guard start < text.count else { return false }
  let end: UInt8? =
    text[start] == UInt8(ascii: "\"")
    ? UInt8(ascii: "\"") : text[start] == UInt8(ascii: "[") ? UInt8(ascii: "]") : nil
  if end != nil { cursor += 1 }
  while cursor < text.count {
    let byte = text[cursor]
    if let end {
      cursor += 1
      if byte == end { return endsValue(text, cursor) }
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\n") { return false }
      if end == UInt8(ascii: "]"), !isPlain(byte), byte != UInt8(ascii: ","), byte != UInt8(ascii: " ") {
        return false
      }
    } else {
      guard isPlain(byte) else { return cursor > start && endsValue(text, cursor) }
      cursor += 1
    }
  }
  return false
}

private func isPlain(_ byte: UInt8) -> Bool {
  isDigit(byte) || isLower(byte | 0x20) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    || byte == UInt8(ascii: "-")
}

/// Returns true if `text` has `word` at `start`.
func isWritten(_ word: [UInt8], _ text: Span<UInt8>, _ start: Int) -> Bool {
  guard word.count <= text.count - start else { return false }
  for index in word.indices where word[index] != text[start + index] { return false }
  return true
}

// MARK: - Values

func scanTime(_ text: Span<UInt8>, _ cursor: inout Int) -> Milliseconds? {
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
  return Milliseconds(value)
}

func scanTimes(_ text: Span<UInt8>, _ cursor: inout Int) -> [Milliseconds]? {
  guard take("[", text, &cursor) else { return nil }
  var times: [Milliseconds] = []
  while true {
    cursor += spaces(text, cursor)
    guard let time = scanTime(text, &cursor) else { return nil }
    times.append(time)
    cursor += spaces(text, cursor)
    guard cursor < text.count else { return nil }
    let byte = text[cursor]
    cursor += 1
    if byte == UInt8(ascii: "]") { return times }
    // A comma without a blank behind it may be a decimal comma.
    guard byte == UInt8(ascii: ","), cursor < text.count, text[cursor] == UInt8(ascii: " ") else {
      return nil
    }
  }
}

func scanReference(_ text: Span<UInt8>, _ cursor: inout Int) -> AyahRange? {
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
  return AyahRange(first, last)
}

func scanFlag(_ text: Span<UInt8>, _ cursor: inout Int) -> Bool? {
  let value: Bool
  if take("true", text, &cursor) {
    value = true
  } else if take("false", text, &cursor) {
    value = false
  } else {
    return nil
  }
  return endsValue(text, cursor) ? value : nil
}

/// `0.93`, `0`, `1.0`: a quotient of two whole numbers that are exact, so it is rounded as decimal text is.
func scanConfidence(_ text: Span<UInt8>, _ cursor: inout Int) -> Double? {
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
  return Double(digits) / Double(divisor)
}

/// A whole number of at most six digits, without sign or leading zero.
func scanNumber(_ text: Span<UInt8>, _ cursor: inout Int) -> Int? {
  let start = cursor
  var value = 0
  while cursor < text.count, isDigit(text[cursor]), cursor - start < 7 {
    value = value * 10 + Int(text[cursor] - UInt8(ascii: "0"))
    cursor += 1
  }
  guard (1...6).contains(cursor - start), cursor - start == 1 || text[start] != UInt8(ascii: "0"),
    endsValue(text, cursor)
  else { return nil }
  return value
}

/// A plain word of lower-case letters, digits, `_` and `-` that begins with a letter.
func scanWord(_ text: Span<UInt8>, _ cursor: inout Int) -> String? {
  let start = cursor
  guard cursor < text.count, isLower(text[cursor]) else { return nil }
  while cursor < text.count,
    isLower(text[cursor]) || isDigit(text[cursor]) || text[cursor] == UInt8(ascii: "_")
      || text[cursor] == UInt8(ascii: "-")
  { cursor += 1 }
  let word = string(text, start..<cursor)
  guard endsValue(text, cursor), word != "null", word.utf8.count <= 128 else { return nil }
  return word
}

/// Double-quoted text without escapes, or plain text of letters, digits and single blanks.
func scanText(_ text: Span<UInt8>, _ cursor: inout Int) -> String? {
  let start = cursor
  if take("\"", text, &cursor) {
    while cursor < text.count, text[cursor] != UInt8(ascii: "\"") {
      guard text[cursor] != UInt8(ascii: "\\"), text[cursor] != UInt8(ascii: "\n") else { return nil }
      cursor += 1
    }
    let inner = (start + 1)..<cursor
    guard !inner.isEmpty, take("\"", text, &cursor), endsValue(text, cursor) else { return nil }
    return string(text, inner)
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
  return words
}

// MARK: - Bytes

/// Passes over `word`, if that stands there.
@inline(__always)
private func take(_ word: StaticString, _ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
  let (start, count) = (cursor, word.utf8CodeUnitCount)
  guard start + count <= text.count else { return false }
  return word.withUTF8Buffer { bytes in
    for index in 0..<count where bytes[index] != text[start + index] { return false }
    cursor = start + count
    return true
  }
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

/// Returns true if the bytes are UTF-8 and contain only printable characters and line feeds: no tab, no
/// carriage return, no byte order mark.
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
