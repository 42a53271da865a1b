import TilawaBase
import TilawaFormat
import TilawaQuran

// What segments.yaml and markers.yaml ask of joins alike.

/// Reports runs whose pieces can't be assigned to ayat.
func reportWrongNumberOfJoins<Row>(
  in file: CheckedRows<Row>, _ counting: CountingSystem?, _ report: RuleReport
) {
  guard let counting else { return }
  for row in file.rows {
    guard let ayah = row.facts.ayah, !ayah.isSingle, let joins = file.joinsPlace(row) else { continue }
    let count = counting.count(of: ayah)
    guard count > 0, row.facts.joins.count != count - 1 else { continue }
    report.add(
      "\(ayah) has \(count) ayat and needs \(count - 1) join\(count == 2 ? "" : "s"), not \(row.facts.joins.count)",
      at: joins)
  }
}

/// Joins of one row that don't cut it from left to right. Where its end isn't known, none lies behind it.
func reportJoinsOutside<Row>(
  _ row: Placed<Row>, _ end: Milliseconds?, in file: CheckedRows<Row>, _ report: RuleReport
) {
  let start = row.from
  var before = start
  lazy var places = row.places(in: file.source).items(of: RowKey.joins)
  func place(_ number: Int) -> Place {
    places.indices.contains(number) ? Place(file.source, places[number]) : file.place(row)
  }
  for (number, join) in row.facts.joins.enumerated() {
    if join <= start || end.map({ join >= $0 }) ?? false {
      let stretch = end.map { "lasts from \(start) to \($0)" } ?? "begins at \(start)"
      report.add(
        "the join at \(join) is outside the row, which \(stretch); joins are positions in the recording",
        at: place(number))
    } else if join <= before {
      report.add(
        "the join at \(join) is not after the one at \(before)", at: place(number))
    }
    before = max(before, join)
  }
}

/// Joins where there is nothing to join.
func reportJoinsOnOneAyah<Row>(in file: CheckedRows<Row>, _ report: RuleReport) {
  for row in file.rows {
    guard row.facts.ayah?.isSingle ?? true, let joins = file.joinsPlace(row) else { continue }
    report.add(
      row.facts.ayah == nil
        ? "\(row.label) contains no ayat and needs no joins; remove them"
        : "\(row.label) is one ayah and needs no joins; remove them, or name the whole run",
      at: joins)
  }
}

extension CheckedRows {
  /// Returns the place of a row's joins, even if the list is empty; nil if it has no such key.
  func joinsPlace(_ row: Placed<Row>) -> Place? {
    // Few rows have any, and nearly all that have none lack the letter.
    guard !row.facts.joins.isEmpty || source.bytes[row.bytes.range].contains(UInt8(ascii: "j")) else {
      return nil
    }
    return row.places(in: source)[RowKey.joins].map { Place(source, $0) }
  }
}
