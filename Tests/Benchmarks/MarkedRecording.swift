import Audio
import Marking
import QuranIndex
import TilawaFormat
import Timing

/// The boundaries that `tilawa mark AUDIO --passage …` would set, with nothing settled by a person.
func markedBoundaries(
  ofFileAt path: String, passage: [AyahRange], counting: CountingSystem
) throws -> [ScoredBoundary] {
  let analyses = try PauseFinder.analyses(ofFileAt: path, by: RecordingMarks.settings(.adaptive))
  let marks = RecordingMarks(analyses, passage: passage, counting: counting)
  let rows = marks.markers.map { marker in
    (
      row: RecitedRow(marker.ayah?.first, start: marker.at.seconds, end: marker.end?.seconds),
      isSkip: marker.skip != nil
    )
  }
  return ScoredBoundary.all(of: RecitedRow.inTime(rows))
}
