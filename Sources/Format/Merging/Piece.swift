import TilawaBase

/// A part of a file that is merged as one: a row, or a top-level key with its value.
struct Piece: Sendable {
  /// The file it stands in.
  let source: SourceText
  /// The lines above it that belong to nothing else: comments and empty lines.
  let above: Range<Int>
  /// From the start of its first line to the end of its value.
  let body: Range<Int>
  /// The rest of its last line: blanks, a comment, the line's end.
  let rest: Range<Int>
  /// True if it is a row behind a dash, not a top-level key.
  let isRow: Bool
  /// Returns its values.
  let fields: @Sendable () -> [FieldPath: FieldValue]

  /// All its lines.
  var lines: Range<Int> { above.lowerBound..<rest.upperBound }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { source.bytes[range] }

  /// The indentation of its first line.
  var column: Int { bytes(body).prefix { $0 == 0x20 }.count }

  /// Its value on one line, for messages.
  var oneLine: String {
    String(Self.lines(bytes(body)).joined(separator: " ").unicodeScalars.drop { $0 == "-" || $0 == " " })
  }

  /// Returns true if both are written the same, apart from the lines above and the comment behind.
  func isWritten(like other: Piece) -> Bool { bytes(body).elementsEqual(other.bytes(other.body)) }

  /// The comments above, without their indentation and line ends.
  var commentsAbove: [String] { Self.lines(bytes(above)) }

  /// The comment on its last line.
  var commentBehind: String { Self.lines(bytes(rest)).first ?? "" }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast(
      bytes.last == UInt8(ascii: "\n") ? 1 : 0
    ).map { line in
      var line = line.drop { $0 == 0x20 || $0 == 0x09 }
      while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line = line.dropLast() }
      return String(decoding: line, as: UTF8.self)
    }
  }
}
