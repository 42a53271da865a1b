public import Diagnostics

/// The lines of a text, whatever ends them: LF, CRLF or a CR alone.
public struct TextLines: Sequence, Sendable {
  /// One line without its end.
  public struct Line: Sendable {
    /// Its text.
    public let text: String
    /// From 1.
    public let number: Int
    /// Its bytes.
    public let range: Range<Int>
    let source: SourceText

    /// For messages.
    public var place: Place { Place(source, range) }

    /// Whether nothing but blanks stands on it.
    public var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
  }

  private let source: SourceText

  /// The lines of `source`; an end at the very end makes no empty line behind it.
  public init(_ source: SourceText) { self.source = source }

  /// One after the other.
  public func makeIterator() -> AnyIterator<Line> {
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
