import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// Advanced SubStation Alpha (v4.00+), with words that light up as they are recited; after libass.
  static let subStationAlpha = ForeignFormat(
    name: "ass", title: "Advanced SubStation Alpha, karaoke", extensions: ["ass", "ssa"],
    loses: .ofLabels.union([.meta, .order, .marker]),
    bends: [.text, .prec, .skip, .wordless, .words, .ref, .conf], hasWordsOnRequest: true,
    grid: Milliseconds(10),
    recognises: { $0.beginning.filledLines.first?.trimmed(of: " ") == "[Script Info]" },
    read: { input in
      var reader = SubStationAlphaReader(input)
      return RecordingCollection([try reader.read()])
    },
    counts: [.words], write: .file { recording, options in writeSubStationAlpha(recording, options) })
}

private func writeSubStationAlpha(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses()
  let captions = recording.captions(options, &losses)
  var lit = 0
  var text = """
    [Script Info]
    Title: \(scriptText(recording.facts.title ?? "", &losses))
    ScriptType: v4.00+
    WrapStyle: 2
    PlayResX: 1920
    PlayResY: 1080
    ScaledBorderAndShadow: yes

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
    StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    \(SubStationAlphaText.style)

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """
  for caption in captions {
    let (start, end) = (losses.hundredths(of: caption.start), losses.hundredths(of: caption.end))
    // libass fills a word from the left, also one that is read from the right: that one lights up at once.
    let fill = CaptionLines.isRightToLeft(caption.texts.joined()) ? "k" : "kf"
    var at = start
    let lines = caption.lines.map { line in
      line.enumerated().map { place, word in
        let text = scriptText(word.text, &losses) + (place < line.count - 1 ? " " : "")
        guard caption.isTimed, let span = word.span else { return text }
        // What lies before a word and behind the last one has a syllable without text.
        let asked = losses.hundredths(of: span.start)
        let from = max(at, asked)
        let to = max(from, losses.hundredths(of: span.end))
        if from > asked { losses.add(.prec) }
        if to > from { lit += 1 }
        let pause = from > at ? "{\\k\(from - at)}" : ""
        at = to
        return "\(pause){\\\(fill)\(to - from)}\(text)"
      }.joined()
    }
    text += "Dialogue: 0,\(clock(start)),\(clock(end)),Default,\(fieldText(caption.label, &losses)),0,0,0,,"
    text += lines.joined(separator: "\\N") + "\n"
  }
  losses.add(.words, max(0, recording.words.count - lit))
  return ForeignText(text, losses: losses)
}

/// One line in which nothing is an order: braces hold those, and a backslash begins one.
private func scriptText(_ text: String, _ losses: inout Losses) -> String {
  let line = losses.oneLine(text)
  guard line.utf8.contains(where: "{}\\".utf8.contains) else { return line }
  losses.add(.text)
  return line.replaced("{", with: "(").replaced("}", with: ")").replaced("\\", with: "/")
}

/// The same in a field that a comma ends.
private func fieldText(_ text: String, _ losses: inout Losses) -> String {
  let line = scriptText(text, &losses)
  guard line.holds(",") else { return line }
  losses.add(.text)
  return line.replaced(",", with: ";")
}

/// `0:00:04.20`
private func clock(_ hundredths: Int64) -> String {
  func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  return "\(hundredths / 360_000):\(two(hundredths / 6000 % 60)):\(two(hundredths / 100 % 60))."
    + two(hundredths % 100)
}
