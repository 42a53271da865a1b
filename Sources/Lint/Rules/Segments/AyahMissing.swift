import Diagnostics
import QuranIndex
import TilawaFormat

extension Rule {
  /// The recitation goes on, but some ayat in between are in no row.
  static let ayahMissing = Rule("S207", "ayah-missing", .warning) { bundle, report in
    guard bundle.segments.isWhole else { return }
    for jump in bundle.annotation.jumps {
      report.add(
        "\(jump.missing) is missing between \(jump.from.label) and \(jump.to.label)",
        at: jump.to.ayah.map { bundle.segments.place($0) } ?? bundle.segments.place(jump.to),
        notes: [.init("\(jump.from.label) is here", at: bundle.segments.place(jump.from))])
    }
  }
}
