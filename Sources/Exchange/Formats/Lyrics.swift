import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// LRC lyrics in hundredths of a second, and the enhanced kind with words.
  static let lyrics: ForeignFormat = ForeignFormat(
    name: "lrc", title: "LRC lyrics", extensions: ["lrc"], loses: [.order, .marker, .overlap],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .note, .priority, .xkeys, .reciter],
    bends: [.text, .prec, .meta, .end, .words, .riwayah], hasWordsOnRequest: true, tellsReciter: true,
    grid: Milliseconds(10),
    recognises: { source in
      let line = source.beginning.filledLines.first ?? ""
      guard line.begins(with: "["), let close = line.unicodeScalars.firstIndex(of: "]") else { return false }
      let tag = line[line.index(after: line.startIndex)..<close]
      return ["ti:", "ar:", "al:", "by:", "au:", "offset:", "length:", "re:", "ve:"].contains {
        tag.begins(with: $0)
      }
        || LyricsReader.stamp(tag) != nil
    },
    read: { source, options, report in
      var reader = LyricsReader(source, options, report)
      return RecordingCollection([try reader.read()])
    },
    write: .file { recording, options in
      var writer = LyricsWriter(recording, options)
      return writer.write()
    })
}

// MARK: - Writing

private struct LyricsWriter {
  private let recording: AnnotatedRecording
  private let options: WritingOptions
  private var losses: Losses

  init(_ recording: AnnotatedRecording, _ options: WritingOptions) {
    self.recording = recording
    self.options = options
    losses = Losses(of: .lyrics, options, in: recording)
  }

  mutating func write() -> ForeignText {
    let facts = recording.facts
    var lines: [String] = []
    func tag(_ key: String, _ value: String) { lines.append("[\(key):\(value.replaced("]", with: ")"))]") }
    if let title = facts.title { tag("ti", losses.oneLine(title)) }
    if let name = recording.reciterName ?? facts.reciter { tag("ar", losses.oneLine(name)) }
    if let duration = recording.duration { tag("length", Self.stamp(hundredths(duration))) }
    let carried = (facts.title == nil ? 0 : 1) + (recording.duration == nil ? 0 : 1)
    losses.add(.meta, recording.factCount - carried)
    losses.add(.riwayah, facts.riwayah == nil ? 0 : 1)
    let rows = recording.segmentsInTime
    var words = options.words ? recording.wordsInTime[...] : []
    for (index, segment) in rows.enumerated() {
      let row = segment.row
      let start = hundredths(row.start)
      let end = hundredths(row.end)
      var line = "[\(Self.stamp(start))]" + losses.oneLine(LabelText(segment).text(options.labels))
      var own: [WordDraft] = []
      while let word = words.first?.row, word.start < row.end {
        words = words.dropFirst()
        if word.start >= row.start, word.end <= row.end { own.append(word) } else { losses.add(.words) }
      }
      line += text(of: own)
      lines.append(line)
      let next = index + 1 < rows.count ? hundredths(rows[index + 1].row.start) : nil
      if next.map({ $0 > end }) ?? true { lines.append("[\(Self.stamp(end))]") }
      if let next, next < end { losses.add(.end) }
    }
    losses.add(.words, words.count)
    return ForeignText(lines.map { $0 + "\n" }.joined(), losses: losses)
  }

  private mutating func text(of words: [WordDraft]) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      text += " <\(Self.stamp(hundredths(word.start)))>\(word.ayah):\(word.word)"
      let next = index + 1 < words.count ? words[index + 1].start : nil
      if next != word.end { text += " <\(Self.stamp(hundredths(word.end)))>" }
    }
    return text
  }

  private mutating func hundredths(_ time: Milliseconds) -> Int64 {
    if time.count % 10 != 0 { losses.add(.prec) }
    return (time.count + 5) / 10
  }

  private static func stamp(_ hundredths: Int64) -> String {
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(hundredths / 6000)):\(two(hundredths / 100 % 60)).\(two(hundredths % 100))"
  }
}

// MARK: - Reading

struct LyricsReader {
  private let source: ForeignSource
  private let options: ReadingOptions
  private let report: ExchangeReport
  private var recording = AnnotatedRecording()
  private var starts = StartTimes()
  private var offset = Milliseconds.zero
  private var length: Milliseconds?
  private var unplaced: [String] = []

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) {
    self.source = source
    self.options = options
    self.report = report
  }

  mutating func read() throws -> AnnotatedRecording {
    let text = try source.text(options.encoding)
    var words: [WordRow] = []
    for line in TextLines(text) where !line.isBlank && !line.text.begins(with: "#") {
      var rest = line.text[...].drop { $0 == " " }
      var stamps: [Milliseconds] = []
      var hasTag = false
      while rest.first == "[", let close = rest.unicodeScalars.firstIndex(of: "]") {
        let tag = rest[rest.index(after: rest.startIndex)..<close]
        if let time = Self.stamp(tag) {
          stamps.append(time)
        } else if stamps.isEmpty, let colon = tag.unicodeScalars.firstIndex(of: ":") {
          hasTag = true
          take(String(tag[..<colon]), tag[tag.index(after: colon)...].trimmed(of: " "), line.place)
        } else {
          break
        }
        rest = rest[rest.index(after: close)...].drop { $0 == " " }
      }
      guard !stamps.isEmpty else {
        if !hasTag {
          report.add(
            ExchangeRules.unreadableRow, "expected a time such as [00:04.20] before the text", at: line.place)
        }
        continue
      }
      let parts = LyricWords(rest)
      for stamp in stamps { starts.add(parts.label, at: shifted(stamp), line.place) }
      if let first = stamps.first, stamps.count == 1 {
        words += parts.words(from: shifted(first), shiftedBy: offset).map { WordRow($0, at: line.place) }
      }
    }
    if !unplaced.isEmpty {
      report.add(
        ExchangeRules.unplaced, "no place for the tags \(unplaced.map { "[\($0)]" }.joined(separator: ", "))",
        at: source.place)
    }
    var rows = LabelledRows(recording, report: report)
    starts.finish(&rows, end: options.duration ?? length, report)
    for word in words { rows.add(word) }
    return rows.finished()
  }

  private func shifted(_ time: Milliseconds) -> Milliseconds { time - offset }

  private mutating func take(_ key: String, _ value: String, _ place: Place) {
    switch key.lowercased() {
    case "ti": recording.facts.title = value.isEmpty ? nil : value
    case "ar":
      if RecordingDraft.isIdentifier(value) {
        recording.facts.reciter = value
      } else {
        recording.reciterName = value
      }
    case "length": length = DecimalTime.parseClock(value)
    case "offset":
      guard let milliseconds = DecimalTime.parse(value, unit: .milliseconds), milliseconds != .zero else {
        return
      }
      offset = milliseconds
      report.add(
        ExchangeRules.understood,
        "the offset of \(milliseconds.count) ms makes all times so much \(milliseconds > .zero ? "earlier" : "later")",
        at: place)
    default: unplaced.append(key)
    }
  }

  /// `04:23.12`, `4:23:12`, `4:23`.
  static func stamp<Text: StringProtocol>(_ text: Text) -> Milliseconds? where Text.SubSequence == Substring {
    let parts = text.fields(by: ":")
    guard (2...3).contains(parts.count), let minutes = Int64(parts[0]), (0...99_999).contains(minutes) else {
      return nil
    }
    let seconds = parts.count == 3 ? "\(parts[1]).\(parts[2])" : String(parts[1])
    guard let first = seconds.utf8.first, (0x30...0x39).contains(first),
      let rest = DecimalTime.parse(seconds),
      rest < Milliseconds(60_000)
    else { return nil }
    return Milliseconds(minutes * 60_000) + rest
  }
}

/// A line with times of words in it.
private struct LyricWords {
  private(set) var label = ""
  private var parts: [(time: Milliseconds, text: String)] = []

  init(_ line: Substring) {
    var rest = line
    var texts = [""]
    var times: [Milliseconds] = []
    while let character = rest.first {
      if character == "<", let close = rest.unicodeScalars.firstIndex(of: ">"),
        let time = LyricsReader.stamp(rest[rest.index(after: rest.startIndex)..<close])
      {
        times.append(time)
        texts.append("")
        rest = rest[rest.index(after: close)...]
      } else {
        texts[texts.count - 1].append(character)
        rest = rest.dropFirst()
      }
    }
    parts = zip(times, texts.dropFirst()).map { ($0, $1.trimmed(of: " ")) }
    label = texts[0].trimmed(of: " ")
    // Others put the time of the first word before it.
    if label.isEmpty { label = parts.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") }
  }

  /// The words that have references; what ends where the next begins.
  func words(from start: Milliseconds, shiftedBy offset: Milliseconds) -> [WordDraft] {
    zip(parts, parts.dropFirst()).compactMap { part, next in
      guard let reference = LabelReference(part.text), let words = reference.words, words.first == words.last,
        (1...200).contains(words.first)
      else { return nil }
      return WordDraft(
        ayah: reference.ayat.first, word: words.first, start: part.time - offset, end: next.time - offset)
    }
  }
}
