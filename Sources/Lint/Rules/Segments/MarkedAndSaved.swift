import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Two annotations exist side by side, and the intended one can't be determined.
  static let markedAndSaved = Rule("S215", "marked-and-saved", .note) { bundle, report in
    guard let segment = bundle.segments.rows.first, let marker = bundle.markers.rows.first else { return }
    report.add(
      "segments.yaml and markers.yaml both have rows; `tilawa segment` turns the markers into segments",
      at: bundle.segments.place(segment),
      notes: [.init("the first marker is here", at: bundle.markers.place(marker))])
  }
}
