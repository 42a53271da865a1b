import TilawaBase
package import TilawaQuran

/// A reference as labels and file names of other programs write it.
///
/// Read are `2:255`, `2:1-5`, `8:75-9:1`, `2.255`, `2/255`, `2_255`, `002255`, `S002A255`, dashes of other
/// lengths, `..` for a dash, and words as a third number.
package struct LabelReference: Sendable, Hashable {
  /// The ayat, which may not exist.
  package var ayat: AyahRange
  /// Nil without words.
  package var words: Words?

  /// From a word of the first ayah to one of the last.
  package struct Words: Sendable, Hashable {
    /// From 1, of the first ayah.
    package var first: Int
    /// From 1, of the last ayah.
    package var last: Int

    /// From one to the other, which are not compared.
    package init(_ first: Int, _ last: Int) {
      self.first = first
      self.last = last
    }
  }

  /// A reference to these.
  package init(ayat: AyahRange, words: Words? = nil) {
    self.ayat = ayat
    self.words = words
  }

  /// `2:255`, `2:1-5`, `2:255:3`, `2:255:3-2:255:5`.
  package var text: String {
    guard let words else { return ayat.description }
    let first = "\(ayat.first):\(words.first)"
    return words.first == words.last && ayat.isSingle ? first : "\(first)-\(ayat.last):\(words.last)"
  }

  /// Reads one; nil for anything else.
  package init?<Text: StringProtocol>(_ text: Text) where Text.SubSequence == Substring {
    // Nearly all of them are written as we write them.
    if let ayat = AyahRange(text) {
      self.ayat = ayat
      return
    }
    let plain = Self.tidied(text)
    let dashed = Self.dashes.reduce(plain) { $0.replaced($1, with: "-") }
    let sides = dashed.fields(by: "-")
    guard (1...2).contains(sides.count), let first = Self.numbers(sides[0]), first.count >= 2 else {
      return nil
    }
    let start = Ayah(first[0], first[1])
    guard sides.count == 2 else {
      ayat = AyahRange(start)
      words = first.count == 3 ? Words(first[2], first[2]) : nil
      return
    }
    guard let last = Self.numbers(sides[1]) else { return nil }
    switch (first.count, last.count) {
    case (2, 1): ayat = AyahRange(start, Ayah(first[0], last[0]))
    case (2, 2): ayat = AyahRange(start, Ayah(last[0], last[1]))
    case (3, 1):
      guard first[2] <= last[0] else { return nil }
      ayat = AyahRange(start)
      words = Words(first[2], last[0])
    case (3, 3):
      ayat = AyahRange(start, Ayah(last[0], last[1]))
      words = Words(first[2], last[2])
    default: return nil
    }
  }

  private static let dashes = [
    "..", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}",
  ]

  /// The numbers of one side: parted by one kind of sign, or three digits each.
  private static func numbers(_ text: Substring) -> [Int]? {
    if let parted = letters(text) { return parted }
    for sign in [":", ".", "/", "_"] where text.holds(sign) {
      let parts = text.fields(by: sign).map(number)
      return parts.count <= 3 && !parts.contains(nil) ? parts.compactMap(\.self) : nil
    }
    guard let all = digits(text) else { return nil }
    if all.count == 6 { return [Int(text.prefix(3)) ?? 0, Int(text.suffix(3)) ?? 0] }
    return number(text).map { [$0] }
  }

  /// `S002A255`
  private static func letters(_ text: Substring) -> [Int]? {
    guard let rest = text.after("S") ?? text.after("s"), let sides = rest.cut(at: "A") ?? rest.cut(at: "a"),
      let surah = number(sides.0), let ayah = number(sides.1)
    else { return nil }
    return [surah, ayah]
  }

  private static func digits(_ text: Substring) -> Substring.UTF8View? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text.utf8 : nil
  }

  private static func number(_ text: Substring) -> Int? {
    (1...3).contains(text.utf8.count) && digits(text) != nil ? Int(text) : nil
  }
}

extension LabelReference {
  /// Without signs that can't be seen, with plain blanks and ASCII digits, dashes of one kind.
  static func tidied(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x660...0x669: result.append(Unicode.Scalar(UInt8(scalar.value - 0x660 + 0x30)))
      case 0x6F0...0x6F9: result.append(Unicode.Scalar(UInt8(scalar.value - 0x6F0 + 0x30)))
      case _ where isPassedOver(scalar): continue
      case _ where isBlank(scalar): if result.last != " ", !result.isEmpty { result.append(" ") }
      default: result.append(scalar)
      }
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }

  /// Tabs and blanks, those that don't part lines among them.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    [0x09, 0x20, 0xA0, 0x202F].contains(scalar.value)
  }

  /// Direction marks, soft hyphens and byte order marks.
  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xAD: true
    default: false
    }
  }
}
