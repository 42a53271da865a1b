import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// `segments.json` of Quranic Universal Audio: by ayah, `[first word, last word, from, to]` in milliseconds; a key of
  /// two words is speech that runs on from one ayah into another.
  static let universalSegments: ForeignFormat = ForeignFormat(
    name: "qua-segments", title: "Quranic Universal Audio, segments.json", extensions: ["json"],
    loses: [
      .skip, .joins, .conf, .verified, .words, .marker, .reciter, .riwayah, .meta, .rakah, .priority, .order,
      .note,
      .xkeys,
    ],
    recognises: { UniversalKeys.isMap($0) { $0.items?.first?.items?.count == 4 } },
    read: { source, options, report in try readSegments(source, options, report) },
    write: .collection { collection, _ in writeSegments(collection) })

  /// `detailed.json` of Quranic Universal Audio: entries with segments, their words as a reference, their confidence.
  static let universalDetailed: ForeignFormat = ForeignFormat(
    name: "qua-detailed", title: "Quranic Universal Audio, detailed.json", extensions: ["json"],
    loses: [
      .skip, .joins, .verified, .words, .marker, .rakah, .priority, .order, .note, .xkeys, .meta, .reciter,
      .riwayah,
    ],
    recognises: { source in
      guard let entries = source.jsonIfAny?["entries"]?.items else { return false }
      return entries.contains { $0["segments"]?.items?.contains { $0["matched_ref"] != nil } ?? false }
    },
    read: { source, options, report in try readDetailed(source, options, report) },
    write: .collection { collection, _ in writeDetailed(collection) })
}

/// What the writers count themselves.
private let countedHere: Set<LossCode> = [.note, .xkeys]

/// Pieces on their way into recordings, a recording a surah, or an ayah where each has a file of its own.
private struct PieceSorter {
  let isByAyah: Bool
  let meta: JSONNode?
  let options: ReadingOptions
  private var order: [Ayah] = []
  private var pieces: [Ayah: [SpokenPiece]] = [:]

  init(isByAyah: Bool, meta: JSONNode?, options: ReadingOptions) {
    self.isByAyah = isByAyah
    self.meta = meta
    self.options = options
  }

  mutating func add(_ piece: SpokenPiece, of ayah: Ayah) {
    let key = UniversalKeys.file(of: ayah, meta)
    if pieces[key] == nil { order.append(key) }
    pieces[key, default: []].append(piece)
  }

  var collection: RecordingCollection {
    RecordingCollection(
      order.map { key in
        var recording = AnnotatedRecording()
        recording.facts.numbering = options.numbering
        UniversalKeys.take(meta, into: &recording)
        if order.count > 1 { recording.facts.title = UniversalKeys.title(key, isByAyah: isByAyah) }
        recording.add(pieces: pieces[key] ?? [])
        return recording
      })
  }
}

// MARK: segments.json

private func readSegments(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> RecordingCollection {
  let json = try JSONSource(source, options, report)
  let meta = json.root["_meta"]
  meta?.passOver("audio_source", "audio_category", "pad_ms")
  var sorter = PieceSorter(isByAyah: UniversalKeys.isByAyah(meta), meta: meta, options: options)
  for (key, value) in json.root.members ?? [] where key != "_meta" {
    guard let reference = LabelReference(key) else {
      json.complain("expected an ayah such as \"2:255\" for a key, found \"\(key)\"", at: value)
      continue
    }
    for item in value.items ?? [] {
      let numbers = item.items ?? []
      guard numbers.count == 4, let first = numbers[0].integer, let last = numbers[1].integer,
        let start = numbers[2].milliseconds, let end = numbers[3].milliseconds,
        (1...200).contains(first), (1...200).contains(last)
      else {
        json.complain(
          "a segment of \(key) has the first word, the last word, and two times, found "
            + "\(item.value.compactText.prefix(60))", at: item)
        continue
      }
      let run = WordRun(ayat: reference.ayat, first: first, last: last)
      sorter.add(
        SpokenPiece(content: .words(run), start: start, end: end, place: json.place(item)), of: run.ayat.first
      )
    }
  }
  return sorter.collection
}

private func writeSegments(_ collection: RecordingCollection) -> ForeignText {
  var losses = Losses()
  var keys: [String] = []
  var values: [String: [JSONValue]] = [:]
  for recording in collection.recordings {
    losses.add(Losses(of: .universalSegments, WritingOptions(), in: recording, excluding: countedHere))
    losses.add(.xkeys, recording.extras.count)
    for segment in recording.segmentsInTime {
      losses.addPieceLosses(segment)
      for piece in recording.pieces(of: segment) {
        guard case .words(let run) = piece.content else { continue }
        let key =
          run.ayat.isSingle
          ? run.ayat.description : LabelReference(ayat: run.ayat, words: .init(run.first, run.last)).text
        if values[key] == nil { keys.append(key) }
        values[key, default: []].append([
          .int(Int64(run.first)), .int(Int64(run.last)), .milliseconds(piece.start), .milliseconds(piece.end),
        ])
      }
    }
  }
  let meta: JSONValue = [
    "audio_source": .string(UniversalKeys.source(of: collection)), "pad_ms": 0,
  ]
  let members = [JSONValue.Member("_meta", meta)] + keys.map { .init($0, .array(values[$0] ?? [])) }
  return ForeignText(JSONValue.object(members).rowsText, losses: losses)
}

extension Losses {
  /// Counts notes and keys of the user's own, but for those that the pieces of a row are made of.
  fileprivate mutating func addPieceLosses(_ segment: SegmentRow) {
    if AnnotatedRecording.remark(segment.row) != nil { add(.note) }
    add(.xkeys, segment.extras.count { $0.key != "x-parts" })
  }
}

extension JSONValue {
  /// A document with each member of the outermost object on a line of its own, as large maps by ayah are.
  var rowsText: String {
    guard case .object(let members) = self else { return compactText + "\n" }
    let lines = members.map { "  \(JSONValue.string($0.key).compactText): \($0.value.compactText)" }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}

// MARK: detailed.json

private func readDetailed(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> RecordingCollection {
  let json = try JSONSource(source, options, report)
  let meta = json.root["_meta"]
  meta?.passOver("audio_source", "audio_category")
  let entries = json.root["entries"]?.items ?? []
  return RecordingCollection(
    entries.map { entry in
      var recording = AnnotatedRecording()
      recording.facts.numbering = options.numbering
      UniversalKeys.take(meta, into: &recording)
      if let audio = entry["audio"]?.filled { recording.facts.audio = RecordingDraft.Audio(location: audio) }
      // The only entry's is what its segments say.
      if let ref = entry["ref"]?.string, entries.count > 1 {
        let reference = LabelReference(ref) ?? LabelReference("\(ref):0")
        recording.facts.title =
          reference.map { UniversalKeys.title($0.ayat.first, isByAyah: ref.holds(":")) } ?? ref
      }
      var pieces: [SpokenPiece] = []
      var strange: [MarkerRow] = []
      for item in entry["segments"]?.items ?? [] {
        item.passOver("matched_text")
        guard let start = item["time_start"]?.milliseconds, let end = item["time_end"]?.milliseconds else {
          json.complain("this segment lacks \"time_start\" or \"time_end\" in milliseconds", at: item)
          continue
        }
        let ref = item["matched_ref"]?.string ?? ""
        if let content = SpokenPiece.Content(ref, recording) {
          pieces.append(
            SpokenPiece(
              content: content, start: start, end: end, confidence: item["confidence"]?.confidence,
              place: json.place(item)))
        } else {
          var marker = MarkerDraft(at: start)
          marker.end = end
          marker.note = ref.isEmpty ? "not matched" : ref
          strange.append(MarkerRow(marker, at: json.place(item)))
        }
      }
      if let first = strange.first {
        report.add(
          ExchangeRules.oddLabel,
          "\(strange.count == 1 ? "1 segment names" : "\(strange.count) segments name") no ayah; kept as markers",
          at: first.place ?? source.place)
      }
      recording.add(pieces: pieces)
      recording.markers += strange
      return recording
    })
}

extension SpokenPiece.Content {
  /// Of a reference to words or ayat, or the name of a phrase; nil for anything else.
  init?(_ reference: String, _ recording: AnnotatedRecording) {
    if let kind = SpokenPhrase.kind(reference) {
      self = .phrase(kind.rawValue)
    } else if let found = LabelReference(reference) {
      let words = found.words
      var run = recording.wholeRun(found.ayat)
      if let words { run = WordRun(ayat: found.ayat, first: words.first, last: words.last) }
      self = .words(run)
    } else {
      return nil
    }
  }
}

private func writeDetailed(_ collection: RecordingCollection) -> ForeignText {
  var losses = Losses()
  let entries = collection.recordings.map { recording -> JSONValue in
    losses.add(
      Losses(
        of: .universalDetailed, WritingOptions(), in: recording,
        excluding: countedHere.union([
          .meta, .reciter, .riwayah,
        ])))
    losses.add(.xkeys, recording.extras.count)
    let first = recording.segments.first { $0.row.ayah != nil }?.row.ayah?.first
    let segments = recording.segmentsInTime.flatMap { segment -> [JSONValue] in
      losses.addPieceLosses(segment)
      if segment.row.reciter != nil { losses.add(.reciter) }
      if segment.row.riwayah != nil { losses.add(.riwayah) }
      return recording.pieces(of: segment).compactMap { piece in
        guard case .words(let run) = piece.content else { return nil }
        return [
          "time_start": .milliseconds(piece.start), "time_end": .milliseconds(piece.end),
          "matched_ref": .string("\(run.ayat.first):\(run.first)-\(run.ayat.last):\(run.last)"),
          "matched_text": "", "phonemes_asr": "",
          "confidence": piece.confidence.map { .number("\($0)") } ?? .null,
        ]
      }
    }
    let audio = recording.facts.audio
    return [
      "ref": .string(first.map { "\($0.surah)" } ?? ""), "audio": .string(audio?.url ?? audio?.file ?? ""),
      "segments": .array(segments),
    ]
  }
  for recording in collection.recordings {
    losses.add(.meta, max(0, recording.factCount - (recording.facts.audio?.url == nil ? 0 : 1)))
  }
  var meta: [JSONValue.Member] = []
  if let reciter = collection.recordings.first?.facts.reciter {
    meta.append(.init("reciter", .string(reciter)))
  }
  if let riwayah = collection.recordings.first?.facts.riwayah {
    meta.append(.init("riwayah", .string(riwayah.rawValue)))
  }
  let document: JSONValue = ["_meta": .object(meta), "entries": .array(entries)]
  return ForeignText(document.documentText, losses: losses)
}
