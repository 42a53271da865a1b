import Audio
import Diagnostics
import QuranIndex
import ScalarText
import TilawaFormat
import Timing

extension ForeignFormat {
  /// LRC lyrics in hundredths of a second, and the enhanced kind with words.
  static let lyrics: ForeignFormat = ForeignFormat(
    name: "lrc", title: "LRC lyrics", extensions: ["lrc"], loses: [.order, .marker, .overlap],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .note, .rakah, .priority, .xkeys, .reciter],
    bends: [.text, .prec, .meta, .end, .words, .riwayah, .conf, .ref], hasWordsOnRequest: true,
    tellsReciter: true,
    grid: Milliseconds(10),
    recognises: { source in
      let line = source.beginning.filledLines.first ?? ""
      guard let (tag, _) = line.after("[")?.cut(at: "]") else { return false }
      return ["ti:", "ar:", "al:", "by:", "au:", "offset:", "length:", "re:", "ve:"].contains {
        tag.begins(with: $0)
      }
        || LyricsText.stamp(tag) != nil
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
    self.options = options.captions == nil ? options : options.withBareLabels
    losses = Losses(of: .lyrics, self.options, in: recording)
  }

  mutating func write() -> ForeignText {
    let facts = recording.facts
    var lines: [String] = []
    if let title = facts.title { lines.append("[ti:\(tagged(title))]") }
    if let name = recording.reciterName ?? facts.reciter { lines.append("[ar:\(tagged(name))]") }
    if let duration = recording.duration {
      lines.append("[length:\(LyricsStamp.text(losses.hundredths(of: duration)))]")
    }
    let carried = (facts.title == nil ? 0 : 1) + (recording.duration == nil ? 0 : 1)
    losses.add(.meta, recording.factCount - carried)
    losses.add(.riwayah, facts.riwayah == nil ? 0 : 1)
    if options.captions != nil {
      lines += recording.lyricsCaptions(options, &losses)
      return ForeignText(lines.map { $0 + "\n" }.joined(), losses: losses)
    }
    let rows = recording.segmentsInTime
    var words = options.words ? recording.wordsInTime[...] : []
    for (index, segment) in rows.enumerated() {
      let row = segment.row
      let start = losses.hundredths(of: row.start)
      let end = losses.hundredths(of: row.end)
      var line = "[\(LyricsStamp.text(start))]" + label(of: segment)
      var own: [WordDraft] = []
      while let word = words.first?.row, word.start < row.end {
        words = words.dropFirst()
        if word.start >= row.start, word.end <= row.end { own.append(word) } else { losses.add(.words) }
      }
      line += text(of: own)
      lines.append(line)
      let next = index + 1 < rows.count ? losses.hundredths(of: rows[index + 1].row.start) : nil
      if next.map({ $0 > end }) ?? true { lines.append("[\(LyricsStamp.text(end))]") }
      if let next, next < end { losses.add(.end) }
    }
    losses.add(.words, words.count)
    if options.words { losses.addOfWords(in: recording, options) }
    return ForeignText(lines.map { $0 + "\n" }.joined(), losses: losses)
  }

  /// A bracket ends a tag.
  private mutating func tagged(_ text: String) -> String {
    let line = losses.oneLine(text)
    if line.holds("]") { losses.add(.text) }
    return line.replaced("]", with: ")")
  }

  /// What looks like the time of a word would be taken for one.
  private mutating func label(of segment: SegmentRow) -> String {
    let label = losses.oneLine(LabelText(segment).text(options.labels))
    guard LyricWords(label[...]).hasTimes else { return label }
    losses.add(.text)
    return label.replaced("<", with: "(")
  }

  private mutating func text(of words: [WordDraft]) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      text += " <\(LyricsStamp.text(losses.hundredths(of: word.start)))>\(word.ayah):\(word.word)"
      let next = index + 1 < words.count ? words[index + 1].start : nil
      if next != word.end { text += " <\(LyricsStamp.text(losses.hundredths(of: word.end)))>" }
    }
    return text
  }
}

/// Times of LRC.
enum LyricsStamp {
  /// `00:04.20`
  static func text(_ hundredths: Int64) -> String {
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
  private var unplaced: UnplacedElements

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) {
    unplaced = UnplacedElements(options)
    self.source = source
    self.options = options
    self.report = report
  }

  mutating func read() throws -> AnnotatedRecording {
    let text = try source.text(options.encoding)
    var lines: [(words: LyricWords, start: Milliseconds, place: Place)] = []
    for line in TextLines(text) where !line.isBlank {
      if line.text.begins(with: "#") {
        unplaced.add("comments", at: line.place)
        continue
      }
      var rest = Self.withoutBlanks(line.text[...])
      var stamps: [Milliseconds] = []
      var hasTag = false
      while let (tag, behind) = rest.after("[")?.cut(at: "]") {
        if let time = LyricsText.stamp(tag) {
          stamps.append(time)
        } else if stamps.isEmpty, let (key, value) = tag.cut(at: ":") {
          hasTag = true
          take(String(key), value.trimmed(of: " "), line.place)
        } else {
          break
        }
        rest = Self.withoutBlanks(behind)
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
      if let first = stamps.first, parts.hasTimes {
        lines.append((parts, first, line.place))
        if stamps.count > 1 { unplaced.add("times of words on lines that are sung again", at: line.place) }
      }
    }
    var rows = LabelledRows(recording, report: report)
    let end = options.duration ?? length
    starts.finish(&rows, end: end, report)
    for line in lines {
      let (words, others) = line.words.words(
        shiftedBy: offset, upTo: starts.next(after: shifted(line.start)) ?? end)
      for word in words { rows.add(WordRow(word, at: line.place)) }
      if others > 0 { unplaced.add("times of words that no reference names", at: line.place) }
    }
    unplaced.tell(report)
    return rows.finished()
  }

  private static func withoutBlanks(_ text: Substring) -> Substring {
    Substring(text.unicodeScalars.drop { $0 == " " })
  }

  private func shifted(_ time: Milliseconds) -> Milliseconds { time - offset }

  private mutating func take(_ key: String, _ value: String, _ place: Place) {
    switch key.lowercased() {
    case "ti": recording.facts.title = value.isEmpty ? nil : value
    case "ar": recording.takeReciter(value)
    case "length" where DecimalTime.parseClock(value) != nil: length = DecimalTime.parseClock(value)
    case "offset" where DecimalTime.parse(value, unit: .milliseconds) != nil:
      let milliseconds = DecimalTime.parse(value, unit: .milliseconds) ?? .zero
      if milliseconds == .zero { return }
      offset = milliseconds
      report.add(
        ExchangeRules.understood,
        "the offset of \(milliseconds.count) ms makes all times so much \(milliseconds > .zero ? "earlier" : "later")",
        at: place)
    default:
      unplaced.add(
        "the tag [\(key)]", value, as: "x-lrc-\(key.lowercased())", in: &recording.extras, at: place)
    }
  }
}

/// A line with times of words in it.
private struct LyricWords {
  private(set) var label = ""
  private var parts: [(time: Milliseconds, text: String)] = []

  init(_ line: Substring) {
    var texts: [Substring] = []
    var times: [Milliseconds] = []
    var (shown, at) = (line.startIndex, line.startIndex)
    while let next = line.utf8[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = line.utf8.index(after: next)
      // No time is longer.
      guard let (tag, behind) = Substring(line[at...].unicodeScalars.prefix(20)).cut(at: ">"),
        let time = LyricsText.stamp(tag)
      else { continue }
      times.append(time)
      texts.append(line[shown..<next])
      (shown, at) = (behind.startIndex, behind.startIndex)
    }
    texts.append(line[shown...])
    parts = zip(times, texts.dropFirst()).map { ($0, String($1).trimmed(of: " ")) }
    label = String(texts[0]).trimmed(of: " ")
    // Others put the time of the first word before it.
    if label.isEmpty { label = parts.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") }
  }

  var hasTimes: Bool { !parts.isEmpty }

  /// The words that have references, and how many have none; each ends where the next time stands, the last at `end`.
  func words(shiftedBy offset: Milliseconds, upTo end: Milliseconds?) -> (words: [WordDraft], others: Int) {
    let ends = parts.dropFirst().map { $0.time - offset } + [end ?? .zero]
    var words: [WordDraft] = []
    for (part, end) in zip(parts, ends) {
      guard let reference = LabelReference(part.text), let numbers = reference.words,
        numbers.first == numbers.last, (1...200).contains(numbers.first), end > part.time - offset
      else { continue }
      words.append(
        WordDraft(ayah: reference.ayat.first, word: numbers.first, start: part.time - offset, end: end))
    }
    return (words, parts.count { !$0.text.isEmpty } - words.count)
  }
}
