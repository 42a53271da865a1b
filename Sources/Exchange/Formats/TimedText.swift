import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// Timed Text Markup Language 1 of the W3C, as players and broadcasters read it: a paragraph a row, a span a timed word.
  static let timedText = ForeignFormat(
    name: "ttml", title: "TTML subtitles", extensions: ["ttml", "dfxp", "itt"],
    loses: .ofLabels.union([.meta, .order, .marker]), bends: [.text, .skip, .wordless, .words, .ref, .conf],
    hasWordsOnRequest: true,
    recognises: { $0.xmlRootName == "tt" },
    read: { input in
      var reader = TimedTextReader(input)
      return RecordingCollection([try reader.read()])
    },
    counts: [.words], write: .file { recording, options in writeTimedText(recording, options) })
}

private func writeTimedText(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses()
  let captions = recording.captions(options, &losses)
  var lit = 0
  func escaped(_ text: String) -> String {
    XMLText.escaped(losses.oneLine(text), inAttribute: true) { losses.add(.text) }
  }
  let isRightToLeft = captions.first.map { CaptionLines.isRightToLeft($0.texts.joined()) } ?? false
  var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" \
    xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="\(isRightToLeft ? "ar" : "")">
      <head>
        <metadata><ttm:title>\(escaped(recording.facts.title ?? ""))</ttm:title></metadata>
        <styling><style xml:id="line" tts:textAlign="center"/></styling>
        <layout><region xml:id="below" tts:displayAlign="after"/></layout>
      </head>
      <body region="below" style="line"><div>

    """
  for (index, caption) in captions.enumerated() {
    let direction =
      CaptionLines.isRightToLeft(caption.texts.joined())
      ? " tts:direction=\"rtl\" tts:unicodeBidi=\"embed\"" : ""
    // Times within a paragraph count from its beginning.
    let lines = caption.lines.map { line in
      line.map { word in
        guard caption.isTimed, let span = word.span else { return escaped(word.text) }
        lit += 1
        let (start, end) = (max(.zero, span.start - caption.start), max(.zero, span.end - caption.start))
        // A span with times of its own would be seen only then: it is there, and coloured while it is heard.
        let light = "<set begin=\"\(start.fullClock())\" end=\"\(end.fullClock())\" tts:color=\"#FFD700\"/>"
        return "<span>\(light)\(escaped(word.text))</span>"
      }.joined(separator: " ")
    }
    text +=
      "    <p xml:id=\"p\(index + 1)\" begin=\"\(caption.start.fullClock())\" end=\"\(caption.end.fullClock())\""
    text +=
      "\(direction) ttm:role=\"caption\"><metadata><ttm:desc>\(escaped(caption.label))</ttm:desc></metadata>"
    text += lines.joined(separator: "<br/>") + "</p>\n"
  }
  text += "  </div></body>\n</tt>\n"
  losses.add(.words, max(0, recording.words.count - lit))
  return ForeignText(text, losses: losses)
}
