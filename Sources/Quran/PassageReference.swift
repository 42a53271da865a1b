import TilawaBase

/// A passage as a person types it on a command line.
///
/// Read are `2:255`, `2:1-5`, `8:75-9:1`, `18` and `78-114` (whole surahs), a surah's name in place of its
/// number (`kahf`, `kahf:10`, `kahf 1-10`, `surah al-kahf 10`, `anfal:75-tawbah:1`), and portions: `page 50`,
/// `juz 1-2`, `hizb 3`, `rub 12`, `manzil 1`, `ruku 5`. Digits may be Arabic, dashes of any length. Files
/// hold the stricter form of `AyahRange.init(parsing:)`.
public struct PassageReference {
  /// The passage that a text names.
  ///
  /// All of it exists in the counting system and runs forward. Whole surahs and portions leave ayah 0 out; a
  /// portion, which is a thing of the Hafs mushaf, becomes the shortest run of whole ayat that holds it.
  public static func parse(
    _ text: String, counting: CountingSystem = .kufi
  ) -> Result<AyahRange, PassageError> {
    do throws(PassageError) {
      return .success(try PassageReference(text, counting).passage())
    } catch {
      return .failure(error)
    }
  }

  /// Returns the ayat of a text that names the surah, by number or by a known spelling, and the ayat in it.
  /// Nil for anything else, and for text that would require guessing.
  public static func ayat(spelt text: String, counting: CountingSystem = .kufi) -> AyahRange? {
    try? PassageReference(text, counting, isStrict: true).passage()
  }

  private let original: String
  private let text: String
  private let counting: CountingSystem
  private let isStrict: Bool

  private init(_ text: String, _ counting: CountingSystem, isStrict: Bool = false) {
    self.isStrict = isStrict
    let tidy = Self.tidied(text)
    self.text = tidy
    original = text.trimmed
    self.counting = counting
  }

  private func passage() throws(PassageError) -> AyahRange {
    if text.isEmpty { throw .malformed(original) }
    if !isStrict, let portion = try portion() { return portion }
    if let (name, ayat) = text.cut(at: ":") { return try passage(from: name, ayat: ayat) }
    if let surahs = Self.span(text[...]) { return try wholeSurahs(surahs) }
    // A name may hold hyphens and spaces; the ayat, if any, are what stands behind its last space.
    if let (name, ayat) = text.cut(atLast: " "), Self.span(ayat) != nil {
      return try passage(from: name, ayat: ayat)
    }
    let surah = try surah(text[...])
    return try wholeSurahs((surah, surah))
  }

  // MARK: Ayat

  private func passage(from name: Substring, ayat: Substring) throws(PassageError) -> AyahRange {
    let surah = try surah(name)
    let parts = ayat.fields(by: "-", atMost: 2)
    guard let first = parts.first.flatMap(Self.number) else { throw .malformed(original) }
    var range = AyahRange(Ayah(surah, first))
    if parts.count == 2 {
      if let (name, number) = parts[1].cut(atLast: ":") {
        guard let last = Self.number(number) else { throw .malformed(original) }
        range.last = Ayah(try self.surah(name), last)
      } else {
        guard let last = Self.number(parts[1]) else { throw .malformed(original) }
        range.last = Ayah(surah, last)
      }
    }
    for ayah in [range.first, range.last] where !counting.contains(ayah) { throw .noSuchAyah(ayah, counting) }
    guard range.isForward else {
      throw .backwards(original, turned: AyahRange(range.last, range.first).description)
    }
    return range
  }

  private func surah(_ text: Substring) throws(PassageError) -> Int {
    let name = text.trimmed
    if let number = Self.number(name[...]) {
      guard (1...114).contains(number) else { throw .noSuchSurah(number) }
      return number
    }
    if let surah = isStrict ? Surah.spelt(name) : Surah.named(name) { return surah.number }
    if isStrict || !name.unicodeScalars.contains(where: \.properties.isAlphabetic) {
      throw .malformed(original)
    }
    throw .unknownSurah(name, suggestions: Surah.suggestions(for: name))
  }

  private func wholeSurahs(_ numbers: Span) throws(PassageError) -> AyahRange {
    if isStrict { throw .malformed(original) }
    for number in [numbers.first, numbers.last] where !(1...114).contains(number) {
      throw .noSuchSurah(number)
    }
    guard numbers.first <= numbers.last else {
      throw .backwards(original, turned: "\(numbers.last)-\(numbers.first)")
    }
    guard let first = counting.range(ofSurah: numbers.first), let last = counting.range(ofSurah: numbers.last)
    else { throw .malformed(original) }
    return AyahRange(first.first, last.last)
  }

  // MARK: Portions

  /// Nil when the text doesn't begin with the name of a division and go on with a number.
  private func portion() throws(PassageError) -> AyahRange? {
    let scalars = text.unicodeScalars
    let word = Substring(scalars.prefix { $0.properties.numericType == nil && $0 != " " && $0 != ":" })
    guard let division = Division(spelling: word) else { return nil }
    let rest = Substring(text[word.endIndex...]).trimmed(of: ": ")
    guard let numbers = Self.span(rest[...]) else { throw .malformed(original) }
    for number in [numbers.first, numbers.last] where !(1...division.count).contains(number) {
      throw .noSuchPortion(division, number)
    }
    guard numbers.first <= numbers.last else {
      throw .backwards(original, turned: "\(division.displayName) \(numbers.last)-\(numbers.first)")
    }
    guard let first = division.range(of: numbers.first, in: counting),
      let last = division.range(of: numbers.last, in: counting)
    else { throw .malformed(original) }
    return AyahRange(first.first, last.last)
  }

  // MARK: Pieces of text

  private typealias Span = (first: Int, last: Int)

  /// `7` or `7-12`.
  private static func span(_ text: Substring) -> Span? {
    let parts = text.fields(by: "-", atMost: 2)
    guard let first = parts.first.flatMap(number), let last = parts.last.flatMap(number) else { return nil }
    return (first, last)
  }

  /// ASCII digits; more than a person would type for anything that exists, so that the answer is "doesn't
  /// exist".
  private static func number(_ text: Substring) -> Int? {
    let isNumber = (1...9).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber ? Int(text) : nil
  }

  /// ASCII digits, hyphens and colons for their Arabic and typographic forms, single spaces, none beside a
  /// hyphen or colon, and no "surah" in front.
  private static func tidied(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x660...0x669: result.append(Unicode.Scalar(UInt8(scalar.value - 0x660 + 0x30)))
      case 0x6F0...0x6F9: result.append(Unicode.Scalar(UInt8(scalar.value - 0x6F0 + 0x30)))
      case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: append("-", to: &result)
      case UInt32(UInt8(ascii: "-")), UInt32(UInt8(ascii: ":")): append(scalar, to: &result)
      case 0xFF1A, 0x2236: append(":", to: &result)
      case 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
      default:
        if !scalar.properties.isWhitespace {
          result.append(scalar)
        } else if let last = result.last, last != " ", last != "-", last != ":" {
          result.append(" ")
        }
      }
    }
    if result.last == " " { result.removeLast() }
    let tidy = String(result)
    if let (word, rest) = tidy.cut(at: " "), SurahNames.isSurahWord(word) { return String(rest) }
    return tidy
  }

  private static func append(_ sign: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
    if text.last == " " { text.removeLast() }
    text.append(sign)
  }
}

extension Division {
  /// The division of a name in English, transliterated or Arabic, singular or plural.
  init?(spelling: some StringProtocol) {
    switch Spelling.plain(spelling) {
    case "page", "pages", "p", "safha", "safhah", "\u{635}\u{641}\u{62D}\u{647}": self = .page
    case "juz", "juzs", "ajza", "para", "siparah", "\u{62C}\u{632}": self = .juz
    case "hizb", "hizbs", "\u{62D}\u{632}\u{628}": self = .hizb
    case "rub", "rubs", "quarter", "quarters", "\u{631}\u{628}\u{639}": self = .rub
    case "manzil", "manzils", "\u{645}\u{646}\u{632}\u{644}": self = .manzil
    case "ruku", "rukus", "\u{631}\u{643}\u{648}\u{639}": self = .ruku
    default: return nil
    }
  }
}
