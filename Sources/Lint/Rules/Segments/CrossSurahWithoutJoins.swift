import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Two surahs in one row, and nothing says where the second begins.
  static let crossSurahWithoutJoins = Rule("S210", "cross-surah-without-joins", .warning) { bundle, report in
    for row in bundle.segments.rows {
      guard let ayah = row.ayah, ayah.crossesSurahs, ayah.isForward,
        bundle.segments.joinsPlace(row) == nil
      else { continue }
      report.add(
        "\(ayah) crosses into another surah; without \"joins\" neither surah can be played by itself",
        at: bundle.segments.place(row, RowKey.ayah))
    }
  }
}
