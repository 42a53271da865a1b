import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// Answers of the aligner of Quranic Universal Audio: segments between pauses, in seconds.
  static let universalAligner: ForeignFormat = ForeignFormat(
    name: "qua-aligner", title: "Quranic Universal Audio, answers of the aligner", extensions: ["json"],
    loses: [
      .zero, .joins, .verified, .marker, .reciter, .riwayah, .meta, .rakah, .priority, .order, .note, .xkeys,
    ],
    bends: [.skip, .conf],
    recognises: { source in
      let first = source.jsonIfAny?["segments"]?.items?.first
      return first?["time_from"] != nil && first?["ref_from"] != nil
    },
    read: { source, options, report in RecordingCollection([try readAligner(source, options, report)]) },
    write: .file { recording, _ in writeAligner(recording) })

  /// WhisperX: words as they were heard, with times and scores and without references.
  static let whisperX: ForeignFormat = ForeignFormat(
    name: "whisperx", title: "WhisperX words", extensions: ["json"], loses: [],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      let segments = json["whisperx_segments"]?.items ?? json["segments"]?.items
      let word = segments?.first?["words"]?.items?.first
      // Whisper itself calls the score a probability.
      return word?["word"] != nil && word?["probability"] == nil
    },
    read: { source, options, report in RecordingCollection([try readWhisperX(source, options, report)]) },
    write: .none)

  /// Word starts that somebody tapped while listening: numbers of words on a printed page.
  static let taps: ForeignFormat = ForeignFormat(
    name: "taps", title: "taps on the words of a page", extensions: ["json"], loses: [],
    recognises: { source in source.jsonIfAny?["events"]?.items?.first?["word_id"] != nil },
    read: { source, options, report in RecordingCollection([try readTaps(source, options, report)]) },
    write: .none)
}

// MARK: The aligner

private func readAligner(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try JSONSource(source, options, report)
  var recording = AnnotatedRecording()
  recording.facts.numbering = options.numbering
  let items = json.root["segments"]?.items ?? []
  if let warning = json.root["warning"]?.filled {
    report.add(ExchangeRules.understood, "the aligner says: \(warning)", at: source.place)
  }
  var pieces: [SpokenPiece] = []
  for item in items {
    item.passOver("segment", "matched_text")
    guard let start = item["time_from"]?.seconds, let end = item["time_to"]?.seconds else {
      json.complain("this segment lacks \"time_from\" or \"time_to\" in seconds", at: item)
      continue
    }
    let (first, last) = (item["ref_from"]?.filled, item["ref_to"]?.filled)
    let special = item["special_type"]?.filled
    let name = special ?? (first == nil || first == last ? first : "\(first ?? "")-\(last ?? "")") ?? ""
    var notes: [String] = []
    if item["has_missing_words"]?.bool == true { notes.append("words missing") }
    if item["has_repeated_words"]?.bool == true {
      let ranges = (item["repeated_ranges"]?.items ?? []).compactMap { range in
        range.items.map { $0.compactMap(\.string).joined(separator: "-") }
      }
      notes.append(ranges.isEmpty ? "words repeated" : "repeated \(ranges.joined(separator: ", "))")
    }
    if let error = item["error"]?.filled { notes.append("aligner: \(error)") }
    guard let content = SpokenPiece.Content(name, recording) else {
      var marker = MarkerDraft(at: start)
      marker.end = end
      marker.note = ([name.isEmpty ? "not matched" : name] + notes).joined(separator: "; ")
      recording.markers.append(MarkerRow(marker, at: json.place(item)))
      report.add(
        ExchangeRules.oddLabel, "\"\(name)\" names no ayah; the segment is kept as a marker",
        at: json.place(item))
      continue
    }
    pieces.append(
      SpokenPiece(
        content: content, start: start, end: end, confidence: item["confidence"]?.confidence,
        note: notes.isEmpty ? nil : notes.joined(separator: "; "), place: json.place(item)))
    for word in item["words"]?.items ?? [] {
      // Times of words count from where their segment begins. A word is a list, or an object, whose text follows from its place.
      word.passOver("word")
      let parts = word.items ?? ["location", "start", "end"].compactMap { word[$0] }
      guard parts.count >= 3, let name = parts[0].string,
        let reference = LabelReference(name), let words = reference.words, let from = parts[1].seconds,
        let to = parts[2].seconds
      else {
        json.complain(
          "expected a word: its reference, start and end in a list, or as location, start and end", at: word)
        continue
      }
      recording.words.append(
        WordRow(
          WordDraft(ayah: reference.ayat.first, word: words.first, start: start + from, end: start + to),
          at: json.place(word)))
    }
  }
  recording.add(pieces: pieces)
  return recording
}

private func writeAligner(_ recording: AnnotatedRecording) -> ForeignText {
  var losses = Losses(of: .universalAligner, WritingOptions(), in: recording, excluding: [.note, .xkeys])
  losses.add(.xkeys, recording.extras.count + recording.words.reduce(0) { $0 + $1.extras.count })
  losses.add(.conf, recording.words.count { $0.row.confidence != nil })
  let known = recording.wordsByAyah
  var items: [JSONValue] = []
  for segment in recording.segmentsInTime {
    losses.add(.xkeys, segment.extras.count { $0.key != "x-parts" })
    if AnnotatedRecording.remark(segment.row) != nil { losses.add(.note) }
    for piece in recording.pieces(of: segment) {
      var special: String?
      var (first, last) = ("", "")
      switch piece.content {
      case .phrase(let kind):
        special = SpokenPhrase.universalName(SkipKind(rawValue: kind))
        if special == nil { losses.add(.skip) }
      case .words(let run) where run.ayat.first.number == 0: special = SpokenPhrase.universalName(.basmalah)
      case .words(let run):
        first = "\(run.ayat.first):\(run.first)"
        last = "\(run.ayat.last):\(run.last)"
      }
      guard special != nil || !first.isEmpty else { continue }
      var stretch = segment.row
      stretch.start = piece.start
      stretch.end = piece.end
      let words = recording.words(in: stretch, of: known).map { word -> JSONValue in
        [.string(word.label), (word.row.start - piece.start).json, (word.row.end - piece.start).json]
      }
      var item: [JSONValue.Member] = [
        .init("segment", .int(Int64(items.count + 1))), .init("time_from", piece.start.json),
        .init("time_to", piece.end.json), .init("ref_from", .string(first)), .init("ref_to", .string(last)),
        .init("matched_text", ""), .init("confidence", piece.confidence.map { .number("\($0)") } ?? .null),
        .init("has_missing_words", false),
      ]
      if let special { item.append(.init("special_type", .string(special))) }
      if !words.isEmpty { item.append(.init("words", .array(words))) }
      items.append(.object(item + [.init("error", .null)]))
    }
  }
  let document: JSONValue = ["audio_id": .string(recording.facts.id), "segments": .array(items)]
  return ForeignText(document.documentText, losses: losses)
}

// MARK: Files that are only read

private func readWhisperX(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try JSONSource(source, options, report)
  var recording = AnnotatedRecording()
  if let surah = json.root["surah_number"]?.integer, let ayat = recording.counting.range(ofSurah: surah) {
    recording.facts.passage = [ayat]
  }
  recording.facts.numbering = options.numbering
  json.root.passOver("word_segments")
  var heard = HeardWords()
  for segment in json.root["whisperx_segments"]?.items ?? json.root["segments"]?.items ?? [] {
    // Segments are made of their words.
    segment.passOver("start", "end", "text")
    for word in segment["words"]?.items ?? [] {
      heard.add(word["word"]?.string ?? "", timedBy: word, score: word["score"], in: json)
    }
  }
  let passage = options.passage.isEmpty ? recording.facts.passage : options.passage
  heard.finish(&recording, passage: passage, report, at: source.place)
  return recording
}

private func readTaps(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try JSONSource(source, options, report)
  var recording = AnnotatedRecording()
  recording.facts.title = json.root["name"]?.filled
  if let file = json.root["audio_file"]?.filled {
    recording.facts.audio = RecordingDraft.Audio(location: file)
    recording.facts.audio?.duration = json.root["recording_duration"]?.milliseconds
  }
  let origin = json.root["audio_start_pos"]?.milliseconds ?? .zero
  let events = json.root["events"]?.items ?? []
  var doubled = 0
  var last: Milliseconds?
  var backwards: JSONNode?
  var lastWord: Int?
  for event in events {
    guard let time = event["time"]?.milliseconds else {
      json.complain("this event lacks a \"time\" in milliseconds", at: event)
      continue
    }
    if last == time { doubled += 1 }
    last = time
    let word = event["word_id"]?.integer
    if let word, let before = lastWord, word < before, backwards == nil { backwards = event }
    lastWord = word
    var marker = MarkerDraft(at: time + origin)
    let page = event["page"].flatMap { $0.string ?? $0.number.map(String.init) }
    marker.note = [
      word.map { "word \($0)" }, page.map { "of page \($0)" },
      event["action"]?.string.flatMap { $0 == "show" ? nil : $0 },
    ].compactMap(\.self).joined(separator: " ")
    recording.markers.append(MarkerRow(marker, at: json.place(event)))
  }
  if doubled > 0 {
    report.add(
      ExchangeRules.writerFault,
      "\(doubled == 1 ? "1 event has" : "\(doubled) events have") the time of the one before",
      at: source.place)
  }
  if let backwards {
    report.add(
      ExchangeRules.writerFault,
      "the words don't follow each other: events of several passages stand in one list",
      at: json.place(backwards))
  }
  report.add(
    ExchangeRules.understood,
    "words are numbered by the page, and nobody says how; \(recording.markers.count) taps are kept as markers",
    at: source.place)
  return recording
}
