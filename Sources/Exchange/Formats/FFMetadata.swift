import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound

extension ForeignFormat {
  /// Chapters for ffmpeg, after its `ffmetadec.c` and `ffmetaenc.c`.
  static let ffMetadata = ForeignFormat(
    name: "ffmetadata", title: "chapters for ffmpeg", extensions: ["ffmeta", "ffmetadata", "txt"],
    loses: [.words, .marker, .order], keepsInLabels: .ofLabels, bends: [.meta, .text],
    tellsReciter: true, recognises: { $0.beginning.begins(with: ";FFMETADATA") },
    read: single(readFFMetadata),
    write: .file { recording, options in writeFFMetadata(recording, options) })
}

private func writeFFMetadata(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses()
  let facts = recording.facts
  var text = ";FFMETADATA1\n"
  func pair(_ key: String, _ value: String?) {
    guard let value else { return }
    // A line may end in the value, but in one way.
    let plain = value.replaced("\r\n", with: "\n").replaced("\r", with: "\n")
    if plain.utf8.count != value.utf8.count || value.utf8.contains(0x0D) { losses.add(.text) }
    text += "\(key)=\(FFMetadataText.escaped(plain))\n"
  }
  pair("title", facts.title)
  pair("artist", recording.reciterName ?? facts.reciter)
  pair("tilawa-id", facts.id.isEmpty ? nil : facts.id)
  pair("tilawa-riwayah", facts.riwayah?.rawValue)
  pair("tilawa-numbering", facts.numbering?.rawValue)
  let carried = [facts.title != nil, !facts.id.isEmpty, facts.numbering != nil].count { $0 }
  losses.add(.meta, recording.factCount - carried)
  for segment in recording.segmentsInTime {
    text += "\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(segment.row.start.count)\nEND=\(segment.row.end.count)\n"
    pair("title", LabelText(segment).text(options.labels))
  }
  return ForeignText(text, losses: losses)
}

@Sendable private func readFFMetadata(_ input: ForeignInput) throws -> AnnotatedRecording {
  let text = try input.text()
  guard text.text(in: 0..<11) == ";FFMETADATA" else { throw input.failure("does not begin with ;FFMETADATA") }
  var reader = FFMetadataReader(input)
  return reader.read(text)
}

private struct FFMetadataReader {
  let input: ForeignInput
  private var recording = AnnotatedRecording()
  private var chapters: [Chapter] = []

  private struct Chapter {
    let place: Place
    var base: (Int64, Int64) = (1, 1_000_000_000)
    var start: Int64?
    var end: Int64?
    var title = ""
    var more = LabelText()
  }

  init(_ input: ForeignInput) { self.input = input }

  mutating func read(_ text: SourceText) -> AnnotatedRecording {
    var section = ""
    var key = ""
    var value = ""
    var isContinued = false
    for line in TextLines(text) {
      if !isContinued {
        if line.text.isEmpty { continue }
        if line.text.begins(with: ";") || line.text.begins(with: "#") {
          if line.number > 1 { input.unplaced.add("comments", at: line.place) }
          continue
        }
        if line.text.begins(with: "[") {
          section = line.text
          if section == "[CHAPTER]" { chapters.append(Chapter(place: line.place)) }
          continue
        }
        (key, value) = ("", "")
      }
      // A backslash before the line's end takes the end into the value.
      let parts = Self.unescaped(line.text, hasKey: isContinued)
      if isContinued { value += "\n" + parts.value } else { (key, value) = (parts.key, parts.value) }
      isContinued = parts.isContinued
      if !isContinued { take(key, value, section, line.place) }
    }
    return rows()
  }

  private mutating func take(_ key: String, _ value: String, _ section: String, _ place: Place) {
    guard section == "[CHAPTER]", let last = chapters.indices.last else {
      if section.isEmpty {
        takeFact(key, value, place)
      } else {
        input.unplaced.add(
          "\"\(key)\" of \(section)", value, as: "x-ffmetadata-stream-\(key)", in: &recording.extras,
          at: place)
      }
      return
    }
    switch key {
    case "TIMEBASE":
      let parts = value.fields(by: "/").map { Int64($0) }
      guard parts.count == 2, let above = parts[0], let below = parts[1], above > 0, below > 0,
        above < 1 << 32,
        below < 1 << 32
      else {
        return input.fault("\"\(value)\" is not a time base such as 1/1000", at: place)
      }
      chapters[last].base = (above, below)
    case "START": chapters[last].start = number(value, "START", place)
    case "END": chapters[last].end = number(value, "END", place)
    case "title": chapters[last].title = value
    default:
      input.unplaced.add(
        "\"\(key)\" of chapters", value, as: "x-ffmetadata-\(key)", in: &chapters[last].more.extras, at: place
      )
    }
  }

  private func number(_ value: String, _ key: String, _ place: Place) -> Int64? {
    if let number = Int64(value) { return number }
    input.fault("expected a whole number as the \(key), found \"\(value)\"", at: place)
    return nil
  }

  private mutating func takeFact(_ key: String, _ value: String, _ place: Place) {
    switch key.lowercased() {
    case "title": recording.facts.title = value.isEmpty ? nil : value
    case "artist": recording.takeReciter(value)
    case "tilawa-id" where RecordingDraft.isIdentifier(value): recording.facts.id = value
    case "tilawa-riwayah" where Riwayah(value) != nil: recording.facts.riwayah = Riwayah(value)
    case "tilawa-numbering" where CountingSystem(value) != nil:
      recording.facts.numbering = CountingSystem(value)
    case "comment": recording.facts.notes = value.isEmpty ? nil : value
    // ffmpeg writes it into each file.
    case "encoder" where value.begins(with: "Lavf"): break
    default:
      input.unplaced.add("\"\(key)\"", value, as: "x-ffmetadata-\(key)", in: &recording.extras, at: place)
    }
  }

  private func rows() -> AnnotatedRecording {
    var rows = Chapters(areStretches: true)
    for chapter in chapters {
      if let start = chapter.start.flatMap({ Self.time($0, chapter.base) }) {
        let end = chapter.end.flatMap { Self.time($0, chapter.base) }
        rows.add(chapter.title, at: start, to: end, chapter.place, saying: chapter.more)
      } else {
        input.fault("the chapter has no START in whole numbers", at: chapter.place)
      }
    }
    return rows.rows(in: recording, input)
  }

  /// To the nearest millisecond, halves away from zero.
  private static func time(_ count: Int64, _ base: (Int64, Int64)) -> Milliseconds? {
    let (product, overflows) = count.multipliedReportingOverflow(by: base.0)
    guard !overflows, product >= 0, product < Int64.max / 1000 else { return nil }
    let (whole, rest) = product.quotientAndRemainder(dividingBy: base.1)
    return Milliseconds(whole * 1000 + (rest * 2000 + base.1) / (base.1 * 2))
  }

  private static func unescaped(_ line: String, hasKey: Bool) -> (
    key: String, value: String, isContinued: Bool
  ) {
    var key = String.UnicodeScalarView()
    var text = String.UnicodeScalarView()
    var hasKey = hasKey
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        text.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "=", !hasKey {
        (key, text) = (text, String.UnicodeScalarView())
        hasKey = true
      } else {
        text.append(scalar)
      }
    }
    return (String(key), String(text), isEscaped)
  }
}
