import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// What Whisper heard, as openai's program, faster-whisper, CTranslate2 and ctc-forced-aligner write it: segments in seconds, at
  /// will with words.
  static let whisper: ForeignFormat = ForeignFormat(
    name: "whisper", title: "Whisper and ctc-forced-aligner, JSON", extensions: ["json"], loses: [],
    recognises: { source in
      guard let first = source.jsonIfAny?["segments"]?.items?.first else { return false }
      return first["text"]?.string != nil && first["start"]?.number != nil && first["end"]?.number != nil
    },
    read: { source, options, report in RecordingCollection([try readWhisper(source, options, report)]) },
    write: .none)

  /// What whisper.cpp heard: pieces with offsets in milliseconds.
  static let whisperCpp: ForeignFormat = ForeignFormat(
    name: "whisper-cpp", title: "whisper.cpp, JSON", extensions: ["json"], loses: [],
    recognises: { source in source.jsonIfAny?["transcription"]?.items?.first?["offsets"] != nil },
    read: { source, options, report in RecordingCollection([try readWhisperCpp(source, options, report)]) },
    write: .none)

  /// What the Montreal Forced Aligner writes as JSON: tiers of `[start, end, text]` in seconds.
  static let mfa: ForeignFormat = ForeignFormat(
    name: "mfa", title: "Montreal Forced Aligner, JSON", extensions: ["json"], loses: [],
    recognises: { source in
      source.jsonIfAny?["tiers"]?.members?.contains { $0.value["entries"]?.items != nil } ?? false
    },
    read: { source, options, report in RecordingCollection([try readMFA(source, options, report)]) },
    write: .none)
}

private func readWhisper(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try JSONSource(source, options, report)
  var recording = AnnotatedRecording()
  recording.facts.numbering = options.numbering
  // The whole text is that of its segments.
  json.root.passOver("text", "language")
  let segments = json.root["segments"]?.items ?? []
  let hasWords = segments.contains { $0["words"]?.items?.isEmpty == false }
  var heard = HeardWords()
  for segment in segments {
    // Its number and the place in the sound that was decoded for it follow from its time.
    segment.passOver("id", "seek")
    guard hasWords else {
      heard.add(segment["text"]?.string ?? "", timedBy: segment, score: segment["score"], in: json)
      continue
    }
    segment.passOver("start", "end", "text")
    let words = segment["words"]?.items ?? []
    if words.isEmpty, let text = segment["text"]?.filled {
      report.add(
        ExchangeRules.untimed, "the words of \"\(text.prefix(40))\" have no times", at: json.place(segment))
    }
    for word in words {
      heard.add(
        word["word"]?.string ?? word["text"]?.string ?? "", timedBy: word,
        score: word["probability"] ?? word["score"], in: json)
    }
  }
  heard.finish(&recording, passage: options.passage, report, at: source.place)
  return recording
}

private func readWhisperCpp(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try JSONSource(source, options, report)
  var recording = AnnotatedRecording()
  recording.facts.numbering = options.numbering
  var heard = HeardWords()
  for piece in json.root["transcription"]?.items ?? [] {
    // The same times as text.
    piece["timestamps"]?.passOver("from", "to")
    heard.add(
      piece["text"]?.string ?? "", piece["offsets"]?["from"]?.milliseconds,
      piece["offsets"]?["to"]?.milliseconds,
      nil, at: json.place(piece))
  }
  heard.finish(&recording, passage: options.passage, report, at: source.place)
  return recording
}

private func readMFA(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try JSONSource(source, options, report)
  var recording = AnnotatedRecording()
  recording.facts.numbering = options.numbering
  json.root.passOver("start", "end")
  let tiers = json.root["tiers"]?.members ?? []
  let wanted = options.tier ?? "words"
  // `words`, or of several speakers `somebody - words`.
  guard let tier = tiers.first(where: { $0.key == wanted || $0.key.ends(with: " - \(wanted)") })?.value else {
    throw ExchangeFailure(
      "\(source.shownPath) has no tier \"\(wanted)\"; it has \(tiers.map(\.key).joined(separator: ", "))",
      at: source.place)
  }
  tier.passOver("type")
  var heard = HeardWords()
  for entry in tier["entries"]?.items ?? [] {
    guard let items = entry.items, items.count >= 3, let start = items[0].seconds, let end = items[1].seconds
    else {
      json.complain("expected [start, end, \"word\"], in seconds", at: entry)
      continue
    }
    heard.add(items[2].string ?? "", start, end, nil, at: json.place(entry))
  }
  heard.finish(&recording, passage: options.passage, report, at: source.place)
  return recording
}
