import TilawaBase

/// Text that the profile allows and at which libyaml stops: tabs that separate without indenting, and
/// directives. Directives are reported.
struct BlanksAndDirectives {
  /// The directives at the start, or all, a line each.
  private(set) var directives: [Range<Int>] = []
  /// The text with blanks in their place; nil when nothing had to be replaced.
  private(set) var replaced: [UInt8]?

  private let bytes: [UInt8]
  /// Of a line that may open a block scalar: what is indented more may be its text, in which a tab is one.
  private var textBelow: Int?

  /// Further down a line that begins with `%` may be text of a value in quotes at the margin, unless reading stopped.
  init(in bytes: [UInt8], start: Int, takesAllDirectives: Bool = false) {
    self.bytes = bytes
    takeDirectives(from: start, all: takesAllDirectives)
    guard bytes.contains(0x09) else { return }
    var line = start
    while line < bytes.count {
      let end = lineEnd(line)
      takeTabs(in: line..<end)
      line = end + 1
    }
  }

  private func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  private mutating func takeDirectives(from start: Int, all: Bool) {
    var line = start
    while line < bytes.count {
      let end = lineEnd(line)
      let first = bytes[line..<end].first { $0 != 0x20 && $0 != 0x09 }
      if bytes[line] == UInt8(ascii: "%") {
        directives.append(line..<end)
        for index in line..<end { replace(index) }
      } else if !all, let first, first != UInt8(ascii: "#") {
        return
      }
      line = end + 1
    }
  }

  private mutating func replace(_ index: Int) {
    if replaced == nil { replaced = bytes }
    replaced?[index] = 0x20
  }

  private mutating func takeTabs(in line: Range<Int>) {
    let indentation = line.prefix { bytes[$0] == 0x20 }.count
    var index = skipBlanks(line.lowerBound, line.upperBound)
    let isEmpty = index == line.upperBound
    if let column = textBelow {
      if isEmpty || indentation > column { return }
      textBelow = nil
    }
    if isEmpty || bytes[index] == UInt8(ascii: "#") {
      for blank in line.lowerBound..<index where bytes[blank] == 0x09 { replace(blank) }
      return
    }
    // Tabs in front of a token indent it; behind a dash they separate.
    while index + 1 < line.upperBound, bytes[index] == UInt8(ascii: "-"),
      bytes[index + 1] == 0x20 || bytes[index + 1] == 0x09
    {
      let next = skipBlanks(index + 1, line.upperBound)
      for blank in index + 1..<next where bytes[blank] == 0x09 { replace(blank) }
      index = next
    }
    if opensText(line) { textBelow = indentation }
  }

  private func skipBlanks(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }

  /// Returns true if a line ends with `|` or `>` and what may follow them: a digit, `+` or `-`, and a
  /// comment.
  private func opensText(_ line: Range<Int>) -> Bool {
    var text = bytes[line]
    if let hash = text.indices.first(where: {
      bytes[$0] == UInt8(ascii: "#") && $0 > line.lowerBound && bytes[$0 - 1] <= 0x20
    }) {
      text = bytes[line.lowerBound..<hash]
    }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    while let last = text.last, last.isDigit || last == UInt8(ascii: "+") || last == UInt8(ascii: "-") {
      text.removeLast()
    }
    return text.last == UInt8(ascii: "|") || text.last == UInt8(ascii: ">")
  }
}
