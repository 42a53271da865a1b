public import Diagnostics
import QuranIndex
import TilawaFormat
public import Timing

/// Makes rows of labels on a time line: what every format has in common whose only field is a text.
///
/// A stretch with a reference is a segment, one with a word's reference a word, a point a marker. What names nothing
/// we know is kept as the note of a marker, and reported once.
public struct LabelledRows {
  /// What has come of the labels so far.
  public private(set) var recording: AnnotatedRecording
  private let report: ExchangeReport
  private var odd: (count: Int, first: String, place: Place)?

  /// Adds rows to `recording`.
  public init(_ recording: AnnotatedRecording = AnnotatedRecording(), report: ExchangeReport) {
    self.recording = recording
    self.report = report
  }

  /// A label on a stretch; on a point when `end` is nil or where it starts.
  public mutating func add(_ label: String, from start: Milliseconds, to end: Milliseconds?, at place: Place)
  {
    let isPoint = end == nil || end == start
    guard let text = LabelText(label), text.isOfSomething else {
      let note = label.trimmed(of: " \t")
      var marker = MarkerDraft(at: start)
      if !isPoint { marker.end = end }
      marker.note = note.isEmpty ? nil : note
      recording.markers.append(MarkerRow(marker, at: place))
      if !note.isEmpty, !(isPoint && LabelText.isUnnamed(note)) {
        odd = odd.map { ($0.count + 1, $0.first, $0.place) } ?? (1, note, place)
      }
      return
    }
    if isPoint {
      recording.markers.append(MarkerRow(text.marker(at: start), extras: text.extras, at: place))
    } else if let end, let words = text.words, let ayat = text.ayah, ayat.isSingle, words.first == words.last
    {
      var word = WordDraft(ayah: ayat.first, word: words.first, start: start, end: end)
      word.confidence = text.confidence
      recording.words.append(WordRow(word, extras: text.extras, at: place))
    } else if let end {
      var row = text.segment(from: start, to: end)
      if let words = text.words, let ayat = text.ayah {
        // Part of an ayah is no row of its own kind; which words it holds isn't lost.
        let reference = LabelReference(ayat: ayat, words: words).text
        row.note = [row.note, "words \(reference)"].compactMap(\.self).joined(separator: "; ")
      }
      recording.segments.append(SegmentRow(row, extras: text.extras, at: place))
    }
  }

  /// A stretch whose row is known already.
  public mutating func add(_ segment: SegmentRow) { recording.segments.append(segment) }

  /// A word.
  public mutating func add(_ word: WordRow) { recording.words.append(word) }

  /// All of it, with the report of labels that named nothing.
  public func finished() -> AnnotatedRecording {
    if let odd {
      report.add(
        ExchangeRules.oddLabel,
        odd.count == 1
          ? "\"\(odd.first)\" names no ayah; it is kept as the note of a marker"
          : "\(odd.count) labels name no ayah, the first is \"\(odd.first)\"; each is kept as the note of a marker",
        at: odd.place)
    }
    return recording
  }
}

extension LabelText {
  /// Whether it is what a marker without a name of its own is called.
  static func isUnnamed(_ text: String) -> Bool { text == "?" }

  /// The row of a stretch that bears this label.
  func segment(from start: Milliseconds, to end: Milliseconds) -> SegmentDraft {
    var row = SegmentDraft(ayah: ayah, skip: skip, start: start, end: end)
    row.isVerified = isVerified
    row.confidence = confidence
    row.joins = joins
    row.riwayah = riwayah
    row.reciter = reciter
    row.priority = priority
    row.note = note
    return row
  }

  /// The row of a point that bears this label.
  func marker(at start: Milliseconds) -> MarkerDraft {
    var row = MarkerDraft(at: start, confidence: confidence)
    row.ayah = ayah
    row.skip = skip
    row.isConfirmed = isVerified
    row.riwayah = riwayah
    row.reciter = reciter
    row.note = note
    return row
  }
}
