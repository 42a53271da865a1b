import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Two surahs in one row, and nothing says where the second begins.
  static let crossSurahWithoutJoins = Rule("S210", "cross-surah-without-joins", .warning) { bundle, report in
    for row in bundle.segments.rows where row.joins == nil {
      guard let ayah = row.ayah, ayah.value.crossesSurahs, ayah.value.isForward else { continue }
      report.add(
        "\(ayah.value) goes into another surah; without \"joins\" neither surah can be played by itself",
        at: bundle.segments.place(ayah))
    }
  }
}
