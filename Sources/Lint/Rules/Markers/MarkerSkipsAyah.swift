import Diagnostics
import Timing
import QuranIndex
import TilawaFormat

extension Rule {
  /// A boundary was not found: the marker before holds more than it says.
  static let markerSkipsAyah = Rule("M308", "marker-skips-ayah", .warning) { bundle, report in
    guard let counting = bundle.counting, bundle.markers.isWhole else { return }
    var before: (marker: Marker, last: Ayah)?
    for marker in bundle.markers.inTime {
      guard let ayah = marker.ayah else {
        if marker.skip == nil { before = nil }
        continue
      }
      guard counting.contains(ayah.value) else {
        before = nil
        continue
      }
      let first = ayah.value.first
      if let before, before.last.surah == first.surah, first.number > before.last.number + 1 {
        let missing = AyahRange(
          Ayah(first.surah, before.last.number + 1), Ayah(first.surah, first.number - 1))
        report.add(
          "\(missing) is missing between \(before.marker.label) and \(marker.label)",
          at: bundle.markers.place(ayah),
          notes: [.init("\(before.marker.label) is here", at: bundle.markers.place(before.marker))])
      }
      before = (marker, ayah.value.last)
    }
  }
}
