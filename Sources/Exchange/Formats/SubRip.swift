import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// SubRip subtitles: a counter, two times with a comma, and text, after what players read.
  static let subRip = ForeignFormat(
    name: "srt", title: "SubRip subtitles", extensions: ["srt"], loses: [.meta, .order, .marker],
    keepsInLabels: .ofLabels, bends: [.text, .ref], hasWordsOnRequest: true,
    recognises: { source in
      let lines = source.beginning.filledLines.prefix(2)
      guard lines.count == 2, let first = lines.first, let second = lines.last else { return false }
      return Int(first.trimmed(of: " \t")) != nil && second.holds("-->")
    },
    read: single(readSubRip),
    write: .file { recording, options in writeSubRip(recording, options) })
}

private func writeSubRip(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  if options.captions != nil { return recording.subRipCaptions(options) }
  var losses = Losses()
  var cues = recording.segmentsInTime.map { segment in
    (segment.row.start, segment.row.end, losses.subRipLine(LabelText(segment).text(options.labels)))
  }
  if options.words {
    cues += recording.words.map {
      ($0.row.start, $0.row.end, losses.subRipLine(LabelText($0).text(options.labels)))
    }
  }
  let blocks = cues.inOrder { ($0.0, $0.1) }.enumerated().map { number, cue in
    "\(number + 1)\n\(SubtitleTime.line(cue.0, cue.1, mark: ","))\n\(cue.2)\n"
  }
  return ForeignText(blocks.joined(separator: "\n"), losses: losses)
}

@Sendable private func readSubRip(_ input: ForeignInput) throws -> AnnotatedRecording {
  var cues: [ScreenCue] = []
  var latest = Milliseconds.zero
  for block in TextBlock.all(of: try input.text()) {
    let found = SubtitleCue.all(in: block)
    if found.isEmpty {
      input.fault("expected a line with two times and --> between them", at: block.lines[0].place)
    }
    for cue in found {
      let place = cue.times.place
      guard let (start, end, settings) = SubtitleTime.span(cue.times.text) else {
        input.fault("expected times such as 00:00:04,200 --> 00:00:09,050", at: place)
        continue
      }
      SubtitleTime.tellRounding(start, after: latest, at: place, input)
      latest = max(latest, end)
      let texts = cue.text.map { MarkupText(subRip: $0.text) }
      var shown = ScreenCue(lines: texts.map(\.plain), start: start, end: end, place: place)
      for above in cue.above where Int(above.text.trimmed(of: " \t")) == nil {
        input.unplaced.add(
          "lines above the times of cues", above.text, as: "x-srt-id", in: &shown.more.extras, at: above.place
        )
      }
      if !settings.isEmpty {
        input.unplaced.add(
          "places of cues on the screen", settings, as: "x-srt-place", in: &shown.more.extras, at: place)
      }
      for tag in texts.flatMap(\.tags) where !tag.begins(with: "/") {
        input.unplaced.add("markup of cues", tag, as: "x-srt-markup", in: &shown.more.extras, at: place)
      }
      cues.append(shown)
    }
  }
  return ScreenRows(input).rows(cues)
}

extension Losses {
  /// Returns a subtitle line for SubRip, and counts a loss if the text looks like a tag. SubRip cannot escape
  /// tags.
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
