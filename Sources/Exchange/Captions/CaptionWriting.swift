import TilawaBase
import TilawaFormat

/// Subtitles that show the text of ayat, in the formats that otherwise hold references.
extension AnnotatedRecording {
  /// SubRip: the lines as they are, since it has no times of words.
  func subRipCaptions(_ options: WritingOptions) -> ForeignText {
    var losses = Losses()
    let captions = captions(options, &losses)
    losses.add(.words, words.count)
    var text = ""
    for (index, caption) in captions.enumerated() {
      text += "\(index == 0 ? "" : "\n")\(index + 1)\n"
      text += SubtitleTime.line(caption.start, caption.end, mark: ",")
      // Players take a brace with a backslash behind it for an order.
      text +=
        "\n"
        + caption.texts.map { directed(losses.subtitleLine($0).replaced("{\\", with: "(/")) }.joined(
          separator: "\n") + "\n"
    }
    losses.add(.ref, captions.count)
    return ForeignText(text, losses: losses)
  }

  /// WebVTT: each timed word behind its time. A line runs in the direction of its first letter, so no marks are needed.
  func webVTTLines(of caption: Caption, _ losses: inout Losses) -> [String] {
    caption.lines.map { words in
      words.map { word in
        let text = MarkupText.escaped(losses.subtitleLine(word.text))
        guard caption.isTimed, let span = word.span else { return text }
        let time = span.start > caption.start ? "<\(span.start.fullClock())>" : ""
        return "\(time)<c.w\(word.number)>\(text)</c>"
      }.joined(separator: " ")
    }
  }

  /// LRC: a line of the screen a line of the file where its words are timed, and all of a row in one otherwise.
  func lyricsCaptions(_ options: WritingOptions, _ losses: inout Losses) -> [String] {
    var lines: [String] = []
    let captions = captions(options, &losses)
    func stamp(_ time: Milliseconds) -> String { LyricsStamp.text(losses.hundredths(of: time)) }
    for (index, caption) in captions.enumerated() {
      let parts = caption.isTimed ? caption.lines : [Array(caption.lines.joined())]
      for (number, part) in parts.enumerated() {
        let start = number == 0 ? caption.start : part.first?.span?.start ?? caption.start
        let words = part.map { word in
          let text = losses.oneLine(word.text).replaced("<", with: "(").replaced("[", with: "(")
          return caption.isTimed ? word.span.map { "<\(stamp($0.start))> \(text)" } ?? text : text
        }
        lines.append("[\(stamp(start))]\(words.joined(separator: " "))")
      }
      let next = index + 1 < captions.count ? captions[index + 1].start : nil
      if next.map({ $0 > caption.end }) ?? true { lines.append("[\(stamp(caption.end))]") }
    }
    let lit = captions.filter(\.isTimed).reduce(0) { $0 + $1.wordCount }
    losses.add(.words, max(0, words.count - lit))
    losses.add(.ref, captions.count)
    return lines
  }

  /// Players that go by the first sign of a line put a line with such marks at both ends where it belongs.
  private func directed(_ line: String) -> String {
    CaptionLines.isRightToLeft(line) ? "\u{200F}\(line)\u{200F}" : line
  }
}

extension Losses {
  /// To the nearest hundredth of a second, which is counted where it isn't exact.
  mutating func hundredths(of time: Milliseconds) -> Int64 {
    if time.count % 10 != 0 { add(.prec) }
    return (time.count + 5) / 10
  }
}

extension WritingOptions {
  /// Options for captions that show the text, with bare labels and always with words.
  var withBareLabels: WritingOptions {
    var options = self
    options.labels = .bare
    options.words = true
    return options
  }
}
