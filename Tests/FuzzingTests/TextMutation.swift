import TilawaFormat
import TilawaQuran

/// Changes texts as people, faulty programs and attackers do: by lines, words and numbers, with the words of
/// the format.
///
/// Bytes that are changed at random are rarely valid YAML. These texts mostly are, and therefore reach the
/// code behind the readers.
struct TextMutation {
  private var numbers: InputNumbers

  init(seed: UInt64) { numbers = InputNumbers(withUnsafeBytes(of: seed) { Array($0) }) }

  /// The text after one to four changes, of at most `limit` bytes.
  mutating func changed(_ text: [UInt8], atMost limit: Int) -> [UInt8] {
    var text = text
    for _ in 0...numbers.below(4) { change(&text) }
    return Array(text.prefix(limit))
  }

  private mutating func change(_ text: inout [UInt8]) {
    let place = numbers.below(text.count + 1)
    switch numbers.below(16) {
    case 0: text.insert(contentsOf: Self.words[numbers.below(Self.words.count)], at: place)
    case 1, 2, 3: replaceWord(&text, near: place)
    case 4: text.insert(contentsOf: Self.signs[numbers.below(Self.signs.count)], at: place)
    case 5: text.removeSubrange(place..<min(text.count, place + 1 + numbers.below(8)))
    case 6: if place < text.count { text[place] = UInt8(numbers.below(256)) }
    case 7, 8: changeNumber(&text, near: place)
    default: changeLines(&text, place)
    }
  }

  // MARK: Words and numbers

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: true
    default: false
    }
  }

  private func span(_ text: [UInt8], near place: Int, _ isPart: (UInt8) -> Bool) -> Range<Int>? {
    guard let inside = text[min(place, text.count)...].firstIndex(where: isPart) else { return nil }
    var (start, end) = (inside, inside)
    while start > 0, isPart(text[start - 1]) { start -= 1 }
    while end < text.count, isPart(text[end]) { end += 1 }
    return start..<end
  }

  private mutating func replaceWord(_ text: inout [UInt8], near place: Int) {
    guard let word = span(text, near: place, Self.isWord) else { return }
    // One of the format, or one that stands elsewhere in the text.
    var new = Self.words[numbers.below(Self.words.count)]
    if numbers.below(3) == 0, let other = span(text, near: numbers.below(text.count), Self.isWord) {
      new = Array(text[other])
    }
    text.replaceSubrange(word, with: new)
  }

  private mutating func changeNumber(_ text: inout [UInt8], near place: Int) {
    guard let digits = span(text, near: place, { (0x30...0x39).contains($0) }) else { return }
    let value = Int(String(decoding: text[digits], as: UTF8.self)) ?? 0
    let new: String
    switch numbers.below(6) {
    case 0: new = "\(value &+ 1)"
    case 1: new = "\(max(0, value &- 1))"
    case 2: new = "\(numbers.below(1000))"
    case 3: new = "0"
    case 4: new = ["9007199254740993", "4294967296", "65536", "-1", "1e309", "00", "286"][numbers.below(7)]
    default: new = "\(value &* (2 + numbers.below(9)))"
    }
    text.replaceSubrange(digits, with: new.utf8)
  }

  // MARK: Lines

  private mutating func changeLines(_ text: inout [UInt8], _ place: Int) {
    let start = text[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = text[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    let line = Array(text[start..<end])
    let other = numbers.below(text.count + 1)
    let elsewhere = text[..<other].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    switch numbers.below(6) {
    case 0: text.removeSubrange(start..<end)
    case 1: text.insert(contentsOf: line, at: elsewhere)
    case 2: for _ in 0..<(1 << numbers.below(6)) { text.insert(contentsOf: line, at: start) }
    case 3: text.insert(contentsOf: repeatElement(0x20, count: 1 + numbers.below(5)), at: start)
    case 4: text.removeSubrange(start..<min(end, start + text[start..<end].prefix { $0 == 0x20 }.count))
    default:
      text.removeSubrange(start..<end)
      text.insert(contentsOf: line, at: min(elsewhere, text.count))
    }
  }

  private static let signs: [[UInt8]] =
    [
      "#", " # ", "- ", ": ", "\n", "\r\n", "\r", "\t", "[", "]", "{", "}", "{ ", " }", ", ", "\"", "'",
      "&a ",
      "*a", "!t ", "|\n", ">+\n", "? ", "---\n", "...\n", "%YAML 1.2\n", "<<<<<<< a\n", "=======\n",
      "||||||| b\n", ">>>>>>> b\n", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{202E}", "\0", "  ", "~", "\\",
      "\\u202e", "\\ud800", "\\x00", "-\n", "- - ", "- { ", "=== ", "\u{1B}[2J", "\u{301}", "\u{200F}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80], [0xF0, 0x9F, 0x99], [0xFE, 0xFF]]

  private static let words: [[UInt8]] =
    (DocumentKind.builtIn.flatMap { $0.fieldNames + $0.lists.map(\.key) } + [
      "\"1:1\"", "\"2:1-5\"", "\"8:75-9:1\"", "\"18:10\"", "\"2:286\"", "\"1:0\"", "\"9:0\"", "\"115:1\"",
      "1:1", "0.000", "3.120", "1:02:03.5", "99.999", "9007199254740.992", ".5", "-1", "1e3", "0x10", "0o7",
      ".inf", ".nan", "true", "false", "yes", "null", "~", "takbir", "silence", "hafs", "warsh", "hafz",
      "kufi", "madani_last", "x-mine", "x-id", "tilawa", "tilawa: 2", "tilawa: 1.9",
      "2024-01-05T12:30:00+03:00", "2024-02-30", "1445-06-23", "7f0c7b1e-9d6f-4c54-8d7b-3a2f0f3c9a11",
      "../../etc/passwd", "/etc/passwd", "audio.flac", "https://example.com/{surah3}{ayah3}.mp3",
      "file:///etc/passwd", "C:\\x", "# tilawa-allow S203 because", "# tilawa-allow-file S203", "البقرة",
      "بِسْمِ ٱللَّهِ", "٣", "🙂", "e\u{301}", "{ ayah: \"1:1\", start: 1.000, end: 2.000 }",
      "{ at: 1.000, ayah: \"1:1\" }", "\"textDocument/hover\"", "\"textDocument/didChange\"",
      "\"workspace/executeCommand\"", "\"shutdown\"", "\"line\":", "\"character\":", "\"jsonrpc\":\"2.0\"",
    ]).map { Array($0.utf8) }
}
