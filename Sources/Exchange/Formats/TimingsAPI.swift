import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// The timings API of spa5k, version 2: ayat and words of a surah in seconds.
  static let timingsV2 = ForeignFormat(
    name: "timings-v2", title: "quran-timings-api v2", extensions: ["json"],
    loses: .ofLabels.union([.skip, .range, .xsurah, .marker, .meta, .order]),
    recognises: { source in
      let json = source.jsonIfAny
      return json?["schema_version"]?.string == "v2"
        && (json?["ayahs"]?.items != nil || json?["timings_endpoint"] != nil)
    },
    read: single { input in
      guard try input.source.json()["ayahs"] == nil else { return try readTimings(input) }
      var recording = AnnotatedRecording()
      recording.take(metadata: try JSONSource(input))
      return recording
    },
    write: .file { recording, _ in writeTimings(recording) })
}

extension AnnotatedRecording {
  /// The facts that stand in a file of their own.
  fileprivate mutating func take(metadata json: JSONSource) {
    let root = json.root
    root.passOver("schema_version", "timings_endpoint")
    reciterName = root["reciter"]?["name"]?.filled
    if let slug = root["reciter"]?["slug"]?.filled, RecordingDraft.isIdentifier(slug) { facts.reciter = slug }
    if let surah = root["surah"]?["number"]?.integer, let ayat = counting.range(ofSurah: surah) {
      facts.passage = [ayat]
      facts.title = root["surah"]?["title"]?.filled
    }
    var audio = RecordingDraft.Audio(file: "")
    audio.duration = root["audio"]?["duration_s"]?.seconds
    audio.sampleRate = root["audio"]?["sample_rate"]?.integer
    audio.channels = root["audio"]?["channels"]?.integer
    if audio.duration != nil { facts.audio = audio }
  }
}

private func readTimings(_ input: ForeignInput) throws -> AnnotatedRecording {
  let json = try JSONSource(input)
  var recording = AnnotatedRecording()
  // The facts lie beside it.
  if let path = input.source.path {
    let name = PathText.joined(PathText.folder(of: path), "metadata.json")
    let shown = PathText.joined(PathText.folder(of: input.name), "metadata.json")
    if try FileStatus.ifAny(name) != nil, let beside = try? ForeignSource(readingAt: name, shownAs: shown),
      let metadata = try? JSONSource(input.with(beside)), metadata.root["timings_endpoint"] != nil
    {
      recording.take(metadata: metadata)
    }
  }
  if recording.facts.reciter == nil { recording.takeReciter(json.root["reciter_slug"]?.filled ?? "") }
  json.root.passOver("schema_version", "surah")
  let words = json.root["words"]?.items ?? []
  for item in json.root["ayahs"]?.items ?? [] {
    guard let surah = item["surah"]?.integer, let ayah = item["ayah"]?.integer,
      let start = item["start_s"]?.seconds, let end = item["end_s"]?.seconds
    else {
      json.complain("this ayah lacks \"surah\", \"ayah\", \"start_s\" or \"end_s\"", at: item)
      continue
    }
    recording.segments.append(
      SegmentRow(AyahRange(Ayah(surah, ayah)), start, end, at: json.place(item)))
  }
  for item in words {
    // Text copied from the Quran is not a loss.
    item.passOver("word_index_global", "text_uthmani", "text_norm")
    guard let surah = item["surah"]?.integer, let ayah = item["ayah"]?.integer,
      let word = item["word_index_in_ayah"]?.integer, (1...200).contains(word),
      let start = item["start_s"]?.seconds, let end = item["end_s"]?.seconds
    else {
      json.complain(
        "this word lacks \"surah\", \"ayah\", \"word_index_in_ayah\", \"start_s\" or \"end_s\"", at: item)
      continue
    }
    recording.words.append(WordRow(Ayah(surah, ayah), word, start, end, at: json.place(item)))
  }
  return recording
}

private func writeTimings(_ recording: AnnotatedRecording) -> ForeignText {
  let rows = recording.rowsOfSingleAyat.filter { $0.row.ayah != nil }
  func members(_ ayah: Ayah) -> [JSONValue.Member] {
    [.init("surah", .int(Int64(ayah.surah))), .init("ayah", .int(Int64(ayah.number)))]
  }
  let ayat = rows.map { segment -> JSONValue in
    .object(
      members(segment.row.ayah?.first ?? Ayah(0, 0)) + [
        .init("start_s", segment.row.start.json), .init("end_s", segment.row.end.json),
      ])
  }
  var counts: [Int: Int64] = [:]
  let words = recording.wordsInTime.map { word -> JSONValue in
    counts[word.row.ayah.surah, default: 0] += 1
    return .object(
      members(word.row.ayah) + [
        .init("word_index_global", .int(counts[word.row.ayah.surah] ?? 0)),
        .init("word_index_in_ayah", .int(Int64(word.row.word))), .init("start_s", word.row.start.json),
        .init("end_s", word.row.end.json),
      ])
  }
  let document: JSONValue = [
    "schema_version": "v2", "surah": JSONValue(rows.first?.row.ayah?.first.surah), "ayahs": .array(ayat),
    "words": .array(words),
  ]
  return ForeignText(document.documentText)
}
