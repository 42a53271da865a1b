import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A boundary was not found: the marker before holds more than it says.
  static let markerSkipsAyah = Rule("M308", "marker-skips-ayah", .warning) { bundle, report in
    guard let counting = bundle.counting, bundle.markers.isWhole else { return }
    let markers = bundle.markers.inTime
    for jump in RecitedAyat(markers.map(\.facts.step), in: counting).jumps {
      let (before, marker) = (markers[jump.from], markers[jump.to])
      report.add(
        "\(jump.missing) is missing between \(before.label) and \(marker.label)",
        at: bundle.markers.place(marker, RowKey.ayah),
        notes: [.init("\(before.label) is here", at: bundle.markers.place(before))])
    }
  }
}

extension RowFacts {
  /// One that is not assigned may open any ayah.
  fileprivate var step: RecitedAyat.Step {
    ayah.map { .ayat($0) } ?? (skip == nil ? .unknown : .nothing)
  }
}
