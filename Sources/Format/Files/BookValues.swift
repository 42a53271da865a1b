import TilawaBase

/// The form in which a person has a book.
public enum BookFormat: String, CaseIterable, Sendable {
  case physical, ebook, audiobook

  var meaning: String {
    switch self {
    case .physical: "on paper"
    case .ebook: "as text on a screen"
    case .audiobook: "read aloud"
    }
  }
}

/// The gender of an author, as far as it is known.
public enum AuthorGender: String, CaseIterable, Sendable {
  case male, female
  case nonBinary = "non_binary"
  case other, unknown

  var meaning: String {
    switch self {
    case .male: "a man"
    case .female: "a woman"
    case .nonBinary: "neither"
    case .other: "something else"
    case .unknown: "looked up, but not known"
    }
  }
}

/// The part of the world whose culture a book comes from.
public enum CulturalRegion: String, CaseIterable, Sendable {
  case africa, asia, europe, americas, oceania
  case middleEast = "middle_east"
  case indigenous

  var meaning: String {
    switch self {
    case .africa: "Africa"
    case .asia: "Asia"
    case .europe: "Europe"
    case .americas: "the Americas"
    case .oceania: "Oceania"
    case .middleEast: "the Middle East"
    case .indigenous: "an Indigenous people, anywhere"
    }
  }
}

/// The difficulty of reading a book.
public enum ReadingDifficulty: String, CaseIterable, Sendable {
  case easy, moderate, challenging, academic

  var meaning: String {
    switch self {
    case .easy: "little effort"
    case .moderate: "some effort"
    case .challenging: "much effort"
    case .academic: "for specialists"
    }
  }
}

/// A person's progress with a book.
public enum BookStatus: String, CaseIterable, Sendable {
  case toRead = "to_read"
  case reading, read
  case onHold = "on_hold"
  case dnf

  var meaning: String {
    switch self {
    case .toRead: "to be read"
    case .reading: "being read"
    case .read: "read to its end"
    case .onHold: "paused"
    case .dnf: "abandoned"
    }
  }
}

/// An International Standard Book Number whose check digit is right.
public struct ISBN: Hashable, Sendable {
  /// Its thirteen digits; 978 is added before ten.
  public let digits: String

  /// Reads ten or thirteen digits without hyphens; the last of ten may be X. Nil when it is none.
  public init?(_ text: String) {
    guard let last = Self.checkDigit(of: text), text.utf8.last == last else { return nil }
    let body = text.utf8.count == 10 ? "978\(text)" : text
    digits = String(
      decoding: body.utf8.dropLast() + [Self.thirteenth(of: Array(body.utf8.dropLast()))], as: UTF8.self)
  }

  /// Without hyphens and blanks, and with a capital X.
  public static func bare(_ text: String) -> String {
    text.uppercased().words { !($0.isASCII && ($0.properties.numericType != nil || $0 == "X")) }.joined()
  }

  /// Without hyphens and blanks where it is right then; else as it is.
  public static func tidied(_ text: String) -> String { ISBN(bare(text)) == nil ? text : bare(text) }

  /// Returns the correct last digit for an ISBN of ten or thirteen digits; nil if the text doesn't have that
  /// form.
  static func checkDigit(of text: String) -> UInt8? {
    let digits = Array(text.utf8)
    guard digits.dropLast().allSatisfy({ (0x30...0x39).contains($0) }), let last = digits.last,
      (0x30...0x39).contains(last) || (digits.count == 10 && last == UInt8(ascii: "X"))
    else { return nil }
    switch digits.count {
    case 10:
      let sum = digits.dropLast().enumerated().reduce(0) { $0 + (10 - $1.offset) * Int($1.element - 0x30) }
      let rest = (11 - sum % 11) % 11
      return rest == 10 ? UInt8(ascii: "X") : 0x30 + UInt8(rest)
    case 13 where text.begins(with: "978") || text.begins(with: "979"):
      return thirteenth(of: digits.dropLast())
    default: return nil
    }
  }

  private static func thirteenth(of digits: [UInt8]) -> UInt8 {
    let sum = digits.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * Int($1.element - 0x30) }
    return 0x30 + UInt8((10 - sum % 10) % 10)
  }
}
