import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// `timestamps.json` of Quranic Universal Audio: by ayah, `[word, from, to]` in milliseconds.
  static let universalTimestamps = ForeignFormat(
    name: "qua-timestamps", title: "Quranic Universal Audio, timestamps.json and releases",
    extensions: ["json", "zip"], loses: words.union([.wordless, .zero, .skip]),
    recognises: { source in
      if source.isFolder || source.isArchive { return UniversalRelease.isOne(source) }
      if let row = source.jsonIfAny?["rows"]?.items?.first?.items, row.count > 3 {
        return row[0].string.flatMap { LabelReference($0) } != nil && row[1].number != nil
      }
      return UniversalKeys.isMap(source) { value in
        let items = value.items ?? []
        let isBounded = (2...3).contains(items.count) && items.prefix(2).allSatisfy { $0.number != nil }
        return items.first?.items?.count == 3 || isBounded && (items.count == 2 || items[2].items != nil)
      }
    },
    read: UniversalRelease.read, write: .collection { collection, _ in writeTimestamps(collection) })

  /// `timestamps_full.json` of Quranic Universal Audio: the same with the bounds of each ayah.
  static let universalTimestampsFull = ForeignFormat(
    name: "qua-timestamps-full", title: "Quranic Universal Audio, timestamps_full.json", extensions: ["json"],
    loses: words.union([.repetition, .zero, .skip]),
    recognises: { UniversalKeys.isMap($0) { $0["verse_start_ms"] != nil } },
    read: UniversalRelease.read, write: .collection { collection, _ in writeFullTimestamps(collection) })

  /// Rows of the data set of Quranic Universal Audio: an ayah each, times from where its clip begins.
  static let universalDataset = ForeignFormat(
    name: "qua-dataset", title: "Quranic Universal Audio, rows of the data set",
    extensions: ["json", "jsonl"], loses: [],
    recognises: { source in
      if let first = source.jsonIfAny?.items?.first {
        return first["word_timestamps"] != nil && first["surah"] != nil
      }
      let line = source.beginning.filledLines.first ?? ""
      return line.begins(with: "{") && line.holds("\"word_timestamps\"") && line.holds("\"surah\"")
    },
    read: readDataset)

  /// lafzize's list of words and phrases in the order of the recitation, in milliseconds.
  static let lafzize = ForeignFormat(
    name: "lafzize", title: "lafzize word timings", extensions: ["json"], loses: words.union([.wordless]),
    bends: [.skip],
    recognises: { source in
      guard let first = source.jsonIfAny?.items?.first else { return false }
      return first["type"]?.string != nil && first["key"]?.string != nil && first["start"] != nil
        && first["end"] != nil
    },
    read: single(readLafzize), write: .file { recording, _ in writeLafzize(recording) })

  /// The data that formats for the words of single ayat cannot carry.
  private static let words = Set.ofLabels.union([.range, .xsurah, .marker, .meta, .order])
}

// MARK: timestamps.json

/// The files of a release: times of ayat, of words or of letters, each in a file of its own. The file that
/// contains the most data that bundles can contain is read.
private enum UniversalRelease {
  private static let letters = "letter_timestamps.json"
  private static let inOrder = [
    "word_timestamps.json", letters, "timestamps_full.json", "timestamps.json", "verse_timestamps.json",
  ]

  static func isOne(_ source: ForeignSource) -> Bool {
    ((try? source.members()) ?? []).contains { member in
      inOrder.contains { member.name == $0 || member.name == "\($0).gz" }
    }
  }

  @Sendable static func read(_ input: ForeignInput) throws -> RecordingCollection {
    let members = try input.source.members()
    func member(_ name: String) -> ForeignSource.Member? {
      members.first { $0.name == name || $0.name == "\(name).gz" }
    }
    guard let times = inOrder.lazy.compactMap(member).first else { return try readTimestamps(input, nil) }
    if let other = member(letters), other.name != times.name {
      input.add(.unplaced, "left out: times of letters and sounds", at: input.place)
    }
    let catalog = try member("catalog.json").map { try JSONSource(input.with($0.source().unpacked())) }
    return try readTimestamps(input.with(times.source().unpacked()), catalog?.root)
  }
}

private func readTimestamps(_ input: ForeignInput, _ catalog: JSONNode?) throws -> RecordingCollection {
  let json = try JSONSource(input)
  let meta = json.root["_meta"]
  // Counts follow from the rows.
  meta?.passOver("audio_source", "audio_category", "schema_version", "verse_count", "occurrence_count")
  var files = PieceFiles<Ayah>(input)
  var letters = 0
  func words(_ items: [JSONNode], of ayah: Ayah) -> [WordRow] {
    items.compactMap { item in
      guard let row = WordRow(item, of: ayah, at: json.place(item)) else {
        json.complain(
          "a word of \(ayah) needs its number and two times, found \(item.value.compactText.prefix(60))",
          at: item)
        return nil
      }
      for part in (item.items ?? []).dropFirst(3) {
        part.passOver()
        letters += part.items?.count ?? 0
      }
      return row
    }
  }
  // A row for each time that an ayah or a part of it is heard: its reference, from, to, whether it is the one
  // to play, the silence after it, its words.
  for row in json.root["rows"]?.items ?? [] {
    let parts = row.items ?? []
    guard parts.count >= 3, let ayat = parts[0].string.flatMap({ LabelReference($0) })?.ayat, ayat.isSingle,
      let start = parts[1].milliseconds, let end = parts[2].milliseconds
    else {
      json.complain("a row needs an ayah and two times, found \(row.value.compactText.prefix(60))", at: row)
      continue
    }
    for part in parts.dropFirst(3) where part.items == nil { part.passOver() }
    let own = words(parts.dropFirst(3).first { $0.items != nil }?.items ?? [], of: ayat.first)
    files.change(UniversalKeys.file(of: ayat.first, meta)) { recording, pieces in
      recording.words += own
      var run = recording.wholeRun(ayat)
      if let first = own.map(\.row.word).min(), let last = own.map(\.row.word).max() {
        run = WordRun(ayat: ayat, first: first, last: last)
      }
      pieces.append(SpokenPiece(content: .words(run), start: start, end: end, place: json.place(row)))
    }
  }
  for (key, value) in json.root.members ?? [] where key != "_meta" && key != "rows" {
    guard let ayat = LabelReference(key)?.ayat, ayat.isSingle else {
      json.complain("expected an ayah such as \"2:255\" as a key, found \"\(key)\"", at: value)
      continue
    }
    // `[from, to]`, also with the words behind, or the words alone, or an object of all.
    let list = value.items ?? []
    let isBounded = list.count >= 2 && list.prefix(2).allSatisfy { $0.milliseconds != nil }
    let bounds = isBounded ? (list[0], list[1]) : (value["verse_start_ms"], value["verse_end_ms"])
    let own = words(
      (isBounded ? list.dropFirst(2).first?.items : value["words"]?.items ?? value.items) ?? [],
      of: ayat.first)
    files.change(UniversalKeys.file(of: ayat.first, meta)) { recording, _ in
      recording.words += own
      if let start = bounds.0?.milliseconds, let end = bounds.1?.milliseconds {
        recording.segments.append(SegmentRow(ayat, start, end, at: json.place(value)))
      } else if own.isEmpty {
        input.add(.untimed, "\(key) has no times", at: json.place(value))
      } else {
        recording.addRowsOfWords(own)
      }
    }
  }
  if letters > 0 {
    input.add(.unplaced, "left out: times of \(letters) letters and sounds", at: input.place)
  }
  let addresses = catalog?["audio"]?["chapter_urls"]
  return files.collection { file, recording in
    UniversalKeys.take(meta ?? catalog, into: &recording)
    if let slug = catalog?["slug"]?.filled, RecordingDraft.isIdentifier(slug) {
      recording.facts.reciter = recording.facts.reciter ?? slug
    }
    let address =
      addresses?["\(file.surah)"] ?? addresses.flatMap { $0.items?.dropFirst(file.surah - 1).first }
    if let url = address?.string, file.surah > 0, file.number == 0 {
      recording.facts.audio = RecordingDraft.Audio(location: url)
    }
    if files.areSeveral { recording.facts.title = UniversalKeys.title(file, meta) }
  }
}

/// Each ayah's rows with their words, by the reference; `value` makes of them what stands there, or nothing.
private func writeMap(
  _ collection: RecordingCollection,
  _ value: (_ before: JSONValue?, Segment, [WordRow]) -> JSONValue?
) -> ForeignText {
  var values = InOrder<String, JSONValue>()
  for recording in collection.recordings {
    let known = recording.wordsByAyah
    for segment in recording.rowsOfSingleAyat {
      guard let ayah = segment.row.ayah?.first, ayah.number > 0 else { continue }
      let key = ayah.description
      let words = recording.words(in: segment.row, of: known)
      if let value = value(values[key], segment.row, words) { values.change(key, else: value) { $0 = value } }
    }
  }
  let meta: JSONValue = ["audio_source": .string(UniversalKeys.source(of: collection))]
  let members = [JSONValue.Member("_meta", meta)] + values.entries.map { .init($0.key, $0.value) }
  return ForeignText(JSONValue.object(members).rowsText)
}

private func times(of word: WordRow) -> [JSONValue] {
  [.int(Int64(word.row.word)), .milliseconds(word.row.start), .milliseconds(word.row.end)]
}

private func writeTimestamps(_ collection: RecordingCollection) -> ForeignText {
  writeMap(collection) { before, _, words in
    guard !words.isEmpty else { return nil }
    let own = words.map { JSONValue.array(times(of: $0)) }
    guard case .array(let earlier)? = before else { return .array(own) }
    return .array(earlier + own)
  }
}

private func writeFullTimestamps(_ collection: RecordingCollection) -> ForeignText {
  writeMap(collection) { before, row, words in
    guard before == nil else { return nil }
    return [
      "verse_start_ms": .milliseconds(row.start), "verse_end_ms": .milliseconds(row.end),
      "words": JSONValue(words) { .array(times(of: $0) + [.array([]), .array([])]) },
    ]
  }
}

// MARK: The data set

@Sendable private func readDataset(_ input: ForeignInput) throws -> RecordingCollection {
  let text = try input.text()
  var items: [(node: JSONNode, place: Place)] = []
  if let list = input.source.jsonIfAny?.items {
    items = list.map { ($0, Place(text, of: $0)) }
  } else {
    for line in TextLines(text) where !line.isBlank {
      items.append((try JSONText.parse(text, in: line.range), line.place))
    }
  }
  input.report.watch(items.map(\.node), text)
  var files = PieceFiles<String>(input)
  var letters = 0
  for (node, place) in items {
    guard let surah = node["surah"]?.integer, let number = node["ayah"]?.integer else {
      input.fault("this row lacks \"surah\" or \"ayah\"", at: place)
      continue
    }
    let ayah = Ayah(surah, number)
    // Clips count from where they begin.
    let offset = node["source_offset_ms"]?.milliseconds ?? .zero
    node.passOver("letter_timestamps")
    letters += node["letter_timestamps"]?.items?.count ?? 0
    let segments = node["segments"]?.items ?? []
    files.change(node["source_url"]?.string ?? "") { recording, pieces in
      for segment in segments {
        if let piece = SpokenPiece(segment, of: AyahRange(ayah), from: offset, at: place) {
          pieces.append(piece)
        } else {
          input.fault("a segment of \(ayah) needs four numbers", at: place)
        }
      }
      if segments.isEmpty, let length = node["duration_ms"]?.milliseconds {
        let last = AnnotatedRecording().wordCount(of: ayah)
        pieces.append(SpokenPiece(AyahRange(ayah), 1, last, offset, offset + length, at: place))
      }
      for word in node["word_timestamps"]?.items ?? [] {
        if let row = WordRow(word, of: ayah, from: offset, at: place) {
          recording.words.append(row)
        } else {
          input.fault("a word of \(ayah) needs its number and two times", at: place)
        }
      }
    }
  }
  if letters > 0 { input.add(.unplaced, "left out: times of \(letters) letters", at: input.place) }
  return files.collection { url, recording in
    guard !url.isEmpty else { return }
    recording.facts.audio = RecordingDraft.Audio(location: url)
    if files.areSeveral {
      recording.facts.title = recording.facts.audio?.file.words(by: ".").first.map(String.init)
    }
  }
}

// MARK: lafzize

@Sendable private func readLafzize(_ input: ForeignInput) throws -> AnnotatedRecording {
  let json = try JSONSource(input)
  var recording = AnnotatedRecording()
  var run: [WordRow] = []
  func close() {
    recording.addRowsOfWords(run)
    run = []
  }
  for item in json.root.items ?? [] {
    item.passOver("type")
    guard let start = item["start"]?.milliseconds, let end = item["end"]?.milliseconds,
      let key = item["key"]?.string
    else {
      json.complain("this word lacks \"key\", or \"start\" or \"end\" in milliseconds", at: item)
      continue
    }
    let place = json.place(item)
    if let reference = LabelReference(key), let words = reference.words, reference.ayat.isSingle,
      words.first == words.last
    {
      let word = WordRow(reference.ayat.first, words.first, start, end, at: place)
      recording.words.append(word)
      run.append(word)
    } else {
      close()
      var row = Segment(skip: (SpokenPhrase.kind(key) ?? .other).rawValue, start: start, end: end)
      // Names of phrases are the server's to choose.
      if SpokenPhrase.kind(key) == nil { row.note = key }
      recording.segments.append(SegmentRow(row, at: place))
    }
  }
  close()
  recording.findOpeningBasmalahs()
  return recording
}

private func writeLafzize(_ recording: AnnotatedRecording) -> ForeignText {
  var losses = Losses()
  let known = recording.wordsByAyah
  var items: [JSONValue] = []
  func add(_ type: String, _ key: String, _ start: Milliseconds, _ end: Milliseconds) {
    items.append([
      "type": .string(type), "key": .string(key), "start": .milliseconds(start), "end": .milliseconds(end),
    ])
  }
  for segment in recording.segmentsInTime {
    let row = segment.row
    if let ayat = row.ayah, ayat.first.number > 0 {
      for word in recording.words(in: row, of: known) {
        add("word", word.label, word.row.start, word.row.end)
      }
    } else if row.ayah != nil || row.skip == SkipKind.basmalah.rawValue {
      add("phrase", "basmalah", row.start, row.end)
    } else if row.skip == SkipKind.istiadhah.rawValue {
      add("phrase", "taawwudh", row.start, row.end)
    } else {
      losses.add(.skip)
    }
  }
  let lines = items.map { "  \($0.compactText)" }.joined(separator: ",\n")
  return ForeignText("[\n\(lines)\n]\n", losses: losses)
}
