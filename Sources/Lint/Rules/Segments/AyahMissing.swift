import Diagnostics
import Timing
import QuranIndex
import TilawaFormat

extension Rule {
  /// The recitation goes on, but some ayat in between are in no row.
  static let ayahMissing = Rule("S207", "ayah-missing", .warning) { bundle, report in
    // Whether another row holds what is jumped over is only asked where something is.
    guard bundle.segments.isWhole, bundle.jumps else { return }
    for jump in bundle.annotation.jumps {
      report.add(
        "\(jump.missing) is missing between \(jump.from.label) and \(jump.to.label)",
        at: bundle.segments.place(jump.to.ayah ?? jump.from.ayah ?? Located(AyahRange(Ayah(1, 1)), 0..<0)),
        notes: [.init("\(jump.from.label) is here", at: bundle.segments.place(jump.from))])
    }
  }
}

extension CheckedBundle {
  /// Whether a row leaves out ayat after the one before it.
  fileprivate var jumps: Bool {
    guard let counting else { return false }
    var last: Ayah?
    for row in segments.inTime {
      guard let ayah = row.ayah?.value, counting.contains(ayah) else { continue }
      if let last, ayah.first.surah == last.surah, ayah.first.number > last.number + 1 { return true }
      last = ayah.last
    }
    return false
  }
}
