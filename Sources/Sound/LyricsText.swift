import TilawaBase

/// Lyrics in the text of a tag, which players show line by line where it is LRC: `[00:04.20]1:1`.
enum LyricsText {
  /// The lines of the first of `texts` that has times, each up to the next, and in words what isn't read.
  static func lines(of texts: [String]) -> (lines: [AudioMarker], unread: [String]) {
    var lines: [AudioMarker] = []
    var unread: [String] = []
    for text in texts where !text.trimmed(of: " \t\r\n").isEmpty {
      let found = read(text)
      if found.lines.isEmpty {
        unread.append("lyrics without times")
      } else if !lines.isEmpty {
        unread.append("further lyrics with times")
      } else {
        lines = found.lines
        if found.untimed > 0 {
          unread.append("\(found.untimed) line\(found.untimed == 1 ? "" : "s") of lyrics without times")
        }
      }
    }
    return (lines, unread)
  }

  private static func read(_ text: String) -> (lines: [AudioMarker], untimed: Int) {
    let lines = text.filledLines.compactMap { LyricsLine($0) }
    return (markers(of: lines, earlierBy: lines.offset), lines.count(where: \.isUntimed))
  }

  /// A line without text only ends what was before.
  private static func markers(of lines: [LyricsLine], earlierBy offset: Milliseconds) -> [AudioMarker] {
    func marker(_ label: String, _ start: Milliseconds, _ end: Milliseconds?) -> AudioMarker? {
      guard !label.isEmpty else { return nil }
      var marker = AudioMarker(at: max(start - offset, .zero), label: label)
      if let end, end > start { marker.end = max(end - offset, .zero) }
      return marker
    }
    // Of a line that is sung again only the first time is that of its parts.
    let sung = lines.flatMap { line in
      line.times.enumerated().map { (at: $1, label: line.label, parts: $0 == 0 ? line.parts : []) }
    }
    let sorted = sung.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(
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
