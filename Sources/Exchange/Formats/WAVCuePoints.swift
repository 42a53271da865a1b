import Audio
import Diagnostics
import TilawaFormat

extension ForeignFormat {
  /// The cue points and regions of a WAV file, which recorders and editors leave there, and the markers of AIFF.
  static let wavCuePoints: ForeignFormat = ForeignFormat(
    name: "wav-cues", title: "cue points and regions in WAV",
    extensions: ["wav", "wave", "bwf", "rf64", "aiff", "aif"],
    loses: [],
    recognises: { source in
      let bytes = source.bytes
      return bytes.count >= 12
        && (bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "RF64".utf8))
        && bytes[8..<12].elementsEqual("WAVE".utf8)
    },
    read: { source, _, report in
      guard let path = source.path else {
        throw ExchangeFailure("cue points are read from a file, not from standard input")
      }
      let metadata = try AudioMetadata.read(fromFileAt: path)
      var recording = AnnotatedRecording()
      recording.facts.title = metadata.title
      recording.facts.notes = metadata.comment
      var rows = LabelledRows(recording, report: report)
      for marker in metadata.markers {
        rows.add(marker.label, from: marker.at, to: marker.end, at: source.place)
      }
      return RecordingCollection([rows.finished()])
    }, write: .none)
}
