import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// The audio manifests of Quranic Universal Audio: an address for each surah, or for each ayah.
  static let universalManifest: ForeignFormat = ForeignFormat(
    name: "qua-manifest", title: "Quranic Universal Audio, audio manifest", extensions: ["json"],
    loses: [.rows, .words, .marker, .meta, .xkeys], tellsReciter: true, holds: .addresses,
    recognises: { source in
      guard let json = source.jsonIfAny, json["_meta"] != nil else { return false }
      let first = json.members?.first { $0.key != "_meta" }
      return first?.value.string?.begins(with: "http") ?? false
    },
    read: { source, options, report in try readManifest(source, options, report) },
    write: .collection { collection, _ in try writeManifest(collection) })

  /// Rows of the data set of Quranic Universal Audio: an ayah each, times from where its clip begins.
  static let universalDataset: ForeignFormat = ForeignFormat(
    name: "qua-dataset", title: "Quranic Universal Audio, rows of the data set",
    extensions: ["json", "jsonl"],
    loses: [],
    recognises: { source in
      if let first = source.jsonIfAny?.items?.first {
        return first["word_timestamps"] != nil && first["surah"] != nil
      }
      let line = source.beginning.filledLines.first ?? ""
      return line.begins(with: "{") && line.holds("\"word_timestamps\"") && line.holds("\"surah\"")
    },
    read: { source, options, report in try readDataset(source, options, report) },
    write: .none)
}

// MARK: The manifest

private func readManifest(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> RecordingCollection {
  let json = try JSONSource(source, options, report)
  let meta = json.root["_meta"]
  meta?.passOver("audio_category")
  var head = AnnotatedRecording()
  UniversalKeys.take(meta, into: &head)
  func known(_ key: String) -> String? { meta?[key]?.filled.flatMap { $0 == "unknown" ? nil : $0 } }
  let name = known("name_en") ?? known("name_ar") ?? known("reciter") ?? source.stem
  let id = head.facts.reciter ?? RecordingDraft.identifier(from: name) ?? "reciter"
  var profile = ReciterDraft(id: id, name: name)
  profile.arabicName = known("name_ar")
  profile.riwayah = head.facts.riwayah
  profile.style = known("style")
  var files: [(ayah: Ayah, url: String, node: JSONNode)] = []
  for (key, value) in json.root.members ?? [] where key != "_meta" {
    let ayah = LabelReference(key)?.ayat.first ?? Int(key).map { Ayah($0, 0) }
    guard let ayah, (1...114).contains(ayah.surah), let url = value.string else {
      json.complain("expected a surah or an ayah and an address, found \"\(key)\"", at: value)
      continue
    }
    files.append((ayah, url, value))
  }
  let isByAyah = files.contains { $0.ayah.number > 0 }
  if let found = SourceNaming.source(of: files.map { ($0.ayah, $0.url) }) { profile.sources = [found] }
  var collection = RecordingCollection([])
  collection.library.reciters = [profile]
  // A file an ayah is what a source is for; a file a surah is a recording.
  if isByAyah {
    if profile.sources.isEmpty {
      report.add(
        ExchangeRules.unplaced, "the addresses of \(files.count) ayat follow no pattern, and are left out",
        at: source.place)
    }
    return collection
  }
  collection.recordings = files.map { file in
    var recording = AnnotatedRecording()
    recording.facts.title = UniversalKeys.title(file.ayah, isByAyah: false)
    recording.facts.reciter = id
    recording.facts.riwayah = head.facts.riwayah
    recording.facts.numbering = options.numbering
    recording.facts.audio = RecordingDraft.Audio(location: file.url)
    if let ayat = recording.counting.range(ofSurah: file.ayah.surah) { recording.facts.passage = [ayat] }
    recording.reciter = profile
    return recording
  }
  return collection
}

/// What addresses have in common.
private enum SourceNaming {
  /// The source whose pattern gives all of `files`; nil when there is none.
  static func source(of files: [(ayah: Ayah, url: String)]) -> ReciterDraft.Source? {
    guard let first = files.first, let (folder, name) = first.url.cut(atLast: "/"),
      let (_, kind) = name.cut(atLast: ".")
    else { return nil }
    let (base, ending) = ("\(folder)/", ".\(kind)")
    let isByAyah = first.ayah.number > 0
    let patterns =
      isByAyah
      ? ["{surah3}{ayah3}", "{surah}_{ayah}", "{surah3}_{ayah3}", "{surah}/{ayah}"] : ["{surah3}", "{surah}"]
    for pattern in patterns where files.allSatisfy({ base + filled(pattern, $0.ayah) + ending == $0.url }) {
      return ReciterDraft.Source(url: base, pattern: pattern + ending)
    }
    return nil
  }

  private static func filled(_ pattern: String, _ ayah: Ayah) -> String {
    func three(_ number: Int) -> String {
      String(repeating: "0", count: max(0, 3 - "\(number)".utf8.count)) + "\(number)"
    }
    return pattern.replaced("{surah3}", with: three(ayah.surah)).replaced(
      "{ayah3}", with: three(ayah.number)
    )
    .replaced("{surah}", with: "\(ayah.surah)").replaced("{ayah}", with: "\(ayah.number)")
  }
}

private func writeManifest(_ collection: RecordingCollection) throws -> ForeignText {
  var losses = Losses()
  var addresses: [(surah: Int, url: String)] = []
  for recording in collection.recordings {
    var rest = recording
    rest.reciter = nil
    losses.add(Losses(of: .universalManifest, WritingOptions(), in: rest, excluding: [.meta]))
    let ayat = recording.segments.compactMap(\.row.ayah) + recording.facts.passage
    let surahs = Set(ayat.flatMap { [$0.first.surah, $0.last.surah] })
    losses.add(.meta, max(0, rest.factCount - 1))
    guard let url = recording.facts.audio?.url, surahs.count == 1, let surah = surahs.first else {
      losses.add(.meta)
      continue
    }
    addresses.append((surah, url))
  }
  let reciter = collection.recordings.compactMap(\.reciter).first ?? collection.library.reciters.first
  guard !addresses.isEmpty else {
    throw ExchangeFailure(
      "no recording here is one surah and names where its audio can be fetched (audio.url)")
  }
  let slug = reciter?.id ?? collection.recordings.compactMap(\.facts.reciter).first
  let riwayah = reciter?.riwayah ?? collection.recordings.compactMap(\.facts.riwayah).first
  // The set has a word for what nobody knows.
  let meta: [(String, String?)] = [
    ("reciter", slug), ("name_en", reciter?.name), ("name_ar", reciter?.arabicName),
    ("riwayah", riwayah?.rawValue),
    ("style", reciter?.style), ("audio_category", "by_surah"),
  ]
  let members =
    [JSONValue.Member("_meta", .object(meta.map { .init($0.0, .string($0.1 ?? "unknown")) }))]
    + addresses.sorted { $0.surah < $1.surah }.map { .init("\($0.surah)", .string($0.url)) }
  return ForeignText(JSONValue.object(members).rowsText, losses: losses)
}

// MARK: The data set

private func readDataset(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> RecordingCollection {
  let text = try source.text(options.encoding)
  var items: [(node: JSONNode, place: Place)] = []
  if let list = source.jsonIfAny?.items {
    items = list.map { ($0, Place(text, $0.offset..<min($0.offset + 1, text.bytes.count))) }
  } else {
    for line in TextLines(text) where !line.isBlank {
      items.append((try JSONText.parse(text, in: line.range), line.place))
    }
  }
  report.watch(items.map(\.node), text)
  var order: [String] = []
  var found: [String: (pieces: [SpokenPiece], words: [WordRow])] = [:]
  var letters = 0
  for (node, place) in items {
    guard let surah = node["surah"]?.integer, let number = node["ayah"]?.integer else {
      report.add(ExchangeRules.unreadableRow, "this row lacks \"surah\" or \"ayah\"", at: place)
      continue
    }
    let ayah = Ayah(surah, number)
    let url = node["source_url"]?.string ?? ""
    // Clips count from where they begin.
    let offset = node["source_offset_ms"]?.milliseconds ?? .zero
    if found[url] == nil { order.append(url) }
    var own = found[url] ?? ([], [])
    node.passOver("letter_timestamps")
    letters += node["letter_timestamps"]?.items?.count ?? 0
    let segments = node["segments"]?.items ?? []
    for segment in segments {
      let numbers = segment.items ?? []
      guard numbers.count == 4, let first = numbers[0].integer, let last = numbers[1].integer,
        (1...200).contains(first), (1...200).contains(last), let start = numbers[2].milliseconds,
        let end = numbers[3].milliseconds
      else {
        report.add(ExchangeRules.unreadableRow, "a segment of \(ayah) has four numbers", at: place)
        continue
      }
      let run = WordRun(ayat: AyahRange(ayah), first: first, last: last)
      own.pieces.append(
        SpokenPiece(content: .words(run), start: offset + start, end: offset + end, place: place))
    }
    if segments.isEmpty, let length = node["duration_ms"]?.milliseconds {
      let run = WordRun(ayat: AyahRange(ayah), first: 1, last: AnnotatedRecording().wordCount(of: ayah))
      own.pieces.append(
        SpokenPiece(content: .words(run), start: offset, end: offset + length, place: place))
    }
    for word in node["word_timestamps"]?.items ?? [] {
      let numbers = word.items ?? []
      guard numbers.count >= 3, let index = numbers[0].integer, (1...200).contains(index),
        let start = numbers[1].milliseconds, let end = numbers[2].milliseconds
      else {
        report.add(ExchangeRules.unreadableRow, "a word of \(ayah) has its number and two times", at: place)
        continue
      }
      own.words.append(
        WordRow(WordDraft(ayah: ayah, word: index, start: offset + start, end: offset + end), at: place))
    }
    found[url] = own
  }
  if letters > 0 {
    report.add(ExchangeRules.unplaced, "times of \(letters) letters left out", at: source.place)
  }
  return RecordingCollection(
    order.map { url in
      var recording = AnnotatedRecording()
      recording.facts.numbering = options.numbering
      if !url.isEmpty {
        recording.facts.audio = RecordingDraft.Audio(location: url)
        if order.count > 1 {
          recording.facts.title = recording.facts.audio?.file.words(by: ".").first.map(String.init)
        }
      }
      recording.words = found[url]?.words ?? []
      recording.add(pieces: found[url]?.pieces ?? [])
      return recording
    })
}
