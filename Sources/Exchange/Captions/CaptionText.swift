import TilawaBase
package import TilawaQuran

/// The text of ayat that subtitles show instead of references.
package struct CaptionText: Sendable {
  /// The words of an ayah as the index counts them, each followed by its pause sign; nil if the text isn't
  /// divided into these words.
  package var words: @Sendable (Ayah) -> [String]?
  /// The text of an ayah, or nil if there is none.
  package var text: @Sendable (Ayah) -> String?
  /// The maximum number of letters in a line, not counting signs above and below them. A single word may be
  /// longer.
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
  /// Returns the number of letters in a text. Marks and invisible characters don't count.
  static func width(of text: String) -> Int {
    text.unicodeScalars.count { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: false
      default: true
      }
    }
  }

  /// Returns true if the sign at the end of a word allows a pause: qila, sala, mim, jim, or three dots.
  static func mayPause(after word: String) -> Bool {
    word.unicodeScalars.contains { [0x6D6, 0x6D7, 0x6D8, 0x6DA, 0x6DB].contains($0.value) }
  }

  /// Returns true if a text runs from right to left, judged by its first alphabetic character.
  static func isRightToLeft(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { $0.properties.isAlphabetic }
    return first.map { (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) } ?? false
  }

  /// Splits words into lines of at most `limit` letters. A line ends after the last pause sign in its second
  /// half, else after the last word that fits. A word that is longer than a line has a line of its own.
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
