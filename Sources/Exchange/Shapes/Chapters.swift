import TilawaBase
import TilawaFormat

/// Titles that apply from a given time: lists of chapters, and other formats that contain starts but not
/// always ends.
struct Chapters {
  private struct Chapter {
    let start: Milliseconds
    let end: Milliseconds?
    let label: String
    let place: Place
    let more: LabelText
  }

  private var chapters: [Chapter] = []
  /// True if ends are usual. Each chapter is then a row, even without a label.
  private let areStretches: Bool

  init(areStretches: Bool = false) { self.areStretches = areStretches }

  /// A label that holds from `start`, up to `end` where that is said; an empty one ends what was before.
  mutating func add(
    _ label: String, at start: Milliseconds, to end: Milliseconds? = nil, _ place: Place,
    saying more: LabelText = LabelText()
  ) {
    chapters.append(Chapter(start: start, end: end, label: label, place: place, more: more))
  }

  /// A label that may be empty, and holds from `start` all the same.
  mutating func add(
    named label: String, at start: Milliseconds, _ place: Place, saying more: LabelText = LabelText()
  ) {
    add(label.isEmpty ? LabelText.unnamed : label, at: start, place, saying: more)
  }

  /// When they start, each time once, in order.
  var times: [Milliseconds] { Set(chapters.map(\.start)).sorted() }

  /// Returns the recording with a row for each chapter. One without an end lasts until the next, the last
  /// until the end of the audio.
  func rows(
    in recording: AnnotatedRecording = AnnotatedRecording(), _ input: ForeignInput
  ) -> AnnotatedRecording {
    rows(in: recording, end: input.options.duration, input)
  }

  /// Like ``rows(in:_:)``, but with the given end of the audio. If it is nil, the end of the last row is
  /// unknown, and it becomes a marker.
  func rows(in recording: AnnotatedRecording, end: Milliseconds?, _ input: ForeignInput) -> AnnotatedRecording
  {
    var rows = LabelledRows(recording, report: input.report)
    finish(&rows, end: end, input)
    return rows.finished()
  }

  /// Adds the chapters to rows that may be continued.
  func finish(_ rows: inout LabelledRows, end: Milliseconds?, _ input: ForeignInput) {
    let ordered = chapters.ordered(by: \.start)
    for (index, chapter) in ordered.enumerated() where areStretches || !chapter.label.isEmpty {
      let next = index + 1 < ordered.count ? ordered[index + 1].start : nil
      let stop = chapter.end ?? next ?? end
      if let stop, stop <= chapter.start {
        addEmpty(chapter, next, stop, input)
        continue
      }
      if stop == nil {
        input.add(
          .understood, "the end of the last row is unknown; kept as a marker", at: chapter.place,
          unless: .audio)
      }
      let label = stop != nil && chapter.label.isEmpty ? LabelText.unnamed : chapter.label
      rows.add(label, from: chapter.start, to: stop, at: chapter.place, saying: chapter.more)
    }
  }

  private func addEmpty(_ chapter: Chapter, _ next: Milliseconds?, _ end: Milliseconds, _ input: ForeignInput)
  {
    if areStretches {
      input.report.addEmptyRow(
        "the chapter \"\(chapter.label)\"", from: chapter.start, to: end, at: chapter.place)
    } else if let next {
      input.add(
        .emptyRow, "\"\(chapter.label)\" has a length of zero: the next row also starts at \(next)",
        at: chapter.place)
    } else {
      input.add(
        .pastEnd, "\"\(chapter.label)\" starts at \(chapter.start), but the audio ends at \(end)",
        at: chapter.place)
    }
  }
}

extension AnnotatedRecording {
  /// Its rows in time with what a title says of each, on one line.
  func titled(_ options: WritingOptions, _ losses: inout Losses) -> [(row: Segment, title: String)] {
    segmentsInTime.map { ($0.row, losses.oneLine(LabelText($0).text(options.labels))) }
  }
}

extension Set<LossCode> {
  /// The data that lists of chapters cannot carry that store only starts.
  static let ofStarts: Self = [.end, .gap, .overlap, .words, .marker, .meta, .order]
}
