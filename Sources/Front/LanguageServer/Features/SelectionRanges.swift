/// The ranges to which a selection grows: a value, its pair, its row, its list, the whole text.
struct SelectionRanges {
  private let document: OpenDocument

  init(_ document: OpenDocument) { self.document = document }

  /// The ranges around a place, from the innermost; each lies in the next.
  func ranges(around offset: Int) -> [Range<Int>] {
    let text = document.text
    let context = CursorContext(in: text, at: offset)
    var found: [Range<Int>] = []
    func add(_ range: Range<Int>) {
      guard range.lowerBound <= offset, offset <= range.upperBound else { return }
      if let last = found.last, !(range.lowerBound <= last.lowerBound && last.upperBound <= range.upperBound)
      {
        return
      }
      if found.last != range { found.append(range) }
    }
    switch context.spot {
    case .key(let range), .value(_, let range): add(range)
    case .row, .other: break
    }
    for pair in context.pairs where pair.extent.lowerBound <= offset && offset <= pair.extent.upperBound {
      add(pair.key.lowerBound..<(pair.value?.upperBound ?? pair.key.upperBound))
    }
    let line = text.line(at: offset)
    let range = text.range(ofLine: line)
    let content = FlowPairs.trimmed(text.bytes, range)
    add(content)
    add(range.lowerBound..<(line + 1 < text.lineStarts.count ? text.lineStarts[line + 1] : range.upperBound))
    add(block(around: line))
    add(0..<text.bytes.count)
    return found
  }

  /// The lines around one that are indented as far or farther.
  private func block(around line: Int) -> Range<Int> {
    let text = document.text
    func indentation(_ line: Int) -> Int? {
      let range = text.range(ofLine: line)
      let blanks = text.bytes[range].prefix { $0 == 32 }.count
      return blanks == range.count ? nil : blanks
    }
    guard let own = indentation(line), own > 0 else { return 0..<text.bytes.count }
    var (first, last) = (line, line)
    while first > 0, indentation(first - 1).map({ $0 >= own }) ?? true { first -= 1 }
    while last + 1 < text.lineStarts.count, indentation(last + 1).map({ $0 >= own }) ?? true { last += 1 }
    return text.lineStarts[first]..<text.range(ofLine: last).upperBound
  }
}
