/// The first line of a `|` or `>` scalar: its indicators and, behind them, maybe a comment.
struct BlockScalarHeader {
  /// True if trailing blank lines are part of the text (`+`).
  private(set) var keepsBlankLines = false
  /// True if the indentation is given as a digit.
  private(set) var hasIndentation = false
  private(set) var comment: Range<Int>?
  /// The end of the header's line.
  private(set) var lineEnd: Int
  /// The end of its indicators.
  private(set) var indicatorEnd: Int

  init(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    var index = start + 1
    while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: "#") {
      if bytes[index] == UInt8(ascii: "+") { keepsBlankLines = true }
      if bytes[index].isDigit { hasIndentation = true }
      index += 1
    }
    indicatorEnd = index
    var hash: Int?
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if hash == nil, bytes[index] == UInt8(ascii: "#") { hash = index }
      index += 1
    }
    if let hash { comment = hash..<index }
    lineEnd = index
  }

  /// The end of the last line that belongs to the text, line end not included; libyaml's own `end` lies past
  /// the blank lines that follow.
  func end(of bytes: UnsafeBufferPointer<UInt8>, to end: Int) -> Int {
    var end = Self.beforeLineEnd(bytes, end)
    if keepsBlankLines { return max(end, lineEnd) }
    let indentation = hasIndentation ? 0 : firstIndentation(bytes, to: end)
    while end > lineEnd {
      var start = end
      while start > lineEnd, bytes[start - 1] == 0x20 { start -= 1 }
      guard start > lineEnd, bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D,
        end - start <= indentation
      else { break }
      end = Self.beforeLineEnd(bytes, start)
    }
    return max(end, lineEnd)
  }

  private func firstIndentation(_ bytes: UnsafeBufferPointer<UInt8>, to end: Int) -> Int {
    var index = lineEnd
    var spaces = 0
    while index < end {
      switch bytes[index] {
      case 0x0A, 0x0D: spaces = 0
      case 0x20: spaces += 1
      default: return spaces
      }
      index += 1
    }
    return 0
  }

  private static func beforeLineEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Int {
    guard end > 0 else { return end }
    if bytes[end - 1] == 0x0A { return end > 1 && bytes[end - 2] == 0x0D ? end - 2 : end - 1 }
    return bytes[end - 1] == 0x0D ? end - 1 : end
  }
}
