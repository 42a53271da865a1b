package import TilawaBase

/// A line of LRC: `[00:04.20]1:1 <00:04.20>1:1:1 <00:05.00>1:1:2`, `[ti:Al-Fatihah]` or `# a remark`.
package struct LyricsLine: Sendable {
  /// The text that is heard from a time on, up to that of the next part.
  package typealias Part = (at: Milliseconds, text: String)

  /// True if the line is a remark; then nothing else of it is read.
  package private(set) var isComment = false
  /// The tags in brackets before all times, in the order of the line.
  package private(set) var tags: [(key: String, value: String)] = []
  /// When it is sung: several times where it is sung again.
  package private(set) var times: [Milliseconds] = []
  /// The text that is shown.
  package private(set) var label = ""
  /// Its parts, of the first of `times`.
  package private(set) var parts: [Part] = []

  /// True if it has a text without a time.
  package var isUntimed: Bool { !isComment && times.isEmpty && tags.isEmpty }

  /// Reads one without its end; nil where nothing stands on it.
  package init?<Text: StringProtocol>(_ line: Text) where Text.SubSequence == Substring {
    var rest = Substring(line.trimmed(of: " \t\u{FEFF}"))
    guard let first = rest.unicodeScalars.first else { return nil }
    guard first != "#" else {
      isComment = true
      return
    }
    while let (tag, behind) = rest.after("[")?.cut(at: "]") {
      if let time = Self.stamp(tag) {
        times.append(time)
      } else if times.isEmpty, let (key, value) = tag.cut(at: ":") {
        tags.append((String(key), value.trimmed(of: " ")))
      } else {
        break
      }
      // Not copied: a line may hold any number of times.
      rest = Substring(behind.unicodeScalars.drop { $0 == " " })
    }
    (label, parts) = Self.parts(of: rest)
  }

  /// Returns the text that is shown, and its parts; other programs put the time of the first part before it.
  package static func parts(of text: Substring) -> (label: String, parts: [Part]) {
    var texts: [Substring] = []
    var times: [Milliseconds] = []
    var (shown, at) = (text.startIndex, text.startIndex)
    while let next = text.utf8[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = text.utf8.index(after: next)
      // No time is longer.
      guard let (tag, behind) = Substring(text[at...].unicodeScalars.prefix(20)).cut(at: ">"),
        let time = stamp(tag)
      else { continue }
      times.append(time)
      texts.append(text[shown..<next])
      (shown, at) = (behind.startIndex, behind.startIndex)
    }
    texts.append(text[shown...])
    let parts = zip(times, texts.dropFirst()).map { (at: $0, text: $1.trimmed(of: " ")) }
    let label = texts[0].trimmed(of: " ")
    return (label.isEmpty ? parts.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") : label, parts)
  }

  /// By how much the last tag `offset` of a file makes all its times earlier; nil for one that isn't understood.
  package static func offset(_ value: String) -> Milliseconds? {
    let digits = value.after("+") ?? value.after("-") ?? value[...]
    guard let first = digits.utf8.first, (0x30...0x39).contains(first),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(digits), let offset = Milliseconds(seconds: number / 1000)
    else { return nil }
    return value.begins(with: "-") ? .zero - offset : offset
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
}

extension [LyricsLine] {
  /// By how much all times are earlier than they stand there: the last of the offsets counts.
  package var offset: Milliseconds {
    lazy.flatMap(\.tags).filter { $0.key.lowercased() == "offset" }.compactMap { LyricsLine.offset($0.value) }
      .last ?? .zero
  }
}

extension Int64 {
  /// Of digits alone.
  fileprivate init?(text digits: some Collection<UInt8>) {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(String(decoding: Array(digits), as: UTF8.self))
  }
}
