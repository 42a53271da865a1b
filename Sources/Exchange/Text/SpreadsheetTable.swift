package import TilawaBase

/// Tables as spreadsheets save them: CSV, with semicolons or tabs where the first line has no comma.
package enum SpreadsheetTable {
  /// A line of a table: the values under the names of the first line, and its place.
  package struct Line: Sendable {
    /// The name of a column and the value; empty values are left out.
    package let values: [(column: String, text: String)]
    /// The place of the line.
    package let place: Place
  }

  /// Returns the columns that the first line names, and the other lines. Throws for text that can't be
  /// decoded, and for a line that has more fields than the first.
  package static func lines(
    of source: ForeignSource
  ) throws(ExchangeFailure) -> (columns: [String], lines: [Line]) {
    let text = try source.text()
    let first = text.text(in: 0..<(text.bytes.firstIndex(of: 0x0A) ?? text.bytes.count))
    let separator = [",", ";", "\t"].first { first.holds($0) } ?? ","
    let records = DelimitedText(source: text, dialect: .quoted(separator.utf8.first ?? 0x2C)).makeIterator()
    let columns = records.next()?.fields.map { $0.trimmed.lowercased() } ?? []
    var lines: [Line] = []
    for record in IteratorSequence(records) where record.fields.contains(where: { !$0.trimmed.isEmpty }) {
      guard record.fields.count <= columns.count else {
        throw ExchangeFailure(
          "the line has \(record.fields.count) fields, and the first line names \(columns.count)",
          at: record.place)
      }
      let values = zip(columns, record.fields).map { (column: $0, text: $1.trimmed) }
      lines.append(Line(values: values.filter { !$0.text.isEmpty }, place: record.place))
    }
    return (columns, lines)
  }

  /// Returns a table as CSV by RFC 4180.
  package static func text(_ lines: [[String]]) -> String {
    lines.map { DelimitedText.line($0, .quoted(UInt8(ascii: ","))) }.joined()
  }
}
