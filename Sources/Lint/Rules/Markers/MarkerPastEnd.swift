import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A marker outside the audio opens nothing.
  static let markerPastEnd = Rule("M305", "marker-past-end", .error) { bundle, report in
    guard !bundle.markers.rows.isEmpty, let audio = bundle.audioEnd else { return }
    for marker in bundle.markers.rows {
      if marker.at >= audio.time {
        report.add(
          "\(marker.label) is at \(marker.at), but the audio ends at \(audio.time)",
          at: bundle.markers.place(marker, RowKey.at), notes: audio.notes)
      } else if let end = marker.end, end > audio.time {
        report.add(
          "\(marker.label) ends at \(end), after the end of the audio at \(audio.time)",
          at: bundle.markers.place(marker, RowKey.end), notes: audio.notes)
      }
    }
  }
}
