/// The bytes of one file as they were read, and the name to show for it.
///
/// Places are byte offsets into `bytes`; lines and columns are made from them only when something is printed.
public final class SourceText: Sendable {
  /// The path as the user would recognise it: relative to where the command runs, `/` between its parts.
  public let path: String
  /// The exact bytes of the file, with byte order mark and line ends.
  public let bytes: [UInt8]

  /// Keeps `bytes` under the name `path`.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The text in `range`; bytes that are not UTF-8 appear as U+FFFD.
  public func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  /// Where each line starts, in bytes. A line ends after LF, CRLF, or a CR that stands alone.
  public func lineStarts() -> [Int] {
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { starts.append(index) }
    }
    return starts
  }
}

/// Line and column, both counted from 1. The column counts Unicode scalars, without a byte order mark.
public struct LineAndColumn: Hashable, Comparable, Sendable {
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int

  /// A line and a column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Earlier lines first, then earlier columns.
  public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// Converts byte offsets of one text to lines and columns, and returns its lines.
///
/// It is made once for a text when its places are printed; the text itself doesn't contain it.
public struct LineTable: Sendable {
  /// The text the table is of.
  public let source: SourceText
  private let starts: [Int]

  /// Reads `source` through once.
  public init(of source: SourceText) {
    self.source = source
    starts = source.lineStarts()
    blocks = Self.scalarCounts(source.bytes)
  }

  /// Files of other programs may have megabytes on one line, which a thousand places must not count through each.
  private let blocks: [Int]
  private static let blockSize = 4096

  /// Returns the number of scalars that begin before each block.
  private static func scalarCounts(_ bytes: [UInt8]) -> [Int] {
    var counts = [0]
    counts.reserveCapacity(bytes.count / blockSize + 1)
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start + blockSize <= bytes.count {
        let block = bytes[start..<start + blockSize]
        counts.append(counts[counts.count - 1] + block.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
        start += blockSize
      }
    }
    return counts
  }

  /// Returns the number of scalars that begin before a byte.
  private func scalars(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    let rest = source.bytes[block * Self.blockSize..<offset]
    return blocks[block] + rest.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// The number of lines; a text that ends with a line end has an empty last one.
  public var count: Int { starts.count }

  /// The line on which a byte lies, from 1, without the column, which takes longer.
  public func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Returns the place of a byte offset; an offset past the end gives the end.
  public func position(at offset: Int) -> LineAndColumn {
    let offset = min(max(offset, 0), source.bytes.count)
    let line = line(at: offset)
    var start = starts[line - 1]
    if line == 1, source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = min(3, offset) }
    return LineAndColumn(line: line, column: scalars(before: offset) - scalars(before: start) + 1)
  }

  /// The bytes of line `line` (from 1) without its line end.
  public func range(ofLine line: Int) -> Range<Int> {
    guard line >= 1, line <= starts.count else { return source.bytes.count..<source.bytes.count }
    let start = starts[line - 1]
    var end = line < starts.count ? starts[line] : source.bytes.count
    if end > start, source.bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, source.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }
}
