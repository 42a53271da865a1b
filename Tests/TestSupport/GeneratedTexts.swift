/// The parts of generated documents.
enum GeneratedTexts {
  static let keys = [
    "a", "b", "key", "title", "start", "end", "rows", "x-note", "with space", "عنوان", "سورة البقرة", "é",
    "日本",
    "yes", "no", "1", "012", "1:1", "true", "a.b", "a-b", "a_b", "quote\"d", "it's", "k#v", "<<", "🙂",
  ]

  static let comments = [
    "#", "# a comment", "#no space", "# يقف هنا", "# - { a: 1 }", "# key: value", "# \"quoted",
    "#  two  spaces  ",
    "# 🙂", "## heading", "#\ttab",
  ]

  /// Plain scalars that aren't text.
  static let plain = [
    "", "~", "null", "NULL", "true", "False", "0", "1", "-1", "+12", "012", "-007", "0o17", "0x1F", "3.120",
    "-.5", ".5",
    "5.", "1e3", "1.5e3", "-2E-4", ".inf", "-.Inf", ".NaN", "12345678901234567890123",
    "0o7777777777777777777777777",
  ]

  static let texts = [
    "word", "two words", "Friday prayer, 5 January 2024", "", " lead", "trail ", "yes", "No", "on", "y", "~",
    "null", "true",
    "1:1", "2:1-5", "8:75-9:1", "12:30:00", "1_000", "0b11", "0o7", "012", "0x1", "1e3", "3.5", ".inf",
    "1.2.3", "=", "<<",
    "2024-01-05", "2024-01-05T12:30:00+03:00", "2024-01-05 12:30:00", "7f0c7b1e-9d6f-4c54-8d7b-3a2f0f3c9a11",
    "a: b", "a:b", "http://example.com/{surah3}", "a #b", "a# b", "#a", "- a", "-a", "--", "---", "...",
    "? a", "?a",
    ":a", "a:", "@a", "`a`", "!a", "&a", "*a", "%a", "|", ">", "[a]", "{a}", "a, b", "a]b", "it's",
    "say \"hi\"", "\\n",
    "back\\slash", "tab\there", "line\nbreak", "lines\nand more\n", "end\n\n", "\n", "\n\n",
    "  code\n    more\n",
    "بسم الله الرحمن الرحيم", "ياسر الدوسري (حفص)", "é à ü", "日本語", "🙂 smile", "a\u{A0}b", "\u{200F}rtl",
    "\u{85}",
    "\u{2028}", "\u{FEFF}", "bell\u{7}", "a\u{9F}b", "x\r",
    "long " + String(repeating: "and longer ", count: 20) + "end",
  ]

  /// Returns true if YAML 1.2 reads a text as itself without quotes. This is decided by listing the
  /// characters that it may contain.
  static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.last != ":",
      text.last != " "
    else {
      return false
    }
    if ["null", "true", "a: b", "a #b"].contains(text) { return false }
    let isOrdinary = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || " -_.:/#'()\"\\".unicodeScalars.contains($0)
        || (!inFlow && ",{}".unicodeScalars.contains($0))
    }
    return isOrdinary
  }

  /// Returns true if a text can be written as a literal block: its first line is not indented, and it has no
  /// unusual characters.
  static func fitsLiteral(_ text: String) -> Bool {
    guard let first = text.first, first != " ", first != "\n", first != "\t" else { return false }
    return !needsEscape(text)
  }

  /// Returns true if a text contains a character that can be written only as an escape.
  static func needsEscape(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F..<0xA0).contains($0.value)
        || [0x2028, 0x2029, 0xFEFF].contains($0.value)
    }
  }
}
