import TilawaBase
import TilawaFormat
import TilawaQuran

/// Reads WebVTT: rows of cues, facts of our own note, notes of the recording of others. What is for the screen alone is
/// told.
struct WebVTTReader {
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
      throw input.failure("doesn't begin with a line that is WEBVTT, or begins so before a blank")
    }
    let title = file.title.trimmed(of: " \t")
    if !title.isEmpty { unplace("text behind WEBVTT", title, "x-vtt-header", file.signature) }
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

  /// NUL isn't in the text of the W3C's parser, which has the sign for what is none in its place; other encodings are as ever.
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
        .writerFault, "no empty line before the cue; it was taken for one of its own",
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
    if LabelText(id)?.isOfSomething == true {
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
  private(set) var words: [WordDraft] = []
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
    func close(_ time: Milliseconds) -> WordDraft? {
      guard let word = open, time > word.start else { return nil }
      return WordDraft(ayah: word.ayah, word: word.word, start: word.start, end: time)
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

  /// The stretches between times as words, where no class says which they are: `name` tells. Times that part no words are lost.
  mutating func takeStretches(_ place: Place, _ name: (ScreenCue) -> [WordDraft]) {
    guard words.isEmpty, !times.isEmpty else { return }
    let lines = stretches.map(\.text)
    words = name(
      ScreenCue(
        lines: lines, start: .zero, words: ScreenCue.words(of: stretches), place: place))
    if words.isEmpty { unused += times }
  }
}
