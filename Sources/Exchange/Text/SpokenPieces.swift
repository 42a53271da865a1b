import TilawaBase
import TilawaFormat
import TilawaQuran

/// A stretch as aligners represent it: some words between two pauses, or a phrase that is not an ayah.
struct SpokenPiece {
  enum Content {
    case words(WordRun)
    /// The kind of a row that is skipped.
    case phrase(String)
  }

  var content: Content
  var start: Milliseconds
  var end: Milliseconds
  var confidence: Double?
  var isVerified = false
  var note: String?
  var extras: [ExtraKey] = []
  var place: Place?
}

extension AnnotatedRecording {
  /// The key under which a row keeps the pieces that it was made of.
  fileprivate static let partsKey = "x-parts"

  /// Adds rows made of pieces: what goes on in the words of one ayah, pauses or not, is one row, and its pieces stand
  /// under `x-parts`. A new row begins with each new ayah, where the reciter starts an ayah anew, and where words are
  /// missing; a row that doesn't hold all words of its ayat says so in its note.
  mutating func add(pieces: [SpokenPiece]) {
    let inTime = pieces.inOrder { ($0.start, $0.end) }
    var group: [SpokenPiece] = []
    var reach: WordRun?
    func goesOn(_ run: WordRun) -> Bool {
      guard let reach, !isWhole(reach), run.ayat.first == reach.ayat.last else { return false }
      return run.first > 1 && run.first <= reach.last + 1
    }
    for piece in inTime {
      switch piece.content {
      case .words(let run) where goesOn(run):
        guard var wider = reach else { continue }
        wider.last = run.ayat.last == wider.ayat.last ? max(run.last, wider.last) : run.last
        wider.ayat.last = run.ayat.last
        reach = wider
        group.append(piece)
      default:
        close(&group, reach)
        reach = nil
        group = [piece]
        if case .words(let run) = piece.content { reach = run }
      }
    }
    close(&group, reach)
    findOpeningBasmalahs()
  }

  private mutating func close(_ group: inout [SpokenPiece], _ reach: WordRun?) {
    guard let first = group.first else { return }
    var row = Segment(start: first.start, end: group.map(\.end).max() ?? first.end)
    var extras = group.flatMap(\.extras)
    var notes = group.compactMap(\.note)
    if let reach {
      row.ayah = reach.ayat
      if let words = note(of: reach) { notes.append(words) }
      if group.count > 1 { extras.append(ExtraKey(Self.partsKey, .array(group.compactMap(\.json)))) }
    } else if case .phrase(let kind) = first.content {
      row.skip = kind
    }
    row.confidence = group.compactMap(\.confidence).min()
    row.isConfirmed = group.allSatisfy(\.isVerified)
    row.note = notes.isEmpty ? nil : notes.joined(separator: "; ")
    segments.append(SegmentRow(row, extras: extras, at: first.place))
    group = []
  }

  /// The pieces that a row is made of: those it was read from, if they still fit it, else one.
  func pieces(of segment: SegmentRow) -> [SpokenPiece] {
    let row = segment.row
    func piece(_ content: SpokenPiece.Content, _ start: Milliseconds, _ end: Milliseconds) -> SpokenPiece {
      SpokenPiece(
        content: content, start: start, end: end, confidence: row.confidence, isVerified: row.isConfirmed,
        note: Self.remark(row))
    }
    guard let run = run(of: row) else {
      return row.skip.map { [piece(.phrase($0), row.start, row.end)] } ?? []
    }
    if case .array(let items)? = segment.extras.first(where: { $0.key == Self.partsKey })?.value {
      let parts = items.compactMap { item -> SpokenPiece? in
        guard case .array(let parts) = item, parts.count == 3, case .string(let text) = parts[0],
          let run = LabelReference(text).flatMap({ WordRun($0) }), let start = parts[1].time,
          let end = parts[2].time
        else { return nil }
        return piece(.words(run), start, end)
      }
      if parts.count == items.count, parts.first?.start == row.start, parts.map(\.end).max() == row.end {
        return parts
      }
    }
    return [piece(.words(run), row.start, row.end)]
  }

  /// Returns all rows in pieces, ordered by time. Notes and the user's own keys are counted as lost, except
  /// those from which pieces are made.
  func pieces(_ losses: inout Losses) -> [(segment: SegmentRow, pieces: [SpokenPiece])] {
    segmentsInTime.map { segment in
      losses.addBesidePieces(segment)
      return (segment, pieces(of: segment))
    }
  }

  /// The rows that hold one ayah or none; a row of several ayat is split at its joins, and left out when they are not
  /// one fewer than its ayat.
  var rowsOfSingleAyat: [SegmentRow] {
    segmentsInTime.flatMap { segment -> [SegmentRow] in
      guard let range = segment.row.ayah, !range.isSingle else { return [segment] }
      return (segment.row.parts(Array(counting.ayat(in: range))) ?? []).map { ayah, start, end in
        var row = segment
        row.row.joins = []
        (row.row.ayah, row.row.start, row.row.end) = (AyahRange(ayah), start, end)
        return row
      }
    }
  }

  /// The words that are heard within a row, or within a piece of it, in time.
  func words(
    in row: Segment, of known: [Ayah: [WordRow]], within piece: SpokenPiece? = nil
  ) -> [WordRow] {
    let (start, end) = (piece?.start ?? row.start, piece?.end ?? row.end)
    return (row.ayah.map { Array(counting.ayat(in: $0)) } ?? []).flatMap { known[$0] ?? [] }
      .filter { $0.row.start >= start && $0.row.end <= end }
  }

  /// Words by their ayah, each list in time.
  var wordsByAyah: [Ayah: [WordRow]] { Dictionary(grouping: wordsInTime, by: \.row.ayah) }

  /// Adds rows for runs of words in their given order. A new row begins with another ayah, and where the
  /// first word is repeated.
  mutating func addRowsOfWords(_ words: [WordRow]) {
    var open: (row: Segment, last: Int, place: Place?)?
    for word in words {
      if var current = open, current.row.ayah?.first == word.row.ayah, word.row.word > 1 || current.last == 1
      {
        current.row.end = max(current.row.end, word.row.end)
        current.row.start = min(current.row.start, word.row.start)
        current.last = max(current.last, word.row.word)
        open = current
      } else {
        if let open { segments.append(SegmentRow(open.row, at: open.place)) }
        let row = Segment(ayah: AyahRange(word.row.ayah), start: word.row.start, end: word.row.end)
        open = (row, word.row.word, word.place)
      }
    }
    if let open { segments.append(SegmentRow(open.row, at: open.place)) }
  }
}

extension Losses {
  /// Counts the note and the keys of the user's own of a row that is written in pieces.
  mutating func addBesidePieces(_ segment: SegmentRow) {
    if AnnotatedRecording.remark(segment.row) != nil { add(.note) }
    add(.xkeys, segment.extras.count { $0.key != AnnotatedRecording.partsKey })
  }
}

extension SpokenPiece {
  /// The words from one to another, with two times.
  init(
    _ ayat: AyahRange, _ first: Int, _ last: Int, _ start: Milliseconds, _ end: Milliseconds, at place: Place
  ) {
    self.init(
      content: .words(WordRun(ayat: ayat, first: first, last: last)), start: start, end: end, place: place)
  }

  /// `[first word, last word, from, to]` in milliseconds, from `offset` on; nil for anything else.
  init?(_ item: JSONNode, of ayat: AyahRange, from offset: Milliseconds = .zero, at place: Place) {
    let numbers = item.items ?? []
    guard numbers.count == 4, let first = numbers[0].integer, let last = numbers[1].integer,
      (1...200).contains(first), (1...200).contains(last), let start = numbers[2].milliseconds,
      let end = numbers[3].milliseconds
    else { return nil }
    self.init(ayat, first, last, offset + start, offset + end, at: place)
  }

  /// The reference and the times in seconds.
  fileprivate var json: JSONValue? {
    guard case .words(let run) = content else { return nil }
    return [.string(run.text), start.json, end.json]
  }
}

extension JSONValue {
  fileprivate var time: Milliseconds? {
    switch self {
    case .number(let text): DecimalTime.parse(text)
    case .int(let value): DecimalTime.parse(String(value))
    default: nil
    }
  }
}

extension WordRow {
  /// `[word, from, to, ...]` in milliseconds, from `offset` on; nil for anything else.
  init?(_ item: JSONNode, of ayah: Ayah, from offset: Milliseconds = .zero, at place: Place) {
    let parts = item.items ?? []
    guard parts.count >= 3, let word = parts[0].integer, (1...200).contains(word),
      let start = parts[1].milliseconds, let end = parts[2].milliseconds
    else { return nil }
    self.init(ayah, word, offset + start, offset + end, at: place)
  }
}

/// Pieces and words of several files of audio, on their way into a recording each.
struct PieceFiles<Key: Hashable> {
  private let input: ForeignInput
  private var files = InOrder<Key, (recording: AnnotatedRecording, pieces: [SpokenPiece])>()

  init(_ input: ForeignInput) { self.input = input }

  /// True if there are several files.
  var areSeveral: Bool { files.entries.count > 1 }

  /// Changes what is known of a file.
  mutating func change(_ key: Key, _ change: (inout AnnotatedRecording, inout [SpokenPiece]) -> Void) {
    files.change(key, else: (AnnotatedRecording(input), [])) { change(&$0.recording, &$0.pieces) }
  }

  /// The recordings in the order in which they came up, each with what `finish` says of it besides.
  func collection(_ finish: (Key, inout AnnotatedRecording) -> Void) -> RecordingCollection {
    RecordingCollection(
      files.entries.map { key, file in
        var recording = file.recording
        finish(key, &recording)
        recording.add(pieces: file.pieces)
        return recording
      })
  }
}

/// A stretch of words, from a word of one ayah to a word of the same or a later one, for formats that have
/// such rows.
struct WordRun {
  var ayat: AyahRange
  /// From 1, of the first ayah.
  var first: Int
  /// From 1, of the last ayah.
  var last: Int

  init(ayat: AyahRange, first: Int, last: Int) { (self.ayat, self.first, self.last) = (ayat, first, last) }

  /// The stretch that a reference names; nil if it names no words.
  init?(_ reference: LabelReference) {
    guard let words = reference.words else { return nil }
    self.init(ayat: reference.ayat, first: words.first, last: words.last)
  }

  /// `2:255:1-2:255:7`
  var text: String { LabelReference(ayat: ayat, words: .init(first, last)).text }
}

extension AnnotatedRecording {
  /// Returns the number of words of an ayah; 1 if it doesn't exist.
  func wordCount(of ayah: Ayah) -> Int { AyahLength.words(of: ayah, in: counting) ?? 1 }

  /// All words of a row's ayat.
  func wholeRun(_ ayat: AyahRange) -> WordRun {
    WordRun(ayat: ayat, first: 1, last: wordCount(of: ayat.last))
  }

  /// Returns true if a stretch contains its ayat from the first word to the last.
  func isWhole(_ run: WordRun) -> Bool { run.first == 1 && run.last >= wordCount(of: run.ayat.last) }

  /// Returns the note with a stretch's words for its row, or nil if the ayat are whole.
  func note(of run: WordRun) -> String? {
    isWhole(run) ? nil : "words \(run.text)"
  }

  /// Returns the stretch in a row's note; the whole ayat if the note contains none. Nil if the row has no
  /// ayah.
  func run(of row: Segment) -> WordRun? {
    guard let ayat = row.ayah else { return nil }
    for part in (row.note ?? "").words(by: ";") {
      let text = part.trimmed(of: " ")
      let run = text.after("words ").flatMap { LabelReference($0) }.flatMap { WordRun($0) }
      if let run, run.ayat == ayat { return run }
    }
    return wholeRun(ayat)
  }

  /// Returns a row's note without the part about its words.
  static func remark(_ row: Segment) -> String? {
    let parts = (row.note ?? "").words(by: ";").map { $0.trimmed(of: " ") }
      .filter { $0.after("words ").flatMap { LabelReference($0) }.map { $0.ayat != row.ayah } ?? !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
