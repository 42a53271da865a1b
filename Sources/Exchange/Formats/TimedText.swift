import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// Timed Text Markup Language 1 of the W3C, as players and broadcasters read it: a paragraph a row, a span
  /// a timed word.
  static let timedText = ForeignFormat(
    name: "ttml", title: "TTML subtitles", extensions: ["ttml", "dfxp", "itt"],
    loses: .ofLabels.union([.meta, .order, .marker]), bends: [.text, .skip, .wordless, .words, .ref, .conf],
    hasWordsOnRequest: true,
    recognises: { $0.xmlRootName == "tt" },
    read: single(TimedTextReader.self),
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

/// Reads TTML, and DFXP, its predecessor: a paragraph a row, words by spans with times. Styles and regions
/// are reported.
struct TimedTextReader: RecordingReader {
  private let input: ForeignInput
  private var text = SourceText(path: "", bytes: [])
  private var clock = TimedTextClock()
  private var cues: [ScreenCue] = []
  /// True if times count from the beginning of the recording wherever they are written.
  private var areAbsolute = false

  private static let xml = "http://www.w3.org/XML/1998/namespace"
  private static let styling = "http://www.w3.org/ns/ttml#styling"

  init(_ input: ForeignInput) { self.input = input }

  mutating func read() throws -> AnnotatedRecording {
    let (root, text) = try input.xml(root: "tt")
    self.text = text
    clock = TimedTextClock(root)
    if let fault = clock.fault { input.add(.understood, fault, at: place(root)) }
    var recording = AnnotatedRecording()
    let head = root.first("head")
    recording.facts.title = head?.first("metadata")?.textOf("title")
    recording.facts.notes = head?.first("metadata")?.textOf("desc")
    root.passOver(attribute: "\(Self.xml) lang") { $0.begins(with: "ar") }
    root.passOver(attribute: "\(Self.xml) space")
    passOverOwnLook(root)
    if let body = root.first("body") {
      var fits = (within: true, fromStart: true)
      compare(body, TimedTextSpan(start: .zero), TimedTextSpan(start: .zero), &fits)
      if !fits.within, fits.fromStart {
        areAbsolute = true
        input.add(
          .writerFault,
          "times of parts are after the end of their parent; they are read as counted from the beginning, "
            + "as in lyrics of Apple", at: place(body))
      }
      var at = Milliseconds.zero
      walk(body, TimedTextSpan(start: .zero), isTimed: false, &at)
    }
    return ScreenRows(input).rows(cues.ordered(by: \.start), in: recording)
  }

  private func place(_ node: XMLNode) -> Place { Place(text, of: node) }

  /// The one style and the one region that this program writes itself say nothing.
  private func passOverOwnLook(_ root: XMLNode) {
    let (head, body) = (root.first("head"), root.first("body"))
    let style = head?.first("styling")?.first("style")
    if style?.passOver(ifSaying: ["\(Self.xml) id": "line", "\(Self.styling) textAlign": "center"]) == true {
      body?.passOver(attribute: "style") { $0 == "line" }
    }
    let region = head?.first("layout")?.first("region")
    if region?.passOver(ifSaying: ["\(Self.xml) id": "below", "\(Self.styling) displayAlign": "after"])
      == true
    {
      body?.passOver(attribute: "region") { $0 == "below" }
    }
  }

  // MARK: Times

  /// Returns the stretch of an element within its parent. In a sequence, `sync` is the time that has passed.
  /// If a time can't be read, reports that and returns nil.
  private func span(
    of node: XMLNode, in parent: TimedTextSpan, after sync: Milliseconds, isInSequence: Bool
  ) -> (span: TimedTextSpan, isTimed: Bool)? {
    var values: [String: Milliseconds] = [:]
    for name in ["begin", "end", "dur"] {
      guard let written = node.attribute(name) else { continue }
      guard let time = clock.time(written) else {
        input.fault(
          "\"\(name)\" should be a time such as 00:00:04.200 or 4.2s, found \"\(written)\"", at: place(node))
        return nil
      }
      values[name] = time
    }
    let base = areAbsolute ? .zero : sync
    let start = values["begin"].map { base + $0 } ?? sync
    var ends: [Milliseconds] = []
    if let end = values["end"] { ends.append(base + end) }
    if let length = values["dur"] { ends.append(start + length) }
    // In a sequence nothing begins before what stands before it is over.
    if isInSequence, ends.isEmpty, let length = length(of: node) { ends.append(start + length) }
    if let end = parent.end { ends.append(end) }
    return (TimedTextSpan(start: start, end: ends.min()), !values.isEmpty)
  }

  private func time(_ name: String, of node: XMLNode) -> Milliseconds? {
    node.attribute(name).flatMap { clock.time($0) }
  }

  /// Checks whether times fit into `fits`' two readings: counted from the beginning of the parent, as the
  /// standard has it, or from that of the recording.
  private func compare(
    _ node: XMLNode, _ within: TimedTextSpan, _ fromStart: TimedTextSpan,
    _ fits: inout (within: Bool, fromStart: Bool)
  ) {
    var (own, absolute) = (within, fromStart)
    if let begin = time("begin", of: node) {
      own.start = within.start + begin
      absolute.start = begin
      if let end = within.end, own.start >= end { fits.within = false }
      if begin < fromStart.start || fromStart.end.map({ begin > $0 }) ?? false { fits.fromStart = false }
    }
    let (end, length) = (time("end", of: node), time("dur", of: node))
    own.end = [own.end, end.map { within.start + $0 }, length.map { own.start + $0 }].compactMap(\.self).min()
    absolute.end = [absolute.end, end, length.map { absolute.start + $0 }].compactMap(\.self).min()
    // In a sequence each counts from the end of the one before it.
    if node.attribute("timeContainer") == "seq" { return }
    for child in node.all(["div", "p", "span"]) {
      compare(child, own, absolute, &fits)
    }
  }

  /// Returns the duration of an element's content if nothing defines it, or nil if text in it lasts
  /// indefinitely.
  private func length(of node: XMLNode) -> Milliseconds? {
    let isSequence = node.attribute("timeContainer") == "seq"
    if !isSequence, ["p", "span"].contains(node.name), node.pieces.contains(where: { !$0.text.isEmpty }) {
      return nil
    }
    var length = Milliseconds.zero
    for child in node.all(["div", "p", "span"]) {
      let begin = time("begin", of: child) ?? .zero
      let lasts = time("dur", of: child).map { begin + $0 }
      guard
        let over = [time("end", of: child), lasts].compactMap(\.self).min()
          ?? self.length(of: child).map({ begin + $0 })
      else { return nil }
      length = isSequence ? length + over : max(length, over)
    }
    return length
  }

  /// Visits what lies in `node`; `at` is how far the sequence is that it stands in.
  private mutating func walk(
    _ node: XMLNode, _ parent: TimedTextSpan, isTimed: Bool, isInSequence: Bool = false,
    _ at: inout Milliseconds
  ) {
    guard let own = span(of: node, in: parent, after: at, isInSequence: isInSequence) else { return }
    let isTimed = isTimed || own.isTimed
    if isInSequence {
      guard let end = own.span.end ?? parent.end ?? input.options.duration else {
        input.add(
          .untimed, "the end of this is unknown, and so is the start of what follows in the sequence",
          at: place(node))
        return
      }
      at = max(at, end)
    }
    let isSequence = node.attribute("timeContainer") == "seq"
    node.passOver(attribute: "\(Self.xml) space")
    if node.name == "p" { return read(node, own.span, isTimed: isTimed, isSequence: isSequence) }
    var inside = own.span.start
    for child in node.all(["div", "p"]) {
      walk(child, own.span, isTimed: isTimed, isInSequence: isSequence, &inside)
    }
  }

  // MARK: Paragraphs

  /// Texts of a paragraph, each with the time that a span around it gives it.
  private struct Piece {
    var text: String
    var span: TimedTextSpan?
  }

  private mutating func read(_ node: XMLNode, _ own: TimedTextSpan, isTimed: Bool, isSequence: Bool) {
    var pieces: [Piece] = []
    collect(node, own, nil, isSequence: isSequence, &pieces)
    passOverOwnLook(of: node, showing: pieces.map(\.text).joined())
    var syllables: [(text: String, start: Milliseconds, end: Milliseconds)] = []
    var areTimed = true
    for piece in pieces {
      if let span = piece.span, let end = span.end {
        syllables.append((piece.text, span.start, end))
      } else if piece.text.words(where: { $0.properties.isWhitespace }).isEmpty {
        // A blank between words is a syllable of its own that parts them.
        syllables.append((" ", own.start, own.start))
      } else {
        areTimed = false
      }
    }
    let words = areTimed ? ScreenCue.words(of: syllables) : []
    let times = pieces.count { $0.span != nil }
    let name = node.first("metadata")?.textOf("desc") ?? node.textOf("desc") ?? ""
    let lines = Self.lines(of: pieces)
    var cue = ScreenCue(name: name, lines: lines, start: own.start, end: own.end, place: place(node))
    if !name.isEmpty, LabelText(name)?.isNamed != true, !lines.joined(separator: " ").isExactly(name) {
      input.unplaced.add(
        "descriptions of paragraphs", name, as: "x-ttml-desc", in: &cue.more.extras, at: cue.place)
    }
    if isTimed {
      cue.words = words
      cue.otherTimes = words.isEmpty ? times : 0
      cues.append(cue)
    } else if times > 0 {
      addParts(of: cue, pieces, words)
    } else if !lines.isEmpty {
      input.add(.untimed, "\"\(lines.joined(separator: " ").prefix(40))\" has no time", at: cue.place)
    }
  }

  /// A paragraph without times whose spans have some: one row if these are its words, else one each.
  private mutating func addParts(of cue: ScreenCue, _ pieces: [Piece], _ words: [ScreenCue.Word]) {
    let label = LabelText(cue.name)?.isNamed == true ? cue.name : SubtitleCue.label(of: cue.lines).label
    if let start = words.map(\.start).min(), let end = words.map(\.end).max() {
      var whole = cue
      (whole.start, whole.end, whole.words) = (start, end, words)
      if ScreenRows(input).words(of: whole, label).count == words.count {
        cues.append(whole)
        return
      }
    }
    for piece in pieces {
      let lines = Self.lines(of: [piece])
      guard let span = piece.span, !lines.isEmpty else {
        if !lines.isEmpty {
          input.add(.untimed, "\"\(lines.joined(separator: " ").prefix(40))\" has no time", at: cue.place)
        }
        continue
      }
      var part = ScreenCue(lines: lines, start: span.start, end: span.end, place: cue.place)
      part.more = cue.more
      cues.append(part)
    }
  }

  /// The texts in an element in their order; `timed` is the span with times around it.
  private mutating func collect(
    _ node: XMLNode, _ span: TimedTextSpan, _ timed: TimedTextSpan?, isSequence: Bool, _ pieces: inout [Piece]
  ) {
    var at = span.start
    for (text, child) in node.pieces {
      let shown = text.words(where: Self.isBlank).joined(separator: " ")
      if !text.isEmpty {
        let before = text.unicodeScalars.first.map(Self.isBlank) ?? false ? " " : ""
        let after = shown.isEmpty || !(text.unicodeScalars.last.map(Self.isBlank) ?? false) ? "" : " "
        pieces.append(Piece(text: before + shown + after, span: shown.isEmpty ? nil : timed))
      }
      guard let child else { continue }
      switch child.name {
      case "br":
        child.passOver()
        pieces.append(Piece(text: "\n"))
      case "span":
        guard let own = self.span(of: child, in: span, after: at, isInSequence: isSequence) else { continue }
        if isSequence, let end = own.span.end { at = max(at, end) }
        child.passOver(attribute: "\(Self.xml) space")
        let lit = litSpan(child, own.span)
        collect(
          child, own.span, lit ?? (own.isTimed || isSequence ? own.span : timed),
          isSequence: child.attribute("timeContainer") == "seq", &pieces)
      default: continue
      }
    }
  }

  /// While which a word changes its colour, which is how this program shows what is heard.
  private func litSpan(_ node: XMLNode, _ own: TimedTextSpan) -> TimedTextSpan? {
    guard let change = node.children.first, change.name == "set", node.all("set").count == 1,
      let lit = span(of: change, in: own, after: own.start, isInSequence: false), lit.isTimed,
      lit.span.end != nil
    else { return nil }
    change.passOver(attribute: "\(Self.styling) color") { $0 == "#FFD700" }
    return lit.span
  }

  /// Marks as read what this program writes into each paragraph, as it follows from the rest.
  private func passOverOwnLook(of node: XMLNode, showing text: String) {
    node.passOver(attribute: "\(Self.xml) id") { id in id.after("p").map { Int($0) != nil } ?? false }
    node.passOver(attribute: "http://www.w3.org/ns/ttml#metadata role") { $0 == "caption" }
    if CaptionLines.isRightToLeft(text) {
      node.passOver(attribute: "\(Self.styling) direction") { $0 == "rtl" }
      node.passOver(attribute: "\(Self.styling) unicodeBidi") { $0 == "embed" }
    }
  }

  private static func lines(of pieces: [Piece]) -> [String] {
    pieces.map(\.text).joined().fields(by: "\n").map { $0.words(where: isBlank).joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  private static func isBlank(_ sign: Unicode.Scalar) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(sign.value)
  }
}

/// When an element of TTML is there; without an end, as long as the recording.
struct TimedTextSpan {
  var start: Milliseconds
  var end: Milliseconds?
}

/// The time expressions of a TTML file.
struct TimedTextClock {
  private var frameRate = 30.0
  private var multiplier = 1.0
  private var subFrameRate = 1.0
  private var tickRate = 1.0
  private var isCounted = false
  private var dropsFrames = false
  /// The reason why the file's time settings cannot be followed, or nil if they can.
  private(set) var fault: String?

  init() {}

  /// By the parameters of the root.
  init(_ root: XMLNode) {
    func number(_ name: String) -> Double? {
      root.attribute(name, ofNamespaceEnding: "#parameter").flatMap { Double($0) }
        .flatMap { $0 >= 1 && $0 < 1e12 ? $0 : nil }
    }
    let rate = number("frameRate")
    frameRate = rate ?? 30
    subFrameRate = number("subFrameRate") ?? 1
    // Earlier versions have a colon between the two.
    let parts = (root.attribute("frameRateMultiplier", ofNamespaceEnding: "#parameter") ?? "")
      .words(by: " :").compactMap { Double($0) }
    if let first = parts.first, let last = parts.last, parts.count <= 2, first >= 1, last >= 1, last < 1e12 {
      multiplier = first / (parts.count == 2 ? last : 1)
    }
    tickRate = number("tickRate") ?? (rate == nil ? 1 : frameRate * subFrameRate)
    let base = root.attribute("timeBase", ofNamespaceEnding: "#parameter") ?? "media"
    isCounted = base == "smpte"
    switch root.attribute("dropMode", ofNamespaceEnding: "#parameter") ?? "nonDrop" {
    case "dropNTSC": dropsFrames = true
    case "dropPAL": fault = "frames that PAL drops (dropPAL) are counted all the same"
    default: break
    }
    if base == "clock" { fault = "times of day (timeBase \"clock\") are read as times in the recording" }
  }

  /// Parses a time: `00:00:04.200`, `00:00:04:05`, `4.2s`, `126f`, `42000t` and so on. Returns nil for
  /// anything else. A number alone is seconds, as Apple writes them.
  func time(_ written: String) -> Milliseconds? {
    let text = written.trimmed(of: " \t\r\n")
    let parts = text.fields(by: ":")
    if parts.count > 1 {
      guard parts.count == 4 || isCounted && parts.count == 3 && !text.holds(".") else {
        return DecimalTime.parseClock(text)
      }
      guard let whole = DecimalTime.parseClock(parts.prefix(3).joined(separator: ":")), !text.holds(",")
      else {
        return nil
      }
      var frames = 0.0
      if parts.count == 4 {
        let counts = parts[3].fields(by: ".")
        guard counts.count <= 2, let full = UInt32(counts[0]),
          let part = counts.count == 2 ? UInt32(counts[1]) : 0
        else { return nil }
        frames = Double(full) + Double(part) / subFrameRate
      }
      return moment(Double(whole.count / 1000), frames)
    }
    let number = String(
      String.UnicodeScalarView(text.unicodeScalars.prefix { $0 == "." || ("0"..."9").contains($0) }))
    guard let exact = DecimalTime.parse(number), let value = Double(number) else { return nil }
    switch text.after(number) {
    case "h": return Self.rounded(value * 3_600_000)
    case "m": return Self.rounded(value * 60_000)
    case "s", "": return exact
    case "ms": return DecimalTime.parse(number, unit: .milliseconds)
    case "f": return Self.rounded(value * 1000 / (frameRate * multiplier))
    case "t": return Self.rounded(value * 1000 / tickRate)
    default: return nil
    }
  }

  /// Returns the time of a count of seconds and frames. With SMPTE, a nominal second has as many frames as
  /// the rate gives, and lasts longer if the multiplier slows them down (TTML 1, appendix on time
  /// expressions).
  private func moment(_ seconds: Double, _ frames: Double) -> Milliseconds? {
    guard isCounted else { return Self.rounded(seconds * 1000 + frames * 1000 / (frameRate * multiplier)) }
    let minutes = (seconds / 60).rounded(.down)
    let dropped = dropsFrames ? 2 * (minutes - (minutes / 10).rounded(.down)) : 0
    return Self.rounded((seconds * frameRate + frames - dropped) * 1000 / (frameRate * multiplier))
  }

  private static func rounded(_ value: Double) -> Milliseconds? {
    value < 9e15 ? Milliseconds(Int64(value.rounded(.toNearestOrAwayFromZero))) : nil
  }
}
