import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// CUE sheets in frames of a 75th of a second, at most 99 tracks each, after libcue.
  static let cueSheet = ForeignFormat(
    name: "cue", title: "CUE sheet", extensions: ["cue"],
    loses: [.end, .gap, .overlap, .order, .words, .marker], keepsInLabels: .ofLabels,
    bends: [.text, .prec, .meta, .riwayah], tellsReciter: true, grid: Milliseconds(14),
    recognises: { source in
      let lines = source.beginning.uppercased().filledLines.map { $0.trimmed(of: " \t") }
      let starts = ["REM ", "FILE ", "TITLE ", "PERFORMER ", "CATALOG "]
      return (lines.first.map { line in starts.contains { line.begins(with: $0) } } ?? false)
        && lines.contains { $0.begins(with: "TRACK ") }
    },
    read: { input in
      var reader = CueSheetReader(input)
      return try reader.read()
    },
    write: .file { recording, options in writeCueSheet(recording, options) })
}

private func writeCueSheet(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses()
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
      let two = LyricsStamp.two
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

/// Reads CUE sheets: a recording for each FILE, a row for each TRACK, which lasts up to the next one or to the silence
/// before it (INDEX 00).
///
/// EAC may put the silence before a track at the end of the file before. FILE then stands between the track's INDEX 00
/// and INDEX 01.
struct CueSheetReader {
  private let input: ForeignInput
  private var sheet = AnnotatedRecording()
  private var files: [File] = []
  private var track: Track?

  private struct File {
    var recording: AnnotatedRecording
    var tracks: [Track] = []
    /// The beginning of the silence before the first track of the next file.
    var lastSilence: (time: Milliseconds, place: Place)?
  }

  private struct Track {
    let place: Place
    var title = ""
    var performer: (name: String, place: Place)?
    var start: Milliseconds?
    var silence: Milliseconds?
    var more = LabelText()
  }

  init(_ input: ForeignInput) { self.input = input }

  mutating func read() throws -> RecordingCollection {
    for line in try input.lines() {
      let words = Self.words(line.text)
      guard let command = words.first?.uppercased() else { continue }
      read(command, Array(words.dropFirst()), line.place)
    }
    closeTrack()
    if files.isEmpty { throw input.failure("names no FILE") }
    // The known length is the end of the last track only if there is a single file.
    let end = files.count == 1 ? input.options.duration : nil
    let recordings = files.indices.map { finished(files[$0], end) }
    return RecordingCollection(recordings)
  }

  private mutating func finished(_ file: File, _ end: Milliseconds?) -> AnnotatedRecording {
    var recording = file.recording
    let performers = Set(file.tracks.compactMap { $0.performer?.name })
    let isUnknown = recording.facts.reciter == nil && recording.reciterName == nil
    if isUnknown, let name = performers.first, performers.count == 1,
      file.tracks.allSatisfy({ $0.performer != nil })
    {
      recording.takeReciter(name)
    }
    var chapters = Chapters()
    if let (time, place) = file.lastSilence { chapters.add("", at: time, place) }
    for track in file.tracks {
      guard let start = track.start else {
        input.fault("the track has no INDEX 01", at: track.place)
        continue
      }
      var more = track.more
      if let (name, place) = track.performer, name != recording.reciterName, name != recording.facts.reciter {
        if RecordingDraft.isIdentifier(name) {
          more.reciter = name
        } else {
          input.unplaced.add("performers of tracks", name, as: "x-cue-performer", in: &more.extras, at: place)
        }
      }
      if let silence = track.silence { chapters.add("", at: silence, track.place) }
      chapters.add(named: track.title, at: start, track.place, saying: more)
    }
    return chapters.rows(in: recording, end: end, input)
  }

  private mutating func closeTrack() {
    if let track, !files.isEmpty { files[files.count - 1].tracks.append(track) }
    track = nil
  }

  private mutating func read(_ command: String, _ words: [String], _ place: Place) {
    let text = words.joined(separator: " ")
    switch command {
    case "FILE":
      if let silence = track?.silence, let place = track?.place, track?.start == nil, !files.isEmpty {
        files[files.count - 1].lastSilence = (silence, place)
        track?.silence = nil
      } else {
        closeTrack()
      }
      var recording = sheet
      recording.facts.audio = words.first.map { RecordingDraft.Audio(path: $0) }
      files.append(File(recording: recording))
    case "TRACK":
      closeTrack()
      track = Track(place: place)
      if words.count > 1, words[1].uppercased() != "AUDIO" {
        unplace("the kinds of tracks", text, "x-cue-track", place)
      }
      if files.isEmpty {
        input.fault("a TRACK without a FILE before it", at: place)
      }
    case "INDEX": readIndex(words, place)
    case "TITLE" where track != nil: track?.title = words.first ?? ""
    case "PERFORMER" where track != nil:
      if let name = words.first, !name.isEmpty { track?.performer = (name, place) }
    case "TITLE": change { $0.facts.title = words.first.flatMap { $0.isEmpty ? nil : $0 } }
    case "PERFORMER": change { $0.takeReciter(words.first ?? "") }
    case "REM" where words.first?.uppercased() == "COMMENT":
      let note = words.dropFirst().joined(separator: " ")
      if track != nil {
        let before = track?.more.note
        track?.more.note = before.map { "\($0); \(note)" } ?? note
      } else {
        change { $0.facts.notes = $0.facts.notes.map { "\($0)\n\(note)" } ?? note }
      }
    case "REM":
      let key = words.first ?? ""
      unplace("REM \(key)", words.dropFirst().joined(separator: " "), "x-cue-\(key.lowercased())", place)
    default: unplace(command, text, "x-cue-\(command.lowercased())", place)
    }
  }

  private mutating func readIndex(_ words: [String], _ place: Place) {
    guard words.count >= 2, let number = Int(words[0]), let time = Self.time(words[1]) else {
      return input.fault(
        "expected a number and minutes, seconds and frames below 75 such as 01 00:04:15, found "
          + "\"\(words.joined(separator: " "))\"", at: place)
    }
    guard track != nil, !files.isEmpty else {
      return input.fault("an INDEX without a FILE and a TRACK before it", at: place)
    }
    switch number {
    case 0: track?.silence = time
    case 1: track?.start = time
    default: unplace("an INDEX above 01", words[1], "x-cue-index-\(words[0])", place)
    }
  }

  /// Changes the file that was last opened by FILE, or the whole sheet if there is none yet.
  private mutating func change(_ change: (inout AnnotatedRecording) -> Void) {
    if files.isEmpty { change(&sheet) } else { change(&files[files.count - 1].recording) }
  }

  private mutating func unplace(_ kind: String, _ value: String, _ key: String, _ place: Place) {
    if var open = track {
      input.unplaced.add(kind, value, as: key, in: &open.more.extras, at: place)
      track = open
    } else if files.isEmpty {
      input.unplaced.add(kind, value, as: key, in: &sheet.extras, at: place)
    } else {
      input.unplaced.add(kind, value, as: key, in: &files[files.count - 1].recording.extras, at: place)
    }
  }

  /// Parted by blanks; quotes hold blanks together.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isQuoted = false
    var hasWord = false
    for scalar in line.unicodeScalars {
      if scalar == "\"" {
        isQuoted.toggle()
        hasWord = true
      } else if !isQuoted, scalar == " " || scalar == "\t" {
        if hasWord { words.append(String(word)) }
        (word, hasWord) = (String.UnicodeScalarView(), false)
      } else {
        word.append(scalar)
        hasWord = true
      }
    }
    if hasWord { words.append(String(word)) }
    return words
  }

  /// `mm:ss:ff`
  private static func time(_ text: String) -> Milliseconds? {
    let parts = text.fields(by: ":").map { Int64($0) }
    guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2],
      (0...99_999).contains(minutes), (0..<60).contains(seconds), (0..<75).contains(frames)
    else { return nil }
    return Milliseconds((minutes * 60 + seconds) * 1000 + (frames * 1000 * 2 + 75) / 150)
  }
}
