import TilawaBase
import TilawaFormat

/// Lines up to an empty one.
struct TextBlock {
  var lines: [TextLines.Line] = []

  /// The blocks of a text.
  static func all(of source: SourceText) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var block = TextBlock()
    for line in TextLines(source) {
      if !line.isBlank {
        block.lines.append(line)
      } else if !block.lines.isEmpty {
        blocks.append(block)
        block = TextBlock()
      }
    }
    if !block.lines.isEmpty { blocks.append(block) }
    return blocks
  }
}

/// A cue of a subtitle format: what stands above its times, the line of the times, and the text below.
struct SubtitleCue {
  let above: ArraySlice<TextLines.Line>
  let times: TextLines.Line
  let text: ArraySlice<TextLines.Line>

  /// Returns the cues of a block; none if it has no arrow. By the W3C's text, a second line with an arrow
  /// begins another cue, even without an empty line before it. The line above that arrow belongs to the new
  /// cue if it is a number or a label.
  static func all(in block: TextBlock) -> [SubtitleCue] {
    let lines = block.lines
    let arrows = lines.indices.filter { lines[$0].text.holds("-->") }
    var starts = arrows
    if !starts.isEmpty { starts[0] = 0 }
    for index in arrows.indices.dropFirst() {
      let above = arrows[index] - 1
      let isNumber = above > arrows[index - 1] && Int(lines[above].text.trimmed(of: " \t")) != nil
      let isLabel = above > arrows[index - 1] + 1 && LabelText(lines[above].text)?.isNamed == true
      if isNumber || isLabel { starts[index] = above }
    }
    return arrows.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : lines.count
      return SubtitleCue(
        above: lines[starts[index]..<arrows[index]], times: lines[arrows[index]],
        text: lines[(arrows[index] + 1)..<end])
    }
  }

  /// The label among lines of text, and what else they say; all is the label when none of them is one.
  static func label(of lines: [String]) -> (label: String, rest: String) {
    let all = lines.joined(separator: " ")
    guard LabelText(all) == nil, let index = lines.firstIndex(where: { LabelText($0)?.isNamed == true })
    else { return (all, "") }
    var others = lines
    others.remove(at: index)
    return (lines[index], others.joined(separator: " "))
  }

  /// Returns true if a text adds nothing to the label, or names the label's words.
  static func isSaid(_ text: String, by label: String) -> Bool {
    text.isEmpty || text == label || LabelText(text).map { $0 == LabelText(label) } ?? false
      || text.words(by: " \t").allSatisfy { LabelReference($0)?.words != nil }
  }
}

/// The text of a cue and the tags in it.
struct MarkupText {
  enum Piece: Equatable {
    case text(String)
    /// The content between `<` and `>`, or between `{` and `}` with its backslash.
    case tag(String)
  }

  let pieces: [Piece]

  /// Reads text of SubRip, which has no escapes. Only tags that players support are recognised.
  init(subRip text: String) {
    pieces = Self.pieces(of: text) { rest in
      if let inside = rest.after("{\\") { return inside.cut(at: "}").map { ("\\" + $0.0, $0.1) } }
      // No tag holds another's beginning: a long row of them isn't searched to its end for each.
      guard let inside = rest.after("<"),
        let end = inside.unicodeScalars.firstIndex(where: { $0 == ">" || $0 == "<" }),
        inside.unicodeScalars[end] == ">"
      else { return nil }
      let (tag, behind) = (inside[..<end], inside[inside.unicodeScalars.index(after: end)...])
      guard
        ["b", "i", "u", "s", "font", "c", "v"].contains(tag.trimmed(of: "/").words(by: " =.").first ?? "")
      else { return nil }
      return (tag, behind)
    }
  }

  /// The text without the tags.
  var plain: String {
    pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  var tags: [String] { pieces.compactMap { if case .tag(let tag) = $0 { tag } else { nil } } }

  /// Returns the text with `&`, `<` and `>` escaped.
  static func escaped(_ text: String) -> String {
    text.replaced("&", with: "&amp;").replaced("<", with: "&lt;").replaced(">", with: "&gt;")
  }

  private static func pieces(
    of text: String, _ tag: (Substring) -> (tag: Substring, behind: Substring)?
  ) -> [Piece] {
    var pieces: [Piece] = []
    var plain = text.startIndex
    var at = text.startIndex
    // Behind the last sign that could close a tag nothing is looked for.
    let (lastAngle, lastBrace) = (
      text.utf8.lastIndex(of: UInt8(ascii: ">")), text.utf8.lastIndex(of: UInt8(ascii: "}"))
    )
    while let next = text.utf8[at...].firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") }
    ) {
      at = text.utf8.index(after: next)
      guard let last = text.utf8[next] == UInt8(ascii: "<") ? lastAngle : lastBrace, next < last,
        let found = tag(text[next...])
      else { continue }
      if plain < next { pieces.append(.text(String(text[plain..<next]))) }
      pieces.append(.tag(String(found.tag)))
      (plain, at) = (found.behind.startIndex, found.behind.startIndex)
    }
    return plain < text.endIndex ? pieces + [.text(String(text[plain...]))] : pieces
  }
}

/// Times and blocks of subtitle formats.
enum SubtitleTime {
  /// Returns the two times of a line with an arrow, and the settings after them; nil if it is not such a
  /// line.
  static func span(_ line: String) -> (start: Milliseconds, end: Milliseconds, settings: String)? {
    guard let (before, after) = line.cut(at: "-->") else { return nil }
    let parts = after.trimmed(of: " \t").fields(by: " \t", atMost: 2)
    guard let start = DecimalTime.parseClock(before.trimmed(of: " \t"), mark: .pointOrComma),
      let end = DecimalTime.parseClock(parts[0], mark: .pointOrComma), start >= .zero, end >= .zero
    else { return nil }
    return (start, end, parts.count > 1 ? parts[1].trimmed(of: " \t") : "")
  }

  /// `00:00:04.200 --> 00:00:09.050`
  static func line(_ start: Milliseconds, _ end: Milliseconds, mark: String = ".") -> String {
    "\(start.fullClock(mark: mark)) --> \(end.fullClock(mark: mark))"
  }

  /// Reports a start before the end of the previous cue that looks like Audacity's for the last half
  /// millisecond of a second. There, the seconds are truncated, but the milliseconds are rounded up to 000.
  static func tellRounding(
    _ start: Milliseconds, after end: Milliseconds, at place: Place, _ input: ForeignInput
  ) {
    guard start < end, start.count % 1000 == 0, (900...1000).contains(end.count - start.count) else { return }
    input.add(
      .writerFault,
      "the cue starts at \(start), before the previous one ends at \(end): Audacity writes times just below a whole "
        + "second almost a second early", at: place)
  }
}
