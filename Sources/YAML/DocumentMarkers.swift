/// The start of the second document of a text, found by the lines `---` and `...`. libyaml doesn't recognise
/// text after `...` as a document.
struct DocumentMarkers {
  /// The marker `---`, or an empty range where the text of the document begins; nil if there is no second
  /// document.
  private(set) var second: Range<Int>?
  /// True if the first document contains more than blanks and comments.
  private(set) var firstHasText = false
  /// The text, where from the third document on `---` stands in the place of each `...` that text follows without one.
  private(set) var bytes: [UInt8]

  init(in text: [UInt8], start: Int) {
    bytes = text
    var isOpen = false
    /// Of the last `...`.
    var end: Int?
    var line = start
    while line < text.count {
      let lineEnd = text[line...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
      let content = text[line..<lineEnd].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? lineEnd
      if Self.isMarker("---", text[line..<lineEnd]) {
        begin(line..<line + 3, isFirst: !isOpen && end == nil)
        let behind = text[line + 3..<lineEnd].first { $0 != 0x20 && $0 != 0x09 }
        if second == nil, let behind, behind != UInt8(ascii: "#") { firstHasText = true }
        (isOpen, end) = (true, nil)
      } else if Self.isMarker("...", text[line..<lineEnd]) {
        if isOpen { end = line }
        isOpen = false
      } else if content < lineEnd, text[content] != UInt8(ascii: "#") {
        if !isOpen {
          if second != nil, let end { bytes.replaceSubrange(end..<end + 3, with: "---".utf8) }
          begin(content..<content, isFirst: end == nil)
        }
        if second == nil { firstHasText = true }
        (isOpen, end) = (true, nil)
      }
      line = lineEnd + 1
    }
  }

  private mutating func begin(_ place: Range<Int>, isFirst: Bool) {
    if !isFirst, second == nil { second = place }
  }

  private static func isMarker(_ marker: StaticString, _ line: ArraySlice<UInt8>) -> Bool {
    marker.withUTF8Buffer { line.starts(with: $0) } && (line.dropFirst(3).first.map { $0 <= 0x20 } ?? true)
  }
}
