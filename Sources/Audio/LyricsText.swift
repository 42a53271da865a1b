import ScalarText
package import Timing

/// Lyrics in the text of a tag, which players show line by line where it is LRC: `[00:04.20]1:1`.
package enum LyricsText {
  /// The lines of the first of `texts` that has times, each up to the next, and in words what isn't read.
  static func lines(of texts: [String]) -> (lines: [AudioMarker], unread: [String]) {
    var lines: [AudioMarker] = []
    var unread: [String] = []
    for text in texts where !text.trimmed(of: " \t\r\n").isEmpty {
      let found = read(text)
      if found.lines.isEmpty {
        unread.append("lyrics without times")
      } else if !lines.isEmpty {
        unread.append("lyrics besides the first that have times")
      } else {
        lines = found.lines
        if found.untimed > 0 {
          unread.append("\(found.untimed) line\(found.untimed == 1 ? "" : "s") of lyrics without times")
        }
      }
    }
    return (lines, unread)
  }

  /// `04:23.12`, `4:23:12`, `4:23`; nil for anything else.
  package static func stamp(_ text: some StringProtocol) -> Milliseconds? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let minutes = Int64(text: parts[0]), minutes < 100_000 else {
      return nil
    }
    let seconds = parts.count == 3 ? Array(parts[1]) + [UInt8(ascii: ".")] + parts[2] : Array(parts[1])
    // Without a sign, an exponent or a name such as that of infinity.
    guard let first = seconds.first, (0x30...0x39).contains(first),
      seconds.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let rest = Double(String(decoding: seconds, as: UTF8.self)).flatMap({ Milliseconds(seconds: $0) }),
      rest < Milliseconds(60_000)
    else { return nil }
    return Milliseconds(minutes * 60_000) + rest
  }

  /// A line, and its parts where it tells when these are heard: `[00:04.20]1:1 <00:04.20>1:1:1 <00:05.00>1:1:2`.
  private struct Line {
    var at: Milliseconds
    var label: String
    var parts: [(at: Milliseconds, text: String)]
  }

  private static func read(_ text: String) -> (lines: [AudioMarker], untimed: Int) {
    var lines: [Line] = []
    var untimed = 0
    var offset = Milliseconds.zero
    for line in text.filledLines {
      var rest = Substring(line.trimmed(of: " \t\u{FEFF}"))
      guard !rest.isEmpty, rest.first != "#" else { continue }
      var stamps: [Milliseconds] = []
      var isTag = false
      while let (tag, behind) = rest.after("[")?.cut(at: "]") {
        if let time = stamp(tag) {
          stamps.append(time)
        } else if stamps.isEmpty, let (key, value) = tag.cut(at: ":") {
          isTag = true
          if key.lowercased() == "offset", let moved = Int64(value.trimmed(of: " +")), abs(moved) < 1 << 40 {
            offset = Milliseconds(moved)
          }
        } else {
          break
        }
        // Not copied: a line may hold any number of times.
        rest = Substring(behind.unicodeScalars.drop { $0 == " " })
      }
      if stamps.isEmpty, !isTag { untimed += 1 }
      let (label, parts) = parts(of: rest)
      // Of a line that is sung again only the first time is that of its parts.
      for (index, time) in stamps.enumerated() {
        lines.append(Line(at: time, label: label, parts: index == 0 ? parts : []))
      }
    }
    return (markers(of: lines, earlierBy: offset), untimed)
  }

  /// What is shown of a line, and its parts; others put the time of the first before it.
  private static func parts(of line: Substring) -> (label: String, parts: [(at: Milliseconds, text: String)])
  {
    var pieces: [(at: Milliseconds?, text: String)] = [(nil, "")]
    var rest = line
    while let (before, behind) = rest.cut(at: "<") {
      // No time is longer.
      if let (tag, next) = Substring(behind.unicodeScalars.prefix(20)).cut(at: ">"), let time = stamp(tag) {
        pieces[pieces.count - 1].text += before
        pieces.append((time, ""))
        rest = behind[next.startIndex...]
      } else {
        pieces[pieces.count - 1].text += before + "<"
        rest = behind
      }
    }
    pieces[pieces.count - 1].text += rest
    let texts = pieces.map { $0.text.trimmed(of: " ") }
    let parts = zip(pieces, texts).compactMap { piece, text in piece.at.map { (at: $0, text: text) } }
    let label = texts[0].isEmpty ? texts.filter { !$0.isEmpty }.joined(separator: " ") : texts[0]
    return (label, parts)
  }

  /// A line without text only ends what was before.
  private static func markers(of lines: [Line], earlierBy offset: Milliseconds) -> [AudioMarker] {
    func marker(_ label: String, _ start: Milliseconds, _ end: Milliseconds?) -> AudioMarker? {
      guard !label.isEmpty else { return nil }
      var marker = AudioMarker(at: max(start - offset, .zero), label: label)
      if let end, end > start { marker.end = max(end - offset, .zero) }
      return marker
    }
    let sorted = lines.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(
      \.element)
    // Of each the next time that is another.
    var nexts = [Milliseconds?](repeating: nil, count: sorted.count)
    for index in sorted.indices.dropLast().reversed() {
      nexts[index] = sorted[index + 1].at > sorted[index].at ? sorted[index + 1].at : nexts[index + 1]
    }
    return zip(sorted, nexts).compactMap { line, next in
      var found = marker(line.label, line.at, next)
      found?.parts = line.parts.indices.compactMap { part in
        marker(
          line.parts[part].text, line.parts[part].at,
          part + 1 < line.parts.count ? line.parts[part + 1].at : next)
      }
      return found
    }
  }
}

extension Int64 {
  /// Of digits alone.
  fileprivate init?(text digits: some Collection<UInt8>) {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(String(decoding: Array(digits), as: UTF8.self))
  }
}
