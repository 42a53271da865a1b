import TilawaBase
import TilawaFormat

/// Some rows of a text as a small text of their own, so that they can be changed while the rest of it is half-written, and
/// without reading all of a long one.
struct RowExcerpt {
  /// A file with these rows alone.
  let source: SourceText
  private let place: Range<Int>
  private let headLength: Int

  /// The rows that stand on whole lines, from one to before another; nil where none can stand, and where the first line begins
  /// no row.
  init?(of document: OpenDocument, lines: Range<Int>) {
    guard let list = document.kind.lists.first, !lines.isEmpty else { return nil }
    let text = document.text
    guard lines.upperBound <= text.lineStarts.count else { return nil }
    let start = text.lineStarts[lines.lowerBound]
    let end = lines.upperBound < text.lineStarts.count ? text.lineStarts[lines.upperBound] : text.bytes.count
    guard text.bytes[start..<end].first(where: { $0 != 32 }) == UInt8(ascii: "-") else { return nil }
    // New lines end as those of the rows do.
    let ending = text.bytes[start..<end].suffix(2)
    let lineEnd = ending.elementsEqual([13, 10]) ? "\r\n" : ending.last == 13 ? "\r" : "\n"
    let head = Array("\(FileKey.version): \(FormatVersion.current)\(lineEnd)\(list.key):\(lineEnd)".utf8)
    headLength = head.count
    place = start..<end
    source = SourceText(path: document.shownPath, bytes: head + text.bytes[start..<end])
  }

  /// Edits of the excerpt as edits of the text; nil where they would change more than the rows.
  func edits(_ edits: [TextEdit]) -> [TextEdit]? {
    let moved = edits.map { edit in
      let shift = place.lowerBound - headLength
      return (edit.range.lowerBound + shift, edit.range.upperBound + shift, edit.replacement)
    }
    guard moved.allSatisfy({ place.lowerBound <= $0.0 && $0.1 <= place.upperBound }) else { return nil }
    return moved.map { TextEdit($0.0..<$0.1, $0.2) }
  }
}
