import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The recitation goes on, but some ayat in between are in no row.
  static let ayahMissing = Rule("S207", "ayah-missing", .warning) { bundle, report in
    guard let counting = bundle.counting, bundle.segments.isWhole else { return }
    let rows = bundle.segments.inTime
    let steps = rows.map { row in row.ayah.map { RecitedAyat.Step.ayat($0) } ?? .nothing }
    for jump in RecitedAyat(steps, in: counting).jumps {
      let (before, row) = (rows[jump.from], rows[jump.to])
      report.add(
        "\(jump.missing) is missing between \(before.label) and \(row.label)",
        at: bundle.segments.place(row, RowKey.ayah),
        notes: [.init("\(before.label) is here", at: bundle.segments.place(before))])
    }
  }
}
