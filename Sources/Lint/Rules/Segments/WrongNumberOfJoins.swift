import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension Rule {
  /// With too few or too many joins nobody can tell which ayah a piece is.
  static let wrongNumberOfJoins = Rule("S211", "wrong-number-of-joins", .error) { bundle, report in
    guard let counting = bundle.counting else { return }
    for row in bundle.segments.rows {
      guard let ayah = row.ayah?.value, !ayah.isSingle, let joins = row.joins else { continue }
      let count = counting.count(of: ayah)
      guard count > 0, joins.value.count != count - 1 else { continue }
      report.add(
        "\(ayah) has \(count) ayat and needs \(count - 1) join\(count == 2 ? "" : "s"), not \(joins.value.count)",
        at: bundle.segments.place(joins))
    }
  }
}
