package import TilawaBase
package import TilawaFormat
import TilawaQuran

/// Makes rows of labels on a time line, for formats whose only field is a text.
///
/// A stretch with a reference is a segment, one with a word's reference a word, and a point a marker. A label
/// with an unknown name is kept as the note of a marker, and reported once.
package struct LabelledRows {
  /// The recording with the rows made so far.
  package private(set) var recording: AnnotatedRecording
  private let report: ExchangeReport
  private var unplaced = UnplacedElements(ReadingOptions())
  private var odd: (count: Int, first: String, place: Place)?

  /// Adds rows to `recording`.
  package init(_ recording: AnnotatedRecording = AnnotatedRecording(), report: ExchangeReport) {
    self.recording = recording
    self.report = report
  }

  /// A label on a stretch; on a point when `end` is nil or where it starts. What the format says beside the label
  /// stands in `more`.
  package mutating func add(
    _ label: String, from start: Milliseconds, to end: Milliseconds?, at place: Place,
    saying more: LabelText = LabelText()
  ) {
    let isPoint = end == nil || end == start
    guard var text = LabelText(label) else {
      let note = label.trimmed(of: " \t")
      if !note.isEmpty { odd = odd.map { ($0.count + 1, $0.first, $0.place) } ?? (1, note, place) }
      var text = more
      text.note = note.isEmpty ? more.note : more.note.map { "\(note); \($0)" } ?? note
      return addMarker(text, from: start, to: isPoint ? nil : end, at: place)
    }
    text.fill(from: more)
    guard text.isNamed else { return addMarker(text, from: start, to: isPoint ? nil : end, at: place) }
    if isPoint {
      recording.markers.append(MarkerRow(text.marker(at: start), extras: text.extras, at: place))
    } else if let end, let words = text.words, let ayat = text.ayah, ayat.isSingle, words.first == words.last
    {
      var word = WordTiming(ayah: ayat.first, word: words.first, start: start, end: end)
      word.confidence = text.confidence
      recording.words.append(WordRow(word, extras: text.extras, at: place))
      if text.isConfirmed || text.note != nil || text.reciter != nil || text.riwayah != nil
        || text.priority != nil || text.rakah != nil || text.cut != nil
      {
        unplaced.add("facts about words other than confidence and keys of your own", at: place)
      }
    } else if let end {
      let row = text.segment(from: start, to: end)
      recording.segments.append(SegmentRow(row, extras: text.extras, at: place))
    }
  }

  private mutating func addMarker(
    _ text: LabelText, from start: Milliseconds, to end: Milliseconds?, at place: Place
  ) {
    var marker = text.marker(at: start)
    marker.end = end
    recording.markers.append(MarkerRow(marker, extras: text.extras, at: place))
  }

  /// A stretch whose row is known already.
  package mutating func add(_ segment: SegmentRow) { recording.segments.append(segment) }

  /// A word.
  package mutating func add(_ word: WordRow) { recording.words.append(word) }

  /// Changes what is known of the recording itself.
  mutating func change(_ change: (inout AnnotatedRecording) -> Void) { change(&recording) }

  /// All of it, with the report of labels that named nothing.
  package func finished() -> AnnotatedRecording {
    unplaced.tell(report)
    if let odd {
      report.add(
        .oddLabel,
        odd.count == 1
          ? "\"\(odd.first)\" is not an ayah; kept as the note of a marker"
          : "\(odd.count) labels name no ayah, the first is \"\(odd.first)\"; each is kept as the note of a marker",
        at: odd.place)
    }
    return recording
  }
}

extension LabelText {
  /// Takes from `more` what isn't said already.
  mutating func fill(from more: LabelText) {
    facts.isConfirmed = facts.isConfirmed || more.isConfirmed
    facts.ayah = facts.ayah ?? more.ayah
    facts.skip = facts.ayah == nil ? facts.skip ?? more.skip : facts.skip
    facts.confidence = facts.confidence ?? more.confidence
    facts.riwayah = facts.riwayah ?? more.riwayah
    facts.reciter = facts.reciter ?? more.reciter
    facts.cut = facts.cut ?? more.cut
    facts.rakah = facts.rakah ?? more.rakah
    priority = priority ?? more.priority
    // A label has no blanks around its note.
    if facts.note == nil || facts.note == more.note.map({ Self.note($0[...]) }) {
      facts.note = more.note ?? facts.note
    }
    if facts.joins.isEmpty { facts.joins = more.joins }
    extras += more.extras.filter { extra in !extras.contains { $0.key == extra.key } }
  }

  /// The row of a stretch that bears this label.
  func segment(from start: Milliseconds, to end: Milliseconds) -> Segment {
    var row = Segment(factsOfRow, start: start, end: end)
    row.priority = priority
    return row
  }

  /// The row of a point that bears this label.
  package func marker(at start: Milliseconds) -> Marker { Marker(at: start, factsOfRow) }

  /// The facts of a row with this label. A part of an ayah is written as the whole ayah, with its words in
  /// the note.
  private var factsOfRow: RowFacts {
    guard let words, let ayah = facts.ayah else { return facts }
    var facts = facts
    facts.note = [facts.note, "words \(LabelReference(ayat: ayah, words: words).text)"].compactMap(\.self)
      .joined(separator: "; ")
    return facts
  }
}

extension AnnotatedRecording {
  /// A recording that another program calls so: by an id, or by a title.
  init(named name: String) {
    self.init()
    if RecordingDraft.isIdentifier(name) {
      facts.id = name
    } else if !name.isEmpty {
      facts.title = name
    }
  }

  /// Who recites, as an id or a name.
  mutating func takeReciter(_ name: String) {
    if RecordingDraft.isIdentifier(name) { facts.reciter = name } else if !name.isEmpty { reciterName = name }
  }

  /// Takes over what `other` says of the recording, without its rows.
  mutating func takeFacts(_ other: AnnotatedRecording) {
    facts = other.facts
    reciterName = other.reciterName
    extras = other.extras
  }
}
