import Diagnostics
import Timing
import QuranIndex
import TilawaFormat

extension Rule {
  /// The recitation goes on, but some ayat in between are in no row.
  static let ayahMissing = Rule("S207", "ayah-missing", .warning) { bundle, report in
    guard bundle.segments.isWhole, !bundle.segments.rows.isEmpty else { return }
    for jump in bundle.annotation.jumps {
      report.add(
        "\(jump.missing) is missing between \(jump.from.label) and \(jump.to.label)",
        at: bundle.segments.place(jump.to.ayah ?? jump.from.ayah ?? Located(AyahRange(Ayah(1, 1)), 0..<0)),
        notes: [.init("\(jump.from.label) is here", at: bundle.segments.place(jump.from))])
    }
  }
}
