import TilawaBase
import TilawaFormat

extension Rule {
  /// A row is of an earlier rak'ah than the one that is heard before it.
  static let rakahBackwards = Rule("S217", "rakah-backwards", .error) { bundle, report in
    bundle.segments.tellRakatBackwards(report)
  }
}

extension CheckedRows {
  /// Rak'at are counted through all prayers of a recording, and none comes again. Rows that name none are passed over.
  func tellRakatBackwards(_ report: RuleReport) {
    var before: (row: Placed<Row>, rakah: Int)?
    for row in inTime {
      guard let own = row.facts.rakah else { continue }
      if let before, own < before.rakah {
        report.add(
          "\(row.label) is in rak'ah \(own), but follows rak'ah \(before.rakah)",
          at: place(row, RowKey.rakah),
          notes: [
            .init("\(before.row.label) is in rak'ah \(before.rakah)", at: place(before.row, RowKey.rakah))
          ])
      }
      before = (row, own)
    }
  }
}
