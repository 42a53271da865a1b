public import TilawaBase

/// Lines of a file that has its rows one to a line, looked at one by one.
///
/// For whoever wants to know what most lines say without reading the file: what this takes for a row, the reader does.
public struct RowLines: Sendable {
  /// What a line holds.
  public enum Line: Sendable {
    /// A row: the column of its dash, from 0, and its stretch of the recording, a point for what has no end of its own.
    case row(column: Int, Milliseconds, Milliseconds)
    /// Nothing, or a comment.
    case empty
  }

  private let bytes: [UInt8]
  private let kind: FileKind

  /// Nil for a kind without rows, and for a text that only the full reader understands. Whether comments are such text
  /// isn't looked at when the caller reads them all the same.
  public init?(of kind: FileKind, in bytes: [UInt8], checkingComments: Bool = true) {
    guard kind.rowsKey != nil, !checkingComments || isPlainText(bytes) else { return nil }
    self.kind = kind
    self.bytes = bytes
  }

  /// The line that begins at `offset`, which becomes the offset of the next; nil for any other line than those two, and
  /// for a last line without a line end.
  public func next(_ offset: inout Int) -> Line? {
    let text = bytes.span
    let column = spaces(text, offset)
    var cursor = offset + column
    guard cursor < text.count else { return nil }
    var line = Line.empty
    switch text[cursor] {
    case UInt8(ascii: "\n"): cursor += 1
    case UInt8(ascii: "#"):
      while cursor < text.count, text[cursor] != UInt8(ascii: "\n") { cursor += 1 }
      cursor += 1
    default:
      guard let (start, end) = stretch(text, &cursor) else { return nil }
      line = .row(column: column, start, end)
    }
    guard cursor <= text.count, text[cursor - 1] == UInt8(ascii: "\n") else { return nil }
    offset = cursor
    return line
  }

  private func stretch(_ text: Span<UInt8>, _ cursor: inout Int) -> (Milliseconds, Milliseconds)? {
    switch kind {
    case .segments:
      scanRow(ScannedSegment.self, at: 0, text, &cursor).map { ($0.row.start.value, $0.row.end.value) }
    case .markers:
      scanRow(ScannedMarker.self, at: 0, text, &cursor).map {
        ($0.row.at.value, ($0.row.end ?? $0.row.at).value)
      }
    case .words:
      scanRow(ScannedWord.self, at: 0, text, &cursor).map { ($0.row.start.value, $0.row.end.value) }
    case .recording, .reciter: nil
    }
  }
}
