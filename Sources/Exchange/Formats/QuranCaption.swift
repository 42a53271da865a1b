import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// The subtitles that QuranCaption exports: words of ayat by their positions from 0, times in milliseconds,
  /// and whether a person has checked them.
  static let quranCaption = ForeignFormat(
    name: "qurancaption", title: "QuranCaption subtitles", extensions: ["json"],
    loses: [
      .skip, .zero, .range, .joins, .xsurah, .marker, .reciter, .riwayah, .meta, .note, .cut, .rakah,
      .priority,
      .xkeys, .order,
    ], bends: [.words, .conf],
    recognises: { source in
      let first = source.jsonIfAny?["segments"]?.items?.first
      return first?["startTimeMs"] != nil && first?["verseKey"] != nil
    },
    read: single { try QuranCaptionReader($0).subtitles() }, counts: [.reciter, .note, .xkeys, .meta],
    write: .file { recording, _ in writeSubtitles(recording) })

  /// Projects of QuranCaption, and backups that hold several: clips on the subtitle track.
  static let quranCaptionProject = ForeignFormat(
    name: "qurancaption-project", title: "QuranCaption project", extensions: ["json"], loses: [],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      let projects = json["projects"]?.items ?? json.items ?? [json]
      return projects.first?["content"]?["timeline"] != nil
    },
    read: { try QuranCaptionReader($0).projects() })
}

private struct QuranCaptionReader {
  let json: JSONSource

  init(_ input: ForeignInput) throws(ExchangeFailure) { json = try JSONSource(input) }

  // MARK: The export

  func subtitles() -> AnnotatedRecording {
    var recording = AnnotatedRecording(json.input)
    let project = json.root["project"]
    recording.facts.title = project?["name"]?.filled
    recording.reciterName = project?["reciter"]?.filled
    json.root.passOver("exportedAt", "segmentCount")
    project?.passOver("id")
    let items = json.root["segments"]?.items ?? []
    var pieces: [SpokenPiece] = []
    for item in items {
      item.passOver(
        "index", "id", "durationMs", "verseKey", "wordCount", "arabicText", "displayText", "isFullVerse",
        "isLastWordsOfVerse")
      guard let start = item["startTimeMs"]?.milliseconds, let end = item["endTimeMs"]?.milliseconds,
        let run = run(item, recording)
      else {
        json.complain(
          "this segment lacks \"startTimeMs\", \"endTimeMs\", \"surah\", \"verse\" or the positions of its words",
          at: item)
        continue
      }
      pieces.append(
        SpokenPiece(
          content: .words(run), start: start, end: end, confidence: item["confidence"]?.confidence,
          isVerified: item["review"]?["hasBeenVerified"]?.bool ?? false, place: json.place(item)))
      recording.words += words(item["words"]?.items ?? [])
    }
    recording.add(pieces: Self.closed(pieces))
    return recording
  }

  private func run(_ item: JSONNode, _ recording: AnnotatedRecording) -> WordRun? {
    guard let surah = item["surah"]?.integer, let verse = item["verse"]?.integer else { return nil }
    let ayat = AyahRange(Ayah(surah, verse))
    guard let first = item["startWordIndex"]?.integer, let last = item["endWordIndex"]?.integer,
      (0..<200).contains(first), (first..<200).contains(last)
    else { return recording.wholeRun(ayat) }
    return WordRun(ayat: ayat, first: first + 1, last: last + 1)
  }

  private func words(_ items: [JSONNode]) -> [WordRow] {
    items.compactMap { item in
      item.passOver("word", "relativeStartMs", "relativeEndMs")
      // Words that were never timed have null.
      guard let start = item["startTimeMs"]?.milliseconds, let end = item["endTimeMs"]?.milliseconds,
        let location = item["location"]?.string, let reference = LabelReference(location),
        let word = reference.words
      else { return nil }
      return WordRow(reference.ayat.first, word.first, start, end, at: json.place(item))
    }
  }

  /// The editor lets a clip end a millisecond before the next one begins: such clips touch.
  private static func closed(_ pieces: [SpokenPiece]) -> [SpokenPiece] {
    var result = pieces.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    for index in result.indices.dropLast()
    where result[index].end + Milliseconds(1) == result[index + 1].start {
      result[index].end = result[index + 1].start
    }
    return result
  }

  // MARK: Projects

  func projects() -> RecordingCollection {
    let items = json.root["projects"]?.items ?? json.root.items ?? [json.root]
    json.root.passOver("version")
    return RecordingCollection(items.map(project))
  }

  private func project(_ item: JSONNode) -> AnnotatedRecording {
    var recording = AnnotatedRecording(json.input)
    let detail = item["detail"]
    recording.facts.title = detail?["name"]?.filled
    recording.reciterName = detail?["reciter"]?.filled.flatMap { $0 == "not set" ? nil : $0 }
    recording.facts.importedAt = detail?["createdAt"]?.string.flatMap { Timestamp($0) }
    item.passOver("__className")
    detail?.passOver(
      "__className", "id", "updatedAt", "verseRange", "duration", "status", "percentageCaptioned")
    let content = item["content"]
    let audio = (content?["assets"]?.items ?? []).first { $0["type"]?.string?.lowercased() == "audio" }
    if let path = (audio?["filePath"] ?? audio?["path"] ?? audio?["fileName"])?.filled {
      recording.facts.audio = RecordingDraft.Audio(location: path)
    }
    var pieces: [SpokenPiece] = []
    var clips: [JSONNode] = []
    var others: [String: Int] = [:]
    for track in content?["timeline"]?["tracks"]?.items ?? [] {
      if track["type"]?.string == "Subtitle" {
        clips += track["clips"]?.items ?? []
      } else if let count = track["clips"]?.items?.count, count > 0 {
        track.passOver()
        others[track["type"]?.string ?? "?", default: 0] += count
      }
    }
    if !others.isEmpty {
      let list = others.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
      json.input.add(.unplaced, "left out: clips of other tracks: \(list)", at: json.place(item))
    }
    for clip in clips {
      clip.passOver(
        "__className", "id", "duration", "text", "isFullVerse", "isLastWordsOfVerse", "comeFromIA",
        "showWaveform", "indopakText", "wbwTranslation")
      guard let start = clip["startTime"]?.milliseconds, let end = clip["endTime"]?.milliseconds else {
        json.complain("this clip lacks \"startTime\" or \"endTime\" in milliseconds", at: clip)
        continue
      }
      var piece = SpokenPiece(
        content: .phrase(SkipKind.other.rawValue), start: start, end: end,
        confidence: clip["confidence"]?.confidence,
        isVerified: clip["hasBeenVerified"]?.bool ?? false, place: json.place(clip))
      switch clip["type"]?.string {
      case "Subtitle":
        guard let run = run(clip, recording) else {
          json.complain("this subtitle lacks \"surah\" or \"verse\"", at: clip)
          continue
        }
        piece.content = .words(run)
      case "Pre-defined Subtitle":
        let name = clip["predefinedSubtitleType"]?.string ?? ""
        piece.content = .phrase((SpokenPhrase.kind(name) ?? .other).rawValue)
        if SpokenPhrase.kind(name) == nil { piece.note = clip["text"]?.filled ?? (name.isEmpty ? nil : name) }
      case "Silence": piece.content = .phrase(SkipKind.silence.rawValue)
      default: piece.note = clip["type"]?.string
      }
      pieces.append(piece)
      recording.words += words(clip["alignmentMetadata"]?["words"]?.items ?? [])
    }
    recording.add(pieces: Self.closed(pieces))
    return recording
  }
}

// MARK: Writing

private func writeSubtitles(_ recording: AnnotatedRecording) -> ForeignText {
  var losses = Losses()
  let known = recording.wordsByAyah
  losses.add(.meta, max(0, recording.factCount - (recording.facts.title == nil ? 0 : 1)))
  losses.add(.xkeys, recording.extras.count)
  let reciter = recording.reciterName ?? recording.reciter?.name ?? recording.facts.reciter
  var shown: Set<WordTiming> = []
  var items: [JSONValue] = []
  for segment in recording.segments where segment.row.ayah?.isSingle ?? false {
    losses.addBesidePieces(segment)
  }
  losses.add(.reciter, recording.segments.count { $0.row.reciter != nil })
  for segment in recording.rowsOfSingleAyat {
    guard let ayah = segment.row.ayah?.first, ayah.number > 0 else { continue }
    for piece in recording.pieces(of: segment) {
      guard case .words(let run) = piece.content, run.ayat.isSingle else { continue }
      let words = recording.words(in: segment.row, of: known, within: piece).map { word -> JSONValue in
        shown.insert(word.row)
        return [
          "location": .string(word.label), "word": "", "translation": .null,
          "relativeStartMs": .milliseconds(word.row.start - piece.start),
          "relativeEndMs": .milliseconds(word.row.end - piece.start),
          "startTimeMs": .milliseconds(word.row.start),
          "endTimeMs": .milliseconds(word.row.end),
        ]
      }
      let count = recording.wordCount(of: ayah)
      items.append([
        "index": JSONValue(items.count), "id": JSONValue(items.count + 1),
        "startTimeMs": .milliseconds(piece.start),
        "endTimeMs": .milliseconds(piece.end), "durationMs": .milliseconds(piece.end - piece.start),
        "surah": JSONValue(ayah.surah), "verse": JSONValue(ayah.number),
        "verseKey": .string(ayah.description),
        "startWordIndex": JSONValue(run.first - 1), "endWordIndex": JSONValue(run.last - 1),
        "wordCount": JSONValue(run.last - run.first + 1), "arabicText": "", "displayText": "",
        "isFullVerse": .bool(recording.isWhole(run)), "isLastWordsOfVerse": .bool(run.last >= count),
        "confidence": .confidence(piece.confidence),
        "review": [
          "hasBeenVerified": .bool(piece.isVerified), "needsReview": false, "needsCoverageReview": false,
          "needsLongReview": false, "needsWbwTimestampReview": false,
        ],
        "alignment": .null, "words": .array(words), "translations": .object([]),
      ])
    }
  }
  losses.add(.words, recording.words.count { !shown.contains($0.row) })
  losses.add(.conf, recording.words.count { shown.contains($0.row) && $0.row.confidence != nil })
  let stamp = recording.facts.importedAt ?? recording.facts.recordedAt
  let document: JSONValue = [
    "project": [
      "id": 1, "name": .string(recording.facts.title ?? ""), "reciter": .string(reciter ?? ""),
    ],
    // Never the clock's: the same recording makes the same file.
    "exportedAt": .string(stamp?.text ?? "1970-01-01T00:00:00.000Z"), "segmentCount": JSONValue(items.count),
    "segments": .array(items),
  ]
  return ForeignText(document.documentText, losses: losses)
}
