import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// WebVTT after the W3C's text: the label is the cue's id, words are timestamps within the cue, and what is known of the
  /// recording stands in a NOTE.
  static let webVTT: ForeignFormat = ForeignFormat(
    name: "vtt", title: "WebVTT subtitles", extensions: ["vtt"], loses: [.order, .marker],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .reciter, .note, .priority, .xkeys],
    bends: [.text, .meta, .words], tellsReciter: true,
    recognises: { source in
      let head = source.beginning
      guard head.begins(with: "WEBVTT") else { return false }
      return head.dropFirst(6).first.map { $0.isWhitespace } ?? true
    },
    read: { source, options, report in
      var reader = WebVTTReader(source, options, report)
      return RecordingCollection([try reader.read()])
    },
    write: .file { recording, options in
      var writer = WebVTTWriter(recording, options)
      return writer.write()
    })
}

// MARK: - Writing

private struct WebVTTWriter {
  private let recording: AnnotatedRecording
  private let options: WritingOptions
  private var losses: Losses
  private var ids: Set<String> = []

  init(_ recording: AnnotatedRecording, _ options: WritingOptions) {
    self.recording = recording
    self.options = options
    losses = Losses(of: .webVTT, options, in: recording)
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
    var words = recording.wordsInTime[...]
    for segment in recording.segmentsInTime {
      let row = segment.row
      var own: [WordDraft] = []
      while let word = words.first?.row, word.start < row.end {
        words = words.dropFirst()
        if word.start >= row.start, word.end <= row.end, own.last.map({ $0.end <= word.start }) ?? true {
          own.append(word)
        } else {
          losses.add(.words)
        }
      }
      let label = losses.subtitleLine(LabelText(segment).text(options.labels))
      text += "\n\(unique(label))\n\(SubtitleTime.text(row.start, mark: ".")) --> "
      text += "\(SubtitleTime.text(row.end, mark: "."))\n"
      text += (own.isEmpty ? MarkupText.escaped(label) : Self.payload(own, of: row)) + "\n"
    }
    losses.add(.words, words.count)
    return ForeignText(text, losses: losses)
  }

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
  private static func payload(_ words: [WordDraft], of row: SegmentDraft) -> String {
    var text = ""
    var at = row.start
    for (index, word) in words.enumerated() {
      if index > 0 { text += " " }
      if word.start != at || index > 0 { text += "<\(SubtitleTime.text(word.start, mark: "."))>" }
      text += "<c.w\(word.word)>\(word.ayah):\(word.word)</c>"
      at = word.end
      let next = index + 1 < words.count ? words[index + 1].start : row.end
      if at < next { text += "<\(SubtitleTime.text(at, mark: "."))>" }
    }
    return text
  }
}

// MARK: - Reading

private struct WebVTTReader {
  private let source: ForeignSource
  private let options: ReadingOptions
  private let report: ExchangeReport
  private var recording = AnnotatedRecording()
  private var latest = Milliseconds.zero

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) {
    self.source = source
    self.options = options
    self.report = report
  }

  mutating func read() throws -> AnnotatedRecording {
    let blocks = TextBlock.all(of: try source.text(options.encoding))
    guard let head = blocks.first, let first = head.lines.first, first.text.begins(with: "WEBVTT") else {
      throw ExchangeFailure("\(source.shownPath) doesn't begin with WEBVTT", at: source.place)
    }
    for block in blocks where block.lines.first.map({ Self.isNote($0.text) }) ?? false { readNote(block) }
    var rows = LabelledRows(recording, report: report)
    for block in blocks {
      guard let first = block.lines.first, !Self.isNote(first.text) else { continue }
      guard let arrow = block.lines.firstIndex(where: { $0.text.holds("-->") }) else {
        let isKnown = ["WEBVTT", "STYLE", "REGION"].contains { first.text.begins(with: $0) }
        if !isKnown {
          report.add(
            ExchangeRules.unreadableRow, "expected a cue with two times and --> between them", at: first.place
          )
        }
        continue
      }
      read(block, arrow, &rows)
    }
    return rows.finished()
  }

  private static func isNote(_ text: String) -> Bool {
    text == "NOTE" || text.begins(with: "NOTE ") || text.begins(with: "NOTE\t")
  }

  private mutating func readNote(_ block: TextBlock) {
    guard let line = block.lines.first, let colon = line.text.range(ofText: "tilawa:") else { return }
    for pair in line.text[colon.upperBound...].words(by: ";") {
      let parts = pair.words(by: "=", atMost: 2).map { $0.trimmed(of: " ") }
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "id": if RecordingDraft.isIdentifier(parts[1]) { recording.facts.id = parts[1] }
      case "title": recording.facts.title = parts[1]
      case "reciter": if RecordingDraft.isIdentifier(parts[1]) { recording.facts.reciter = parts[1] }
      case "riwayah": recording.facts.riwayah = Riwayah(parts[1])
      case "numbering": recording.facts.numbering = CountingSystem(parts[1])
      default: break
      }
    }
  }

  private mutating func read(_ block: TextBlock, _ arrow: Int, _ rows: inout LabelledRows) {
    let line = block.lines[arrow]
    guard let (start, end) = SubtitleTime.span(line.text) else {
      return report.add(
        ExchangeRules.unreadableRow, "expected times such as 00:00:04.200 --> 00:00:09.050", at: line.place)
    }
    if SubtitleTime.isAudacityRounding(start, after: latest) {
      SubtitleTime.reportRounding(start, latest, at: line.place, report)
    }
    latest = max(latest, end)
    let payload = block.lines[(arrow + 1)...].map(\.text).joined(separator: " ")
    let plain = MarkupText.plain(payload)
    guard start < end else {
      return report.add(
        ExchangeRules.emptyRow,
        "the cue \"\(plain)\" \(end < start ? "ends at \(end), before it starts" : "lasts no time,") at \(start)",
        at: line.place)
    }
    var id = arrow > 0 ? block.lines[arrow - 1].text : ""
    if let hash = id.unicodeScalars.lastIndex(of: "#"), Int(id[id.index(after: hash)...]) != nil {
      id = String(id[..<hash])
    }
    let label = LabelText(id).map(\.isOfSomething) ?? false ? id : plain
    rows.add(label, from: start, to: end, at: line.place)
    for word in CueWords(payload, from: start, to: end, of: LabelText(label)?.ayah).words {
      rows.add(WordRow(word, at: line.place))
    }
  }
}

/// The words of a cue: `<c.w2>` behind the time at which it starts.
private struct CueWords {
  private(set) var words: [WordDraft] = []

  init(_ payload: String, from start: Milliseconds, to end: Milliseconds, of ayat: AyahRange?) {
    var at = start
    var open: (ayah: Ayah, word: Int, start: Milliseconds)?
    var number: Int?
    var text = ""
    func close(_ time: Milliseconds) -> WordDraft? {
      guard let word = open, time > word.start else { return nil }
      return WordDraft(ayah: word.ayah, word: word.word, start: word.start, end: time)
    }
    var rest = payload[...]
    while let character = rest.first {
      guard character == "<", let bracket = rest.unicodeScalars.firstIndex(of: ">") else {
        text.append(character)
        rest = rest.dropFirst()
        continue
      }
      let tag = rest[rest.index(after: rest.startIndex)..<bracket]
      rest = rest[rest.index(after: bracket)...]
      if let time = DecimalTime.parseClock(tag), time >= at, time <= end {
        if let word = close(time) {
          words.append(word)
          open = nil
        }
        at = time
      } else if tag.begins(with: "c.w") {
        number = Int(tag.dropFirst(3))
        text = ""
      } else if tag == "/c", let word = number {
        let reference = LabelReference(text)
        let ayah = reference?.words == nil ? ayat?.first : reference?.ayat.first
        if let ayah, (1...200).contains(word) { open = (ayah, word, at) }
        number = nil
      }
    }
    if let word = close(end) { words.append(word) }
  }
}
