import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// Chapters for ffmpeg, after its `ffmetadec.c` and `ffmetaenc.c`.
  static let ffMetadata: ForeignFormat = ForeignFormat(
    name: "ffmetadata", title: "chapters for ffmpeg", extensions: ["ffmeta", "ffmetadata", "txt"],
    loses: [.words, .marker, .order],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .reciter, .note, .priority, .xkeys], bends: [.meta],
    tellsReciter: true, recognises: { $0.beginning.begins(with: ";FFMETADATA") },
    read: { source, options, report in RecordingCollection([try readFFMetadata(source, options, report)]) },
    write: .file { recording, options in writeFFMetadata(recording, options) })
}

private func writeFFMetadata(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses(of: .ffMetadata, options, in: recording)
  let facts = recording.facts
  var text = ";FFMETADATA1\n"
  func pair(_ key: String, _ value: String?) {
    if let value { text += "\(key)=\(escaped(value))\n" }
  }
  pair("title", facts.title)
  pair("artist", recording.reciterName ?? facts.reciter)
  pair("tilawa-id", facts.id.isEmpty ? nil : facts.id)
  pair("tilawa-riwayah", facts.riwayah?.rawValue)
  pair("tilawa-numbering", facts.numbering?.rawValue)
  let carried = [facts.title != nil, !facts.id.isEmpty, facts.numbering != nil].count { $0 }
  losses.add(.meta, recording.factCount - carried)
  for segment in recording.segmentsInTime {
    text += "\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(segment.row.start.count)\nEND=\(segment.row.end.count)\n"
    pair("title", LabelText(segment).text(options.labels))
  }
  return ForeignText(text, losses: losses)
}

private func escaped(_ text: String) -> String {
  var result = ""
  for character in text {
    if "=;#\\\n".contains(character) { result += "\\" }
    result.append(character)
  }
  return result
}

private func readFFMetadata(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let text = try source.text(options.encoding)
  guard text.text(in: 0..<11) == ";FFMETADATA" else {
    throw ExchangeFailure("\(source.shownPath) doesn't begin with ;FFMETADATA", at: source.place)
  }
  var reader = FFMetadataReader(source: source, options: options, report: report)
  return reader.read(text)
}

private struct FFMetadataReader {
  let source: ForeignSource
  let options: ReadingOptions
  let report: ExchangeReport
  private var recording = AnnotatedRecording()
  private var chapters: [Chapter] = []
  private var unplaced: [String] = []

  private struct Chapter {
    let place: Place
    var base: (Int64, Int64) = (1, 1_000_000_000)
    var start: Int64?
    var end: Int64?
    var title = ""
  }

  init(source: ForeignSource, options: ReadingOptions, report: ExchangeReport) {
    self.source = source
    self.options = options
    self.report = report
  }

  mutating func read(_ text: SourceText) -> AnnotatedRecording {
    var section = ""
    var key = ""
    var value = ""
    var isContinued = false
    for line in TextLines(text) {
      if !isContinued {
        if line.text.isEmpty || line.text.begins(with: ";") || line.text.begins(with: "#") { continue }
        if line.text.begins(with: "[") {
          section = line.text
          if section == "[CHAPTER]" { chapters.append(Chapter(place: line.place)) }
          continue
        }
        (key, value) = ("", "")
      }
      // A backslash before the line's end takes the end into the value.
      let parts = Self.unescaped(line.text, hasKey: isContinued)
      if isContinued { value += "\n" + parts.value } else { (key, value) = (parts.key, parts.value) }
      isContinued = parts.isContinued
      if !isContinued { take(key, value, section, line.place) }
    }
    return rows()
  }

  private mutating func take(_ key: String, _ value: String, _ section: String, _ place: Place) {
    guard section == "[CHAPTER]", let last = chapters.indices.last else {
      if section.isEmpty { takeFact(key, value) }
      return
    }
    switch key {
    case "TIMEBASE":
      let parts = value.words(by: "/").map { Int64($0) }
      guard parts.count == 2, let above = parts[0], let below = parts[1], above > 0, below > 0,
        above < 1 << 32,
        below < 1 << 32
      else {
        return report.add(
          ExchangeRules.unreadableRow, "\"\(value)\" is no time base such as 1/1000", at: place)
      }
      chapters[last].base = (above, below)
    case "START": chapters[last].start = Int64(value)
    case "END": chapters[last].end = Int64(value)
    case "title": chapters[last].title = value
    default: if !unplaced.contains(key) { unplaced.append(key) }
    }
  }

  private mutating func takeFact(_ key: String, _ value: String) {
    switch key.lowercased() {
    case "title": recording.facts.title = value.isEmpty ? nil : value
    case "artist":
      if RecordingDraft.isIdentifier(value) {
        recording.facts.reciter = value
      } else {
        recording.reciterName = value
      }
    case "tilawa-id": if RecordingDraft.isIdentifier(value) { recording.facts.id = value }
    case "tilawa-riwayah": recording.facts.riwayah = Riwayah(value)
    case "tilawa-numbering": recording.facts.numbering = CountingSystem(value)
    case "comment": recording.facts.notes = value.isEmpty ? nil : value
    case "encoder": break
    default: if !unplaced.contains(key) { unplaced.append(key) }
    }
  }

  private func rows() -> AnnotatedRecording {
    if !unplaced.isEmpty {
      report.add(
        ExchangeRules.unplaced,
        "no place for the keys \(unplaced.map { "\"\($0)\"" }.joined(separator: ", "))",
        at: source.place)
    }
    var rows = LabelledRows(recording, report: report)
    for (index, chapter) in chapters.enumerated() {
      guard let start = chapter.start.flatMap({ Self.time($0, chapter.base) }) else {
        report.add(
          ExchangeRules.unreadableRow, "the chapter has no START in whole numbers", at: chapter.place)
        continue
      }
      let next = index + 1 < chapters.count ? chapters[index + 1] : nil
      let end =
        chapter.end.flatMap { Self.time($0, chapter.base) }
        ?? next?.start.flatMap { Self.time($0, next?.base ?? chapter.base) } ?? options.duration
      guard end.map({ $0 > start }) ?? true else {
        report.add(
          ExchangeRules.emptyRow, "the chapter \"\(chapter.title)\" lasts no time, at \(start)",
          at: chapter.place)
        continue
      }
      rows.add(chapter.title, from: start, to: end, at: chapter.place)
    }
    return rows.finished()
  }

  /// To the nearest millisecond, halves away from zero.
  private static func time(_ count: Int64, _ base: (Int64, Int64)) -> Milliseconds? {
    let (product, overflows) = count.multipliedReportingOverflow(by: base.0)
    guard !overflows, product >= 0, product < Int64.max / 1000 else { return nil }
    let (whole, rest) = product.quotientAndRemainder(dividingBy: base.1)
    return Milliseconds(whole * 1000 + (rest * 2000 + base.1) / (base.1 * 2))
  }

  private static func unescaped(_ line: String, hasKey: Bool) -> (
    key: String, value: String, isContinued: Bool
  ) {
    var key = ""
    var text = ""
    var hasKey = hasKey
    var isEscaped = false
    for character in line {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "=", !hasKey {
        (key, text) = (text, "")
        hasKey = true
      } else {
        text.append(character)
      }
    }
    return (key, text, isEscaped)
  }
}
