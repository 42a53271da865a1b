import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// `timestamps.json` of Quranic Universal Audio: by ayah, `[word, from, to]` in milliseconds.
  static let universalTimestamps: ForeignFormat = ForeignFormat(
    name: "qua-timestamps", title: "Quranic Universal Audio, timestamps.json and releases",
    extensions: ["json", "zip"],
    loses: [
      .wordless, .range, .joins, .xsurah, .conf, .verified, .marker, .reciter, .riwayah, .meta, .note,
      .rakah, .priority,
      .xkeys, .order, .zero, .skip,
    ],
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
    read: { source, options, report in try UniversalRelease.read(source, options, report) },
    write: .collection { collection, _ in writeTimestamps(collection, isFull: false) })

  /// `timestamps_full.json` of Quranic Universal Audio: the same with the bounds of each ayah.
  static let universalTimestampsFull: ForeignFormat = ForeignFormat(
    name: "qua-timestamps-full", title: "Quranic Universal Audio, timestamps_full.json", extensions: ["json"],
    loses: [
      .repetition, .range, .joins, .xsurah, .conf, .verified, .marker, .reciter, .riwayah, .meta, .note,
      .rakah, .priority,
      .xkeys, .order, .zero, .skip,
    ],
    recognises: { UniversalKeys.isMap($0) { $0["verse_start_ms"] != nil } },
    read: { source, options, report in try UniversalRelease.read(source, options, report) },
    write: .collection { collection, _ in writeTimestamps(collection, isFull: true) })

  /// lafzize's list of words and phrases in the order of the recitation, in milliseconds.
  static let lafzize: ForeignFormat = ForeignFormat(
    name: "lafzize", title: "lafzize word timings", extensions: ["json"],
    loses: [
      .wordless, .range, .joins, .xsurah, .conf, .verified, .marker, .reciter, .riwayah, .meta, .note,
      .rakah, .priority,
      .xkeys, .order,
    ], bends: [.skip],
    recognises: { source in
      guard let first = source.jsonIfAny?.items?.first else { return false }
      return first["type"]?.string != nil && first["key"]?.string != nil && first["start"] != nil
        && first["end"] != nil
    },
    read: { source, options, report in RecordingCollection([try readLafzize(source, options, report)]) },
    write: .file { recording, _ in writeLafzize(recording) })
}

// MARK: timestamps.json

/// The files of a release: times of ayat, of words or of letters, each for itself; what has the most of what a bundle holds is
/// read.
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

  static func read(
    _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
  ) throws -> RecordingCollection {
    let members = try source.members()
    func member(_ name: String) -> ForeignSource.Member? {
      members.first { $0.name == name || $0.name == "\(name).gz" }
    }
    guard let times = inOrder.lazy.compactMap(member).first else {
      return try readTimestamps(source, nil, options, report)
    }
    if let other = member(letters), other.name != times.name {
      report.add(ExchangeRules.unplaced, "times of letters and sounds left out", at: source.place)
    }
    let catalog = try member("catalog.json").map { try JSONSource($0.source().unpacked(), options, report) }
    return try readTimestamps(times.source().unpacked(), catalog?.root, options, report)
  }
}

private func readTimestamps(
  _ source: ForeignSource, _ catalog: JSONNode?, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> RecordingCollection {
  let json = try JSONSource(source, options, report)
  let meta = json.root["_meta"]
  // Counts follow from the rows.
  meta?.passOver("audio_source", "audio_category", "schema_version", "verse_count", "occurrence_count")
  let isByAyah = UniversalKeys.isByAyah(meta)
  var order: [Ayah] = []
  var found: [Ayah: AnnotatedRecording] = [:]
  var pieces: [Ayah: [SpokenPiece]] = [:]
  var letters = 0
  func change(_ ayah: Ayah, _ change: (Ayah, inout AnnotatedRecording) -> Void) {
    let file = UniversalKeys.file(of: ayah, meta)
    if found[file] == nil { order.append(file) }
    change(file, &found[file, default: AnnotatedRecording()])
  }
  func words(_ items: [JSONNode], of ayah: Ayah) -> [WordRow] {
    items.compactMap { item in
      let parts = item.items ?? []
      guard parts.count >= 3, let word = parts[0].integer, (1...200).contains(word),
        let start = parts[1].milliseconds, let end = parts[2].milliseconds
      else {
        json.complain(
          "a word of \(ayah) has its number and two times, found \(item.value.compactText.prefix(60))",
          at: item)
        return nil
      }
      for part in parts.dropFirst(3) { part.passOver() }
      letters += parts.dropFirst(3).reduce(0) { $0 + ($1.items?.count ?? 0) }
      return WordRow(WordDraft(ayah: ayah, word: word, start: start, end: end), at: json.place(item))
    }
  }
  // A row for each time that an ayah or a part of it is heard: its reference, from, to, whether it is the one to play, the silence
  // behind it, its words.
  for row in json.root["rows"]?.items ?? [] {
    let parts = row.items ?? []
    guard parts.count >= 3, let ayat = parts[0].string.flatMap({ LabelReference($0) })?.ayat, ayat.isSingle,
      let start = parts[1].milliseconds, let end = parts[2].milliseconds
    else {
      json.complain("a row has an ayah and two times, found \(row.value.compactText.prefix(60))", at: row)
      continue
    }
    for part in parts.dropFirst(3) where part.items == nil { part.passOver() }
    let own = words(parts.dropFirst(3).first { $0.items != nil }?.items ?? [], of: ayat.first)
    let numbers = own.map(\.row.word)
    change(ayat.first) { file, recording in
      recording.words += own
      var run = recording.wholeRun(ayat)
      if let first = numbers.min(), let last = numbers.max() {
        run = WordRun(ayat: ayat, first: first, last: last)
      }
      pieces[file, default: []].append(
        SpokenPiece(content: .words(run), start: start, end: end, place: json.place(row)))
    }
  }
  for (key, value) in json.root.members ?? [] where key != "_meta" && key != "rows" {
    guard let ayat = LabelReference(key)?.ayat, ayat.isSingle else {
      json.complain("expected an ayah such as \"2:255\" for a key, found \"\(key)\"", at: value)
      continue
    }
    // `[from, to]`, also with the words behind, or the words alone, or an object of all.
    let list = value.items ?? []
    let isBounded = list.count >= 2 && list.prefix(2).allSatisfy { $0.milliseconds != nil }
    let bounds = isBounded ? (list[0], list[1]) : (value["verse_start_ms"], value["verse_end_ms"])
    let own = words(
      (isBounded ? list.dropFirst(2).first?.items : value["words"]?.items ?? value.items) ?? [],
      of: ayat.first)
    change(ayat.first) { _, recording in
      recording.words += own
      if let start = bounds.0?.milliseconds, let end = bounds.1?.milliseconds {
        recording.segments.append(
          SegmentRow(SegmentDraft(ayah: ayat, start: start, end: end), at: json.place(value)))
      } else if own.isEmpty {
        report.add(ExchangeRules.untimed, "\(key) has no times", at: json.place(value))
      } else {
        recording.addRowsOfWords(own)
      }
    }
  }
  if letters > 0 {
    report.add(
      ExchangeRules.unplaced, "times of \(letters) letters and sounds left out", at: source.place)
  }
  let addresses = catalog?["audio"]?["chapter_urls"]
  return RecordingCollection(
    order.compactMap { file in
      guard var recording = found[file] else { return nil }
      recording.add(pieces: pieces[file] ?? [])
      UniversalKeys.take(meta ?? catalog, into: &recording)
      if let slug = catalog?["slug"]?.filled, RecordingDraft.isIdentifier(slug) {
        recording.facts.reciter = recording.facts.reciter ?? slug
      }
      let address =
        addresses?["\(file.surah)"] ?? addresses.flatMap { $0.items?.dropFirst(file.surah - 1).first }
      if let url = address?.string, file.surah > 0, file.number == 0 {
        recording.facts.audio = RecordingDraft.Audio(location: url)
      }
      if order.count > 1 { recording.facts.title = UniversalKeys.title(file, isByAyah: isByAyah) }
      return recording
    })
}

private func writeTimestamps(_ collection: RecordingCollection, isFull: Bool) -> ForeignText {
  let format = isFull ? ForeignFormat.universalTimestampsFull : .universalTimestamps
  var losses = Losses()
  var keys: [String] = []
  var values: [String: JSONValue] = [:]
  for recording in collection.recordings {
    losses.add(Losses(of: format, WritingOptions(), in: recording))
    let known = recording.wordsByAyah
    for segment in recording.rowsOfSingleAyat {
      guard let ayah = segment.row.ayah?.first, ayah.number > 0 else { continue }
      let words = recording.words(in: segment.row, of: known).map { word -> JSONValue in
        let times: [JSONValue] = [
          .int(Int64(word.row.word)), .milliseconds(word.row.start), .milliseconds(word.row.end),
        ]
        return .array(isFull ? times + [.array([]), .array([])] : times)
      }
      let key = ayah.description
      if isFull {
        guard values[key] == nil else { continue }
        values[key] = [
          "verse_start_ms": .milliseconds(segment.row.start), "verse_end_ms": .milliseconds(segment.row.end),
          "words": .array(words),
        ]
        keys.append(key)
      } else if !words.isEmpty {
        if case .array(let earlier)? = values[key] {
          values[key] = .array(earlier + words)
        } else {
          keys.append(key)
          values[key] = .array(words)
        }
      }
    }
  }
  let meta: JSONValue = ["audio_source": .string(UniversalKeys.source(of: collection))]
  let members =
    [JSONValue.Member("_meta", meta)] + keys.compactMap { key in values[key].map { .init(key, $0) } }
  return ForeignText(JSONValue.object(members).rowsText, losses: losses)
}

// MARK: lafzize

private func readLafzize(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try JSONSource(source, options, report)
  var recording = AnnotatedRecording()
  var run: [WordRow] = []
  func close() {
    recording.addRowsOfWords(run)
    run = []
  }
  let items = json.root.items ?? []
  for item in items {
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
      let word = WordRow(
        WordDraft(ayah: reference.ayat.first, word: words.first, start: start, end: end), at: place)
      recording.words.append(word)
      run.append(word)
    } else {
      close()
      var row = SegmentDraft(skip: (SpokenPhrase.kind(key) ?? .other).rawValue, start: start, end: end)
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
  var losses = Losses(of: .lafzize, WritingOptions(), in: recording)
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
