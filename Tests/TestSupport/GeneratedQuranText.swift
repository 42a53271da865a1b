import TilawaQuran

/// Text with the form of the Quran's and none of its contents. It has as many ayat and words as the index
/// counts, of random letters.
public enum GeneratedQuranText {
  private static let letters = [
    "\u{628}\u{64E}", "\u{631}\u{651}\u{64E}", "\u{62D}\u{652}", "\u{645}\u{64E}\u{670}", "\u{646}\u{650}",
    "\u{643}\u{64F}", "\u{644}\u{650}",
  ]
  private static let syllables = ["ba", "li", "mu", "ter", "on", "sha", "vi"]

  /// All ayat of the Kufi count in order.
  private static var ayat: [Ayah] { (0..<CountingSystem.kufi.total).compactMap(CountingSystem.kufi.ayah) }

  private static func word(_ number: Int, _ parts: [String]) -> String {
    (0..<3 + number % 3).map { parts[(number * 31 + $0 * 7 + number / 50) % parts.count] }.joined()
  }

  /// The words of an ayah; `number` of the first counts from the beginning of the text.
  private static func words(of ayah: Ayah, from number: Int, _ parts: [String]) -> [String] {
    (0..<(AyahLength.of(ayah)?.words ?? 0)).map { word(number + $0, parts) }
  }

  /// `surah|ayah|text` with the notice that comes with many texts, in letters that are Arabic or not.
  public static func references(arabic: Bool = true) -> String {
    var number = 0
    return ayat.map { ayah in
      let words = words(of: ayah, from: number, arabic ? letters : syllables)
      number += words.count
      return "\(ayah.surah)|\(ayah.number)|\(words.joined(separator: " "))\n"
    }.joined() + "\n# A notice.\n#  It stays.\n"
  }

  /// `surah:ayah:word`, the word and what it means, between tabs.
  public static func words() -> String {
    var number = 0
    return ayat.map { ayah in
      let words = words(of: ayah, from: number, letters)
      defer { number += words.count }
      return words.enumerated().map {
        "\(ayah):\($0.offset + 1)\t\($0.element)\tof \(word(number + $0.offset, syllables))\n"
      }.joined()
    }.joined()
  }
}
