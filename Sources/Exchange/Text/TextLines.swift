package import TilawaBase

/// The lines of a text, whatever ends them: LF, CRLF or a CR alone.
package struct TextLines: Sequence, Sendable {
  /// One line without its end.
  package struct Line: Sendable {
    /// Its text.
    package let text: String
    /// From 1.
    package let number: Int
    /// Its bytes.
    package let range: Range<Int>
    let source: SourceText

    /// For messages.
    package var place: Place { Place(source, range) }

    /// True if the line contains only blanks.
    package var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
  }

  private let source: SourceText

  /// The lines of `source`; an end at the very end makes no empty line behind it.
  package init(_ source: SourceText) { self.source = source }

  /// One after the other.
  package func makeIterator() -> AnyIterator<Line> {
    let bytes = source.bytes
    var index = 0
    var number = 0
    return AnyIterator { [source] in
      guard index < bytes.count else { return nil }
      let start = index
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      let end = index
      if index < bytes.count {
        index += bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
      }
      number += 1
      return Line(
        text: String(decoding: bytes[start..<end], as: UTF8.self), number: number, range: start..<end,
        source: source)
    }
  }
}
