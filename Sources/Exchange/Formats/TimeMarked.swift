import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// RTTM of speaker diarisation, after the readers of lhotse and dscore: ten fields, parted by blanks.
  static let rttm = ForeignFormat(
    name: "rttm", title: "RTTM, turns of speakers", extensions: ["rttm"],
    loses: [
      .joins, .verified, .riwayah, .reciter, .note, .cut, .rakah, .priority, .xkeys, .words, .marker, .order,
    ],
    bends: [.meta],
    recognises: { source in
      let fields = source.beginning.filledLines.first?.words(by: " ") ?? []
      return fields.first == "SPEAKER" && (9...10).contains(fields.count)
    },
    read: { input in
      var reader = try TimeMarkedReader(input)
      return reader.turns()
    },
    write: .collection { collection, _ in
      timeMarked(collection) { recording, name in
        recording.segmentsInTime.map { segment in
          let row = segment.row
          return "SPEAKER \(name) 1 \(row.start) \(row.end - row.start) <NA> <NA> "
            + "\(LabelText(segment).text(.bare)) \(row.confidence.map { "\($0)" } ?? "<NA>") <NA>\n"
        }
      }
    })

  /// CTM word timings: recording, channel, start, length, word, and at will a score.
  static let ctm = ForeignFormat(
    name: "ctm", title: "CTM, timed words", extensions: ["ctm"],
    loses: .ofLabels.union([.rows, .marker, .skip, .zero, .range, .xsurah, .gap, .overlap, .repetition]),
    bends: [.meta, .order],
    recognises: { source in
      let lines = source.beginning.filledLines.filter { !$0.begins(with: ";;") }
      let fields = lines.first?.words(by: " ") ?? []
      return (5...6).contains(fields.count) && DecimalTime.parse(fields[2]) != nil
        && DecimalTime.parse(fields[3]) != nil && Int(fields[1]) != nil
    },
    read: { input in
      var reader = try TimeMarkedReader(input)
      return reader.words()
    },
    write: .collection { collection, _ in
      timeMarked(collection) { recording, name in
        recording.wordsInTime.map { word in
          "\(name) 1 \(word.row.start) \(word.row.end - word.row.start) \(word.label)"
            + (word.row.confidence.map { " \($0)" } ?? "") + "\n"
        }
      }
    })
}

/// The lines of all recordings, each of which is named by one word.
private func timeMarked(
  _ collection: RecordingCollection, _ lines: (AnnotatedRecording, _ name: String) -> [String]
) -> ForeignText {
  var losses = Losses()
  let text = collection.recordings.map { recording in
    let facts = recording.facts
    losses.add(.meta, recording.factCount - (facts.id.isEmpty && facts.title == nil ? 0 : 1))
    let name = (facts.id.isEmpty ? facts.title ?? "recording" : facts.id)
      .words(by: " \t\n\r\u{85}\u{A0}\u{2028}\u{2029}").joined(separator: "_")
    return lines(recording, name).joined()
  }
  return ForeignText(text.joined(), losses: losses)
}

/// Lines of fields that begin with a recording, a channel, a start and a length.
private struct TimeMarkedReader {
  private let input: ForeignInput
  private let text: SourceText
  private var recordings = InOrder<Substring, LabelledRows>()

  init(_ input: ForeignInput) throws(ExchangeFailure) {
    self.input = input
    text = try input.text()
  }

  /// The types of rows besides SPEAKER that NIST defines.
  private static let others: Set<Substring> = [
    "SEGMENT", "NOSCORE", "NO_RT_METADATA", "LEXEME", "NON-LEX", "NON-SPEECH", "FILLER", "EDIT", "SU", "IP",
    "CB",
    "A/P", "SPKR-INFO",
  ]

  mutating func turns() -> RecordingCollection {
    read { reader, fields, place in
      let isLexeme = fields[0] == "LEXEME" && fields.count > 5 && LabelReference(fields[5])?.words != nil
      guard fields[0] == "SPEAKER" || isLexeme else {
        if Self.others.contains(fields[0]) {
          return reader.input.unplaced.add("\(fields[0]) lines", at: place)
        }
        return reader.input.fault("unknown row type \"\(fields[0])\"; SPEAKER was expected", at: place)
      }
      guard fields.count >= 8 else {
        return reader.input.fault("expected ten fields, found \(fields.count)", at: place)
      }
      guard let (start, end) = reader.times(fields[3], fields[4], place) else { return }
      var more = LabelText()
      more.confidence = reader.score(fields.count > 8 ? fields[8] : "<NA>", place)
      let strange = [5, 6, 9].filter {
        fields.indices.contains($0) && fields[$0] != "<NA>" && !($0 == 5 && isLexeme)
      }
      for index in strange {
        reader.input.unplaced.add(
          "the fields besides name and confidence", fields[index], as: "x-rttm-\(index + 1)",
          in: &more.extras, at: place)
      }
      reader.takeChannel(fields[2], &more, place)
      reader.rows(of: fields[1]) {
        $0.add(String(isLexeme ? fields[5] : fields[7]), from: start, to: end, at: place, saying: more)
      }
    }
  }

  mutating func words() -> RecordingCollection {
    read { reader, fields, place in
      guard fields.count >= 5 else {
        return reader.input.fault("expected five fields, found \(fields.count)", at: place)
      }
      guard let (start, end) = reader.times(fields[2], fields[3], place) else { return }
      var more = LabelText()
      more.confidence = reader.score(fields.count > 5 ? fields[5] : "<NA>", place)
      for field in fields.dropFirst(6) {
        reader.input.unplaced.add(
          "the fields after the score", field, as: "x-ctm", in: &more.extras, at: place)
      }
      reader.takeChannel(fields[1], &more, place)
      reader.rows(of: fields[0]) { $0.add(String(fields[4]), from: start, to: end, at: place, saying: more) }
    }
  }

  private mutating func read(_ row: (inout Self, [Substring], Place) -> Void) -> RecordingCollection {
    for line in TextLines(text) where !line.isBlank {
      if line.text.begins(with: ";;") {
        input.unplaced.add("comments", at: line.place)
      } else {
        row(&self, line.text.words(by: " \t"), line.place)
      }
    }
    return RecordingCollection(recordings.values.map { $0.finished() })
  }

  private mutating func rows(of name: Substring, _ add: (inout LabelledRows) -> Void) {
    let recording = AnnotatedRecording(named: String(name))
    recordings.change(name, else: LabelledRows(recording, report: input.report), add)
  }

  private mutating func score(_ text: Substring, _ place: Place) -> Double? {
    guard text != "<NA>", text != "NA" else { return nil }
    if let score = Double(text), (0...1).contains(score) { return score }
    input.unplaced.add("scores not between 0 and 1", at: place)
    return nil
  }

  private mutating func takeChannel(_ channel: Substring, _ more: inout LabelText, _ place: Place) {
    if channel != "1", channel != "<NA>" {
      input.unplaced.add("channels", channel, as: "x-channel", in: &more.extras, at: place)
    }
  }

  /// The end is made of start and length in thousandths, so that what touched still touches.
  private func times(_ start: Substring, _ length: Substring, _ place: Place) -> (Milliseconds, Milliseconds)?
  {
    guard let from = DecimalTime.parse(start), let lasts = DecimalTime.parse(length) else {
      input.fault("expected a start and a length, found \"\(start)\" and \"\(length)\"", at: place)
      return nil
    }
    guard lasts > .zero else {
      input.add(
        .emptyRow,
        "the row at \(from) has a \(lasts < .zero ? "negative length, \(lasts)" : "length of zero")",
        at: place)
      return nil
    }
    return (from, from + lasts)
  }
}
