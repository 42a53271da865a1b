import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Answers of the aligner of Quranic Universal Audio: segments between pauses, in seconds.
  static let universalAligner = ForeignFormat(
    name: "qua-aligner", title: "Quranic Universal Audio, answers of the aligner", extensions: ["json"],
    loses: Set.ofLabels.subtracting([.conf]).union([.zero, .marker, .meta, .order]), bends: [.skip, .conf],
    recognises: { source in
      let first = source.jsonIfAny?["segments"]?.items?.first
      return first?["time_from"] != nil && first?["ref_from"] != nil
    },
    read: single(readAligner), counts: [.note, .xkeys],
    write: .file { recording, _ in writeAligner(recording) })

  /// Word starts that somebody tapped while listening: numbers of words on a printed page.
  static let taps = ForeignFormat(
    name: "taps", title: "taps on words of a page", extensions: ["json"], loses: [],
    recognises: { source in source.jsonIfAny?["events"]?.items?.first?["word_id"] != nil },
    read: single(readTaps))
}

// MARK: The aligner

@Sendable private func readAligner(_ input: ForeignInput) throws -> AnnotatedRecording {
  let json = try JSONSource(input)
  var recording = AnnotatedRecording(input)
  let items = json.root["segments"]?.items ?? []
  if let warning = json.root["warning"]?.filled {
    input.add(.understood, "the aligner reports: \(warning)", at: input.place)
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
      let note = ([name.isEmpty ? "not matched" : name] + notes).joined(separator: "; ")
      recording.markers.append(MarkerRow(noting: note, start, end, at: json.place(item)))
      input.add(
        .oddLabel, "\"\(name)\" is not an ayah; kept as a marker", at: json.place(item))
      continue
    }
    pieces.append(
      SpokenPiece(
        content: content, start: start, end: end, confidence: item["confidence"]?.confidence,
        note: notes.isEmpty ? nil : notes.joined(separator: "; "), place: json.place(item)))
    for word in item["words"]?.items ?? [] {
      // Times of words count from the start of their segment. A word is a list, or an object, whose text
      // follows from its place.
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
        WordRow(reference.ayat.first, words.first, start + from, start + to, at: json.place(word)))
    }
  }
  recording.add(pieces: pieces)
  return recording
}

private func writeAligner(_ recording: AnnotatedRecording) -> ForeignText {
  var losses = Losses()
  losses.add(.xkeys, recording.extras.count + recording.wordExtras.count)
  losses.add(.conf, recording.words.count { $0.row.confidence != nil })
  let known = recording.wordsByAyah
  var items: [JSONValue] = []
  for (segment, pieces) in recording.pieces(&losses) {
    for piece in pieces {
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
      let words = recording.words(in: segment.row, of: known, within: piece).map { word -> JSONValue in
        [.string(word.label), (word.row.start - piece.start).json, (word.row.end - piece.start).json]
      }
      items.append(
        .object(
          JSONValue.members([
            ("segment", JSONValue(items.count + 1)), ("time_from", piece.start.json),
            ("time_to", piece.end.json), ("ref_from", .string(first)), ("ref_to", .string(last)),
            ("matched_text", ""), ("confidence", .confidence(piece.confidence)),
            ("has_missing_words", false), ("special_type", special.map(JSONValue.string)),
            ("words", words.isEmpty ? JSONValue?.none : .array(words)), ("error", JSONValue.null),
          ])))
    }
  }
  let document: JSONValue = ["audio_id": .string(recording.facts.id), "segments": .array(items)]
  return ForeignText(document.documentText, losses: losses)
}

// MARK: Files that are only read

@Sendable private func readTaps(_ input: ForeignInput) throws -> AnnotatedRecording {
  let json = try JSONSource(input)
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
    let page = event["page"].flatMap { $0.string ?? $0.number.map(String.init) }
    let note = [
      word.map { "word \($0)" }, page.map { "of page \($0)" },
      event["action"]?.string.flatMap { $0 == "show" ? nil : $0 },
    ].compactMap(\.self).joined(separator: " ")
    recording.markers.append(MarkerRow(noting: note, time + origin, nil, at: json.place(event)))
  }
  if doubled > 0 {
    input.add(
      .writerFault,
      "\(doubled == 1 ? "1 event has" : "\(doubled) events have") the same time as the event before",
      at: input.place)
  }
  if let backwards {
    input.add(
      .writerFault, "the words are not consecutive: the list mixes events of several passages",
      at: json.place(backwards))
  }
  input.add(
    .understood,
    "the page's numbering of words is unknown; \(recording.markers.count) taps are kept as markers",
    at: input.place)
  return recording
}
