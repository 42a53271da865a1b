import ScalarText
import TilawaFormat
import Timing

extension ForeignFormat {
  /// Advanced SubStation Alpha (v4.00+), with words that light up as they are recited; after libass.
  static let subStationAlpha: ForeignFormat = ForeignFormat(
    name: "ass", title: "Advanced SubStation Alpha, karaoke", extensions: ["ass"],
    loses: [
      .meta, .order, .marker, .joins, .conf, .verified, .riwayah, .reciter, .note, .rakah, .priority, .xkeys,
    ],
    bends: [.text, .prec, .skip, .wordless, .words, .ref, .conf], grid: Milliseconds(10),
    recognises: { _ in false },
    read: nil, write: .file { recording, options in writeSubStationAlpha(recording, options) })
}

private func writeSubStationAlpha(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses(ofCaptions: .subStationAlpha, options, in: recording)
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
    Style: Default,Amiri Quran,84,&H0000D7FF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,60,60,60,-1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """
  for caption in captions {
    let isKaraoke = options.captions != nil && caption.isTimed
    if isKaraoke { lit += caption.wordCount }
    let (start, end) = (hundredths(caption.start, &losses), hundredths(caption.end, &losses))
    var at = start
    let lines = caption.lines.enumerated().map { index, line in
      line.enumerated().map { place, word in
        let isLast = index == caption.lines.count - 1 && place == line.count - 1
        let text = scriptText(word.text, &losses)
        guard isKaraoke, let span = word.span else { return text + (place < line.count - 1 ? " " : "") }
        // What lies before a word and behind the last one has a syllable without text.
        let from = max(at, hundredths(span.start, &losses))
        let to = max(from, hundredths(span.end, &losses))
        let pause = from > at ? "{\\k\(from - at)}" : ""
        at = to
        return "\(pause){\\kf\(to - from)}\(text)\(place < line.count - 1 && !isLast ? " " : "")"
      }.joined()
    }
    text += "Dialogue: 0,\(clock(start)),\(clock(end)),Default,\(scriptText(caption.label, &losses)),0,0,0,,"
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

private func hundredths(_ time: Milliseconds, _ losses: inout Losses) -> Int64 {
  if time.count % 10 != 0 { losses.add(.prec) }
  return (time.count + 5) / 10
}

/// `0:00:04.20`
private func clock(_ hundredths: Int64) -> String {
  func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  return "\(hundredths / 360_000):\(two(hundredths / 6000 % 60)):\(two(hundredths / 100 % 60))."
    + two(hundredths % 100)
}
