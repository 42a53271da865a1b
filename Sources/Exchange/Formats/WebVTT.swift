import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// WebVTT after the W3C's text: the label is the cue's id, words are timestamps within the cue, and what is known of the
  /// recording stands in a NOTE.
  static let webVTT = ForeignFormat(
    name: "vtt", title: "WebVTT subtitles", extensions: ["vtt"], loses: [.order, .marker],
    keepsInLabels: .ofLabels, bends: [.text, .meta, .words, .conf, .xkeys], tellsReciter: true,
    recognises: { source in
      let head = source.beginning
      guard head.begins(with: "WEBVTT") else { return false }
      return head.after("WEBVTT")?.utf8.first.map { " \t\r\n".utf8.contains($0) } ?? true
    },
    read: { input in
      var reader = WebVTTReader(input)
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
  private static func payload(_ words: [WordDraft], of row: SegmentDraft) -> String {
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
