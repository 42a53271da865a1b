/// The entries of one block collection, found only by the columns of its lines, whatever quotes and brackets
/// are open: section 6.2 of `spec/core/yaml.md`.
struct BlockEntries {
  /// Whole lines, without the line end of the last.
  struct Entry {
    var range: Range<Int>
    /// True if the entry begins in the column of the collection, and with a dash if that is a list.
    let fits: Bool
    /// Of its first character.
    let place: Int
    let isRow: Bool
  }

  private(set) var entries: [Entry] = []
  private(set) var column = 0
  private(set) var isList = false

  /// `range` has whole lines.
  init(in range: Range<Int>, of bytes: [UInt8]) {
    let lines = BlockLine.lines(in: range, of: bytes)
    guard let first = lines.first(where: \.looksLikeEntry) ?? lines.first(where: { $0.column < .max }) else {
      return
    }
    isList = first.isRow
    column = commonColumn(of: lines, first)
    var text = 0
    for line in lines {
      let isFirst = entries.isEmpty && line.column < .max
      let isOwnRow = isList && line.isRow && (isFirst || line.column < text)
      // Rows in the column of a key are its value.
      let isValue = !isList && line.isRow && line.column == column
      if isFirst || isOwnRow || line.column <= column && !isValue {
        let fits = line.column == column && (line.isRow == isList || isValue)
        entries.append(
          Entry(
            range: line.range, fits: fits, place: line.range.lowerBound + line.column, isRow: line.isRow))
        if line.isRow { text = line.text }
      } else if !entries.isEmpty {
        entries[entries.count - 1].range = entries[entries.count - 1].range.lowerBound..<line.range.upperBound
      }
    }
  }

  /// Returns the column of most lines that may be entries. If several columns have as many, it is that of
  /// `first`, else the one that comes first.
  private func commonColumn(of lines: [BlockLine], _ first: BlockLine) -> Int {
    var counts: [Int: Int] = [:]
    var best = first.column
    var text = first.text
    for line in lines where line.isRow == isList {
      guard isList ? line.column < text : line.column <= first.column else { continue }
      text = line.text
      counts[line.column, default: 0] += 1
    }
    // In the order of the lines, so that of equals the first one counts.
    for line in lines where counts[line.column] ?? 0 > counts[best] ?? 0 { best = line.column }
    return best
  }
}

/// A line of a block collection.
struct BlockLine {
  /// Without its line end.
  let range: Range<Int>
  /// The number of spaces at its start. `Int.max` for a line that has only blanks, a comment or a document
  /// marker.
  let column: Int
  /// True if the line begins with a dash and a blank.
  let isRow: Bool
  /// The column of what stands behind the dash; that behind the dash where nothing does.
  let text: Int
  /// True if the line begins with a dash or may have a key.
  let looksLikeEntry: Bool

  init(_ range: Range<Int>, of bytes: [UInt8]) {
    let line = bytes[range]
    let spaces = line.prefix { $0 == 0x20 }.count
    let content = line.dropFirst(spaces)
    let isNothing = content.first.map { $0 == 0x09 || $0 == UInt8(ascii: "#") } ?? true
    self.range = range
    column = isNothing || Self.isMarker(line) ? Int.max : spaces
    isRow = column < .max && Self.isDash(content)
    let behind = content.dropFirst()
    let blanks = behind.prefix { $0 <= 0x20 }.count
    text = spaces + 1 + (blanks == behind.count ? 0 : blanks)
    looksLikeEntry = column < .max && (isRow || Self.mayHaveKey(content))
  }

  static func lines(in range: Range<Int>, of bytes: [UInt8]) -> [BlockLine] {
    var lines: [BlockLine] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      lines.append(BlockLine(start..<end, of: bytes))
      start = end + 1
    }
    return lines
  }

  private static func isDash(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == UInt8(ascii: "-") && (text.dropFirst().first.map { $0 <= 0x20 } ?? true)
  }

  private static func mayHaveKey(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, !",]}[{".utf8.contains(first) else { return false }
    return zip(text, text.dropFirst() + [0x20]).contains { $0 == UInt8(ascii: ":") && $1 <= 0x20 }
  }

  /// Returns true if the line has `---` or `...` and no value after it.
  private static func isMarker(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "---".utf8) || line.starts(with: "...".utf8) else { return false }
    let behind = line.dropFirst(3).drop { $0 == 0x20 || $0 == 0x09 }
    return behind.isEmpty || behind.first == UInt8(ascii: "#") && line.count - behind.count > 3
  }
}
