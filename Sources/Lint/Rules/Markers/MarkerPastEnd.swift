import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension Rule {
  /// A marker outside the audio opens nothing.
  static let markerPastEnd = Rule("M305", "marker-past-end", .error) { bundle, report in
    guard let duration = bundle.audio?.duration else { return }
    let notes = [Diagnostic.Note("the audio's duration is here", at: bundle.place(inRecording: duration))]
    for marker in bundle.markers.rows {
      if marker.at.value >= duration.value {
        report.add(
          "\(marker.label) stands at \(marker.at.value), but the audio ends at \(duration.value)",
          at: bundle.markers.place(marker.at), notes: notes)
      } else if let end = marker.end, end.value > duration.value {
        report.add(
          "\(marker.label) ends at \(end.value), after the end of the audio at \(duration.value)",
          at: bundle.markers.place(end), notes: notes)
      }
    }
  }
}
