import TilawaBase

/// The way in which a text file assigns lines to ayat.
public enum TextForm: String, Sendable, CaseIterable {
  /// An ayah a line, in the order of the mushaf.
  case lines
  /// `surah|ayah|text`, a line an ayah.
  case references
  /// `surah:ayah:word`, the word and what it means, between tabs; a line a word.
  case words
}

/// A word of an ayah.
public struct TextWord: Hashable, Sendable {
  /// Its place in the ayah, from 1.
  public let number: Int
  /// As it is recited.
  public let text: String
  /// The meaning of the word, if the file gives it.
  public let meaning: String?

  /// The word at `number`.
  public init(_ number: Int, _ text: String, meaning: String? = nil) {
    (self.number, self.text, self.meaning) = (number, text, meaning)
  }
}

/// A text of ayat in the bytes of its file. Nothing is indexed: every question goes through the bytes.
public struct TextFile: Sendable {
  /// A line that says something.
  struct Line {
    /// The index of the ayah, from 0; nil if it can't be read, or isn't among those of the file.
    var index: Int?
    var ayah: Ayah?
    /// The number of the word, from 1; 0 if lines aren't words.
    var word = 0
    /// The text, and what the word means, as bytes of the file.
    var text: Range<Int>
    var meaning: Range<Int>?
    /// From 1.
    var number: Int
  }

  /// The whole file.
  public let bytes: [UInt8]
  /// The way in which lines are assigned to ayat.
  public let form: TextForm
  /// The counting system of its ayat.
  public let counting: CountingSystem
  /// The ayat that it should hold.
  public let passage: AyahRange
  private let first: Int
  /// The number of ayat in `passage`.
  public let ayahCount: Int

  /// Creates a text of `passage`, or of the whole Quran, as `counting` numbers it. The first line with
  /// content determines the form.
  ///
  /// Nil if the passage doesn't exist.
  public init?(_ bytes: [UInt8], counting: CountingSystem = .kufi, passage: AyahRange? = nil) {
    let last = counting.ayahCount(ofSurah: 114) ?? 0
    let passage = passage ?? AyahRange(Ayah(1, 1), Ayah(114, last))
    guard let first = counting.index(of: passage.first), let end = counting.index(of: passage.last),
      first <= end
    else { return nil }
    self.bytes = bytes
    self.counting = counting
    self.passage = passage
    self.first = first
    ayahCount = end - first + 1
    form = Self.form(of: bytes)
  }

  /// Of an ayah which it is among those of the file, from 0.
  func index(of ayah: Ayah) -> Int? {
    counting.index(of: ayah).flatMap { (first..<first + ayahCount).contains($0) ? $0 - first : nil }
  }

  /// The ayah at a place among those of the file, from 0.
  func ayah(at index: Int) -> Ayah? { counting.ayah(at: first + index) }
}

// MARK: - Lines

extension TextFile {
  private static func form(of bytes: [UInt8]) -> TextForm {
    bytes.withUnsafeBufferPointer { bytes in
      var form = TextForm.lines
      forEachLine(of: bytes) { range, _ in
        if let head = Head(bytes, range) { form = head.word == nil ? .references : .words }
        return false
      }
      return form
    }
  }

  /// Passes the lines with content and their numbers to `body` until it returns false. Blank lines and
  /// comments are ignored.
  private static func forEachLine(
    of bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>, Int) -> Bool
  ) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      number += 1
      var last = end
      while last > start, bytes[last - 1] == 0x0D || bytes[last - 1] == 0x20 { last -= 1 }
      if last > start, bytes[start] != UInt8(ascii: "#"), !body(start..<last, number) { return }
      start = end + 1
    }
  }

  /// `2:255:3`, a tab, or `2|255|`.
  private struct Head {
    var surah = 0
    var ayah = 0
    var word: Int?
    /// The start of the text.
    var end: Int

    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
      var index = line.lowerBound
      func number(before signs: (UInt8, UInt8)) -> (Int, UInt8)? {
        var value = 0
        let start = index
        while index < line.upperBound, index - start < 4, bytes[index] &- 0x30 < 10 {
          value = value * 10 + Int(bytes[index] - 0x30)
          index += 1
        }
        guard index > start, index < line.upperBound, bytes[index] == signs.0 || bytes[index] == signs.1
        else { return nil }
        index += 1
        return (value, bytes[index - 1])
      }
      let (bar, colon) = (UInt8(ascii: "|"), UInt8(ascii: ":"))
      guard let (surah, sign) = number(before: (bar, colon)) else { return nil }
      self.surah = surah
      if sign == bar {
        guard let (ayah, _) = number(before: (bar, bar)) else { return nil }
        self.ayah = ayah
      } else {
        guard let (ayah, _) = number(before: (colon, colon)), let (word, _) = number(before: (0x09, 0x09))
        else { return nil }
        (self.ayah, self.word) = (ayah, word)
      }
      end = index
    }
  }

  /// Every line that says something, in the order of the file, until `body` says that it is enough.
  func forEachLine(_ body: (UnsafeBufferPointer<UInt8>, Line) -> Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      var (lastAyah, lastIndex) = (Ayah(0, 0), Int?.none)
      Self.forEachLine(of: bytes) { range, number in
        if form == .lines {
          defer { count += 1 }
          let isOne = count < ayahCount
          return body(
            bytes,
            Line(index: isOne ? count : nil, ayah: isOne ? ayah(at: count) : nil, text: range, number: number)
          )
        }
        guard let head = Head(bytes, range), (head.word == nil) == (form == .references) else {
          return body(bytes, Line(text: range, number: number))
        }
        let ayah = Ayah(head.surah, head.ayah)
        if ayah != lastAyah { (lastAyah, lastIndex) = (ayah, index(of: ayah)) }
        var line = Line(
          index: lastIndex, ayah: ayah, word: head.word ?? 0, text: head.end..<range.upperBound,
          number: number)
        if form == .words, let tab = bytes[line.text].firstIndex(of: 0x09) {
          line.meaning = tab + 1..<range.upperBound
          line.text = head.end..<tab
        }
        return body(bytes, line)
      }
    }
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The lines of one ayah.
  private func lines(of ayah: Ayah) -> [Line] {
    guard let wanted = index(of: ayah) else { return [] }
    var found: [Line] = []
    forEachLine { _, line in
      if line.index == wanted { found.append(line) }
      // Words of an ayah stand together.
      return found.isEmpty || line.index == wanted
    }
    return found
  }

  /// Returns the text of an ayah on one line, or nil if the file has none.
  public func text(of ayah: Ayah) -> String? {
    let lines = lines(of: ayah)
    return lines.isEmpty ? nil : lines.map { string($0.text) }.joined(separator: " ")
  }

  /// Returns every ayah in the file, in the file's order, with its text. In a file of words, also returns the
  /// words; their texts are joined to form the text of the ayah.
  public func all() -> [(ayah: Ayah, text: String, words: [TextWord])] {
    var found: [(ayah: Ayah, text: String, words: [TextWord])] = []
    forEachLine { _, line in
      guard let ayah = line.ayah, line.index != nil else { return true }
      let text = string(line.text)
      guard line.word > 0 else {
        found.append((ayah, text, []))
        return true
      }
      let word = TextWord(line.word, text, meaning: line.meaning.map(string))
      if let last = found.indices.last, found[last].ayah == ayah {
        found[last].text += " \(text)"
        found[last].words.append(word)
      } else {
        found.append((ayah, text, [word]))
      }
      return true
    }
    return found
  }

  /// Returns the words of an ayah as the index counts them, with their meanings if the file has them; nil if
  /// the file's words don't match.
  ///
  /// In a text of whole ayat, pause signs are not words, and neither is the basmalah before a surah's first
  /// ayah.
  public func words(of ayah: Ayah) -> [TextWord]? {
    let lines = lines(of: ayah)
    guard !lines.isEmpty else { return nil }
    if form == .words {
      return lines.map { TextWord($0.word, string($0.text), meaning: $0.meaning.map(string)) }
    }
    guard let count = AyahLength.words(of: ayah, in: counting) else { return nil }
    var words = recitedWords(of: string(lines[0].text))
    if ayah.number == 1, words.count == count + 4 { words.removeFirst(4) }
    guard words.count == count else { return nil }
    return words.enumerated().map { TextWord($0.offset + 1, $0.element) }
  }
}

/// Returns the words of a text that have letters, separated at blanks. A pause sign belongs to the word
/// before it.
func recitedWords(of text: String) -> [String] {
  text.words.reduce(into: []) { words, word in
    if words.isEmpty || !TextQuery.folded(String(word)).isEmpty {
      words.append(String(word))
    } else {
      words[words.count - 1] += " \(word)"
    }
  }
}
