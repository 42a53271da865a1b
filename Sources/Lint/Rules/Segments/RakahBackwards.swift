import TilawaBase
import TilawaFormat

extension Rule {
  /// A row is of an earlier rak'ah than the one that is heard before it.
  static let rakahBackwards = Rule("S217", "rakah-backwards", .error) { bundle, report in
    bundle.segments.tellRakatBackwards(\.rakah, report)
  }
}

extension CheckedRows {
  /// Rak'at are counted through all prayers of a recording, and none comes again. Rows that name none are passed over.
  func tellRakatBackwards(_ rakah: (Row) -> Located<Int>?, _ report: RuleReport) {
    var before: (row: Row, rakah: Located<Int>)?
    for row in inTime {
      guard let own = rakah(row) else { continue }
      if let before, own.value < before.rakah.value {
        report.add(
          "\(row.label) is of rak'ah \(own.value), and rak'ah \(before.rakah.value) is heard before it",
          at: place(own), notes: [.init("\(before.row.label) is of it", at: place(before.rakah))])
      }
      before = (row, own)
    }
  }
}
