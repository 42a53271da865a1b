import TilawaBase

/// A line of the canonical form.
struct CanonicalLine {
  /// Without its line end.
  var text: String
  /// A byte of the source line that it comes from.
  let start: Int?

  /// Edits that turn the lines of `source` into `lines`; a line that both have isn't touched.
  ///
  /// Lines are compared between those whose origin is known, so the time is linear.
  static func edits(of source: [UInt8], to lines: [CanonicalLine]) -> [TextEdit] {
    let starts = SourceText(path: "", bytes: source).lineStarts()
    let count = starts.last == source.count ? starts.count - 1 : starts.count
    func sourceLine(_ index: Int) -> Range<Int> {
      starts[index]..<(index + 1 < starts.count ? starts[index + 1] : source.count)
    }
    var edits: [TextEdit] = []
    var firstSource = 0
    var firstLine = 0
    func compare(_ sourceEnd: Int, _ lineEnd: Int) {
      var from = (firstSource, firstLine)
      var to = (sourceEnd, lineEnd)
      func isSame(_ a: Int, _ b: Int) -> Bool {
        let range = sourceLine(a)
        let text = lines[b].text.utf8
        return range.count == text.count + 1 && source[range.upperBound - 1] == 0x0A
          && source[range.lowerBound..<range.upperBound - 1].elementsEqual(text)
      }
      while from.0 < to.0, from.1 < to.1, isSame(from.0, from.1) { from = (from.0 + 1, from.1 + 1) }
      while from.0 < to.0, from.1 < to.1, isSame(to.0 - 1, to.1 - 1) { to = (to.0 - 1, to.1 - 1) }
      (firstSource, firstLine) = (sourceEnd, lineEnd)
      guard from != to else { return }
      let end =
        to.0 > from.0 ? sourceLine(to.0 - 1).upperBound : from.0 < count ? starts[from.0] : source.count
      let start = from.0 < count ? starts[from.0] : source.count
      edits.append(TextEdit(start..<end, lines[from.1..<to.1].map { $0.text + "\n" }.joined()))
    }
    var line = 0
    for (index, candidate) in lines.enumerated() {
      guard let start = candidate.start else { continue }
      while line + 1 < count, starts[line + 1] <= start { line += 1 }
      guard starts[line] <= start, line >= firstSource, index > firstLine || line > firstSource else {
        continue
      }
      if line > firstSource { compare(line, index) }
    }
    compare(count, lines.count)
    return edits
  }
}
