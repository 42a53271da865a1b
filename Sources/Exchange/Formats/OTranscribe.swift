import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// The transcripts of oTranscribe: HTML in a JSON object, in which timestamps stand before their text.
  ///
  /// After `timestamps.js` and `export.js` of https://github.com/oTranscribe/oTranscribe.
  static let oTranscribe = ForeignFormat(
    name: "otranscribe", title: "oTranscribe", extensions: ["otr"], loses: .ofStarts,
    keepsInLabels: .ofLabels, bends: [.text],
    recognises: { source in
      guard let json = source.jsonIfAny, let text = json["text"]?.string else { return false }
      return json["media-time"] != nil || json["media-source"] != nil
        || text.holds("class=\"timestamp\"") && json["segments"] == nil
    },
    read: single(readOTranscribe),
    write: .text { recording, options, losses in
      let paragraphs = recording.titled(options, &losses).map { row, title in
        let clock = row.start.fullClock().cut(at: ".").map { String($0.0) } ?? ""
        return "<p><span class=\"timestamp\" contenteditable=\"false\" data-timestamp=\"\(row.start)\">"
          + "\(clock)</span>&nbsp;\(MarkupText.escaped(title.isEmpty ? LabelText.unnamed : title))</p>"
      }
      let audio = recording.facts.audio
      let members = JSONValue.members([
        ("text", .string(paragraphs.joined())), ("media", .string(audio?.file ?? "")),
        ("media-source", .string(audio?.url ?? "")), ("media-time", .int(0)),
      ])
      return JSONValue.object(members).documentText
    })
}

@Sendable private func readOTranscribe(_ input: ForeignInput) throws -> AnnotatedRecording {
  let json = try JSONSource(input)
  guard let node = json.root["text"], let html = node.string else {
    throw input.failure("has no text, which oTranscribe writes")
  }
  // The place where the player stood.
  json.root["media-time"]?.passOver()
  var recording = AnnotatedRecording(input)
  let media = json.root["media"]?.filled
  if let address = json.root["media-source"]?.filled {
    recording.facts.audio = RecordingDraft.Audio(path: address)
    recording.facts.title = media
  } else {
    recording.facts.audio = media.map { RecordingDraft.Audio(path: $0) }
  }
  let place = json.place(node)
  let transcript = Transcript(html)
  if !transcript.opening.isEmpty { input.unplaced.add("text before the first timestamp", at: place) }
  for kind in transcript.kinds { input.unplaced.add("<\(kind)> in the text", at: place) }
  var chapters = Chapters()
  for entry in transcript.entries {
    guard let time = entry.time else {
      input.fault("expected a time such as 4.2 in a timestamp, found \"\(entry.shownTime)\"", at: place)
      continue
    }
    let (label, rest) = SubtitleCue.label(of: entry.lines)
    var more = LabelText()
    if !rest.isEmpty {
      input.unplaced.add(
        "text beside the labels of timestamps", rest, as: "x-text", in: &more.extras, at: place)
    }
    chapters.add(named: label, at: time, place, saying: more)
  }
  return chapters.rows(in: recording, input)
}

/// The text of a transcript, by its timestamps.
private struct Transcript {
  /// A timestamp, and the text up to the next one.
  struct Entry {
    let time: Milliseconds?
    /// The time as it was written.
    let shownTime: String
    /// The lines that contain anything.
    var lines: [String] = []
  }

  private(set) var entries: [Entry] = []
  /// The text before the first timestamp.
  private(set) var opening = ""
  /// The names of elements that mark text, once each.
  private(set) var kinds: [String] = []

  private var line = ""

  /// Reads the HTML of an editor in a browser. What isn't well formed is text.
  init(_ html: String) {
    let bytes = Array(html.utf8)
    let last = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    var at = 0
    var start = 0
    // While inside a timestamp: its attribute, its text, and the depth of elements in it.
    var stamp: (given: String?, depth: Int)?
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
    func takeText(to end: Int) {
      if start < end { line += String(decoding: bytes[start..<end], as: UTF8.self) }
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "&"), let found = CharacterReference.read(bytes[...], from: at + 1) {
        takeText(to: at)
        line += found.text
        (at, start) = (found.end, found.end)
        continue
      }
      guard bytes[at] == UInt8(ascii: "<"), at < last, at + 1 < bytes.count,
        isLetter(bytes[at + 1]) || [UInt8(ascii: "/"), UInt8(ascii: "!")].contains(bytes[at + 1])
      else {
        at += 1
        continue
      }
      takeText(to: at)
      let tag = HTMLTag(bytes, from: at)
      (at, start) = (tag.end, tag.end)
      if let open = stamp {
        let depth = open.depth + (tag.isClosing ? -1 : tag.isVoid ? 0 : 1)
        stamp = depth > 0 ? (open.given, depth) : nil
        if depth <= 0 { addEntry(open.given ?? line) }
      } else if tag.isTimestamp, !tag.isClosing {
        endLine()
        stamp = (tag.time, 1)
      } else if HTMLTag.blocks.contains(tag.name) {
        endLine()
      } else if !tag.isClosing, !["span", "font", ""].contains(tag.name), !kinds.contains(tag.name) {
        kinds.append(tag.name)
      }
    }
    takeText(to: bytes.count)
    if stamp == nil { endLine() } else { addEntry(stamp?.given ?? line) }
  }

  private mutating func addEntry(_ time: String) {
    line = ""
    let text = LabelReference.tidied(time[...]).trimmed(of: " \t\n")
    entries.append(Entry(time: DecimalTime.parseClock(text), shownTime: text))
  }

  private mutating func endLine() {
    let words = line.words { $0.properties.isWhitespace }
    line = ""
    guard !words.isEmpty else { return }
    let text = words.joined(separator: " ")
    if entries.isEmpty { opening += text } else { entries[entries.count - 1].lines.append(text) }
  }
}

/// A tag of HTML, as far as it matters to a transcript.
private struct HTMLTag {
  let name: String
  let isClosing: Bool
  /// True if its element has no content.
  let isVoid: Bool
  /// True if it begins a timestamp.
  let isTimestamp: Bool
  /// The time in its attribute.
  let time: String?
  /// Behind its `>`.
  let end: Int

  /// The names of elements that begin lines.
  static let blocks: Set = [
    "p", "div", "br", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "hr",
  ]

  init(_ bytes: [UInt8], from start: Int) {
    var at = start + 1
    isClosing = bytes[at] == UInt8(ascii: "/")
    if isClosing { at += 1 }
    let letters = bytes[at...].prefix { (97...122).contains($0 | 0x20) || (48...57).contains($0) }
    name = String(decoding: letters, as: UTF8.self).lowercased()
    at = letters.endIndex
    var attributes: [String: String] = [:]
    while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
      let key = bytes[at...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
      at = key.endIndex
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
        if key.isEmpty { at += 1 }
        continue
      }
      at += 1
      let quote = at < bytes.count ? bytes[at] : 0
      let value: ArraySlice<UInt8>
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = bytes[(at + 1)...].prefix { $0 != quote }
        at = min(value.endIndex + 1, bytes.count)
      } else {
        value = bytes[at...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
        at = value.endIndex
      }
      attributes[String(decoding: key, as: UTF8.self).lowercased()] = String(decoding: value, as: UTF8.self)
    }
    end = min(at + 1, bytes.count)
    isVoid = ["br", "hr", "img", "wbr", "input"].contains(name)
    isTimestamp = attributes["class"]?.words(by: " ").contains(where: "timestamp".isExactly) ?? false
    time = attributes["data-timestamp"]
  }
}
