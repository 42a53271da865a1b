import TilawaBase

/// A text in which places are marked: `start: «8.440»`. The marks are not part of the text.
struct MarkedText {
  let source: SourceText
  /// The marked ranges, in the order in which they open.
  let ranges: [Range<Int>]

  init(_ path: String, _ marked: String) {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "«": ranges.append(bytes.count..<bytes.count)
      case "»":
        // The innermost one that is still open.
        if let last = ranges.lastIndex(where: { $0.isEmpty }) {
          ranges[last] = ranges[last].lowerBound..<bytes.count
        }
      default: bytes += Array(String(scalar).utf8)
      }
    }
    source = SourceText(path: path, bytes: bytes)
    self.ranges = ranges
  }

  func place(_ index: Int) -> Place { Place(source, ranges[index]) }
}
