import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// SubRip subtitles: a counter, two times with a comma, and text, after what players read.
  static let subRip: ForeignFormat = ForeignFormat(
    name: "srt", title: "SubRip subtitles", extensions: ["srt"], loses: [.meta, .order, .marker],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .reciter, .note, .priority, .xkeys], bends: [.text],
    hasWordsOnRequest: true,
    recognises: { source in
      let lines = source.beginning.filledLines.prefix(2)
      guard lines.count == 2, let first = lines.first, let second = lines.last else { return false }
      return !first.isEmpty && first.trimmed(of: " ").allSatisfy(\.isNumber) && second.contains("-->")
    },
    read: { source, options, report in RecordingCollection([try readSubRip(source, options, report)]) },
    write: .file { recording, options in writeSubRip(recording, options) })
}

private func writeSubRip(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses(of: .subRip, options, in: recording)
  var cues = recording.segmentsInTime.map { segment in
    (segment.row.start, segment.row.end, losses.subtitleLine(LabelText(segment).text(options.labels)))
  }
  if options.words { cues += recording.words.map { ($0.row.start, $0.row.end, $0.label) } }
  let ordered = cues.enumerated().sorted {
    ($0.element.0, $0.element.1, $0.offset) < ($1.element.0, $1.element.1, $1.offset)
  }
  var text = ""
  for (number, cue) in ordered.enumerated() {
    let (start, end, label) = cue.element
    text += "\(number == 0 ? "" : "\n")\(number + 1)\n"
    text += "\(SubtitleTime.text(start, mark: ",")) --> \(SubtitleTime.text(end, mark: ","))\n\(label)\n"
  }
  return ForeignText(text, losses: losses)
}

private func readSubRip(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  var rows = LabelledRows(report: report)
  var latest = Milliseconds.zero
  for block in TextBlock.all(of: try source.text(options.encoding)) {
    // Two cues without an empty line between them are told by their times.
    var index = 0
    while index < block.lines.count {
      guard let arrow = block.lines[index...].firstIndex(where: { $0.text.holds("-->") }) else {
        report.add(
          ExchangeRules.unreadableRow, "expected a line with two times and --> between them",
          at: block.lines[index].place)
        break
      }
      let line = block.lines[arrow]
      let next = block.lines[(arrow + 1)...].firstIndex { $0.text.holds("-->") }
      var stop = next ?? block.lines.count
      if let next, next > arrow + 1, Int(block.lines[next - 1].text.trimmed(of: " ")) != nil {
        stop = next - 1
      }
      defer { index = stop }
      guard let (start, end) = SubtitleTime.span(line.text) else {
        report.add(
          ExchangeRules.unreadableRow, "expected times such as 00:00:04,200 --> 00:00:09,050", at: line.place)
        continue
      }
      if SubtitleTime.isAudacityRounding(start, after: latest) {
        SubtitleTime.reportRounding(start, latest, at: line.place, report)
      }
      latest = max(latest, end)
      let text = block.lines[(arrow + 1)..<stop].map(\.text).joined(separator: " ")
      guard start < end else {
        report.add(
          ExchangeRules.emptyRow,
          "the cue \"\(text)\" \(end < start ? "ends at \(end), before it starts" : "lasts no time,") at \(start)",
          at: line.place)
        continue
      }
      rows.add(MarkupText.plain(text), from: start, to: end, at: line.place)
    }
  }
  return rows.finished()
}

extension Losses {
  /// One line that no subtitle format takes for something else.
  mutating func subtitleLine(_ text: String) -> String {
    var line = oneLine(text)
    if line.holds("-->") {
      add(.text)
      line = line.replaced("-->", with: "\u{2192}")
    }
    return line.isEmpty ? "?" : line
  }
}

/// Text between the tags of subtitles.
enum MarkupText {
  /// Without `<i>`, `<font ...>` and `{\an8}`, and with what stands for `&`, `<` and the like undone.
  static func plain(_ text: String) -> String {
    guard text.contains(where: { $0 == "<" || $0 == "{" || $0 == "&" }) else { return text }
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if character == "<", let close = rest.unicodeScalars.firstIndex(of: ">") {
        rest = rest[rest.index(after: close)...]
      } else if rest.begins(with: "{\\"), let close = rest.unicodeScalars.firstIndex(of: "}") {
        rest = rest[rest.index(after: close)...]
      } else if character == "&", let entity = entities.first(where: { rest.begins(with: $0.name) }) {
        result += entity.text
        rest = rest.dropFirst(entity.name.count)
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// With `&`, `<` and `>` written so that they are no tags.
  static func escaped(_ text: String) -> String {
    text.replaced("&", with: "&amp;").replaced("<", with: "&lt;").replaced(">", with: "&gt;")
  }

  private static let entities = [
    (name: "&amp;", text: "&"), (name: "&lt;", text: "<"), (name: "&gt;", text: ">"),
    (name: "&nbsp;", text: " "),
    (name: "&lrm;", text: ""), (name: "&rlm;", text: ""), (name: "&quot;", text: "\""),
  ]
}
