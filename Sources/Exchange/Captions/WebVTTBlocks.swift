import TilawaBase
import TilawaFormat

/// A WebVTT file split into blocks like the W3C's parser does (https://www.w3.org/TR/webvtt1/#file-parsing).
/// A cue begins at a line with an arrow, wherever that is. If a single line precedes it in the same block,
/// that line is its id.
struct WebVTTBlocks {
  typealias Line = TextLines.Line

  /// A cue.
  struct Cue {
    /// The line above the times; nil without any.
    var id: Line?
    /// The line with the arrow.
    let times: Line
    /// The cue's times and settings, or nil if the line is malformed.
    let span: (start: Milliseconds, end: Milliseconds, settings: String)?
    /// The lines below it.
    var text: ArraySlice<Line>
    /// True if no empty line separates the cue from the block before it.
    let isUnparted: Bool
  }

  enum Block {
    case cue(Cue)
    /// A comment, a style, a region, or what the W3C's parser passes over.
    case other([Line])
  }

  /// The text after the signature on the first line.
  let title: Substring
  /// The first line.
  let signature: Line
  /// The lines right below it.
  private(set) var header: ArraySlice<Line> = []
  private(set) var blocks: [Block] = []

  /// Nil when the text doesn't begin with `WEBVTT`, alone or before a blank.
  init?(_ source: SourceText) {
    let lines = Array(TextLines(source))
    guard let first = lines.first, let title = first.text.after("WEBVTT"),
      title.isEmpty || title.begins(with: " ") || title.begins(with: "\t")
    else { return nil }
    (signature, self.title) = (first, title)
    let end = lines.dropFirst().firstIndex { $0.text.isEmpty || $0.text.holds("-->") } ?? lines.count
    header = lines[1..<end]
    var at = end
    while at < lines.count {
      if lines[at].text.isEmpty {
        at += 1
      } else {
        let isUnparted = !lines[at - 1].text.isEmpty
        let (block, next) = Self.block(lines, at, isUnparted)
        blocks.append(block)
        at = next
      }
    }
    labelUnparted()
  }

  /// The block at a line, and where the next one begins.
  private static func block(_ lines: [Line], _ start: Int, _ isUnparted: Bool) -> (Block, Int) {
    var end = start
    while end < lines.count, !lines[end].text.isEmpty, !lines[end].text.holds("-->") { end += 1 }
    guard end < lines.count, end <= start + 1, !lines[end].text.isEmpty else {
      return (.other(Array(lines[start..<end])), end)
    }
    var below = end + 1
    while below < lines.count, !lines[below].text.isEmpty, !lines[below].text.holds("-->") { below += 1 }
    let cue = Cue(
      id: end > start ? lines[start] : nil, times: lines[end], span: span(lines[end].text),
      text: lines[(end + 1)..<below], isUnparted: isUnparted)
    return (.cue(cue), below)
  }

  /// Takes the line above a cue as its id where the empty line before it was forgotten. The W3C's parser
  /// takes that number or label for text of the previous cue.
  private mutating func labelUnparted() {
    for index in blocks.indices.dropFirst() {
      guard case .cue(var cue) = blocks[index], cue.isUnparted, cue.id == nil, cue.span != nil else {
        continue
      }
      switch blocks[index - 1] {
      case .cue(var before):
        guard before.span != nil, let line = before.text.last,
          Int(line.text.trimmed(of: " \t")) != nil || before.text.count > 1 && Self.isLabel(line)
        else { continue }
        before.text = before.text.dropLast()
        blocks[index - 1] = .cue(before)
        cue.id = line
      case .other(let lines):
        guard let line = lines.last, !Self.isComment(lines), Self.isLabel(line) else { continue }
        blocks[index - 1] = .other(lines.dropLast())
        cue.id = line
      }
      blocks[index] = .cue(cue)
    }
  }

  private static func isLabel(_ line: Line) -> Bool { LabelText(line.text)?.isNamed == true }

  /// Returns true if the lines are a comment, a style or a region, in which nothing names a cue.
  private static func isComment(_ lines: [Line]) -> Bool { kind(of: lines) != nil }

  /// `NOTE`, `STYLE` or `REGION`; nil of anything else.
  static func kind(of lines: [Line]) -> String? {
    let word = lines.first.map { $0.text.words(by: " \t").first ?? "" } ?? ""
    guard lines.first?.text.begins(with: word) == true else { return nil }
    return ["NOTE", "STYLE", "REGION"].first { word == $0 || word == "REGION:" && $0 == "REGION" }
  }

  // MARK: Times

  /// Parses a line with an arrow: two WebVTT times and the settings after them. Returns nil if the line is
  /// malformed.
  static func span(_ line: String) -> (start: Milliseconds, end: Milliseconds, settings: String)? {
    var bytes = Array(line.utf8)[...]
    bytes = bytes.drop(while: isBlank)
    guard let start = time(&bytes) else { return nil }
    bytes = bytes.drop(while: isBlank)
    guard bytes.starts(with: "-->".utf8) else { return nil }
    bytes = bytes.dropFirst(3).drop(while: isBlank)
    guard let end = time(&bytes) else { return nil }
    return (start, end, String(decoding: bytes, as: UTF8.self).trimmed(of: " \t\u{C}"))
  }

  /// A time that fills all of a tag.
  static func time(_ text: String) -> Milliseconds? {
    var bytes = Array(text.utf8)[...]
    let time = time(&bytes)
    return bytes.isEmpty ? time : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0C }

  /// `00:05.000`, `1:00:05.000`, `100:00:05.000`: two digits a part but of hours, and three behind the point.
  private static func time(_ bytes: inout ArraySlice<UInt8>) -> Milliseconds? {
    func number(_ digits: Int?) -> Int64? {
      let found = bytes.prefix { (0x30...0x39).contains($0) }
      guard !found.isEmpty, digits.map({ $0 == found.count }) ?? true,
        let value = Int64(String(decoding: found, as: UTF8.self)), value < 1_000_000_000
      else { return nil }
      bytes = bytes.dropFirst(found.count)
      return value
    }
    func sign(_ sign: Unicode.Scalar) -> Bool {
      guard bytes.first == UInt8(ascii: sign) else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    let width = bytes.prefix { (0x30...0x39).contains($0) }.count
    guard let first = number(nil), sign(":"), let second = number(2) else { return nil }
    var parts = (hours: Int64(0), minutes: first, seconds: second)
    if width != 2 || first > 59 || bytes.first == UInt8(ascii: ":") {
      guard sign(":"), let third = number(2) else { return nil }
      parts = (first, second, third)
    }
    guard sign("."), let thousandths = number(3), parts.minutes < 60, parts.seconds < 60 else { return nil }
    return Milliseconds(((parts.hours * 60 + parts.minutes) * 60 + parts.seconds) * 1000 + thousandths)
  }
}
