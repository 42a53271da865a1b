/// In which units a place in a line is counted.
enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The number of units of the character that begins with a byte; 0 for a byte within one.
  func units(of byte: UInt8) -> Int {
    if byte & 0xC0 == 0x80 { return self == .utf8 ? 1 : 0 }
    return self == .utf16 && byte >= 0xF0 ? 2 : 1
  }
}

/// A text that is being edited: its bytes, and where its lines begin.
///
/// Lines end after LF, CR LF, or a CR that stands alone. An edit takes time for what stands in it and behind it in memory,
/// and for nothing else.
struct DocumentText: Sendable {
  private(set) var bytes: [UInt8]
  private(set) var lineStarts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = [0]
    lineStarts += Self.starts(in: bytes, from: 0, to: bytes.count)
  }

  /// Where lines begin behind the line ends from `start` on, up to `end` itself.
  private static func starts(in bytes: [UInt8], from start: Int, to end: Int) -> [Int] {
    var starts: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index < end {
        let byte = bytes[index]
        index += 1
        if byte == 13, index < bytes.count, bytes[index] == 10 { index += 1 }
        if byte == 10 || byte == 13, index <= end { starts.append(index) }
      }
    }
    return starts
  }

  /// Puts `text` in the place of the bytes of `range`.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    let range = range.clamped(to: 0..<bytes.count)
    // The byte before may be a CR whose LF comes or goes, and so may the one behind.
    let first = line(at: max(0, range.lowerBound - 1))
    let kept = lineStarts.partition(from: first + 1) { $0 <= range.upperBound + 1 }
    let delta = text.count - range.count
    bytes.replaceSubrange(range, with: text)
    if delta != 0 { for index in kept..<lineStarts.count { lineStarts[index] += delta } }
    let end = kept < lineStarts.count ? lineStarts[kept] - 1 : bytes.count
    let found = Self.starts(in: bytes, from: lineStarts[first], to: end)
    lineStarts.replaceSubrange(first + 1..<kept, with: found)
  }

  /// The line of a byte, from 0.
  func line(at offset: Int) -> Int { max(0, lineStarts.partition(from: 0) { $0 <= offset } - 1) }

  /// The bytes of a line without its end; an empty range at the end for a line that isn't there.
  func range(ofLine line: Int) -> Range<Int> {
    guard line >= 0, line < lineStarts.count else { return bytes.count..<bytes.count }
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    if line + 1 < lineStarts.count {
      if end > start, bytes[end - 1] == 10 { end -= 1 }
      if end > start, bytes[end - 1] == 13 { end -= 1 }
    }
    return start..<end
  }

  /// The byte at a place; a place behind the end of its line is its end.
  func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    let line = range(ofLine: position.line)
    var offset = line.lowerBound
    var left = position.character
    while offset < line.upperBound {
      var next = offset + 1
      while next < line.upperBound, bytes[next] & 0xC0 == 0x80 { next += 1 }
      let units = encoding == .utf8 ? next - offset : encoding.units(of: bytes[offset])
      // A place within a character is where it begins.
      guard left >= units else { break }
      left -= units
      offset = next
    }
    return offset
  }

  /// The place of a byte.
  func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let line = line(at: offset)
    let start = lineStarts[line]
    let units = bytes[start..<offset].reduce(0) { $0 + encoding.units(of: $1) }
    return Position(line: line, character: units)
  }

  func span(of range: Range<Int>, _ encoding: PositionEncoding) -> PositionSpan {
    PositionSpan(
      start: position(of: range.lowerBound, encoding), end: position(of: range.upperBound, encoding))
  }

  func range(of span: PositionSpan, _ encoding: PositionEncoding) -> Range<Int> {
    let start = offset(of: span.start, encoding)
    return start..<max(start, offset(of: span.end, encoding))
  }

  /// The text of some bytes.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The line ending: that of the first line.
  var lineEnd: String {
    guard lineStarts.count > 1 else { return "\n" }
    let start = lineStarts[1]
    if bytes[start - 1] == 13 { return "\r" }
    return start > 1 && bytes[start - 2] == 13 ? "\r\n" : "\n"
  }
}

extension [Int] {
  /// The first index from `start` on for whose element `isBefore` doesn't hold; those for which it holds come first.
  fileprivate func partition(from start: Int, _ isBefore: (Int) -> Bool) -> Int {
    var low = start
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
