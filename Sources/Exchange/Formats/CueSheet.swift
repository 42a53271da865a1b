import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// CUE sheets in frames of a 75th of a second, at most 99 tracks each, after libcue.
  static let cueSheet: ForeignFormat = ForeignFormat(
    name: "cue", title: "CUE sheet", extensions: ["cue"],
    loses: [.end, .gap, .overlap, .order, .words, .marker],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .note, .priority, .xkeys, .reciter],
    bends: [.text, .prec, .meta, .riwayah], tellsReciter: true, grid: Milliseconds(14),
    recognises: { source in
      let lines = source.beginning.uppercased().filledLines.map {
        $0.trimmed(of: " \t")
      }
      let starts = ["REM ", "FILE ", "TITLE ", "PERFORMER ", "CATALOG "]
      return (lines.first.map { line in starts.contains { line.begins(with: $0) } } ?? false)
        && lines.contains { $0.begins(with: "TRACK ") }
    },
    read: { source, options, report in
      var reader = CueSheetReader(source, options, report)
      return try reader.read()
    },
    write: .file { recording, options in writeCueSheet(recording, options) })
}

private func writeCueSheet(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses(of: .cueSheet, options, in: recording)
  let facts = recording.facts
  losses.add(.meta, recording.factCount - (facts.title == nil ? 0 : 1))
  losses.add(.riwayah, facts.riwayah == nil ? 0 : 1)
  func quoted(_ text: String) -> String {
    let line = losses.oneLine(text)
    guard line.holds("\"") else { return "\"\(line)\"" }
    losses.add(.text)
    return "\"\(line.replaced("\"", with: "'"))\""
  }
  var head = ""
  if let name = recording.reciterName ?? facts.reciter { head += "PERFORMER \(quoted(name))\n" }
  if let title = facts.title { head += "TITLE \(quoted(title))\n" }
  head += "FILE \(quoted(options.audioPath ?? facts.audio?.file ?? "audio.flac")) WAVE\n"
  let rows = recording.segmentsInTime
  var sheets: [String] = []
  for first in stride(from: 0, to: max(1, rows.count), by: 99) {
    var sheet = head
    for (number, segment) in rows[first..<min(first + 99, rows.count)].enumerated() {
      // The nearest frame, of two the earlier, so that no beginning is cut off.
      let frames = (segment.row.start.count * 75 + 499) / 1000
      if segment.row.start.count * 75 % 1000 != 0 { losses.add(.prec) }
      func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
      sheet += "  TRACK \(two(Int64(number + 1))) AUDIO\n"
      sheet += "    TITLE \(quoted(LabelText(segment).text(options.labels)))\n"
      sheet += "    INDEX 01 \(two(frames / 4500)):\(two(frames / 75 % 60)):\(two(frames % 75))\n"
    }
    sheets.append(sheet)
  }
  var text = ForeignText(sheets[0], losses: losses)
  text.continuations = sheets.dropFirst().map { Array($0.utf8) }
  return text
}

private struct CueSheetReader {
  private let source: ForeignSource
  private let options: ReadingOptions
  private let report: ExchangeReport
  private var recordings: [AnnotatedRecording] = []
  private var starts: [StartTimes] = []
  private var performer: String?
  private var title: String?
  private var track: (title: String, place: Place)?
  private var isInTrack = false

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) {
    self.source = source
    self.options = options
    self.report = report
  }

  mutating func read() throws -> RecordingCollection {
    for line in TextLines(try source.text(options.encoding)) where !line.isBlank {
      let words = Self.words(line.text)
      guard let command = words.first?.uppercased() else { continue }
      read(command, Array(words.dropFirst()), line.place)
    }
    if recordings.isEmpty { throw ExchangeFailure("\(source.shownPath) names no FILE", at: source.place) }
    // One file says where the last track ends when its length is known; of several nobody knows which it is.
    let end = recordings.count == 1 ? options.duration : nil
    let finished = recordings.indices.map { index in
      var rows = LabelledRows(recordings[index], report: report)
      starts[index].finish(&rows, end: end, report)
      return rows.finished()
    }
    return RecordingCollection(finished)
  }

  private mutating func read(_ command: String, _ words: [String], _ place: Place) {
    switch command {
    case "PERFORMER":
      if !isInTrack { performer = words.first }
    case "TITLE":
      if isInTrack { track?.title = words.first ?? "" } else { title = words.first }
    case "FILE":
      var recording = AnnotatedRecording()
      recording.facts.title = title
      if let performer {
        if RecordingDraft.isIdentifier(performer) {
          recording.facts.reciter = performer
        } else {
          recording.reciterName = performer
        }
      }
      recording.facts.audio = words.first.map { RecordingDraft.Audio(file: $0) }
      recordings.append(recording)
      starts.append(StartTimes())
      isInTrack = false
    case "TRACK":
      isInTrack = true
      track = ("", place)
    case "INDEX":
      guard words.count >= 2, Int(words[0]) == 1 else { return }
      guard let time = Self.time(words[1]) else {
        return report.add(
          ExchangeRules.unreadableRow,
          "expected minutes, seconds and frames below 75 such as 00:04:15, found \"\(words[1])\"",
          at: place)
      }
      guard let track, !starts.isEmpty else {
        return report.add(
          ExchangeRules.unreadableRow, "an INDEX without a FILE and a TRACK before it", at: place)
      }
      starts[starts.count - 1].add(track.title.isEmpty ? "?" : track.title, at: time, track.place)
    default: break
    }
  }

  /// Parted by blanks; quotes hold blanks together.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var hasWord = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
        hasWord = true
      } else if !isQuoted, character == " " || character == "\t" {
        if hasWord { words.append(word) }
        (word, hasWord) = ("", false)
      } else {
        word.append(character)
        hasWord = true
      }
    }
    if hasWord { words.append(word) }
    return words
  }

  /// `mm:ss:ff`
  static func time(_ text: String) -> Milliseconds? {
    let parts = text.fields(by: ":").map { Int64($0) }
    guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2],
      (0...99_999).contains(minutes), (0..<60).contains(seconds), (0..<75).contains(frames)
    else { return nil }
    return Milliseconds((minutes * 60 + seconds) * 1000 + (frames * 1000 * 2 + 75) / 150)
  }
}
