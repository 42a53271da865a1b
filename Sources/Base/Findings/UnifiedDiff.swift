/// The effect of edits on a text, as `diff -u` would show it.
///
/// The hunks come from the edits themselves, so it takes time in proportion to the text whatever was changed.
public struct UnifiedDiff: Sendable {
  /// Lines of one place in the text: what goes, what comes.
  private struct Change {
    var old: Range<Int>
    var new: [ArraySlice<UInt8>]
  }

  /// The whole diff with its file headers; empty when nothing changes.
  public let text: String

  /// The diff of `source` after `edits`, with three lines around each change; nil when the edits overlap.
  public init?(of source: SourceText, _ edits: [TextEdit]) {
    let table = LineTable(of: source)
    guard let changes = Self.changes(source, edits, table) else { return nil }
    let context = 3
    let lineCount = source.bytes.isEmpty ? 0 : table.lineCountWithoutEmptyLast
    var text = ""
    var index = 0
    var shift = 0
    while index < changes.count {
      var last = index
      while last + 1 < changes.count,
        changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * context
      {
        last += 1
      }
      let start = max(0, changes[index].old.lowerBound - context)
      let end = min(lineCount, changes[last].old.upperBound + context)
      var body = ""
      var newCount = 0
      var line = start
      for change in changes[index...last] {
        for kept in line..<change.old.lowerBound { body += Self.line(" ", table.bytes(ofLine: kept)) }
        newCount += change.old.lowerBound - line + change.new.count
        for gone in change.old { body += Self.line("-", table.bytes(ofLine: gone)) }
        for added in change.new { body += Self.line("+", added) }
        line = change.old.upperBound
      }
      for kept in line..<end { body += Self.line(" ", table.bytes(ofLine: kept)) }
      newCount += end - line
      text += "@@ -\(Self.span(start, end - start)) +\(Self.span(start + shift, newCount)) @@\n" + body
      shift += newCount - (end - start)
      index = last + 1
    }
    // git writes a path from the root behind its letter all the same, with one slash.
    let path = source.path.utf8.first == UInt8(ascii: "/") ? source.path : "/" + source.path
    let (old, new) = (Self.name("a" + path), Self.name("b" + path))
    self.text = text.isEmpty ? "" : "--- \(old)\n+++ \(new)\n" + text
  }

  /// Returns the path as git and patch write it: in quotes if it contains quotes, or a character that would
  /// end its line.
  private static func name(_ path: String) -> String {
    let isSpecial = { (byte: UInt8) in byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F }
    guard path.utf8.contains(where: isSpecial) else { return path }
    return "\""
      + path.utf8.map { byte in
        if !isSpecial(byte), byte < 0x80 { return String(UnicodeScalar(byte)) }
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }.joined() + "\""
  }

  private static func changes(_ source: SourceText, _ edits: [TextEdit], _ table: LineTable) -> [Change]? {
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    var changes: [Change] = []
    var index = 0
    while index < ordered.count {
      var lines = table.lines(touchedBy: ordered[index].range)
      var last = index
      while last + 1 < ordered.count {
        let next = table.lines(touchedBy: ordered[last + 1].range)
        guard next.lowerBound < lines.upperBound else { break }
        lines = lines.lowerBound..<max(lines.upperBound, next.upperBound)
        last += 1
      }
      let bytes = table.start(ofLine: lines.lowerBound)..<table.start(ofLine: lines.upperBound)
      let inside = ordered[index...last].map { edit in
        TextEdit(
          edit.range.lowerBound - bytes.lowerBound..<edit.range.upperBound - bytes.lowerBound,
          edit.replacement)
      }
      guard let after = inside.applied(to: Array(source.bytes[bytes])) else { return nil }
      var old = split(source.bytes[bytes])[...]
      var new = split(after[...])[...]
      var first = lines.lowerBound
      while let a = old.first, let b = new.first, a.elementsEqual(b) {
        old = old.dropFirst()
        new = new.dropFirst()
        first += 1
      }
      while let a = old.last, let b = new.last, a.elementsEqual(b) {
        old = old.dropLast()
        new = new.dropLast()
      }
      if let last = changes.last, last.old.upperBound == first, !(old.isEmpty && new.isEmpty) {
        changes[changes.count - 1].old = last.old.lowerBound..<first + old.count
        changes[changes.count - 1].new += new
      } else if !old.isEmpty || !new.isEmpty {
        changes.append(Change(old: first..<first + old.count, new: Array(new)))
      }
      index = last + 1
    }
    return changes
  }

  private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  private static func line(_ mark: String, _ bytes: ArraySlice<UInt8>) -> String {
    let text = mark + String(decoding: bytes, as: UTF8.self)
    return bytes.last == UInt8(ascii: "\n") ? text : text + "\n\\ No newline at end of file\n"
  }

  private static func span(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }
}

/// Lines as `diff` counts them: from 0 here, each with its LF; a lone CR ends none.
extension LineTable {
  fileprivate var lineCountWithoutEmptyLast: Int {
    start(ofLine: count - 1) == source.bytes.count ? count - 1 : count
  }

  fileprivate func start(ofLine line: Int) -> Int {
    line < count ? range(ofLine: line + 1).lowerBound : source.bytes.count
  }

  fileprivate func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
    source.bytes[start(ofLine: line)..<start(ofLine: line + 1)]
  }

  /// Returns the lines that contain the bytes; an insertion touches the line it is in.
  fileprivate func lines(touchedBy range: Range<Int>) -> Range<Int> {
    let first = position(at: range.lowerBound).line - 1
    let last = position(at: max(range.lowerBound, range.upperBound - 1)).line - 1
    return first..<min(last + 1, count)
  }
}
