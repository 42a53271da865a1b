import TilawaBase
import TilawaFormat
import TilawaQuran

// What segments.yaml and markers.yaml ask of joins alike.

/// A row that may hold a run of ayat, and say where one gives way to the next.
protocol JoinedRow: TimedRow {
  var ayah: Located<AyahRange>? { get }
  var joins: Located<[Located<Milliseconds>]>? { get }
}

extension Segment: JoinedRow {}
extension Marker: JoinedRow {}

/// Runs of which nobody can tell which ayah a piece is.
func reportWrongNumberOfJoins<Row: JoinedRow>(
  in file: CheckedRows<Row>, _ counting: CountingSystem?, _ report: RuleReport
) {
  guard let counting else { return }
  for row in file.rows {
    guard let joins = row.joins, let ayah = row.ayah?.value, !ayah.isSingle else { continue }
    let count = counting.count(of: ayah)
    guard count > 0, joins.value.count != count - 1 else { continue }
    report.add(
      "\(ayah) has \(count) ayat and needs \(count - 1) join\(count == 2 ? "" : "s"), not \(joins.value.count)",
      at: file.place(joins))
  }
}

/// Joins of one row that don't cut it from left to right. Where its end isn't known, none lies behind it.
func reportJoinsOutside<Row: JoinedRow>(
  _ row: Row, _ end: Milliseconds?, in file: CheckedRows<Row>, _ report: RuleReport
) {
  let start = row.position.value
  var before = start
  for join in row.joins?.value ?? [] {
    if join.value <= start || end.map({ join.value >= $0 }) ?? false {
      let stretch = end.map { "lasts from \(start) to \($0)" } ?? "begins at \(start)"
      report.add(
        "the join at \(join.value) lies outside the row, which \(stretch); joins are positions in the recording",
        at: file.place(join))
    } else if join.value <= before {
      report.add(
        "the join at \(join.value) does not lie after the one at \(before)", at: file.place(join))
    }
    before = max(before, join.value)
  }
}

/// Joins where there is nothing to join.
func reportJoinsOnOneAyah<Row: JoinedRow>(in file: CheckedRows<Row>, _ report: RuleReport) {
  for row in file.rows {
    guard let joins = row.joins, row.ayah?.value.isSingle ?? true else { continue }
    report.add(
      row.ayah == nil
        ? "\(row.label) has nothing to join; remove them"
        : "\(row.label) is one ayah, which has nothing to join; remove them, or name the whole run",
      at: file.place(joins))
  }
}
