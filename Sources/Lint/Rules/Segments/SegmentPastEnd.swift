import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A row reaches beyond the audio: it was made for another file, or a digit is wrong.
  static let segmentPastEnd = Rule("S205", "segment-past-end", .error) { bundle, report in
    reportEndsPastAudio(of: bundle.segments, bundle, report)
  }
}
