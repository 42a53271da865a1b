import Diagnostics
import QuranIndex
import ScalarText
import TilawaFormat
import Timing

/// Reads WebVTT: rows of cues, facts of our own note, notes of the recording of others. What is for the screen alone is
/// told.
struct WebVTTReader {
  private let source: ForeignSource
  private let options: ReadingOptions
  private let report: ExchangeReport
  private var recording = AnnotatedRecording()
  private var rows: LabelledRows
  private var unplaced: UnplacedElements
  private var latest = Milliseconds.zero
  private var ids: Set<String> = []
  private var voices: [(name: String, place: Place)] = []

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) {
    self.source = source
    self.options = options
    self.report = report
    rows = LabelledRows(report: report)
    unplaced = UnplacedElements(options)
  }

  mutating func read() throws -> AnnotatedRecording {
    let blocks = TextBlock.all(of: try source.text(options.encoding))
    guard let first = blocks.first?.lines.first, let head = first.text.after("WEBVTT") else {
      throw ExchangeFailure("\(source.shownPath) doesn't begin with WEBVTT", at: source.place)
    }
    if !head.trimmed(of: " \t").isEmpty {
      unplace("text behind WEBVTT", head.trimmed(of: " \t"), "x-vtt-header", first)
    }
    for (index, block) in blocks.enumerated() {
      var block = block
      if index == 0 {
        let header = block.lines.dropFirst().prefix { !$0.text.holds("-->") }
        for line in header { unplace("lines of the header", line.text, "x-vtt-header", line) }
        block.lines.removeFirst(header.count + 1)
      }
      read(block)
    }
    rows.change { $0.takeFacts(recording) }
    placeVoices()
    unplaced.tell(report)
    return rows.finished()
  }

  private mutating func unplace(_ kind: String, _ value: String, _ key: String, _ line: TextLines.Line) {
    unplaced.add(kind, value, as: key, in: &recording.extras, at: line.place)
  }

  private mutating func read(_ block: TextBlock) {
    guard let first = block.lines.first else { return }
    let word = first.text.words(by: " \t").first ?? ""
    let text = block.lines.map(\.text).joined(separator: "\n")
    if word == "NOTE" { return readNote(text.after("NOTE") ?? "", first) }
    if word == "STYLE" || word == "REGION" || word == "REGION:" {
      return unplace("a \(word.trimmed(of: ":"))", text, "x-vtt-\(word.lowercased().trimmed(of: ":"))", first)
    }
    let cues = SubtitleCue.all(in: block)
    if cues.isEmpty {
      report.add(
        ExchangeRules.unreadableRow, "expected a cue with two times and --> between them", at: first.place)
    }
    for (index, cue) in cues.enumerated() {
      if index > 0 {
        report.add(
          ExchangeRules.writerFault, "no empty line before the cue; it was taken for one of its own",
          at: (cue.above.first ?? cue.times).place)
      }
      read(cue)
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
        unplaced.add("\"\(pair.trimmed(of: " "))\" in the note", at: line.place)
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
        unplaced.add("the voices of cues", at: voice.place)
      }
    }
  }

  // MARK: Cues

  private mutating func read(_ cue: SubtitleCue) {
    let place = cue.times.place
    guard let (start, end, settings) = SubtitleTime.span(cue.times.text) else {
      return report.add(
        ExchangeRules.unreadableRow, "expected times such as 00:00:04.200 --> 00:00:09.050", at: place)
    }
    if SubtitleTime.isAudacityRounding(start, after: latest) {
      SubtitleTime.reportRounding(start, latest, at: place, report)
    }
    latest = max(latest, end)
    let markup = MarkupText(vtt: cue.text.map(\.text).joined(separator: "\n"))
    let lines = markup.plain.fields(by: "\n").map(String.init).filter { !$0.isEmpty }
    guard start < end else {
      return report.addEmptyRow(
        "the cue \"\(lines.joined(separator: " "))\"", from: start, to: end, at: place)
    }
    let id = withoutCount(cue.above.last?.text ?? "")
    var more = LabelText()
    var (label, rest) = SubtitleCue.label(of: lines)
    if LabelText(id)?.isOfSomething == true {
      (label, rest) = (id, lines.joined(separator: " "))
    } else if !id.isEmpty, Int(id) == nil {
      unplaced.add("ids of cues", id, as: "x-vtt-id", in: &more.extras, at: place)
    }
    let words = CueWords(markup, from: start, to: end, of: LabelText(label)?.ayah)
    if !SubtitleCue.isSaid(rest, by: label) {
      unplaced.add("text beside the labels of cues", rest, as: "x-text", in: &more.extras, at: place)
    }
    if !settings.isEmpty {
      unplaced.add("settings of cues", settings, as: "x-vtt-settings", in: &more.extras, at: place)
    }
    for line in cue.above.dropLast() {
      unplaced.add("lines above the ids of cues", line.text, as: "x-vtt-id", in: &more.extras, at: line.place)
    }
    for tag in words.unused {
      unplaced.add("markup of cues", tag, as: "x-vtt-markup", in: &more.extras, at: place)
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

  init(_ markup: MarkupText, from start: Milliseconds, to end: Milliseconds, of ayat: AyahRange?) {
    var at = start
    var open: (ayah: Ayah, word: Int, start: Milliseconds)?
    var number: Int?
    var text = ""
    var times: [String] = []
    func close(_ time: Milliseconds) -> WordDraft? {
      guard let word = open, time > word.start else { return nil }
      return WordDraft(ayah: word.ayah, word: word.word, start: word.start, end: time)
    }
    for piece in markup.pieces {
      switch piece {
      case .text(let more): text += more
      case .tag(let tag):
        if let time = DecimalTime.parseClock(tag), time >= at, time <= end {
          if let word = close(time) {
            words.append(word)
            open = nil
          }
          at = time
          times.append(tag)
        } else if let word = tag.after("c.w").flatMap({ Int($0) }) {
          number = word
          text = ""
        } else if tag == "/c", let word = number {
          let reference = LabelReference(text)
          let ayah = reference?.words == nil ? ayat?.first : reference?.ayat.first
          if let ayah, (1...200).contains(word) {
            open = (ayah, word, at)
          } else {
            unused.append("c.w\(word)")
          }
          number = nil
        } else if tag.begins(with: "v "), let (_, name) = tag.cut(at: " ") {
          voices.append(name.trimmed(of: " \t"))
        } else if tag.begins(with: "v."), let (_, name) = tag.cut(at: " ") {
          voices.append(name.trimmed(of: " \t"))
          unused.append(tag)
        } else if !tag.begins(with: "/") {
          unused.append(tag)
        }
      }
    }
    if let word = close(end) { words.append(word) }
    // Times that parted no words are lost.
    if words.isEmpty { unused += times }
  }
}
