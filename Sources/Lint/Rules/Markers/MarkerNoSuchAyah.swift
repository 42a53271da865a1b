import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The marker names an ayah that the bundle's count doesn't have, or a run backwards.
  static let markerNoSuchAyah = Rule("M306", "marker-no-such-ayah", .error) { bundle, report in
    guard let counting = bundle.counting else { return }
    for marker in bundle.markers.rows {
      guard let ayah = marker.ayah else { continue }
      if let absence = counting.absence(in: ayah) {
        report.add(absence, at: bundle.markers.place(marker, RowKey.ayah))
      } else if !ayah.isForward {
        report.add(
          "\"\(ayah)\" runs backwards; write \"\(AyahRange(ayah.last, ayah.first))\"",
          at: bundle.markers.place(marker, RowKey.ayah))
      }
    }
  }
}
