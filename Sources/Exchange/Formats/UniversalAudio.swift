import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// `segments.json` of Quranic Universal Audio: by ayah, `[first word, last word, from, to]` in milliseconds; a key of
  /// two words is speech that runs on from one ayah into another.
  static let universalSegments = ForeignFormat(
    name: "qua-segments", title: "Quranic Universal Audio, segments.json", extensions: ["json"],
    loses: .ofLabels.union([.skip, .words, .marker, .meta, .order]),
    recognises: { UniversalKeys.isMap($0) { $0.items?.first?.items?.count == 4 } }, read: readSegments,
    counts: [.note, .xkeys], write: .collection { collection, _ in writeSegments(collection) })

  /// `detailed.json` of Quranic Universal Audio: entries with segments, their words as a reference, their confidence.
  static let universalDetailed = ForeignFormat(
    name: "qua-detailed", title: "Quranic Universal Audio, detailed.json", extensions: ["json"],
    loses: Set.ofLabels.subtracting([.conf]).union([.skip, .words, .marker, .order, .meta]),
    recognises: { source in
      guard let entries = source.jsonIfAny?["entries"]?.items else { return false }
      return entries.contains { $0["segments"]?.items?.contains { $0["matched_ref"] != nil } ?? false }
    },
    read: readDetailed, counts: [.note, .xkeys, .meta, .reciter, .riwayah],
    write: .collection { collection, _ in writeDetailed(collection) })

  /// The audio manifests of Quranic Universal Audio: an address for each surah, or for each ayah.
  static let universalManifest = ForeignFormat(
    name: "qua-manifest", title: "Quranic Universal Audio, audio manifest", extensions: ["json"],
    loses: [.rows, .words, .marker, .meta, .xkeys], tellsReciter: true, holds: .addresses,
    recognises: { source in
      guard let json = source.jsonIfAny, json["_meta"] != nil else { return false }
      let first = json.members?.first { $0.key != "_meta" }
      return first?.value.string?.begins(with: "http") ?? false
    },
    read: readManifest, counts: [.meta],
    write: .collection { collection, _ in try writeManifest(collection) })
}

// MARK: segments.json

@Sendable private func readSegments(_ input: ForeignInput) throws -> RecordingCollection {
  let json = try JSONSource(input)
  let meta = json.root["_meta"]
  meta?.passOver("audio_source", "audio_category", "pad_ms")
  var files = PieceFiles<Ayah>(input)
  for (key, value) in json.root.members ?? [] where key != "_meta" {
    guard let reference = LabelReference(key) else {
      json.complain("expected an ayah such as \"2:255\" as a key, found \"\(key)\"", at: value)
      continue
    }
    for item in value.items ?? [] {
      if let piece = SpokenPiece(item, of: reference.ayat, at: json.place(item)) {
        files.change(UniversalKeys.file(of: reference.ayat.first, meta)) { $1.append(piece) }
      } else {
        json.complain(
          "a segment of \(key) needs the first word, the last word, and two times, found "
            + "\(item.value.compactText.prefix(60))", at: item)
      }
    }
  }
  return files.collection { file, recording in
    UniversalKeys.take(meta, into: &recording)
    if files.areSeveral { recording.facts.title = UniversalKeys.title(file, meta) }
  }
}

private func writeSegments(_ collection: RecordingCollection) -> ForeignText {
  var losses = Losses()
  var values = InOrder<String, [JSONValue]>()
  for recording in collection.recordings {
    losses.add(.xkeys, recording.extras.count)
    for piece in recording.pieces(&losses).flatMap(\.pieces) {
      guard case .words(let run) = piece.content else { continue }
      let key = run.ayat.isSingle ? run.ayat.description : run.text
      let bounds = [.milliseconds(piece.start), .milliseconds(piece.end)] as [JSONValue]
      values.change(key, else: []) {
        $0.append(.array([JSONValue(run.first), JSONValue(run.last)] + bounds))
      }
    }
  }
  let meta: JSONValue = ["audio_source": .string(UniversalKeys.source(of: collection)), "pad_ms": 0]
  let members = [JSONValue.Member("_meta", meta)] + values.entries.map { .init($0.key, .array($0.value)) }
  return ForeignText(JSONValue.object(members).rowsText, losses: losses)
}

// MARK: detailed.json

@Sendable private func readDetailed(_ input: ForeignInput) throws -> RecordingCollection {
  let json = try JSONSource(input)
  let meta = json.root["_meta"]
  meta?.passOver("audio_source", "audio_category")
  let entries = json.root["entries"]?.items ?? []
  return RecordingCollection(
    entries.map { entry in
      var recording = AnnotatedRecording(input)
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
          strange.append(
            MarkerRow(noting: ref.isEmpty ? "not matched" : ref, start, end, at: json.place(item)))
        }
      }
      if let first = strange.first {
        let count = strange.count == 1 ? "1 segment names" : "\(strange.count) segments name"
        input.add(.oddLabel, "\(count) no ayah; kept as markers", at: first.place ?? input.place)
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
      self = .words(WordRun(found) ?? recording.wholeRun(found.ayat))
    } else {
      return nil
    }
  }
}

private func writeDetailed(_ collection: RecordingCollection) -> ForeignText {
  var losses = Losses()
  let entries = collection.recordings.map { recording -> JSONValue in
    losses.add(.xkeys, recording.extras.count)
    let audio = recording.facts.audio
    losses.add(.meta, max(0, recording.factCount - (audio?.url == nil ? 0 : 1)))
    losses.add(.reciter, recording.segments.count { $0.row.reciter != nil })
    losses.add(.riwayah, recording.segments.count { $0.row.riwayah != nil })
    let first = recording.segments.first { $0.row.ayah != nil }?.row.ayah?.first
    let segments = recording.pieces(&losses).flatMap(\.pieces).compactMap { piece -> JSONValue? in
      guard case .words(let run) = piece.content else { return nil }
      return [
        "time_start": .milliseconds(piece.start), "time_end": .milliseconds(piece.end),
        "matched_ref": .string("\(run.ayat.first):\(run.first)-\(run.ayat.last):\(run.last)"),
        "matched_text": "", "phonemes_asr": "", "confidence": .confidence(piece.confidence),
      ]
    }
    return [
      "ref": .string(first.map { "\($0.surah)" } ?? ""), "audio": .string(audio?.url ?? audio?.file ?? ""),
      "segments": .array(segments),
    ]
  }
  let facts = collection.recordings.first?.facts
  let meta = JSONValue.members([
    ("reciter", facts?.reciter.map(JSONValue.string)),
    ("riwayah", facts?.riwayah.map { .string($0.rawValue) }),
  ])
  let document: JSONValue = ["_meta": .object(meta), "entries": .array(entries)]
  return ForeignText(document.documentText, losses: losses)
}

// MARK: The manifest

@Sendable private func readManifest(_ input: ForeignInput) throws -> RecordingCollection {
  let json = try JSONSource(input)
  let meta = json.root["_meta"]
  meta?.passOver("audio_category")
  var head = AnnotatedRecording(input)
  UniversalKeys.take(meta, into: &head)
  let arabic = UniversalKeys.known("name_ar", meta)
  let name = head.reciterName ?? arabic ?? UniversalKeys.known("reciter", meta) ?? input.source.stem
  let id = head.facts.reciter ?? RecordingDraft.identifier(from: name) ?? "reciter"
  var profile = ReciterDraft(id: id, name: name)
  profile.arabicName = arabic
  profile.riwayah = head.facts.riwayah
  profile.style = UniversalKeys.known("style", meta)
  var files: [(ayah: Ayah, url: String)] = []
  for (key, value) in json.root.members ?? [] where key != "_meta" {
    let ayah = LabelReference(key)?.ayat.first ?? Int(key).map { Ayah($0, 0) }
    if let ayah, (1...114).contains(ayah.surah), let url = value.string {
      files.append((ayah, url))
    } else {
      json.complain("expected a surah or an ayah and an address, found \"\(key)\"", at: value)
    }
  }
  if let found = source(of: files) { profile.sources = [found] }
  var collection = RecordingCollection([])
  collection.library.reciters = [profile]
  // A file an ayah is what a source is for; a file a surah is a recording.
  if files.contains(where: { $0.ayah.number > 0 }) {
    if profile.sources.isEmpty {
      input.add(
        .unplaced, "left out: the addresses of \(files.count) ayat, which follow no pattern", at: input.place
      )
    }
    return collection
  }
  head.reciterName = nil
  head.facts.reciter = id
  head.reciter = profile
  collection.recordings = files.map { file in
    var recording = head
    recording.facts.title = SetNames.padded(file.ayah.surah)
    recording.facts.audio = RecordingDraft.Audio(location: file.url)
    if let ayat = recording.counting.range(ofSurah: file.ayah.surah) { recording.facts.passage = [ayat] }
    return recording
  }
  return collection
}

/// The source whose pattern gives all of these addresses; nil when there is none.
private func source(of files: [(ayah: Ayah, url: String)]) -> ReciterDraft.Source? {
  guard let first = files.first, let (folder, name) = first.url.cut(atLast: "/"),
    let (_, kind) = name.cut(atLast: ".")
  else { return nil }
  let patterns =
    first.ayah.number > 0
    ? ["{surah3}{ayah3}", "{surah}_{ayah}", "{surah3}_{ayah3}", "{surah}/{ayah}"] : ["{surah3}", "{surah}"]
  return patterns.lazy.map { ReciterDraft.Source(url: "\(folder)/", pattern: "\($0).\(kind)") }.first {
    source in
    files.allSatisfy { "\(folder)/" + SetNames.address(source.pattern, of: $0.ayah) == $0.url }
  }
}

private func writeManifest(_ collection: RecordingCollection) throws -> ForeignText {
  var losses = Losses()
  var addresses: [(surah: Int, url: String)] = []
  for recording in collection.recordings {
    let ayat = recording.segments.compactMap(\.row.ayah) + recording.facts.passage
    let surahs = Set(ayat.flatMap { [$0.first.surah, $0.last.surah] })
    losses.add(.meta, max(0, recording.factCount - (recording.reciter == nil ? 0 : 1) - 1))
    if let url = recording.facts.audio?.url, surahs.count == 1, let surah = surahs.first {
      addresses.append((surah, url))
    } else {
      losses.add(.meta)
    }
  }
  let reciter = collection.recordings.compactMap(\.reciter).first ?? collection.library.reciters.first
  guard !addresses.isEmpty else {
    throw ExchangeFailure(
      "no recording contains one surah and has an address for its audio (audio.url)")
  }
  let slug = reciter?.id ?? collection.recordings.compactMap(\.facts.reciter).first
  let riwayah = reciter?.riwayah ?? collection.recordings.compactMap(\.facts.riwayah).first
  // The set has a word for unknown values.
  let meta: [(String, String?)] = [
    ("reciter", slug), ("name_en", reciter?.name), ("name_ar", reciter?.arabicName),
    ("riwayah", riwayah?.rawValue), ("style", reciter?.style), ("audio_category", "by_surah"),
  ]
  let members =
    [JSONValue.Member("_meta", .object(meta.map { .init($0.0, .string($0.1 ?? "unknown")) }))]
    + addresses.sorted { $0.surah < $1.surah }.map { .init("\($0.surah)", .string($0.url)) }
  return ForeignText(JSONValue.object(members).rowsText, losses: losses)
}
