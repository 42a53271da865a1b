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
    read: single(SubStationAlphaReader.self),
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

/// Returns script text for a field that ends at a comma. Commas in it become semicolons.
private func fieldText(_ text: String, _ losses: inout Losses) -> String {
  let line = scriptText(text, &losses)
  guard line.holds(",") else { return line }
  losses.add(.text)
  return line.replaced(",", with: ";")
}

/// `0:00:04.20`
private func clock(_ hundredths: Int64) -> String {
  "\(hundredths / 360_000):\(LyricsStamp.two(hundredths / 6000 % 60)):"
    + LyricsStamp.text(hundredths % 6000).dropFirst(3)
}

/// Reads SubStation Alpha of both ages: an event a row, words by karaoke. Features that only concern the
/// display are reported.
///
/// After libass: fields have the names of the line `Format`, and text between braces contains override tags.
/// A syllable lasts as long as its `\k` says, and begins at the end of the one before it.
struct SubStationAlphaReader: RecordingReader {
  private let input: ForeignInput
  private var recording = AnnotatedRecording()
  private var section = ""
  private var isOld = false
  private var columns: [String]?
  private var cues: [ScreenCue] = []
  private var speakers: [(name: String, place: Place)] = []

  init(_ input: ForeignInput) { self.input = input }

  mutating func read() throws -> AnnotatedRecording {
    for line in try input.lines() {
      let text = line.text.trimmed(of: " \t")
      if let name = text.after("[")?.before("]"), !isAttached(text) {
        section = name.lowercased()
        if section == "v4 styles" { isOld = true }
        columns = nil
      } else {
        read(text, line)
      }
    }
    guard !section.isEmpty else {
      throw input.failure("has no section such as [Events]")
    }
    // Drawn in the order of the file, heard in that of time.
    placeSpeakers()
    return ScreenRows(input).rows(cues.ordered(by: \.start), in: recording)
  }

  /// Lines of attached files are made of any signs, a bracket at their beginning among them.
  private func isAttached(_ line: String) -> Bool {
    (section == "fonts" || section == "graphics")
      && !["[script info]", "[v4+ styles]", "[v4 styles]", "[events]", "[fonts]", "[graphics]"].contains(
        line.lowercased())
  }

  // MARK: Lines

  private mutating func read(_ text: String, _ line: TextLines.Line) {
    if section == "fonts" || section == "graphics" {
      // Only the line that names a file counts it.
      if text.lowercased().begins(with: "fontname:") || text.lowercased().begins(with: "filename:") {
        input.unplaced.add("attached files", at: line.place)
      }
      return
    }
    if text.begins(with: ";") || text.begins(with: "!:") {
      return input.unplaced.add("comments", text, as: "x-ass-comment", in: &recording.extras, at: line.place)
    }
    guard let (before, after) = text.cut(at: ":") else {
      return input.unplaced.add("lines without a key in [\(section)]", at: line.place)
    }
    let (key, value) = (before.trimmed(of: " \t").lowercased(), after.trimmed(of: " \t"))
    switch section {
    case "script info": readFact(key, value, text, line)
    case "v4+ styles", "v4 styles", "v4 styles+":
      if key != "format", !SubStationAlphaText.head.contains(text) {
        input.unplaced.add("styles", at: line.place)
      }
    case "events": readEvent(key, Substring(after.unicodeScalars.drop { $0 == " " }), line)
    default: input.unplaced.add("lines of [\(section)]", at: line.place)
    }
  }

  private mutating func readFact(_ key: String, _ value: String, _ text: String, _ line: TextLines.Line) {
    if key == "title" {
      if !value.isEmpty { recording.facts.title = value }
    } else if key == "scripttype" {
      isOld = value.lowercased() == "v4.00"
    } else if !value.isEmpty, !SubStationAlphaText.head.contains(text) {
      input.unplaced.add(
        "\"\(key)\" of the script", value, as: "x-ass-\(key.replaced(" ", with: "-"))", in: &recording.extras,
        at: line.place)
    }
  }

  /// Without a line that names them.
  private var fields: [String] {
    columns
      ?? [
        isOld ? "marked" : "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv",
        "effect", "text",
      ]
  }

  private mutating func readEvent(_ key: String, _ value: Substring, _ line: TextLines.Line) {
    switch key {
    case "format": columns = value.fields(by: ",").map { $0.trimmed(of: " \t").lowercased() }
    case "dialogue": readDialogue(value, line)
    case "comment": input.unplaced.add("events that are comments", at: line.place)
    default: input.unplaced.add("events of the kind \"\(key)\"", at: line.place)
    }
  }

  private mutating func readDialogue(_ value: Substring, _ line: TextLines.Line) {
    let names = fields
    let values = value.fields(by: ",", atMost: names.count)
    func field(_ name: String) -> String {
      guard let index = names.firstIndex(of: name), index < values.count else { return "" }
      return values[index].trimmed(of: " \t")
    }
    guard let start = DecimalTime.parseClock(field("start"), mark: .pointOrComma),
      let end = DecimalTime.parseClock(field("end"), mark: .pointOrComma)
    else {
      return input.fault(
        "expected an event of \(names.count) fields with times such as 0:00:04.20 for Start and End",
        at: line.place)
    }
    let text = SubStationAlphaText(
      names.firstIndex(of: "text").flatMap { $0 < values.count ? String(values[$0]) : nil } ?? "", from: start
    )
    let lines = text.plain.fields(by: "\n").map { $0.trimmed(of: " ") }.filter { !$0.isEmpty }
    var cue = ScreenCue(lines: lines, start: start, end: end, place: line.place)
    let name = field("name").isEmpty ? field("actor") : field("name")
    if LabelText(name)?.isNamed == true || lines.joined(separator: " ").isExactly(name) {
      cue.name = name
    } else if !name.isEmpty {
      speakers.append((name, line.place))
    }
    cue.words = text.words
    cue.otherTimes = text.words.isEmpty ? text.times : 0
    for tag in text.unused {
      input.unplaced.add(
        "override codes in the text of events", tag, as: "x-ass-orders", in: &cue.more.extras, at: line.place)
    }
    for other in names where !["start", "end", "text", "name", "actor"].contains(other) {
      let value = field(other)
      // What events have that say nothing of how they look.
      if value.isEmpty || other == "style" && ["Default", "*Default"].contains(value)
        || value.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) || value == "Marked=0"
      {
        continue
      }
      input.unplaced.add(
        "\"\(other)\" of events", value, as: "x-ass-\(other.replaced(" ", with: "-"))", in: &cue.more.extras,
        at: line.place)
    }
    cues.append(cue)
  }

  /// Who speaks in all events recites; of several nobody can say who.
  private mutating func placeSpeakers() {
    let names = Set(speakers.map(\.name))
    if let name = names.first, names.count == 1 { return recording.takeReciter(name) }
    for speaker in speakers { input.unplaced.add("the speakers of events", at: speaker.place) }
  }
}

/// The text of an event: what is shown, the words that karaoke times, and the orders that say neither.
struct SubStationAlphaText {
  /// The lines that this program writes above the events, which carry no data.
  static let head: Set<String> = [
    "WrapStyle: 2", "PlayResX: 1920", "PlayResY: 1080", "ScaledBorderAndShadow: yes", style,
  ]
  /// The one style that this program writes.
  static let style =
    "Style: Default,Amiri Quran,84,&H0000D7FF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,60,60,60,-1"

  private(set) var plain = ""
  private(set) var unused: [String] = []
  /// The number of syllable times.
  private(set) var times = 0
  private var syllables: [(text: String, start: Milliseconds, end: Milliseconds)] = []
  private var isDrawing = false
  private var hasUntimedText = false

  init(_ text: String, from start: Milliseconds) {
    var at = start
    var shown = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    // Behind the last brace none is looked for.
    let lastBrace = text.unicodeScalars.lastIndex(of: "}")
    func flush(_ own: inout Self) {
      own.show(String(shown))
      shown = String.UnicodeScalarView()
    }
    while let sign = scalars.first {
      if sign == "{", let lastBrace, scalars.startIndex < lastBrace, let close = scalars.firstIndex(of: "}") {
        flush(&self)
        obey(Substring(scalars[scalars.index(after: scalars.startIndex)..<close]), &at)
        scalars = scalars[scalars.index(after: close)...]
        continue
      }
      scalars = scalars.dropFirst()
      if sign == "\\", let next = scalars.first, "NnhN{}".unicodeScalars.contains(next) {
        scalars = scalars.dropFirst()
        shown.append(next == "N" ? "\n" : next == "n" || next == "h" ? " " : next)
      } else {
        shown.append(sign)
      }
    }
    flush(&self)
  }

  private mutating func show(_ text: String) {
    guard !text.isEmpty else { return }
    // Lines of a drawing are not words.
    if isDrawing { return }
    plain += text
    if syllables.isEmpty {
      hasUntimedText = hasUntimedText || !text.trimmed(of: " \n").isEmpty
    } else {
      syllables[syllables.count - 1].text += text
    }
  }

  private mutating func obey(_ block: Substring, _ at: inout Milliseconds) {
    guard let (remark, orders) = block.cut(at: "\\") else {
      if !block.isEmpty { unused.append(String(block)) }
      return
    }
    if !remark.trimmed(of: " ").isEmpty { unused.append(String(remark)) }
    // What stands in the brackets of an order is its own.
    var depth = 0
    let parts = orders.words { sign in
      if sign == "(" { depth += 1 }
      if sign == ")" { depth = max(0, depth - 1) }
      return sign == "\\" && depth == 0
    }
    for part in parts {
      let order = part.trimmed(of: " ")
      if let length = Self.length(of: order) {
        syllables.append(("", at, at + length))
        at = at + length
        times += 1
      } else {
        if let scale = order.after("p").flatMap({ Int($0) }) {
          isDrawing = scale > 0
        }
        unused.append("\\" + order)
      }
    }
  }

  /// Of `k20`, `K20`, `kf20` and `ko20`; one second without a number.
  private static func length(of order: String) -> Milliseconds? {
    guard let number = order.after("kf") ?? order.after("ko") ?? order.after("K") ?? order.after("k") else {
      return nil
    }
    if number.isEmpty { return Milliseconds(1000) }
    guard let length = DecimalTime.parse(number), length >= .zero, length.count < 1_000_000_000 else {
      return nil
    }
    // Hundredths of a second: a thousandth of it as read.
    return Milliseconds(length.count / 100)
  }

  /// Empty where one syllable has several words, or some stand before the first.
  var words: [ScreenCue.Word] { hasUntimedText ? [] : ScreenCue.words(of: syllables) }
}
