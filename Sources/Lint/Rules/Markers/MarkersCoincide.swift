import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Of two markers at one time the first opens nothing.
  static let markersCoincide = Rule("M302", "markers-coincide", .error) { bundle, report in
    let markers = bundle.markers.inTime
    for (earlier, later) in zip(markers, markers.dropFirst()) where earlier.at == later.at {
      report.add(
        "another marker is also at \(later.at); remove one",
        at: bundle.markers.place(later, RowKey.at),
        notes: [.init("\(earlier.label) is here", at: bundle.markers.place(earlier))])
    }
  }
}
