import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// RTTM of speaker diarisation, after the readers of lhotse and dscore: ten fields, parted by blanks.
  static let rttm: ForeignFormat = ForeignFormat(
    name: "rttm", title: "RTTM, turns of speakers", extensions: ["rttm"],
    loses: [.joins, .verified, .riwayah, .reciter, .note, .priority, .xkeys, .words, .marker, .order],
    bends: [.meta],
    recognises: { source in
      let fields = source.beginning.filledLines.first?.words(by: " ") ?? []
      return fields.first == "SPEAKER" && (9...10).contains(fields.count)
    },
    read: { source, options, report in try TimeMarkedReader(source, options, report).turns() },
    write: .collection { collection, options in
      var losses = Losses()
      var text = ""
      for recording in collection.recordings {
        losses.add(Losses(of: .rttm, options, in: recording))
        losses.add(.meta, recording.factCount - (recording.facts.id.isEmpty ? 0 : 1))
        for segment in recording.segmentsInTime {
          let row = segment.row
          text += "SPEAKER \(recording.fieldName) 1 \(row.start) \(row.end - row.start) <NA> <NA> "
          text += "\(LabelText(segment).text(.bare)) \(row.confidence.map { "\($0)" } ?? "<NA>") <NA>\n"
        }
      }
      return ForeignText(text, losses: losses)
    })

  /// CTM word timings: recording, channel, start, length, word, and at will a score.
  static let ctm: ForeignFormat = ForeignFormat(
    name: "ctm", title: "CTM, timed words", extensions: ["ctm"],
    loses: [
      .rows, .joins, .conf, .verified, .riwayah, .reciter, .note, .priority, .xkeys, .marker, .skip, .zero,
      .range,
      .xsurah, .gap, .overlap, .repetition,
    ], bends: [.meta, .order],
    recognises: { source in
      let lines = source.beginning.filledLines.filter { !$0.begins(with: ";;") }
      let fields = lines.first?.words(by: " ") ?? []
      return (5...6).contains(fields.count) && DecimalTime.parse(fields[2]) != nil
        && DecimalTime.parse(fields[3]) != nil && Int(fields[1]) != nil
    },
    read: { source, options, report in try TimeMarkedReader(source, options, report).words() },
    write: .collection { collection, options in
      var losses = Losses()
      var text = ""
      for recording in collection.recordings {
        losses.add(Losses(of: .ctm, options, in: recording))
        losses.add(.meta, recording.factCount - (recording.facts.id.isEmpty ? 0 : 1))
        for word in recording.wordsInTime {
          text += "\(recording.fieldName) 1 \(word.row.start) \(word.row.end - word.row.start) \(word.label)"
          text += (word.row.confidence.map { " \($0)" } ?? "") + "\n"
        }
      }
      return ForeignText(text, losses: losses)
    })
}

extension AnnotatedRecording {
  /// One word that names it.
  fileprivate var fieldName: String {
    let name = facts.id.isEmpty ? facts.title ?? "recording" : facts.id
    return name.split(whereSeparator: \.isWhitespace).joined(separator: "_")
  }
}

/// Lines of fields that begin with a recording, a channel, a start and a length.
private struct TimeMarkedReader {
  private let source: ForeignSource
  private let options: ReadingOptions
  private let report: ExchangeReport
  private let text: SourceText

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) throws {
    self.source = source
    self.options = options
    self.report = report
    text = try source.text(options.encoding)
  }

  func turns() throws -> RecordingCollection {
    read(comment: ";;") { fields, place, rows in
      guard fields[0] == "SPEAKER" else {
        // SPKR-INFO and the like say nothing of time.
        if !["SPKR-INFO", "NON-SPEECH", "LEXEME"].contains(fields[0]) {
          report.add(
            ExchangeRules.unreadableRow, "\"\(fields[0])\" is no type of a row; SPEAKER was expected",
            at: place)
        }
        return nil
      }
      guard fields.count >= 8, let (start, end) = times(fields[3], fields[4], place) else {
        if fields.count < 8 {
          report.add(ExchangeRules.unreadableRow, "expected ten fields, found \(fields.count)", at: place)
        }
        return nil
      }
      let score = fields.count > 8 ? Double(fields[8]) : nil
      return (
        fields[1],
        { rows in
          let name = fields[7].replaced("_", with: " ")
          let label = LabelText(fields[7]).map(\.isOfSomething) ?? false ? fields[7] : name
          let conf = score.flatMap { (0...1).contains($0) ? " conf=\($0)" : nil } ?? ""
          rows.add(LabelText(label) == nil ? label : label + conf, from: start, to: end, at: place)
        }
      )
    }
  }

  func words() throws -> RecordingCollection {
    read(comment: ";;") { fields, place, rows in
      guard fields.count >= 5, let (start, end) = times(fields[2], fields[3], place) else {
        if fields.count < 5 {
          report.add(ExchangeRules.unreadableRow, "expected five fields, found \(fields.count)", at: place)
        }
        return nil
      }
      let score = fields.count > 5 ? Double(fields[5]) : nil
      return (
        fields[0],
        { rows in
          guard let reference = LabelReference(fields[4]), let words = reference.words,
            words.first == words.last,
            (1...200).contains(words.first)
          else { return rows.add(fields[4], from: start, to: end, at: place) }
          var word = WordDraft(ayah: reference.ayat.first, word: words.first, start: start, end: end)
          word.confidence = score.flatMap { (0...1).contains($0) ? $0 : nil }
          rows.add(WordRow(word, at: place))
        }
      )
    }
  }

  private typealias Row = (name: String, add: (inout LabelledRows) -> Void)

  private func read(
    comment: String, _ row: ([String], Place, LabelledRows?) -> Row?
  ) -> RecordingCollection {
    var order: [String] = []
    var recordings: [String: LabelledRows] = [:]
    for line in TextLines(text) where !line.isBlank && !line.text.begins(with: comment) {
      let fields = line.text.words().map(String.init)
      guard let (name, add) = row(fields, line.place, nil) else { continue }
      if recordings[name] == nil {
        var recording = AnnotatedRecording()
        if RecordingDraft.isIdentifier(name) {
          recording.facts.id = name
        } else {
          recording.facts.title = name
        }
        recordings[name] = LabelledRows(recording, report: report)
        order.append(name)
      }
      add(&recordings[name, default: LabelledRows(report: report)])
    }
    return RecordingCollection(order.compactMap { recordings[$0]?.finished() })
  }

  /// The end is made of start and length in thousandths, so that what touched still touches.
  private func times(_ start: String, _ length: String, _ place: Place) -> (Milliseconds, Milliseconds)? {
    guard let from = DecimalTime.parse(start), let lasts = DecimalTime.parse(length) else {
      report.add(
        ExchangeRules.unreadableRow, "expected a start and a length, found \"\(start)\" and \"\(length)\"",
        at: place)
      return nil
    }
    guard lasts > .zero else {
      report.add(ExchangeRules.emptyRow, "the row at \(from) lasts no time", at: place)
      return nil
    }
    return (from, from + lasts)
  }
}
