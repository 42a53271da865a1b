import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// mpv's EDL, exact to the sample: file, start and length, and the label as the title.
  static let edl: ForeignFormat = ForeignFormat(
    name: "edl", title: "mpv edit list", extensions: ["edl"],
    loses: [.words, .marker, .meta, .reciter, .riwayah],
    keepsInLabels: [.joins, .conf, .verified, .note, .priority, .xkeys], bends: [.text],
    recognises: { $0.beginning.begins(with: "# mpv EDL v0") || $0.beginning.begins(with: "mpv EDL v0") },
    read: { source, options, report in try readEDL(source, options, report) },
    write: .collection { collection, options in try writeEDL(collection, options) })

  /// Extended M3U in UTF-8; only VLC heeds the times.
  static let m3u8: ForeignFormat = ForeignFormat(
    name: "m3u8", title: "playlist with times for VLC", extensions: ["m3u8", "m3u"],
    loses: [.words, .marker, .riwayah],
    keepsInLabels: [.joins, .conf, .verified, .note, .priority, .xkeys, .reciter],
    bends: [.text, .meta], tellsReciter: true, recognises: { $0.beginning.begins(with: "#EXTM3U") },
    read: { source, options, report in try readM3U8(source, options, report) },
    write: .collection { collection, options in try writePlaylist(collection, options, .m3u8, .m3u8) })

  /// Lists for ffmpeg's `concat`; the labels are comments.
  static let ffconcat: ForeignFormat = ForeignFormat(
    name: "ffconcat", title: "list for ffmpeg's concat", extensions: ["ffconcat"],
    loses: [.words, .marker, .meta, .reciter, .riwayah],
    keepsInLabels: [.joins, .conf, .verified, .note, .priority, .xkeys],
    bends: [.text], recognises: { $0.beginning.begins(with: "ffconcat version") },
    read: { source, options, report in try readFFConcat(source, options, report) },
    write: .collection { collection, options in try writePlaylist(collection, options, .ffconcat, .ffconcat) }
  )
}

/// Where a recording's audio is to be found from the list.
private func location(_ recording: AnnotatedRecording, _ options: WritingOptions) throws -> String {
  let audio = recording.facts.audio
  if let path = options.audioPath ?? audio?.file, !path.isEmpty { return path }
  if let url = audio?.url { return url }
  throw ExchangeFailure(
    "\(recording.facts.title ?? recording.facts.id) names no audio, and a playlist is nothing without")
}

private func writePlaylist(
  _ collection: RecordingCollection, _ options: WritingOptions, _ format: ForeignFormat, _ form: Playlist.Form
) throws -> ForeignText {
  var losses = Losses()
  var items: [Playlist.Item] = []
  for recording in collection.recordings {
    losses.add(Losses(of: format, options, in: recording))
    if format.tellsReciter {
      losses.add(.meta, recording.factCount)
      losses.add(.riwayah, recording.facts.riwayah == nil ? 0 : 1)
    }
    let place = try location(recording, options)
    for segment in recording.segments {
      items.append(
        Playlist.Item(
          location: place, span: TimeSpan(segment.row.start, segment.row.end),
          title: losses.oneLine(LabelText(segment).text(options.labels)),
          creator: format.tellsReciter ? recording.reciterName ?? recording.facts.reciter : nil))
    }
  }
  return ForeignText(Playlist(items).text(form, titles: true), losses: losses)
}

// MARK: - Reading

/// Stretches of files: a recording for each file.
private struct ListedFiles {
  private var order: [String] = []
  private var recordings: [String: LabelledRows] = [:]
  private let report: ExchangeReport
  private let options: ReadingOptions

  init(_ options: ReadingOptions, _ report: ExchangeReport) {
    self.options = options
    self.report = report
  }

  mutating func add(
    _ label: String, of location: String, by creator: String? = nil, from start: Milliseconds?,
    to end: Milliseconds?,
    at place: Place
  ) {
    if recordings[location] == nil {
      var recording = AnnotatedRecording()
      var audio = RecordingDraft.Audio(file: location)
      if location.begins(with: "http://") || location.begins(with: "https://") {
        let name = location.words(by: "?")[0].words(by: "/").last.map(String.init) ?? "audio"
        audio = RecordingDraft.Audio(file: name)
        audio.url = location
      }
      recording.facts.audio = audio
      if let creator {
        if RecordingDraft.isIdentifier(creator) {
          recording.facts.reciter = creator
        } else {
          recording.reciterName = creator
        }
      }
      recordings[location] = LabelledRows(recording, report: report)
      order.append(location)
    }
    let stop = end ?? options.duration
    if let stop, stop <= start ?? .zero {
      report.add(ExchangeRules.emptyRow, "\"\(label)\" lasts no time, at \(start ?? .zero)", at: place)
      return
    }
    recordings[location]?.add(label, from: start ?? .zero, to: stop, at: place)
  }

  var collection: RecordingCollection { RecordingCollection(order.compactMap { recordings[$0]?.finished() }) }
}

private func readM3U8(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) throws
  -> RecordingCollection
{
  var files = ListedFiles(options, report)
  var title = ""
  var creator: String?
  var (start, end): (Milliseconds?, Milliseconds?) = (nil, nil)
  for line in TextLines(try source.text(options.encoding ?? .latin1)) where !line.isBlank {
    if line.text.begins(with: "#EXTINF:") {
      title =
        line.text.unicodeScalars.firstIndex(of: ",").map {
          line.text[line.text.index(after: $0)...].trimmed(of: " ")
        } ?? ""
      // "Reciter - 1:1", where what follows is a label.
      if let dash = title.range(ofText: " - "), LabelText(title) == nil {
        creator = String(title[..<dash.lowerBound])
        title = String(title[dash.upperBound...])
      }
    } else if line.text.begins(with: "#EXTVLCOPT:start-time=") {
      start = DecimalTime.parse(line.text.dropFirst(22))
    } else if line.text.begins(with: "#EXTVLCOPT:stop-time=") {
      end = DecimalTime.parse(line.text.dropFirst(21))
    } else if !line.text.begins(with: "#") {
      let location = line.text.begins(with: "./") ? String(line.text.dropFirst(2)) : line.text
      files.add(title, of: location, by: creator, from: start, to: end, at: line.place)
      (title, creator, start, end) = ("", nil, nil, nil)
    }
  }
  return files.collection
}

private func readFFConcat(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) throws
  -> RecordingCollection
{
  var files = ListedFiles(options, report)
  var item: (label: String, location: String, start: Milliseconds?, end: Milliseconds?, place: Place)?
  var label = ""
  func finish() {
    guard let item else { return }
    files.add(item.label, of: item.location, from: item.start, to: item.end, at: item.place)
  }
  for line in TextLines(try source.text(options.encoding)) where !line.isBlank {
    let text = line.text.trimmed(of: " \t")
    if text.begins(with: "#") {
      label = text.dropFirst().trimmed(of: " ")
      continue
    }
    let word = text.prefix { $0 != " " }
    let rest = text.dropFirst(word.count).trimmed(of: " ")
    switch word {
    case "file":
      finish()
      item = (label, unquoted(rest), nil, nil, line.place)
      label = ""
    case "inpoint": item?.start = DecimalTime.parseClock(rest)
    case "outpoint": item?.end = DecimalTime.parseClock(rest)
    default: break
    }
  }
  finish()
  return files.collection
}

/// A word of ffmpeg's: quotes hold everything, a backslash outside of them the next character.
private func unquoted(_ text: String) -> String {
  var result = ""
  var isQuoted = false
  var isEscaped = false
  for character in text {
    if isEscaped {
      result.append(character)
      isEscaped = false
    } else if character == "'" {
      isQuoted.toggle()
    } else if character == "\\", !isQuoted {
      isEscaped = true
    } else {
      result.append(character)
    }
  }
  return result
}

// MARK: - EDL

private func writeEDL(_ collection: RecordingCollection, _ options: WritingOptions) throws -> ForeignText {
  var losses = Losses()
  var text = "# mpv EDL v0\n"
  for recording in collection.recordings {
    losses.add(Losses(of: .edl, options, in: recording))
    let file = edlValue(losses.oneLine(try location(recording, options)))
    for segment in recording.segments {
      let title = edlValue(losses.oneLine(LabelText(segment).text(options.labels)))
      text += "\(file),\(segment.row.start),\(segment.row.end - segment.row.start),title=\(title)\n"
    }
  }
  return ForeignText(text, losses: losses)
}

/// With the count of its bytes before it where it would be taken apart.
private func edlValue(_ text: String) -> String {
  let isPlain =
    !text.contains { ",;%=!".contains($0) } && text.first != " " && text.last != " " && text.first != "#"
  return isPlain ? text : "%\(text.utf8.count)%\(text)"
}

private func readEDL(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) throws
  -> RecordingCollection
{
  var files = ListedFiles(options, report)
  for line in TextLines(try source.text(options.encoding)) where !line.isBlank {
    if line.text.begins(with: "#") || line.text.begins(with: "mpv EDL v0") || line.text.begins(with: "!") {
      continue
    }
    guard let entries = edlEntries(line.text) else {
      report.add(
        ExchangeRules.unreadableRow, "a value is shorter than the count of bytes before it says",
        at: line.place)
      continue
    }
    for fields in entries {
      var values = ["", "", "", ""]
      let names = ["file", "start", "length", "title"]
      for (index, field) in fields.enumerated() {
        if let name = field.name {
          if let place = names.firstIndex(of: name) { values[place] = field.value }
        } else if index < 3 {
          values[index] = field.value
        }
      }
      let start = values[1].isEmpty ? .zero : DecimalTime.parse(values[1])
      let length = values[2].isEmpty ? nil : DecimalTime.parse(values[2])
      guard !values[0].isEmpty, let start, values[2].isEmpty || length != nil else {
        report.add(
          ExchangeRules.unreadableRow, "expected a file, a start and a length in seconds", at: line.place)
        continue
      }
      files.add(values[3], of: values[0], from: start, to: length.map { start + $0 }, at: line.place)
    }
  }
  return files.collection
}

private typealias EDLField = (name: String?, value: String)

/// The entries of a line, which semicolons part; nil when a counted value reaches past its end.
private func edlEntries(_ line: String) -> [[EDLField]]? {
  let bytes = Array(line.utf8)
  var entries: [[EDLField]] = []
  var fields: [EDLField] = []
  var index = 0
  while index <= bytes.count {
    var name: String?
    var start = index
    if index < bytes.count, bytes[index] != UInt8(ascii: "%"),
      let equals = bytes[index...].firstIndex(where: { ",;=%".utf8.contains($0) }),
      bytes[equals] == UInt8(ascii: "=")
    {
      name = String(decoding: bytes[index..<equals], as: UTF8.self)
      start = equals + 1
    }
    let value: String
    if start < bytes.count, bytes[start] == UInt8(ascii: "%") {
      guard let close = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "%")),
        let count = Int(String(decoding: bytes[(start + 1)..<close], as: UTF8.self)), count >= 0,
        count <= bytes.count - close - 1
      else { return nil }
      value = String(decoding: bytes[(close + 1)..<(close + 1 + count)], as: UTF8.self)
      index = close + 1 + count
    } else {
      let end =
        bytes[min(start, bytes.count)...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
        ?? bytes.count
      value = String(decoding: bytes[min(start, bytes.count)..<end], as: UTF8.self)
      index = end
    }
    fields.append((name, value))
    if index >= bytes.count || bytes[index] == UInt8(ascii: ";") {
      if !(fields.count == 1 && fields[0].value.isEmpty) { entries.append(fields) }
      fields = []
    }
    index += 1
  }
  return entries
}
