import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Whisper's output, as written by openai's program, faster-whisper, CTranslate2 and ctc-forced-aligner:
  /// segments in seconds, optionally with words.
  static let whisper: ForeignFormat = heard(
    "whisper", "Whisper and ctc-forced-aligner, JSON",
    recognises: { json in
      guard let first = json["segments"]?.items?.first else { return false }
      return first["text"]?.string != nil && first["start"]?.number != nil && first["end"]?.number != nil
    },
    read: { json, heard, _ in
      // The whole text is that of its segments.
      json.root.passOver("text", "language")
      let segments = json.root["segments"]?.items ?? []
      let hasWords = segments.contains { $0["words"]?.items?.isEmpty == false }
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
          json.input.add(
            .untimed, "the words of \"\(text.prefix(40))\" have no times", at: json.place(segment))
        }
        for word in words {
          heard.add(
            word["word"]?.string ?? word["text"]?.string ?? "", timedBy: word,
            score: word["probability"] ?? word["score"], in: json)
        }
      }
    })

  /// WhisperX: words as they were heard, with times and scores and without references.
  static let whisperX: ForeignFormat = heard(
    "whisperx", "WhisperX words",
    recognises: { json in
      let segments = json["whisperx_segments"]?.items ?? json["segments"]?.items
      let word = segments?.first?["words"]?.items?.first
      // Whisper itself calls the score a probability.
      return word?["word"] != nil && word?["probability"] == nil
    },
    read: { json, heard, recording in
      if let surah = json.root["surah_number"]?.integer, let ayat = recording.counting.range(ofSurah: surah) {
        recording.facts.passage = [ayat]
      }
      json.root.passOver("word_segments")
      for segment in json.root["whisperx_segments"]?.items ?? json.root["segments"]?.items ?? [] {
        // Segments are made of their words.
        segment.passOver("start", "end", "text")
        for word in segment["words"]?.items ?? [] {
          heard.add(word["word"]?.string ?? "", timedBy: word, score: word["score"], in: json)
        }
      }
    })

  /// whisper.cpp's output: pieces with offsets in milliseconds.
  static let whisperCpp: ForeignFormat = heard(
    "whisper-cpp", "whisper.cpp, JSON",
    recognises: { $0["transcription"]?.items?.first?["offsets"] != nil },
    read: { json, heard, _ in
      for piece in json.root["transcription"]?.items ?? [] {
        // The same times as text.
        piece["timestamps"]?.passOver("from", "to")
        let offsets = piece["offsets"]
        heard.add(
          piece["text"]?.string ?? "", offsets?["from"]?.milliseconds, offsets?["to"]?.milliseconds, nil,
          at: json.place(piece))
      }
    })

  /// The Montreal Forced Aligner's JSON: tiers of `[start, end, text]` in seconds.
  static let mfa: ForeignFormat = heard(
    "mfa", "Montreal Forced Aligner, JSON",
    recognises: { $0["tiers"]?.members?.contains { $0.value["entries"]?.items != nil } ?? false },
    read: { json, heard, _ in
      json.root.passOver("start", "end")
      let tiers = json.root["tiers"]?.members ?? []
      let wanted = json.input.options.tier ?? "words"
      // `words`, or of several speakers `somebody - words`.
      let tier = tiers.first { $0.key == wanted || $0.key.ends(with: " - \(wanted)") }?.value
      guard let tier else {
        let names = tiers.map(\.key).joined(separator: ", ")
        throw json.input.failure("has no tier \"\(wanted)\"; it has \(names)")
      }
      tier.passOver("type")
      for entry in tier["entries"]?.items ?? [] {
        guard let items = entry.items, items.count >= 3, let start = items[0].seconds,
          let end = items[1].seconds
        else {
          json.complain("expected [start, end, \"word\"], in seconds", at: entry)
          continue
        }
        heard.add(items[2].string ?? "", start, end, nil, at: json.place(entry))
      }
    })

  /// A format of words as they were heard, which is only read: `read` collects them.
  private static func heard(
    _ name: String, _ title: String, recognises: @escaping @Sendable (JSONNode) -> Bool,
    read: @escaping @Sendable (JSONSource, inout HeardWords, inout AnnotatedRecording) throws -> Void
  ) -> ForeignFormat {
    ForeignFormat(
      name: name, title: title, extensions: ["json"], loses: [],
      recognises: { $0.jsonIfAny.map(recognises) ?? false },
      read: single { input in
        let json = try JSONSource(input)
        var recording = AnnotatedRecording(input)
        var heard = HeardWords()
        try read(json, &heard, &recording)
        heard.finish(&recording, input)
        return recording
      })
  }
}
