import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound

extension ForeignFormat {
  /// LRC lyrics in hundredths of a second, and the enhanced kind with words.
  static let lyrics = ForeignFormat(
    name: "lrc", title: "LRC lyrics", extensions: ["lrc"], loses: [.order, .marker, .overlap],
    keepsInLabels: .ofLabels, bends: [.text, .prec, .meta, .end, .words, .riwayah, .conf, .ref],
    hasWordsOnRequest: true, tellsReciter: true, grid: Milliseconds(10),
    recognises: { source in
      let line = source.beginning.filledLines.first ?? ""
      guard let (tag, _) = line.after("[")?.cut(at: "]") else { return false }
      return ["ti:", "ar:", "al:", "by:", "au:", "offset:", "length:", "re:", "ve:"].contains {
        tag.begins(with: $0)
      }
        || LyricsLine.stamp(tag) != nil
    },
    read: single(LyricsReader.self),
    write: .file { recording, options in
      var writer = LyricsWriter(recording, options)
      return writer.write()
    })
}

// MARK: - Writing

private struct LyricsWriter {
  private let recording: AnnotatedRecording
  private let options: WritingOptions
  private var losses = Losses()

  init(_ recording: AnnotatedRecording, _ options: WritingOptions) {
    self.recording = recording
    self.options = options.captions == nil ? options : options.withBareLabels
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
      var own: [WordTiming] = []
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

  /// Returns the label of a segment. Text that looks like the time of a word is changed, so that it isn't
  /// read as one.
  private mutating func label(of segment: SegmentRow) -> String {
    let label = losses.oneLine(LabelText(segment).text(options.labels))
    guard !LyricsLine.parts(of: label[...]).parts.isEmpty else { return label }
    losses.add(.text)
    return label.replaced("<", with: "(")
  }

  private mutating func text(of words: [WordTiming]) -> String {
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
    "\(two(hundredths / 6000)):\(two(hundredths / 100 % 60)).\(two(hundredths % 100))"
  }

  /// With a zero before a single digit.
  static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

// MARK: - Reading

struct LyricsReader: RecordingReader {
  private let input: ForeignInput
  private var recording = AnnotatedRecording()
  private var starts = Chapters()
  private var length: Milliseconds?

  init(_ input: ForeignInput) { self.input = input }

  mutating func read() throws -> AnnotatedRecording {
    let text = try input.text()
    let lines = TextLines(text).compactMap { line in
      LyricsLine(line.text).map { (line: $0, place: line.place) }
    }
    let offset = lines.map(\.line).offset
    for (line, place) in lines {
      if line.isComment { input.unplaced.add("comments", at: place) }
      if line.isUntimed {
        input.fault("expected a time such as [00:04.20] before the text", at: place)
      }
      for tag in line.tags { take(tag.key, tag.value, offset, place) }
      for time in line.times { starts.add(line.label, at: time - offset, place) }
      if line.times.count > 1, !line.parts.isEmpty {
        input.unplaced.add("times of words on repeated lines", at: place)
      }
    }
    var rows = LabelledRows(recording, report: input.report)
    let end = input.options.duration ?? length
    starts.finish(&rows, end: end, input)
    let times = starts.times
    let nexts = Dictionary(zip(times, times.dropFirst())) { first, _ in first }
    for (line, place) in lines {
      guard let time = line.times.first, !line.parts.isEmpty else { continue }
      let (words, others) = line.words(earlierBy: offset, upTo: nexts[time - offset] ?? end)
      for word in words { rows.add(WordRow(word, at: place)) }
      if others > 0 { input.unplaced.add("times of words without a reference", at: place) }
    }
    return rows.finished()
  }

  private mutating func take(_ key: String, _ value: String, _ offset: Milliseconds, _ place: Place) {
    switch key.lowercased() {
    case "ti": recording.facts.title = value.isEmpty ? nil : value
    case "ar": recording.takeReciter(value)
    case "length" where DecimalTime.parseClock(value) != nil: length = DecimalTime.parseClock(value)
    case "offset" where LyricsLine.offset(value) == offset:
      if offset == .zero { return }
      input.add(
        .understood,
        "the offset of \(offset.count) ms makes all times \(offset > .zero ? "earlier" : "later") by that much",
        at: place)
    default:
      input.unplaced.add(
        "the tag [\(key)]", value, as: "x-lrc-\(key.lowercased())", in: &recording.extras, at: place)
    }
  }
}

extension LyricsLine {
  /// The words that have references, and how many have none; each ends where the next time stands, the last at `end`.
  fileprivate func words(
    earlierBy offset: Milliseconds, upTo end: Milliseconds?
  ) -> (words: [WordTiming], others: Int) {
    let ends = parts.dropFirst().map { $0.at - offset } + [end ?? .zero]
    var words: [WordTiming] = []
    for (part, end) in zip(parts, ends) {
      guard let reference = LabelReference(part.text), let numbers = reference.words,
        numbers.first == numbers.last, (1...200).contains(numbers.first), end > part.at - offset
      else { continue }
      words.append(
        WordTiming(ayah: reference.ayat.first, word: numbers.first, start: part.at - offset, end: end))
    }
    return (words, parts.count { !$0.text.isEmpty } - words.count)
  }
}
