import TilawaBase

/// Where in a document a place is, told from the lines around it alone, so that it can be told of half-written text too.
struct CursorContext: Sendable {
  /// The kind of text at the place.
  enum Spot: Sendable {
    /// A key, or where one may be written.
    case key(Range<Int>)
    /// The value of a key, or where it may be written.
    case value(key: String, Range<Int>)
    /// Where another row may be written: behind a dash, or on an empty line of a list.
    case row(Range<Int>, hasDash: Bool)
    /// Nothing that could be told.
    case other
  }

  /// The kind of text there.
  let spot: Spot
  /// The keys that lead to the mapping around the place, from the outermost; none at the top of the document.
  let path: [String]
  /// The pairs of that mapping that stand in the same line or, of a block, in the lines around it.
  let pairs: [WrittenPair]
  /// True if the mapping stands in braces.
  let isFlow: Bool
  private let bytes: [UInt8]

  /// Looks at a place.
  init(in text: DocumentText, at offset: Int) {
    bytes = text.bytes
    let lines = Lines(text)
    let number = text.line(at: offset)
    let line = lines[number]
    if let flow = FlowPairs(in: bytes, line.range, around: offset) {
      (pairs, isFlow) = (flow.pairs, true)
      path = lines.path(toLine: number) + flow.outerKeys
      spot = Self.spot(in: flow.pairs, at: offset, bytes)
      return
    }
    isFlow = false
    if let listed = lines.listAround(number), line.isBlank || line.isBareDash {
      (path, pairs) = (listed, [])
      // With the blanks behind a dash, so that one is left of them.
      let dash = line.range.lowerBound + line.indentation
      spot = .row(
        line.isBareDash ? dash + 1..<line.range.upperBound : line.range, hasDash: line.isBareDash)
      return
    }
    let pair = FlowPairs.pair(in: bytes, line.pairStart..<line.contentEnd)
    path = lines.path(toLine: number)
    pairs = lines.block(around: number).map { FlowPairs.pair(in: text.bytes, $0.pairStart..<$0.contentEnd) }
    if offset > max(line.contentEnd, line.pairStart), line.hasComment {
      spot = .other
    } else if line.isItem, pair.value == nil, !line.isBlank, let key = path.last {
      spot = .value(key: key, pair.key)
    } else {
      spot = Self.spot(in: [pair], at: offset, bytes)
    }
  }

  private static func spot(in pairs: [WrittenPair], at offset: Int, _ bytes: [UInt8]) -> Spot {
    guard
      let pair = pairs.last(where: { $0.extent.lowerBound <= offset && offset <= $0.extent.upperBound })
        ?? pairs.last
    else { return .other }
    guard let value = pair.value, offset > pair.key.upperBound else {
      return .key(pair.key.isEmpty ? offset..<offset : pair.key)
    }
    let key = String(decoding: bytes[pair.key], as: UTF8.self).trimmed(of: "\"'")
    return .value(key: key, value.isEmpty ? offset..<offset : value)
  }

  /// The text of a range.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A text without the quotes around it.
  func unquoted(_ range: Range<Int>) -> String { text(range).trimmed(of: "\"'") }

  /// The keys of the mapping that are written already.
  var keys: [String] { pairs.map { unquoted($0.key) }.filter { !$0.isEmpty } }

  /// The value of one of them, without quotes.
  func value(of key: String) -> String? {
    pairs.first { unquoted($0.key) == key }.flatMap { $0.value }.map(unquoted)
  }
}

/// One line as it looks.
private struct Line {
  let range: Range<Int>
  /// Columns of blanks before its first sign.
  let indentation: Int
  /// True if a dash begins it, and something or nothing stands behind.
  let isItem: Bool
  /// Where what stands behind the dash begins, or the line's own first sign.
  let pairStart: Int
  /// Where what it says ends, before blanks and a comment.
  let contentEnd: Int
  let hasComment: Bool

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.range = range
    var start = range.lowerBound
    while start < range.upperBound, bytes[start] == 32 || bytes[start] == 9 { start += 1 }
    indentation = start - range.lowerBound
    isItem =
      start < range.upperBound && bytes[start] == UInt8(ascii: "-")
      && (start + 1 == range.upperBound || bytes[start + 1] <= 32)
    if isItem {
      start += 1
      while start < range.upperBound, bytes[start] == 32 { start += 1 }
    }
    pairStart = start
    var end = range.upperBound
    var index = start
    var quote: UInt8 = 0
    var hasComment = false
    while index < range.upperBound {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "#"), index == range.lowerBound || bytes[index - 1] <= 32 {
        end = index
        hasComment = true
        break
      }
      index += 1
    }
    while end > start, bytes[end - 1] <= 32 { end -= 1 }
    contentEnd = max(start, end)
    self.hasComment = hasComment
  }

  /// True if it says nothing, a dash included.
  var isBlank: Bool { !isItem && contentEnd == pairStart && !hasComment }
  /// True if it has a dash and nothing else.
  var isBareDash: Bool { isItem && contentEnd == pairStart }
  /// True if it says nothing to a reader.
  var isSilent: Bool { !isItem && contentEnd == pairStart }
  /// The column in which its keys stand.
  var keyColumn: Int { pairStart - range.lowerBound }
}

/// The lines of a text as they lead to each other.
private struct Lines {
  let text: DocumentText

  init(_ text: DocumentText) { self.text = text }

  /// The number of lines searched upwards; a row lies below its list's key however many rows precede it.
  private static let farthest = 400

  subscript(number: Int) -> Line { Line(text.bytes, text.range(ofLine: number)) }

  private func key(of line: Line) -> String? {
    let pair = FlowPairs.pair(in: text.bytes, line.pairStart..<line.contentEnd)
    guard pair.value != nil else { return nil }
    let key = text.text(pair.key).trimmed(of: "\"'")
    return key.isEmpty ? nil : key
  }

  /// The keys that lead to what stands in a line.
  func path(toLine number: Int) -> [String] {
    let line = self[number]
    // The keys of the lines above that are indented less, from the nearest.
    var keys: [String] = []
    var column = line.isItem ? line.indentation + 1 : line.indentation
    var above = number - 1
    while above >= 0, column > 0 {
      let next = self[above]
      let indentation = next.isItem && next.keyColumn < column ? next.keyColumn : next.indentation
      if next.isSilent || indentation >= column || (next.isItem && next.indentation + 1 == column) {
        above -= 1
        continue
      }
      if next.isItem, next.indentation < column, next.keyColumn >= column || key(of: next) == nil {
        // A row: what leads to its list comes next.
        column = next.indentation + 1
      } else if let key = key(of: next), next.keyColumn < column {
        keys.append(key)
        column = next.isItem ? next.indentation + 1 : next.indentation
      } else {
        column = indentation
      }
      above -= 1
    }
    return keys.reversed()
  }

  /// The keys that lead to the list in which a line stands, when it has a dash, or is empty and stands behind a row or the key
  /// of a list.
  func listAround(_ number: Int) -> [String]? {
    if self[number].isItem { return path(toLine: number) }
    var above = number - 1
    while above >= 0, self[above].isSilent { above -= 1 }
    guard above >= 0 else { return nil }
    let line = self[above]
    if line.isItem { return path(toLine: above) }
    // `segments:` with nothing behind it.
    let pair = FlowPairs.pair(in: text.bytes, line.pairStart..<line.contentEnd)
    guard let value = pair.value, value.isEmpty || value.lowerBound >= line.contentEnd else { return nil }
    return path(toLine: above) + [text.text(pair.key)]
  }

  /// The lines of the block mapping that a line belongs to.
  func block(around number: Int) -> [Line] {
    let column = self[number].keyColumn
    var lines = [self[number]]
    func walk(_ numbers: some Sequence<Int>, _ isUp: Bool) {
      for other in numbers.prefix(Self.farthest) {
        let line = self[other]
        if line.isSilent || line.indentation > column { continue }
        if line.keyColumn != column || line.isItem && !isUp { return }
        lines.append(line)
        if line.isItem { return }
      }
    }
    if !self[number].isItem { walk((0..<number).reversed(), true) }
    walk(number + 1..<text.lineStarts.count, false)
    return lines
  }
}
