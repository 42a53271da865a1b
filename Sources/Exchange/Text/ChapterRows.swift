import Diagnostics
import TilawaFormat
import Timing

/// A label at a time, of formats that may leave out where it ends.
struct Chapter {
  var start: Milliseconds
  var end: Milliseconds?
  var label: String
  var place: Place
}

extension LabelledRows {
  /// Adds chapters in the order of time; one without an end lasts up to the next, the last one to the end of the audio.
  ///
  /// Without an end of the audio the last one is a marker.
  mutating func add(_ chapters: [Chapter], audioEnd: Milliseconds?) {
    let inTime = chapters.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
    for (index, chapter) in inTime.enumerated() {
      let next = inTime.dropFirst(index + 1).first { $0.start > chapter.start }?.start
      add(chapter.label, from: chapter.start, to: chapter.end ?? next ?? audioEnd, at: chapter.place)
    }
  }
}
