import Audio
import Foundation
import Marking
import QuranIndex
import TilawaFormat
import Timing

/// The boundaries that `tilawa mark AUDIO --passage …` would set, with nothing settled by a person; none where it refuses the passage.
///
/// `TILAWA_METHOD=lengths` measures `--method lengths`.
func markedBoundaries(
  ofFileAt path: String, passage: [AyahRange], counting: CountingSystem
) throws -> [ScoredBoundary] {
  let marks: RecordingMarks
  if ProcessInfo.processInfo.environment["TILAWA_METHOD"] == "lengths" {
    let analyses = try PauseFinder.analyses(ofFileAt: path, by: RecordingMarks.settings(.adaptive))
    marks = RecordingMarks(analyses, passage: passage, counting: counting)
  } else {
    do {
      marks = try RecordingMarks(
        aligning: try SpeechFeatures(ofFileAt: path), passage: passage, counting: counting)
    } catch is PassageMisfit {
      return []
    }
  }
  let rows = marks.markers.map { marker in
    (
      row: RecitedRow(marker.ayah?.first, start: marker.at.seconds, end: marker.end?.seconds),
      isSkip: marker.skip != nil
    )
  }
  return ScoredBoundary.all(of: RecitedRow.inTime(rows))
}
