import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A run whose ends are swapped.
  static let rangeBackwards = Rule("S209", "range-backwards", .error) { bundle, report in
    for row in bundle.segments.rows {
      guard let ayah = row.ayah, !ayah.isForward else { continue }
      let (first, last) = (ayah.first, ayah.last)
      report.add(
        "\"\(ayah)\" runs backwards; write \"\(AyahRange(last, first))\", "
          + "or one row each if they are recited in that order",
        at: bundle.segments.place(row, RowKey.ayah))
    }
  }
}
