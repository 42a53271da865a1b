import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Returns the marks that `tilawa mark AUDIO --passage …` would set if nothing had been confirmed yet.
/// Returns nil if it refuses the passage.
///
/// `TILAWA_METHOD=lengths` measures `--method lengths`.
func marks(
  of recording: KnownRecording, _ features: SpeechFeatures, _ model: AcousticModel
) throws -> RecordingMarks? {
  if ProcessInfo.processInfo.environment["TILAWA_METHOD"] == "lengths" {
    let analyses = try PauseFinder.analyses(
      ofFileAt: recording.audio, by: RecordingMarks.settings(.adaptive))
    return RecordingMarks(analyses, passage: recording.passage, counting: recording.counting)
  }
  do {
    return try RecordingMarks(
      aligning: features, passage: recording.passage, counting: recording.counting, model: model)
  } catch {
    // It is refused.
    return nil
  }
}

extension [Marker] {
  /// The boundaries that these markers say there are.
  var boundaries: [ScoredBoundary] {
    let rows = map { marker in
      (
        row: RecitedRow(marker.ayah?.first, start: marker.at.seconds, end: marker.end?.seconds),
        isSkip: marker.skip != nil
      )
    }
    return ScoredBoundary.all(of: RecitedRow.inTime(rows))
  }
}
