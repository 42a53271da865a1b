import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// WebVTT after the W3C's text. The label is the cue's id, words are timestamps within the cue, and facts
  /// about the recording are in a NOTE.
  static let webVTT = ForeignFormat(
    name: "vtt", title: "WebVTT subtitles", extensions: ["vtt"], loses: [.order, .marker],
    keepsInLabels: .ofLabels, bends: [.text, .meta, .words, .conf, .xkeys], tellsReciter: true,
    recognises: { source in
      let head = source.beginning
      guard head.begins(with: "WEBVTT") else { return false }
      return head.after("WEBVTT")?.utf8.first.map { " \t\r\n".utf8.contains($0) } ?? true
    },
    read: single(WebVTTReader.self),
    write: .file { recording, options in
      var writer = WebVTTWriter(recording, options)
      return writer.write()
    })
}

// MARK: - Writing

private struct WebVTTWriter {
  private let recording: AnnotatedRecording
  private let options: WritingOptions
  private var losses = Losses()
  private var ids: Set<String> = []

  init(_ recording: AnnotatedRecording, _ options: WritingOptions) {
    self.recording = recording
    // The text stands where labels would, and ids are bare.
    self.options = options.captions == nil ? options : options.withBareLabels
  }

  mutating func write() -> ForeignText {
    var text = "WEBVTT\n"
    let facts = recording.facts
    let known: [(String, String?)] = [
      ("id", facts.id.isEmpty ? nil : facts.id), ("title", facts.title), ("reciter", facts.reciter),
      ("riwayah", facts.riwayah?.rawValue), ("numbering", facts.numbering?.rawValue),
    ]
    let pairs = known.compactMap { key, value in value.map { "\(key)=\(noteText($0))" } }
    if !pairs.isEmpty { text += "\nNOTE tilawa: \(pairs.joined(separator: "; "))\n" }
    let carried = (facts.id.isEmpty ? 0 : 1) + (facts.title == nil ? 0 : 1) + (facts.numbering == nil ? 0 : 1)
    losses.add(.meta, recording.factCount - carried)
    if options.captions != nil { return captions(under: text) }
    var words = recording.wordsInTime[...]
    for segment in recording.segmentsInTime {
      let row = segment.row
      var own: [WordTiming] = []
      while let word = words.first?.row, word.start < row.end {
        words = words.dropFirst()
        if word.start >= row.start, word.end <= row.end, own.last.map({ $0.end <= word.start }) ?? true {
          own.append(word)
        } else {
          losses.add(.words)
        }
      }
      let label = losses.subtitleLine(LabelText(segment).text(options.labels))
      text += "\n\(unique(label))\n\(SubtitleTime.line(row.start, row.end))\n"
      text += (own.isEmpty ? MarkupText.escaped(label) : Self.payload(own, of: row)) + "\n"
    }
    losses.add(.words, words.count)
    losses.addOfWords(in: recording, options)
    return ForeignText(text, losses: losses)
  }

  /// The text of ayat in the place of labels, which are the ids.
  private mutating func captions(under head: String) -> ForeignText {
    let captions = recording.captions(options, &losses)
    var text = head
    for caption in captions {
      text += "\n\(unique(losses.subtitleLine(caption.label)))\n"
      text += SubtitleTime.line(caption.start, caption.end) + "\n"
      text += recording.webVTTLines(of: caption, &losses).joined(separator: "\n") + "\n"
    }
    let lit = captions.filter(\.isTimed).reduce(0) { $0 + $1.wordCount }
    losses.add(.words, max(0, recording.words.count - lit))
    losses.addOfWords(in: recording, options)
    return ForeignText(text, losses: losses)
  }

  /// Pairs are parted by semicolons, and lines end the note.
  private mutating func noteText(_ text: String) -> String {
    let line = losses.subtitleLine(text)
    guard line.holds(";") else { return line }
    losses.add(.text)
    return line.replaced(";", with: ",")
  }

  /// Ids are unique in a file.
  private mutating func unique(_ label: String) -> String {
    var id = label
    var number = 1
    while !ids.insert(id).inserted {
      number += 1
      id = "\(label)#\(number)"
    }
    return id
  }

  /// Words with the times at which they start; where one ends before the next starts, that time, too.
  private static func payload(_ words: [WordTiming], of row: Segment) -> String {
    var text = ""
    var at = row.start
    for (index, word) in words.enumerated() {
      if index > 0 { text += " " }
      if word.start != at || index > 0 { text += "<\(word.start.fullClock())>" }
      text += "<c.w\(word.word)>\(word.ayah):\(word.word)</c>"
      at = word.end
      let next = index + 1 < words.count ? words[index + 1].start : row.end
      if at < next { text += "<\(at.fullClock())>" }
    }
    return text
  }
}

/// Reads WebVTT: rows from cues, facts from our own note, notes of the recording from others. Features that
/// only concern the display are reported.
struct WebVTTReader: RecordingReader {
  private let input: ForeignInput
  private var recording = AnnotatedRecording()
  private var rows: LabelledRows
  private var latest = Milliseconds.zero
  private var ids: Set<String> = []
  private var voices: [(name: String, place: Place)] = []

  init(_ input: ForeignInput) {
    self.input = input
    rows = LabelledRows(report: input.report)
  }

  mutating func read() throws -> AnnotatedRecording {
    guard let file = WebVTTBlocks(try text()) else {
      throw input.failure("does not begin with a line WEBVTT, or WEBVTT and a blank")
    }
    let title = file.title.trimmed(of: " \t")
    if !title.isEmpty { unplace("text after WEBVTT", title, "x-vtt-header", file.signature) }
    for line in file.header { unplace("lines of the header", line.text, "x-vtt-header", line) }
    for block in file.blocks {
      switch block {
      case .cue(let cue): read(cue)
      case .other(let lines): read(lines)
      }
    }
    rows.change { $0.takeFacts(recording) }
    placeVoices()
    return rows.finished()
  }

  private mutating func unplace(_ kind: String, _ value: String, _ key: String, _ line: TextLines.Line) {
    input.unplaced.add(kind, value, as: key, in: &recording.extras, at: line.place)
  }

  /// Returns the text of the file. The W3C's parser replaces NUL by U+FFFD; text with other encodings is
  /// decoded as usual.
  private func text() throws -> SourceText {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes =
      input.source.bytes.starts(with: mark) ? input.source.bytes.dropFirst(3) : input.source.bytes[...]
    guard bytes.starts(with: "WEBVTT".utf8), bytes.contains(0) else {
      return try input.text()
    }
    let whole = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .joined(separator: Array("\u{FFFD}".utf8))
    return try ForeignSource(path: input.source.path, shownAs: input.name, bytes: Array(whole))
      .text(input.options.encoding)
  }

  private mutating func read(_ lines: [TextLines.Line]) {
    guard let first = lines.first else { return }
    let text = lines.map(\.text).joined(separator: "\n")
    switch WebVTTBlocks.kind(of: lines) {
    case "NOTE": readNote(text.after("NOTE") ?? "", first)
    case let kind?: unplace("a \(kind)", text, "x-vtt-\(kind.lowercased())", first)
    case nil:
      input.fault("expected a cue with two times and --> between them", at: first.place)
    }
  }

  // MARK: Facts

  private mutating func readNote(_ text: Substring, _ line: TextLines.Line) {
    let note = text.trimmed(of: " \t\n")
    guard let facts = note.after("tilawa:") else {
      if !note.isEmpty { recording.facts.notes = recording.facts.notes.map { "\($0)\n\(note)" } ?? note }
      return
    }
    for pair in facts.words(by: ";") {
      let parts = pair.fields(by: "=", atMost: 2).map { $0.trimmed(of: " ") }
      if parts.count != 2 || !take(parts[0], parts[1]) {
        input.unplaced.add("\"\(pair.trimmed(of: " "))\" in the note", at: line.place)
      }
    }
  }

  private mutating func take(_ key: String, _ value: String) -> Bool {
    switch key {
    case "id" where RecordingDraft.isIdentifier(value): recording.facts.id = value
    case "title": recording.facts.title = value
    case "reciter" where RecordingDraft.isIdentifier(value): recording.facts.reciter = value
    case "riwayah":
      guard let riwayah = Riwayah(value) else { return false }
      recording.facts.riwayah = riwayah
    case "numbering":
      guard let numbering = CountingSystem(value) else { return false }
      recording.facts.numbering = numbering
    default: return false
    }
    return true
  }

  /// Who speaks in all cues recites; of several nobody can say who.
  private mutating func placeVoices() {
    let names = Set(voices.map(\.name))
    let isKnown = recording.facts.reciter != nil
    if let name = names.first, names.count == 1, !isKnown {
      rows.change { $0.takeReciter(name) }
    } else {
      for voice in voices where voice.name != recording.facts.reciter {
        input.unplaced.add("the voices of cues", at: voice.place)
      }
    }
  }

  // MARK: Cues

  private mutating func read(_ cue: WebVTTBlocks.Cue) {
    let place = cue.times.place
    guard let (start, end, settings) = cue.span else {
      return input.fault("expected times such as 00:00:04.200 --> 00:00:09.050", at: place)
    }
    if cue.isUnparted {
      input.add(
        .writerFault, "no empty line before the cue; it was read as a separate cue",
        at: (cue.id ?? cue.times).place)
    }
    SubtitleTime.tellRounding(start, after: latest, at: place, input)
    latest = max(latest, end)
    let tokens = WebVTTTokens(cue.text.map(\.text).joined(separator: "\n"))
    let lines = tokens.plain.fields(by: "\n").map(String.init).filter { !$0.isEmpty }
    guard start < end else {
      return input.report.addEmptyRow(
        "the cue \"\(lines.joined(separator: " "))\"", from: start, to: end, at: place)
    }
    let id = withoutCount((cue.id?.text ?? "").trimmed(of: " \t"))
    var more = LabelText()
    var (label, rest) = SubtitleCue.label(of: lines)
    if LabelText(id)?.isNamed == true {
      (label, rest) = (id, lines.joined(separator: " "))
    } else if !id.isEmpty, Int(id) == nil {
      input.unplaced.add("ids of cues", id, as: "x-vtt-id", in: &more.extras, at: place)
    }
    var words = CueWords(tokens, from: start, to: end, of: LabelText(label)?.ayah)
    let counting = input.options.numbering ?? recording.facts.numbering
    words.takeStretches(place) { ScreenRows(input, counting).words(of: $0, label) }
    if !SubtitleCue.isSaid(rest, by: label) {
      input.unplaced.add("text beside the labels of cues", rest, as: "x-text", in: &more.extras, at: place)
    }
    if !settings.isEmpty {
      input.unplaced.add("settings of cues", settings, as: "x-vtt-settings", in: &more.extras, at: place)
    }
    for tag in words.unused {
      input.unplaced.add("markup of cues", tag, as: "x-vtt-markup", in: &more.extras, at: place)
    }
    voices += words.voices.map { ($0, place) }
    rows.add(label, from: start, to: end, at: place, saying: more)
    for word in words.words { rows.add(WordRow(word, at: place)) }
  }

  /// The id without the count that makes it the only one of its kind.
  private mutating func withoutCount(_ id: String) -> String {
    if let (name, count) = id.cut(atLast: "#"), Int(count) != nil,
      ids.contains(String(name)) || LabelText(id) == nil
    {
      return String(name)
    }
    ids.insert(id)
    return id
  }
}

/// The words of a cue: `<c.w2>` behind the time at which it starts; who speaks, and the tags that say neither.
private struct CueWords {
  private(set) var words: [WordTiming] = []
  private(set) var voices: [String] = []
  private(set) var unused: [String] = []
  /// The text between times, and the tags that are these.
  private var stretches: [(text: String, start: Milliseconds, end: Milliseconds)] = []
  private var times: [String] = []

  init(_ tokens: WebVTTTokens, from start: Milliseconds, to end: Milliseconds, of ayat: AyahRange?) {
    var at = start
    var open: (ayah: Ayah, word: Int, start: Milliseconds)?
    var number: Int?
    var text = ""
    var stretch = ""
    func close(_ time: Milliseconds) -> WordTiming? {
      guard let word = open, time > word.start else { return nil }
      return WordTiming(ayah: word.ayah, word: word.word, start: word.start, end: time)
    }
    func endTag() {
      guard let word = number else { return }
      let reference = LabelReference(text.trimmed(of: " \t\n"))
      if let ayah = reference?.words == nil ? ayat?.first : reference?.ayat.first, (1...200).contains(word) {
        open = (ayah, word, at)
      } else {
        unused.append("c.w\(word)")
      }
      number = nil
    }
    for (token, raw) in tokens.tokens {
      switch token {
      case .text(let more):
        text += more
        stretch += more
      case .time:
        guard let time = WebVTTBlocks.time(raw), time >= at, time <= end else {
          unused.append(raw)
          continue
        }
        // A class that nothing closes is closed by what follows it.
        endTag()
        if let word = close(time) {
          words.append(word)
          open = nil
        }
        stretches.append((stretch, at, time))
        (at, stretch) = (time, "")
        times.append(raw)
      case .start("c", let classes, let annotation):
        let numbers = classes.compactMap { $0.after("w").flatMap { Int($0) } }
        guard let word = numbers.first else {
          unused.append(raw)
          continue
        }
        endTag()
        number = word
        text = ""
        if classes.count > 1 || !annotation.isEmpty { unused.append(raw) }
      case .end("c"): endTag()
      case .start("v", let classes, let annotation):
        if !annotation.isEmpty { voices.append(annotation) }
        if !classes.isEmpty || annotation.isEmpty { unused.append(raw) }
      case .start: unused.append(raw)
      case .end: break
      }
    }
    endTag()
    if let word = close(end) { words.append(word) }
    stretches.append((stretch, at, end))
  }

  /// Takes the stretches between times as words if no class numbers them: `name` determines their numbers.
  /// Times that don't separate words are lost.
  mutating func takeStretches(_ place: Place, _ name: (ScreenCue) -> [WordTiming]) {
    guard words.isEmpty, !times.isEmpty else { return }
    let lines = stretches.map(\.text)
    words = name(
      ScreenCue(
        lines: lines, start: .zero, words: ScreenCue.words(of: stretches), place: place))
    if words.isEmpty { unused += times }
  }
}
