import TilawaBase

/// A key and a value as they stand in a line, half-written ones as well.
struct WrittenPair: Sendable {
  /// From the first to behind the last byte, blanks around it left out; empty where nothing stands.
  var key: Range<Int>
  /// Behind the colon; nil where there is none yet.
  var value: Range<Int>?
  /// From behind the comma or bracket before it to the one behind it.
  var extent: Range<Int>
}

/// The pairs of the innermost `{…}` around a place in a line, found without reading the rest of the text.
struct FlowPairs: Sendable {
  private(set) var pairs: [WrittenPair] = []
  /// The keys outside of it that lead to it, from the outermost.
  private(set) var outerKeys: [String] = []
  /// True if a closing bracket ends it in the line.
  private(set) var isClosed = false

  private struct Frame {
    var isMapping: Bool
    var start: Int
    /// Where the pair or item at hand begins.
    var piece: Int
  }

  /// Nil when the place lies in no braces that open in the line's `range`.
  init?(in bytes: [UInt8], _ range: Range<Int>, around offset: Int) {
    var frames: [Frame] = []
    var index = range.lowerBound
    while index < min(offset, range.upperBound) {
      let byte = bytes[index]
      if let end = Self.endOfQuotes(bytes, index, range.upperBound) {
        index = end
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        frames.append(Frame(isMapping: byte == UInt8(ascii: "{"), start: index + 1, piece: index + 1))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = frames.popLast()
      case UInt8(ascii: ","): if !frames.isEmpty { frames[frames.count - 1].piece = index + 1 }
      case UInt8(ascii: "#") where index > range.lowerBound && bytes[index - 1] <= 32: return nil
      default: break
      }
      index += 1
    }
    // An item of a list belongs to the pair that the list is the value of.
    while let last = frames.last, !last.isMapping { frames.removeLast() }
    guard let own = frames.popLast() else { return nil }
    for frame in frames where frame.isMapping {
      let key = Self.pair(in: bytes, frame.piece..<own.start).key
      outerKeys.append(String(decoding: bytes[key], as: UTF8.self).trimmed(of: "\"'"))
    }
    readPairs(bytes, from: own.start, to: range.upperBound)
  }

  private mutating func readPairs(_ bytes: [UInt8], from start: Int, to end: Int) {
    var piece = start
    var depth = 0
    var index = start
    func take(_ self: inout FlowPairs, _ end: Int) { self.pairs.append(Self.pair(in: bytes, piece..<end)) }
    while index < end {
      if let next = Self.endOfQuotes(bytes, index, end) {
        index = next
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 {
          take(&self, index)
          isClosed = true
          return
        }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        take(&self, index)
        piece = index + 1
      case UInt8(ascii: "#") where bytes[index - 1] <= 32:
        take(&self, index)
        return
      default: break
      }
      index += 1
    }
    take(&self, end)
  }

  /// Where quotes that open at `index` are closed, behind them; the line's end where they aren't; nil when none open here.
  private static func endOfQuotes(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int? {
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    // An apostrophe within a word opens nothing.
    if index > 0, ![32, 9, 44, 58, 91, 123].contains(bytes[index - 1]) { return nil }
    var next = index + 1
    while next < end {
      if bytes[next] == quote { return next + 1 }
      next += bytes[next] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
    }
    // Quotes that are still open end at the next comma, as whoever types has most likely not come to the end.
    next = index + 1
    while next < end, ![UInt8(ascii: ","), UInt8(ascii: "}")].contains(bytes[next]) { next += 1 }
    return next
  }

  /// The pair that stands on a stretch: cut at the first colon that a blank, a quote or nothing follows.
  static func pair(in bytes: [UInt8], _ extent: Range<Int>) -> WrittenPair {
    var colon: Int?
    for index in extent where bytes[index] == UInt8(ascii: ":") {
      let next = index + 1 < extent.upperBound ? bytes[index + 1] : 32
      if next <= 32 || next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") || next == UInt8(ascii: "[") {
        colon = index
        break
      }
    }
    let key = trimmed(bytes, extent.lowerBound..<(colon ?? extent.upperBound))
    return WrittenPair(
      key: key, value: colon.map { trimmed(bytes, ($0 + 1)..<extent.upperBound) }, extent: extent)
  }

  /// Without blanks around it; of blanks alone what is behind the first.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] <= 32 { start += 1 }
    while end > start, bytes[end - 1] <= 32 { end -= 1 }
    if start == end {
      let place = min(range.lowerBound + 1, range.upperBound)
      return place..<place
    }
    return start..<end
  }
}
