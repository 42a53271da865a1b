/// Lines and columns of many places; each text is read through once.
package final class Positions {
  private var tables: [ObjectIdentifier: LineTable] = [:]

  package init() {}

  func table(of source: SourceText) -> LineTable {
    if let table = tables[ObjectIdentifier(source)] { return table }
    let table = LineTable(of: source)
    tables[ObjectIdentifier(source)] = table
    return table
  }

  /// From the first scalar to the one after the last; nil for a file as a whole.
  package func span(of place: Place) -> (start: LineAndColumn, end: LineAndColumn)? {
    guard let source = place.source, let range = place.range else { return nil }
    return span(of: range, in: source)
  }

  func span(of range: Range<Int>, in source: SourceText) -> (start: LineAndColumn, end: LineAndColumn) {
    let table = table(of: source)
    return (table.position(at: range.lowerBound), table.position(at: range.upperBound))
  }

  /// The file and line on which a row begins.
  package func row(at place: Place) -> RowPlace {
    RowPlace(path: place.path, line: span(of: place)?.start.line ?? place.toldLine)
  }
}

/// The file and line of a row.
package struct RowPlace: Sendable {
  package let path: String
  /// From 1; nil for a file as a whole.
  package let line: Int?

  /// `segments.yaml:3`.
  package var text: String { line.map { "\(path):\($0)" } ?? path }
}

extension JSONForm<RowPlace> {
  package static var row: Self { .object([.key(.path, \.path), .nullable(.line, \.line)]) }
}

extension JSONTerm<RowPlace> {
  package static var row: Self { Self("row", .row, "Position of the row.") }
}
