public import TilawaBase

/// The lines of a file that has its rows one to a line, examined one by one.
///
/// They serve to find out what most lines contain without reading the file. Whatever counts as a row here is
/// also a row to the reader.
public struct RowLines: Sendable {
  /// The content of a line.
  public enum Line: Sendable {
    /// A row: the column of its dash, from 0, and its stretch of the recording, a point for what has no end of its own.
    case row(column: Int, Milliseconds, Milliseconds)
    /// Nothing, or a comment.
    case empty
  }

  private enum Scanner: Sendable {
    case segments(RowScanner<Segment>)
    case markers(RowScanner<Marker>)
    case words(RowScanner<WordTiming>)
  }

  private let bytes: [UInt8]
  private let scanner: Scanner

  /// Nil for a kind without rows, and for a text that only the full reader understands. Whether comments are such text
  /// isn't looked at when the caller reads them all the same.
  public init?(of kind: FileKind, in bytes: [UInt8], checkingComments: Bool = true) {
    guard !checkingComments || isPlainText(bytes) else { return nil }
    switch kind {
    case .segments: scanner = .segments(Segment.keys.scanner)
    case .markers: scanner = .markers(Marker.keys.scanner)
    case .words: scanner = .words(WordTiming.keys.scanner)
    case .recording, .reciter: return nil
    }
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
    switch scanner {
    case .segments(let scanner): scanner.row(at: 0, text, &cursor).map { ($0.start, $0.end) }
    case .markers(let scanner): scanner.row(at: 0, text, &cursor).map { ($0.at, $0.end ?? $0.at) }
    case .words(let scanner): scanner.row(at: 0, text, &cursor).map { ($0.start, $0.end) }
    }
  }
}
