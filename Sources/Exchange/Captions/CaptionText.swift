import TilawaBase
package import TilawaQuran

/// The text of ayat that subtitles show instead of references.
package struct CaptionText: Sendable {
  /// The words of an ayah, as the index counts them, each with the sign of a pause behind it; nil when the text hasn't got them so.
  package var words: @Sendable (Ayah) -> [String]?
  /// What the text says of an ayah; nil when it says nothing.
  package var text: @Sendable (Ayah) -> String?
  /// How many letters a line has at most, signs above and below them not counted; one word may be longer.
  package var width: Int

  /// Common guidelines for subtitles have 37 to 42.
  package static let defaultWidth = 42

  /// A text that answers so.
  package init(
    width: Int = defaultWidth, words: @escaping @Sendable (Ayah) -> [String]?,
    text: @escaping @Sendable (Ayah) -> String?
  ) {
    self.width = width
    self.words = words
    self.text = text
  }
}

/// The words of a caption on their lines.
enum CaptionLines {
  /// How many letters a text takes: marks and what can't be seen take none.
  static func width(of text: String) -> Int {
    text.unicodeScalars.count { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: false
      default: true
      }
    }
  }

  /// Whether a reciter may pause behind a word by its sign: qila, sala, mim, jim, and three dots.
  static func mayPause(after word: String) -> Bool {
    word.unicodeScalars.contains { [0x6D6, 0x6D7, 0x6D8, 0x6DA, 0x6DB].contains($0.value) }
  }

  /// Whether a text runs from right to left, by its first letter that has a direction.
  static func isRightToLeft(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { $0.properties.isAlphabetic }
    return first.map { (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) } ?? false
  }

  /// Where words are parted into lines of at most `limit` letters: behind the last sign of a pause in the second half of a line,
  /// else behind the last word that has room. A word that is longer has a line of its own.
  static func lines(of words: [String], limit: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < words.count {
      var end = start
      var taken = 0
      var pause: Int?
      while end < words.count {
        let more = width(of: words[end]) + (end > start ? 1 : 0)
        guard end == start || taken + more <= limit else { break }
        taken += more
        end += 1
        if mayPause(after: words[end - 1]), taken * 2 >= limit { pause = end }
      }
      // What is left fits: no line is parted for a pause alone.
      if end < words.count, let pause { end = pause }
      lines.append(start..<end)
      start = end
    }
    return lines
  }
}
