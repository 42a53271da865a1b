import TilawaBase

/// Lines, columns and gaps of a document's text.
struct TextLayout {
  let document: YAMLDocument
  let bytes: [UInt8]
  /// The line end of the text: CRLF if its first line ends so, else LF.
  let lineEnd: String

  init(of document: YAMLDocument) {
    self.document = document
    bytes = document.source.bytes
    let first = bytes.firstIndex(of: 0x0A) ?? 0
    lineEnd = first > 0 && bytes[first - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// The start of the text, after a byte order mark.
  var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The first byte of the line on which `offset` lies.
  func lineStart(_ offset: Int) -> Int {
    var index = offset
    while index > start, bytes[index - 1] != 0x0A, bytes[index - 1] != 0x0D { index -= 1 }
    return index
  }

  /// Returns the end of the content of the line that contains `offset`.
  func lineContentEnd(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return index
  }

  /// Returns the start of the line after the one that contains `offset`; the end of the text if there is
  /// none.
  func nextLine(_ offset: Int) -> Int {
    var index = lineContentEnd(offset)
    if index < bytes.count, bytes[index] == 0x0D { index += 1 }
    if index < bytes.count, bytes[index] == 0x0A { index += 1 }
    return index
  }

  /// Code points before `offset` on its line.
  func column(_ offset: Int) -> Int {
    bytes[lineStart(offset)..<offset].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }

  /// Returns true if only blanks precede `offset` on its line.
  func isFirstOnLine(_ offset: Int) -> Bool {
    bytes[lineStart(offset)..<offset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The end of the last token before `offset`, past blanks and comments.
  func tokenEnd(before offset: Int) -> Int {
    var index = offset
    while index > start {
      let byte = bytes[index - 1]
      if let comment = comment(upTo: index) {
        index = comment.lowerBound
      } else if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        index -= 1
      } else {
        break
      }
    }
    return index
  }

  /// The comment that the byte before `offset` belongs to.
  private func comment(upTo offset: Int) -> Range<Int>? {
    let comments = document.comments
    var low = 0
    var high = comments.count
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].upperBound < offset { low = middle + 1 } else { high = middle }
    }
    return low < comments.count && comments[low].lowerBound < offset ? comments[low] : nil
  }

  /// The comments that lie within `range`.
  func comments(in range: Range<Int>) -> ArraySlice<Range<Int>> {
    let comments = document.comments
    var low = 0
    var high = comments.count
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < comments.count, comments[end].upperBound <= range.upperBound { end += 1 }
    return comments[low..<end]
  }

  /// The comma between two places, outside comments.
  func comma(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: ",") { return index }
      if bytes[index] == UInt8(ascii: "#") { index = lineContentEnd(index) } else { index += 1 }
    }
    return nil
  }
}

extension TextLayout {
  /// The end of the lines that belong to an entry whose key or dash stands in `column` and whose last line
  /// ends before
  /// `offset`: comments below that are indented more are its own.
  func end(ofCommentsInside column: Int, from offset: Int) -> Int {
    var end = offset
    var line = offset
    while line < bytes.count {
      let contentEnd = lineContentEnd(line)
      guard let first = bytes[line..<contentEnd].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else {
        line = nextLine(line)
        continue
      }
      guard bytes[first] == UInt8(ascii: "#"), first - line > column else { break }
      line = nextLine(line)
      end = line
    }
    return end
  }

  /// The blank lines from `offset`, where a line begins, to the next that isn't blank.
  func blankLines(from offset: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var line = offset
    while line < bytes.count, bytes[line..<lineContentEnd(line)].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      lines.append(line..<nextLine(line))
      line = nextLine(line)
    }
    return lines
  }

  /// For a text whose last thing is a block scalar without a line end: what keeps its value when a line end
  /// is added.
  var closingOfLastBlockScalar: TextEdit? {
    guard let last = bytes.last, last != 0x0A, last != 0x0D, var node = document.root else { return nil }
    while node.scalar == nil {
      guard !node.isFlow, let next = node.mapping?.last?.value ?? node.sequence?.last else { return nil }
      node = next
    }
    guard let scalar = node.scalar, scalar.style == .literal || scalar.style == .folded,
      !scalar.value.ends(with: "\n"), node.range.upperBound == bytes.count
    else { return nil }
    let start = node.range.lowerBound
    let header = bytes.withUnsafeBufferPointer { BlockScalarHeader(of: $0, from: start) }
    if let plus = bytes[start..<header.indicatorEnd].firstIndex(of: UInt8(ascii: "+")) {
      return TextEdit(plus..<plus + 1, "-")
    }
    guard !bytes[start..<header.indicatorEnd].contains(UInt8(ascii: "-")) else { return nil }
    return TextEdit(start + 1..<start + 1, "-")
  }
}
