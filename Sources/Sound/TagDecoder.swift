import TilawaBase

/// Makes a text of the bytes of a tag, in an encoding that the user names; nil where they are none of it.
public typealias TagDecoding = @Sendable ([UInt8]) -> String?

/// The encoding of tags that name none, or name Latin-1 as old programs did whatever they wrote.
public enum TagEncoding: Sendable {
  /// The tags state their encoding, or are pure ASCII.
  case stated
  /// Surely Windows-1256, the encoding of Arabic in old Windows.
  case windows1256
  /// They are not Latin-1 text; only a person who can read them can tell their encoding.
  case unknown
}

/// Reads the tags of one file whose encoding isn't certain.
///
/// Arabic in Windows-1256 looks like `ÓæÑÉ ÇáÅÎáÇÕ` in Latin-1: words without any letter of ASCII, whose
/// capitals and small letters come in any order. No language that is written in Latin, Greek or Cyrillic
/// letters has such words.
struct TagDecoder {
  private let given: TagDecoding?
  /// The encoding of all of the texts together.
  let found: TagEncoding

  /// For a file with these texts; `given` is what the user says of them.
  init(_ given: TagDecoding? = nil, for texts: [[UInt8]] = []) {
    self.given = given
    let odd = texts.filter { text in !text.allSatisfy { $0 < 0x80 } && Self.utf8(text) == nil }
    if given != nil {
      found = .stated
    } else if odd.contains(where: { Self.isArabic($0) && Self.isSurelyArabic($0) }) {
      found = .windows1256
    } else {
      found =
        odd.contains { Self.words($0).contains { $0.count > 1 && !$0.contains(where: isASCIILetter) } }
        ? .unknown : .stated
    }
  }

  /// The text of a tag, up to the first zero.
  func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes.prefix { $0 != 0 })
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if let text = given?(bytes) { return text }
    if let text = Self.utf8(bytes) { return text }
    let isArabic = found == .windows1256 && Self.isArabic(bytes)
    return String(
      String.UnicodeScalarView(
        bytes.map { isArabic && $0 >= 0x80 ? Self.windows1256[Int($0) - 0x80] : Unicode.Scalar($0) }))
  }

  private static func utf8(_ bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

  /// The words that have a letter beyond ASCII.
  private static func words(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(whereSeparator: { !($0 >= 0x80 || isASCIILetter($0)) || isPunctuation($0) }).filter { word in
      word.contains { $0 >= 0x80 }
    }
  }

  /// Returns true if each of these words can be one of Windows-1256.
  ///
  /// Such a word has letters, with signs behind them, and letters that only end words at its end.
  private static func isArabic(_ bytes: [UInt8]) -> Bool {
    let words = words(bytes)
    return !words.isEmpty
      && words.allSatisfy { word in
        let ends = word.dropLast().contains { $0 == 0xC9 || $0 == 0xEC }
        return word.allSatisfy { isLetter($0) || isSign($0) } && !isSign(word.first ?? 0) && !ends
      }
  }

  private static func isSurelyArabic(_ bytes: [UInt8]) -> Bool {
    let words = words(bytes)
    let isMixed = words.contains { word in
      zip(word, word.dropFirst()).contains { $0 >= 0xE1 && (0xC1...0xDF).contains($1) }
    }
    return isMixed && words.reduce(0) { $0 + $1.count(where: isLetter) } > 2
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x81, 0x8A, 0x8D...0x90, 0x98, 0x9A, 0x9D...0x9F, 0xAA, 0xC0...0xD6, 0xD8...0xDF, 0xE1, 0xE3...0xE6,
      0xEC, 0xED:
      true
    default: false
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    (0xF0...0xF3).contains(byte) || [0xF5, 0xF6, 0xF8, 0xFA].contains(byte)
  }

  /// Marks and quotes that stand beside words in both encodings.
  private static func isPunctuation(_ byte: UInt8) -> Bool {
    [0x82, 0x84, 0x85, 0x8B, 0x9B, 0xA0, 0xA1, 0xAB, 0xB7, 0xBA, 0xBB, 0xBF].contains(byte)
      || (0x91...0x97).contains(byte)
  }

  /// The upper half, in the order of its bytes.
  private static let windows1256 = Array(
    """
    \u{20AC}\u{67E}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\
    \u{2C6}\u{2030}\u{679}\u{2039}\u{152}\u{686}\u{698}\u{688}\
    \u{6AF}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\
    \u{6A9}\u{2122}\u{691}\u{203A}\u{153}\u{200C}\u{200D}\u{6BA}\
    \u{A0}\u{60C}\u{A2}\u{A3}\u{A4}\u{A5}\u{A6}\u{A7}\
    \u{A8}\u{A9}\u{6BE}\u{AB}\u{AC}\u{AD}\u{AE}\u{AF}\
    \u{B0}\u{B1}\u{B2}\u{B3}\u{B4}\u{B5}\u{B6}\u{B7}\
    \u{B8}\u{B9}\u{61B}\u{BB}\u{BC}\u{BD}\u{BE}\u{61F}\
    \u{6C1}\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\
    \u{628}\u{629}\u{62A}\u{62B}\u{62C}\u{62D}\u{62E}\u{62F}\
    \u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{D7}\
    \u{637}\u{638}\u{639}\u{63A}\u{640}\u{641}\u{642}\u{643}\
    \u{E0}\u{644}\u{E2}\u{645}\u{646}\u{647}\u{648}\u{E7}\
    \u{E8}\u{E9}\u{EA}\u{EB}\u{649}\u{64A}\u{EE}\u{EF}\
    \u{64B}\u{64C}\u{64D}\u{64E}\u{F4}\u{64F}\u{650}\u{F7}\
    \u{651}\u{F9}\u{652}\u{FB}\u{FC}\u{200E}\u{200F}\u{6D2}
    """.unicodeScalars)
}

private func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }
