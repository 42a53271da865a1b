import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// SubRip subtitles: a counter, two times with a comma, and text, after what players read.
  static let subRip: ForeignFormat = ForeignFormat(
    name: "srt", title: "SubRip subtitles", extensions: ["srt"], loses: [.meta, .order, .marker],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .reciter, .note, .rakah, .priority, .xkeys],
    bends: [.text, .ref],
    hasWordsOnRequest: true,
    recognises: { source in
      let lines = source.beginning.filledLines.prefix(2)
      guard lines.count == 2, let first = lines.first, let second = lines.last else { return false }
      return Int(first.trimmed(of: " \t")) != nil && second.holds("-->")
    },
    read: { source, options, report in RecordingCollection([try readSubRip(source, options, report)]) },
    write: .file { recording, options in writeSubRip(recording, options) })
}

private func writeSubRip(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  if options.captions != nil { return recording.subRipCaptions(options) }
  var losses = Losses(of: .subRip, options, in: recording)
  var cues = recording.segmentsInTime.map { segment in
    (segment.row.start, segment.row.end, losses.subRipLine(LabelText(segment).text(options.labels)))
  }
  if options.words {
    cues += recording.words.map {
      ($0.row.start, $0.row.end, losses.subRipLine(LabelText($0).text(options.labels)))
    }
  }
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
  var unplaced = UnplacedElements(options)
  var latest = Milliseconds.zero
  for block in TextBlock.all(of: try source.text(options.encoding)) {
    let cues = SubtitleCue.all(in: block)
    if cues.isEmpty {
      report.add(
        ExchangeRules.unreadableRow, "expected a line with two times and --> between them",
        at: block.lines[0].place)
    }
    for cue in cues {
      let line = cue.times
      guard let (start, end, settings) = SubtitleTime.span(line.text) else {
        report.add(
          ExchangeRules.unreadableRow, "expected times such as 00:00:04,200 --> 00:00:09,050", at: line.place)
        continue
      }
      if SubtitleTime.isAudacityRounding(start, after: latest) {
        SubtitleTime.reportRounding(start, latest, at: line.place, report)
      }
      latest = max(latest, end)
      let texts = cue.text.map { MarkupText(subRip: $0.text) }
      let (label, rest) = SubtitleCue.label(of: texts.map(\.plain))
      guard start < end else {
        report.addEmptyRow("the cue \"\(label)\"", from: start, to: end, at: line.place)
        continue
      }
      var more = LabelText()
      for above in cue.above where Int(above.text.trimmed(of: " \t")) == nil {
        unplaced.add(
          "lines above the times of cues", above.text, as: "x-srt-id", in: &more.extras, at: above.place)
      }
      if !settings.isEmpty {
        unplaced.add(
          "places of cues on the screen", settings, as: "x-srt-place", in: &more.extras, at: line.place)
      }
      if !rest.isEmpty {
        unplaced.add("text beside the labels of cues", rest, as: "x-text", in: &more.extras, at: line.place)
      }
      for tag in texts.flatMap(\.tags) where !tag.begins(with: "/") {
        unplaced.add("markup of cues", tag, as: "x-srt-markup", in: &more.extras, at: line.place)
      }
      rows.add(label, from: start, to: end, at: line.place, saying: more)
    }
  }
  unplaced.tell(report)
  return rows.finished()
}

extension Losses {
  /// The same for SubRip, which has no way to say that a tag is none.
  fileprivate mutating func subRipLine(_ text: String) -> String {
    let line = subtitleLine(text)
    if !MarkupText(subRip: line).tags.isEmpty { add(.text) }
    return line
  }

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
