import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// mpv's EDL, exact to the sample: file, start and length, and the label as the title.
  static let edl = ForeignFormat(
    name: "edl", title: "mpv edit list", extensions: ["edl"],
    loses: [.words, .marker, .meta, .reciter, .riwayah],
    keepsInLabels: Set.ofLabels.subtracting([.riwayah, .reciter]), bends: [.text],
    recognises: { $0.beginning.begins(with: "# mpv EDL v0") || $0.beginning.begins(with: "mpv EDL v0") },
    read: readEDL,
    write: .texts { collection, options, losses in
      try "# mpv EDL v0\n"
        + collection.recordings.map { recording in
          let file = edlValue(losses.oneLine(try location(recording, options)))
          return recording.segments.map { segment in
            let title = edlValue(losses.oneLine(LabelText(segment).text(options.labels)))
            return "\(file),\(segment.row.start),\(segment.row.end - segment.row.start),title=\(title)\n"
          }.joined()
        }.joined()
    })

  /// Extended M3U in UTF-8; only VLC heeds the times.
  static let m3u8: ForeignFormat = ForeignFormat(
    name: "m3u8", title: "playlist with times for VLC", extensions: ["m3u8", "m3u"],
    loses: [.words, .marker, .riwayah], keepsInLabels: Set.ofLabels.subtracting([.riwayah]),
    bends: [.text, .meta], tellsReciter: true, recognises: { $0.beginning.begins(with: "#EXTM3U") },
    read: readM3U8,
    write: .texts { try writePlaylist($0, $1, .m3u8, .m3u8, &$2) })

  /// Lists for ffmpeg's `concat`; the labels are comments.
  static let ffconcat: ForeignFormat = ForeignFormat(
    name: "ffconcat", title: "list for ffmpeg's concat", extensions: ["ffconcat"],
    loses: [.words, .marker, .meta, .reciter, .riwayah],
    keepsInLabels: Set.ofLabels.subtracting([.riwayah, .reciter]),
    bends: [.text], recognises: { $0.beginning.begins(with: "ffconcat version") },
    read: readFFConcat,
    write: .texts { try writePlaylist($0, $1, .ffconcat, .ffconcat, &$2) })
}

/// Where a recording's audio is to be found from the list.
private func location(_ recording: AnnotatedRecording, _ options: WritingOptions) throws -> String {
  let audio = recording.facts.audio
  if let path = options.audioPath ?? audio?.file, !path.isEmpty { return path }
  if let url = audio?.url { return url }
  throw ExchangeFailure(
    "\(recording.facts.title ?? recording.facts.id) names no audio, which a playlist needs")
}

private func writePlaylist(
  _ collection: RecordingCollection, _ options: WritingOptions, _ format: ForeignFormat,
  _ form: Playlist.Form, _ losses: inout Losses
) throws -> String {
  var items: [Playlist.Item] = []
  for recording in collection.recordings {
    if format.tellsReciter {
      losses.add(.meta, recording.factCount)
      losses.add(.riwayah, recording.facts.riwayah == nil ? 0 : 1)
    }
    let place = losses.oneLine(try location(recording, options))
    for segment in recording.segments {
      items.append(
        Playlist.Item(
          location: place, span: TimeSpan(segment.row.start, segment.row.end),
          title: losses.oneLine(LabelText(segment).text(options.labels)),
          creator: format.tellsReciter ? recording.reciterName ?? recording.facts.reciter : nil))
    }
  }
  return Playlist(items).text(form, titles: true)
}

// MARK: - EDL

/// With the count of its bytes before it where it would be taken apart.
private func edlValue(_ text: String) -> String {
  let isPlain =
    text.fields(by: ",;%=!").count == 1 && text.trimmed(of: " ") == text && !text.begins(with: "#")
  return isPlain ? text : "%\(text.utf8.count)%\(text)"
}

/// Stretches of files: a recording for each file.
private struct ListedFiles {
  private var recordings = InOrder<String, LabelledRows>()
  private var list = AnnotatedRecording()
  private let input: ForeignInput

  init(_ input: ForeignInput) { self.input = input }

  /// An element of the list itself, which each of its recordings gets.
  mutating func unplace(_ kind: String, _ value: some StringProtocol, _ key: String, at place: Place) {
    input.unplaced.add(kind, value, as: key, in: &list.extras, at: place)
  }

  mutating func takeTitle(_ title: String) { list.facts.title = title.isEmpty ? nil : title }

  mutating func add(
    _ label: String, of location: String, by creator: String? = nil, from start: Milliseconds?,
    to end: Milliseconds?, at place: Place, saying more: LabelText = LabelText()
  ) {
    var more = more
    if let creator, let recording = recordings[location]?.recording, creator != recording.reciterName,
      creator != recording.facts.reciter
    {
      if RecordingDraft.isIdentifier(creator) {
        more.reciter = creator
      } else {
        input.unplaced.add(
          "reciters other than the first", creator, as: "x-creator", in: &more.extras, at: place)
      }
    }
    let (start, stop) = (start ?? .zero, end ?? input.options.duration)
    var recording = AnnotatedRecording()
    recording.facts.audio = RecordingDraft.Audio(path: location)
    recording.takeReciter(creator ?? "")
    recordings.change(location, else: LabelledRows(recording, report: input.report)) { rows in
      if let stop, stop <= start {
        input.report.addEmptyRow("\"\(label)\"", from: start, to: stop, at: place)
      } else {
        rows.add(label, from: start, to: stop, at: place, saying: more)
      }
    }
  }

  func finished() -> RecordingCollection {
    RecordingCollection(
      recordings.values.map { rows in
        var recording = rows.finished()
        recording.facts.title = list.facts.title
        recording.extras = list.extras
        return recording
      })
  }

  func time(_ text: Substring, _ name: String, _ place: Place) -> Milliseconds? {
    if let time = DecimalTime.parseClock(text.trimmed(of: " ")) { return time }
    input.fault("expected a time in seconds as the \(name), found \"\(text)\"", at: place)
    return nil
  }
}

// MARK: M3U8

@Sendable func readM3U8(_ input: ForeignInput) throws -> RecordingCollection {
  var files = ListedFiles(input)
  var title = ""
  var creator: String?
  var (start, end): (Milliseconds?, Milliseconds?) = (nil, nil)
  var more = LabelText()
  if input.options.encoding == nil,
    TextDecoding.decoded(input.source.bytes, fallback: nil, isWhole: true) == nil
  {
    input.add(.understood, "not UTF-8; read as Latin-1", at: input.place, unless: .encoding)
  }
  for line in TextLines(try input.source.text(input.options.encoding ?? .latin1)) where !line.isBlank {
    if let entry = line.text.after("#EXTINF:") {
      let (seconds, text) = entry.cut(at: ",") ?? (entry, "")
      let attributes = seconds.trimmed(of: " ").words(by: " \t", atMost: 2)
      if attributes.count > 1 {
        input.unplaced.add(
          "attributes of entries", attributes[1], as: "x-m3u-attributes", in: &more.extras, at: line.place)
      }
      (creator, title) = parted(text.trimmed(of: " "))
    } else if let time = line.text.after("#EXTVLCOPT:start-time=") {
      start = files.time(time, "start-time", line.place)
    } else if let time = line.text.after("#EXTVLCOPT:stop-time=") {
      end = files.time(time, "stop-time", line.place)
    } else if let name = line.text.after("#PLAYLIST:") {
      files.takeTitle(name.trimmed(of: " "))
    } else if line.text.begins(with: "#EXTM3U") {
      let rest = line.text.after("#EXTM3U")?.trimmed(of: " ") ?? ""
      if !rest.isEmpty { files.unplace("attributes of the list", rest, "x-m3u-attributes", at: line.place) }
    } else if let name = line.text.after("#EXT-X-") {
      files.unplace("#EXT-X- tags of streams", name, "x-m3u-stream", at: line.place)
    } else if line.text.begins(with: "#EXT"), let (tag, value) = line.text.after("#")?.cut(at: ":") {
      input.unplaced.add("#\(tag)", value, as: "x-m3u-\(tag.lowercased())", in: &more.extras, at: line.place)
    } else if line.text.begins(with: "#") {
      input.unplaced.add("comments", at: line.place)
    } else {
      let location = line.text.after("./").map(String.init) ?? line.text
      files.add(title, of: location, by: creator, from: start, to: end, at: line.place, saying: more)
      (title, creator, start, end, more) = ("", nil, nil, nil, LabelText())
    }
  }
  return files.finished()
}

/// "Reciter - 1:1": the first dash behind which a label stands parts them, else the first.
private func parted(_ text: String) -> (creator: String?, title: String) {
  if LabelText(text) != nil { return (nil, text) }
  var titles: [Substring] = []
  while titles.count < 20, let (_, behind) = (titles.last ?? text[...]).cut(at: " - ") {
    titles.append(behind)
  }
  guard let title = titles.first(where: { LabelText($0) != nil }) ?? titles.first else { return (nil, text) }
  return (text.before(" - \(title)").map(String.init), String(title))
}

// MARK: ffconcat

@Sendable func readFFConcat(_ input: ForeignInput) throws -> RecordingCollection {
  var files = ListedFiles(input)
  var item: (label: String, location: String, start: Milliseconds?, end: Milliseconds?, lasts: Milliseconds?)?
  var place = input.place
  var more = LabelText()
  var comment: (text: String, place: Place)?
  func finish() {
    guard let last = item else { return }
    let end = last.end ?? last.lasts.map { (last.start ?? .zero) + $0 }
    files.add(last.label, of: last.location, from: last.start, to: end, at: place, saying: more)
    (item, more) = (nil, LabelText())
  }
  func forget() {
    if let old = comment { input.unplaced.add("comments", at: old.place) }
    comment = nil
  }
  for line in try input.lines() {
    let text = line.text.trimmed(of: " \t")
    if let remark = text.after("#") {
      forget()
      comment = (remark.trimmed(of: " "), line.place)
      continue
    }
    let (word, rest) = text.cut(at: " ").map { ($0.0, $0.1.trimmed(of: " ")) } ?? (text[...], "")
    switch word {
    case "ffconcat": break
    case "file":
      finish()
      item = (comment?.text ?? "", unquoted(rest), nil, nil, nil)
      place = line.place
      comment = nil
    case "inpoint" where item != nil: item?.start = files.time(rest[...], "inpoint", line.place)
    case "outpoint" where item != nil: item?.end = files.time(rest[...], "outpoint", line.place)
    case "duration" where item != nil: item?.lasts = files.time(rest[...], "duration", line.place)
    default:
      let key = "x-ffconcat-\(word)"
      if item == nil {
        files.unplace("\"\(word)\"", rest, key, at: line.place)
      } else {
        input.unplaced.add("\"\(word)\"", rest, as: key, in: &more.extras, at: line.place)
      }
    }
  }
  finish()
  forget()
  return files.finished()
}

/// A word of ffmpeg's: quotes hold everything, a backslash outside of them the next character.
private func unquoted(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var isQuoted = false
  var isEscaped = false
  for scalar in text.unicodeScalars {
    if isEscaped {
      result.append(scalar)
      isEscaped = false
    } else if scalar == "'" {
      isQuoted.toggle()
    } else if scalar == "\\", !isQuoted {
      isEscaped = true
    } else {
      result.append(scalar)
    }
  }
  return String(result)
}

// MARK: EDL

@Sendable func readEDL(_ input: ForeignInput) throws -> RecordingCollection {
  var files = ListedFiles(input)
  for line in try input.lines() {
    if line.text.begins(with: "# mpv EDL v0") || line.text.begins(with: "mpv EDL v0") { continue }
    if line.text.begins(with: "#") {
      input.unplaced.add("comments", at: line.place)
      continue
    }
    if let header = line.text.after("!") {
      files.unplace("headers that begin with \"!\"", header, "x-edl-header", at: line.place)
      continue
    }
    guard let entries = edlEntries(line.text) else {
      input.fault("a value is shorter than the byte count before it", at: line.place)
      continue
    }
    for fields in entries {
      var values = ["", "", "", ""]
      var more = LabelText()
      let names = ["file", "start", "length", "title"]
      for (index, field) in fields.enumerated() {
        if let place = field.name.flatMap({ names.firstIndex(of: $0) })
          ?? (field.name == nil && index < 3 ? index : nil)
        {
          values[place] = field.value
        } else {
          let name = field.name ?? "\(index + 1)"
          input.unplaced.add(
            "the parameter \"\(name)\"", field.value, as: "x-edl-\(name)", in: &more.extras, at: line.place)
        }
      }
      let start = values[1].isEmpty ? .zero : DecimalTime.parse(values[1])
      let length = values[2].isEmpty ? nil : DecimalTime.parse(values[2])
      guard !values[0].isEmpty, let start, values[2].isEmpty || length != nil else {
        input.fault("expected a file, a start and a length in seconds", at: line.place)
        continue
      }
      files.add(
        values[3], of: values[0], from: start, to: length.map { start + $0 }, at: line.place, saying: more)
    }
  }
  return files.finished()
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
