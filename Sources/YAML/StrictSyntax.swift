import TilawaBase

/// Checks for syntax that libyaml accepts and YAML 1.2 rejects, and for syntax that both accept and the
/// profile rejects. All are Y003.
extension TreeReader {
  private mutating func refuse(_ message: String, _ range: Range<Int>) {
    isIllegal = true
    report(YAMLRules.syntax, message, range)
  }

  /// `"a"#c`: a comment has a blank before it, or begins its line.
  mutating func checkBlank(before comment: Int) {
    guard comment > start, ![0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[comment - 1]) else { return }
    refuse("a comment needs a space before its \"#\"", comment..<comment + 1)
  }

  /// Reports an indentation by tabs, with which the columns of a block depend on the reader.
  mutating func checkIndentation(of entry: Int) {
    var index = entry
    while index > start, source.bytes[index - 1] == 0x20 || source.bytes[index - 1] == 0x09 { index -= 1 }
    guard let tab = source.bytes[index..<entry].firstIndex(of: 0x09) else { return }
    refuse("tabs cannot indent YAML; use spaces", tab..<tab + 1)
  }

  mutating func checkScalar(
    _ style: YAMLScalar.Style, _ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    let isInFlow = frames.last?.isFlow ?? false
    switch style {
    case .literal, .folded: checkHeader(range.lowerBound, bytes)
    case .singleQuoted, .doubleQuoted:
      checkContinuation(range, isQuoted: true, bytes)
    case .plain where isInFlow:
      // libyaml takes the "?" of [?x] for that of a key.
      if range.lowerBound > start, bytes[range.lowerBound - 1] == UInt8(ascii: "?") {
        let mark = range.lowerBound - 1
        refuse("text in braces or brackets cannot begin with \"?\"; put it in quotes", mark..<mark + 1)
      } else if range.count == 1, bytes[range.lowerBound] == UInt8(ascii: "-") {
        refuse("a single dash cannot be a value here; put it in quotes", range)
      }
    case .plain: return
    }
  }

  /// The header of a block scalar on a line of its own is indented more than its key or dash.
  private mutating func checkHeader(_ header: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard let block = frames.last, !block.isFlow else { return }
    var line = header
    while line > start, bytes[line - 1] == 0x20 { line -= 1 }
    guard line == start || bytes[line - 1] == 0x0A || bytes[line - 1] == 0x0D else { return }
    guard header - line <= block.column else { return }
    refuse("this must be indented more than its key or row", header..<header + 1)
  }

  /// Lines of one value are indented more than the entry that it is the value of.
  mutating func checkContinuation(
    _ range: Range<Int>, isQuoted: Bool, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    guard let block = frames.last(where: { !$0.isFlow }) else { return }
    var comment = comments.count
    while comment > 0, comments[comment - 1].lowerBound > range.lowerBound { comment -= 1 }
    var index = range.lowerBound
    while index < range.upperBound {
      let isLineEnd = bytes[index] == 0x0A || bytes[index] == 0x0D
      index += 1
      guard isLineEnd else { continue }
      let line = index
      while index < range.upperBound, bytes[index] == 0x20 { index += 1 }
      let column = index - line
      while index < range.upperBound, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
      guard index < range.upperBound, bytes[index] != 0x0A, bytes[index] != 0x0D else { continue }
      while comment < comments.count, comments[comment].lowerBound < index { comment += 1 }
      let isComment = !isQuoted && comment < comments.count && comments[comment].lowerBound == index
      guard !isComment, column <= block.column else { continue }
      // What stands in quotes in braces is looked at twice.
      guard lastContinuation != index else { return }
      lastContinuation = index
      isSwallowing = isSwallowing || isQuoted
      refuse(
        isQuoted
          ? "continued quoted text must be indented more than its key or row, or its closing quote is missing"
          : "text in braces or brackets must be indented more than its key or row",
        index..<index + 1)
      return
    }
  }
}
