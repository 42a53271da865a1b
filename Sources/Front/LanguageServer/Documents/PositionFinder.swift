import TilawaBase

/// The places of many bytes of one text, asked for mostly in rising order: each line is gone through once, however long it is.
struct PositionFinder {
  private let text: DocumentText
  private let encoding: PositionEncoding
  private var line = 0
  private var offset = 0
  private var units = 0

  init(_ text: DocumentText, _ encoding: PositionEncoding) {
    (self.text, self.encoding) = (text, encoding)
  }

  /// The place of a byte.
  mutating func position(of wanted: Int) -> Position {
    let wanted = min(max(0, wanted), text.bytes.count)
    let line = text.line(at: wanted)
    if line != self.line || wanted < offset {
      (self.line, offset, units) = (line, text.lineStarts[line], 0)
    }
    while offset < wanted {
      units += encoding.units(of: text.bytes[offset])
      offset += 1
    }
    return Position(line: line, character: units)
  }

  mutating func span(of range: Range<Int>) -> PositionSpan {
    let start = position(of: range.lowerBound)
    return PositionSpan(start: start, end: position(of: range.upperBound))
  }
}
