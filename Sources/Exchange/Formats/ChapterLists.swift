import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// Chapters as people write them below a video: `0:04 Title`, whole seconds, a line each. YouTube requires
  /// the first at 0:00.
  static let youTube = ForeignFormat(
    name: "youtube", title: "times and titles, as in video descriptions", extensions: ["times", "txt"],
    loses: .ofStarts, keepsInLabels: .ofLabels, bends: [.text, .prec, .rows], grid: Milliseconds(1000),
    recognises: { source in
      source.beginning.filledLines.first.flatMap { TitledTime($0) } != nil
    },
    read: single(readTitledTimes),
    write: .file(writeTitledTimes))

  /// Chapters of OGM, which mkvmerge and MP4Box read: `CHAPTER01=00:00:04.200`, `CHAPTER01NAME=Title`.
  static let ogmChapters = ForeignFormat(
    name: "ogm-chapters", title: "OGM chapters", extensions: ["chapters", "txt"], loses: .ofStarts,
    keepsInLabels: .ofLabels, bends: [.text],
    recognises: { source in
      source.beginning.filledLines.first?.trimmed(of: " \t").cut(at: "=").map { key, time in
        OGMKey(key)?.isName == false && DecimalTime.parseClock(time.trimmed(of: " \t")) != nil
      } ?? false
    },
    read: single(readOGMChapters),
    write: .text { recording, options, losses in
      recording.titled(options, &losses).enumerated().map { index, row in
        let key = "CHAPTER\(index < 9 ? "0" : "")\(index + 1)"
        return "\(key)=\(row.row.start.fullClock())\n\(key)NAME=\(row.title)\n"
      }.joined()
    })
}

// MARK: Lists of titles

/// A line such as `0:04 Title`, `(1:02:03) - Title` or `Title 0:04`.
private struct TitledTime {
  let time: Milliseconds
  let title: String

  /// Nil when it neither begins nor ends with a time that has a colon.
  init?(_ line: some StringProtocol) {
    let line = String(line).trimmed(of: " \t")
    let parts = line.fields(by: " \t", atMost: 2)
    if let time = Self.time(parts[0]) {
      self.time = time
      let rest = parts.count > 1 ? parts[1].trimmed(of: " \t") : ""
      // A dash parts the two.
      let mark = Self.marks.first { rest.begins(with: $0 + " ") }
      title = mark.flatMap { rest.after($0) }.map { $0.trimmed(of: " \t") } ?? rest
    } else if let (before, last) = line.cut(atLast: " "), let time = Self.time(last) {
      self.time = time
      let rest = before.trimmed(of: " \t")
      let mark = Self.marks.first { rest.ends(with: " " + $0) }
      title = mark.flatMap { rest.before($0) }.map { $0.trimmed(of: " \t") } ?? rest
    } else {
      return nil
    }
  }

  private static let marks = ["-", "\u{2013}", "\u{2014}", ":", "|"]

  private static func time(_ word: Substring) -> Milliseconds? {
    let plain = LabelReference.tidied(word).trimmed(of: "()[]")
    let parts = plain.fields(by: ":")
    // References such as 2:255 look alike; seconds always have two digits.
    guard parts.count > 1, parts.last?.utf8.prefix(while: { $0 != UInt8(ascii: ".") }).count == 2 else {
      return nil
    }
    return DecimalTime.parseClock(plain)
  }
}

@Sendable private func writeTitledTimes(_ recording: AnnotatedRecording, _ options: WritingOptions)
  -> ForeignText
{
  var losses = Losses()
  var chapters: [(seconds: Int64, title: String)] = []
  let rows = recording.titled(options, &losses)
  let rounded = rows.map { ($0.row.start.count + 500) / 1000 }
  for (index, (row, title)) in rows.enumerated() {
    let seconds = rounded[index]
    if row.start.count % 1000 != 0 { losses.add(.prec) }
    // Two titles of one second leave the first no time.
    if index + 1 < rows.count, rounded[index + 1] == seconds {
      losses.add(.rows)
      continue
    }
    if chapters.isEmpty, seconds > 0 { chapters.append((0, LabelText.unnamed)) }
    chapters.append((seconds, title))
  }
  let lines = chapters.map { "\(Milliseconds($0.seconds * 1000).clock) \($0.title)\n" }
  var text = ForeignText(lines.joined(), losses: losses)
  let end = recording.duration ?? rows.last?.row.end
  text.notes = YouTubeRules.notes(on: chapters.map(\.seconds), end: end.map { $0.count / 1000 })
  return text
}

/// What YouTube requires of chapters: at least three, the first at 0:00, each of at least 10 seconds.
///
/// After https://support.google.com/youtube/answer/9884579. The first is always written at 0:00.
private enum YouTubeRules {
  static func notes(on starts: [Int64], end: Int64?) -> [String] {
    var notes: [String] = []
    if starts.count < 3 {
      notes.append("YouTube needs at least 3 chapters to show any; this has \(starts.count)")
    }
    let stops: [Int64?] = starts.dropFirst().map(Optional.some) + [end]
    let short = zip(starts, stops).count { start, stop in stop.map { $0 - start < 10 } ?? false }
    if short > 0 {
      notes.append(
        "YouTube needs chapters of at least 10 s; \(short) of \(starts.count) \(short == 1 ? "is" : "are") shorter"
      )
    }
    return notes
  }
}

@Sendable private func readTitledTimes(_ input: ForeignInput) throws -> AnnotatedRecording {
  var chapters = Chapters()
  for line in try input.lines() {
    if let titled = TitledTime(line.text) {
      chapters.add(named: titled.title, at: titled.time, line.place)
    } else {
      // A description of a video has other lines, too.
      input.unplaced.add("lines without a time", at: line.place)
    }
  }
  return chapters.rows(input)
}

// MARK: OGM

/// `CHAPTER01` or `CHAPTER01NAME`
private struct OGMKey {
  let number: Int
  let isName: Bool

  init?(_ key: some StringProtocol) {
    guard let rest = key.uppercased().trimmed(of: " \t").after("CHAPTER") else { return nil }
    let digits = rest.before("NAME")
    guard let number = Int(digits ?? rest), number >= 0 else { return nil }
    self.number = number
    isName = digits != nil
  }
}

@Sendable private func readOGMChapters(_ input: ForeignInput) throws -> AnnotatedRecording {
  var order: [(number: Int, time: Milliseconds, place: Place)] = []
  var names: [Int: (text: String, place: Place)] = [:]
  for line in try input.lines() {
    guard let (key, value) = line.text.cut(at: "="), let parsed = OGMKey(key) else {
      input.fault("expected CHAPTER01=00:00:04.200 or CHAPTER01NAME=, found \"\(line.text)\"", at: line.place)
      continue
    }
    if parsed.isName {
      if names[parsed.number] != nil {
        input.fault("chapter \(parsed.number) has two names", at: line.place)
      }
      names[parsed.number] = names[parsed.number] ?? (String(value), line.place)
    } else if let time = DecimalTime.parseClock(value.trimmed(of: " \t")) {
      order.append((parsed.number, time, line.place))
    } else {
      input.fault("expected a time such as 00:00:04.200, found \"\(value)\"", at: line.place)
    }
  }
  var chapters = Chapters()
  for chapter in order {
    chapters.add(
      named: names.removeValue(forKey: chapter.number)?.text ?? "", at: chapter.time, chapter.place)
  }
  for (_, name) in names.sorted(by: { $0.key < $1.key }) {
    input.add(.untimed, "the chapter \"\(name.text)\" has no time", at: name.place)
  }
  return chapters.rows(input)
}
