import TilawaBase

/// The text of a cue of WebVTT, split like the W3C's tokenizer does. Everything after a `<` is a tag, up to
/// the next `>` or the end.
struct WebVTTTokens {
  enum Token: Equatable {
    /// With the signs that references stand for.
    case text(String)
    /// `<c.w2.loud>`: its name, its classes, and what stands behind them, such as who speaks.
    case start(name: String, classes: [String], annotation: String)
    /// `</c>`
    case end(name: String)
    /// `<00:05.000>`: what begins with a digit.
    case time(String)
  }

  /// Each token; of tags what stands between the angle brackets, too.
  private(set) var tokens: [(token: Token, raw: String)] = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var at = 0
    var plain: [UInt8] = []
    func finished(_ plain: inout [UInt8]) -> [(Token, String)] {
      defer { plain = [] }
      return plain.isEmpty ? [] : [(.text(String(decoding: plain, as: UTF8.self)), "")]
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<") {
        tokens += finished(&plain)
        let end = bytes[at...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
        let inside = bytes[(at + 1)..<end]
        tokens.append((Self.tag(inside), String(decoding: inside, as: UTF8.self)))
        at = end + 1
      } else if bytes[at] == UInt8(ascii: "&"), let found = CharacterReference.read(bytes[...], from: at + 1)
      {
        plain += Array(found.text.utf8)
        at = found.end
      } else {
        plain.append(bytes[at])
        at += 1
      }
    }
    tokens += finished(&plain)
  }

  /// The text without the tags.
  var plain: String {
    tokens.map { if case .text(let text) = $0.token { text } else { "" } }.joined()
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
  }

  private static func tag(_ inside: ArraySlice<UInt8>) -> Token {
    switch inside.first ?? 0 {
    case UInt8(ascii: "/"): return .end(name: String(decoding: inside.dropFirst(), as: UTF8.self))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .time(String(decoding: inside, as: UTF8.self))
    default: break
    }
    let head = inside.prefix { !isBlank($0) }
    let names = head.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var annotation: [UInt8] = []
    let rest = inside[head.endIndex...]
    var at = rest.startIndex
    while at < rest.endIndex {
      if rest[at] == UInt8(ascii: "&"), let found = CharacterReference.read(rest, from: at + 1) {
        annotation += Array(found.text.utf8)
        at = found.end
      } else {
        annotation.append(rest[at])
        at += 1
      }
    }
    let words = annotation.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }
    return .start(
      name: names.first ?? "", classes: names.dropFirst().filter { !$0.isEmpty },
      annotation: words.joined(separator: " "))
  }
}
