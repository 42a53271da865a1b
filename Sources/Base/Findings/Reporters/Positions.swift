/// Lines and columns of many places; each text is read through once.
struct Positions {
  private var tables: [ObjectIdentifier: LineTable] = [:]

  mutating func table(of source: SourceText) -> LineTable {
    if let table = tables[ObjectIdentifier(source)] { return table }
    let table = LineTable(of: source)
    tables[ObjectIdentifier(source)] = table
    return table
  }

  /// From the first scalar to the one after the last; nil for a file as a whole.
  mutating func span(of place: Place) -> (start: LineAndColumn, end: LineAndColumn)? {
    guard let source = place.source, let range = place.range else { return nil }
    return span(of: range, in: source)
  }

  mutating func span(of range: Range<Int>, in source: SourceText) -> (
    start: LineAndColumn, end: LineAndColumn
  ) {
    let table = table(of: source)
    return (table.position(at: range.lowerBound), table.position(at: range.upperBound))
  }
}
