import TilawaBase
import TilawaQuran

/// Texts of ayat and of words in the JSON and SQLite files that QUL, quran.com and others hand out, as lines.
package struct AyahTexts: Sendable {
  private struct Key: Hashable, Comparable {
    let (surah, ayah, word): (Int, Int, Int)

    static func < (a: Key, b: Key) -> Bool { (a.surah, a.ayah, a.word) < (b.surah, b.ayah, b.word) }
  }

  private var texts: [Key: (text: String, meaning: String?)] = [:]
  /// The number of texts with HTML tags, which are left out together with the notes in them.
  package private(set) var markedCount = 0

  /// Returns true if a file is one of these, by its first bytes.
  package static func isOne(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) { return true }
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let sign = first.first { $0 > 0x20 }
    return sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[")
  }

  /// Reads them. Throws when the file is damaged, or holds no texts that say of which ayah they are.
  ///
  /// Of a file that has words as well as texts of whole ayat the words are taken, unless `ofWholeAyat`.
  package init(
    readingAt path: String, shownAs shownPath: String, _ bytes: [UInt8], ofWholeAyat: Bool = false
  ) throws(ExchangeFailure) {
    let source = ForeignSource(path: path, shownAs: shownPath, bytes: bytes)
    if SQLiteFile.isDatabase(source) {
      try readTables(source)
    } else {
      let root = try JSONText.parse(SourceText(path: shownPath, bytes: bytes))
      if !readRecords(root) { gather(root, surah: nil) }
    }
    if texts.isEmpty { throw ExchangeFailure("\(shownPath) contains no texts with a reference to an ayah") }
    // Words go before whole ayat, which mostly follow from them.
    let hasBoth = texts.keys.contains { $0.word > 0 } && texts.keys.contains { $0.word == 0 }
    if hasBoth { texts = texts.filter { ($0.key.word == 0) == ofWholeAyat } }
  }

  /// True if the texts are words.
  package var areWords: Bool { texts.keys.first.map { $0.word > 0 } ?? false }

  /// A line each, in the order of the mushaf.
  package var lines: String {
    texts.sorted { $0.key < $1.key }.map { key, value in
      key.word > 0
        ? "\(key.surah):\(key.ayah):\(key.word)\t\(value.text)" + (value.meaning.map { "\t\($0)" } ?? "")
          + "\n"
        : "\(key.surah)|\(key.ayah)|\(value.text)\n"
    }.joined()
  }

  private mutating func add(_ key: Key, _ text: String, meaning: String? = nil) {
    let (clean, isMarked) = Self.plain(text)
    guard !clean.isEmpty, texts[key] == nil else { return }
    if isMarked { markedCount += 1 }
    texts[key] = (clean, meaning.map { Self.plain($0).text })
  }

  /// `1:1` or `1:1:1`.
  private static func key(_ text: some StringProtocol) -> Key? {
    let numbers = String(text).fields(by: ":").map { Int($0) }
    guard (2...3).contains(numbers.count), let surah = numbers[0], let ayah = numbers[1] else { return nil }
    if numbers.count == 2 { return Key(surah: surah, ayah: ayah, word: 0) }
    return numbers[2].map { Key(surah: surah, ayah: ayah, word: $0) }
  }

  /// Without marks of HTML, and without the notes between `<sup>` and `</sup>`; on one line.
  private static func plain(_ text: String) -> (text: String, isMarked: Bool) {
    var rest = text[...]
    var plain = ""
    var isMarked = false
    while let (before, tail) = rest.cut(at: "<"), let (mark, after) = tail.cut(at: ">") {
      isMarked = true
      plain += before
      rest = mark.begins(with: "sup") ? after.cut(at: "</sup>")?.1 ?? after : after
    }
    for (name, sign) in [("&nbsp;", " "), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
      rest = rest.replaced(name, with: sign)[...]
    }
    return ((plain + rest).words.joined(separator: " "), isMarked)
  }
}

// MARK: - JSON

extension AyahTexts {
  private static let textKeys = [
    "text", "t", "text_uthmani", "text_qpc_hafs", "text_imlaei", "text_uthmani_simple", "text_imlaei_simple",
    "text_indopak", "arabic",
    "translation", "fullEnglishTranslation", "tafsir",
  ]

  private mutating func gather(_ node: JSONNode, surah: Int?) {
    if let items = node.items {
      // A list of surahs, each a list of texts.
      let areSurahs =
        surah == nil && items.count == 114 && items.allSatisfy { $0.items?.first?.string != nil }
      for (index, item) in items.enumerated() {
        if areSurahs {
          gather(item, surah: index + 1)
        } else if let surah, let text = item.string {
          add(Key(surah: surah, ayah: index + 1, word: 0), text)
        } else {
          gather(item, surah: surah)
        }
      }
      return
    }
    guard let members = node.members else { return }
    if let key = Self.key(of: node) {
      take(node, key)
      return
    }
    for (name, value) in members {
      if let key = Self.key(name) {
        take(value, key)
      } else if surah == nil, let number = Int(name), (1...114).contains(number) {
        gather(value, surah: number)
      } else {
        gather(value, surah: surah)
      }
    }
  }

  /// Returns the ayah or word that an object belongs to.
  private static func key(of node: JSONNode) -> Key? {
    func number(_ names: String...) -> Int? { names.lazy.compactMap { node[$0]?.integer }.first }
    let word = number("word", "word_number", "position")
    for name in ["location", "verse_key", "ayah_key"] {
      if let text = node[name]?.string, let key = key(text) {
        return key.word > 0
          ? key : Key(surah: key.surah, ayah: key.ayah, word: name == "location" ? word ?? 0 : 0)
      }
    }
    guard let surah = number("surah", "sura", "surah_number", "surahNumber", "chapter", "chapter_id"),
      let ayah = number("ayah", "aya", "ayah_number", "verse", "verse_number", "verseNumber")
    else { return nil }
    return Key(surah: surah, ayah: ayah, word: word ?? 0)
  }

  private mutating func take(_ node: JSONNode, _ key: Key) {
    if let text = node.string {
      // An ayah that shares a text with another names it.
      if Self.key(text) == nil { add(key, text) }
      return
    }
    for (index, word) in (node["words"]?.items ?? []).enumerated() where key.word == 0 {
      guard word["char_type_name"]?.string.map({ $0 == "word" }) ?? true, let text = Self.text(of: word)
      else { continue }
      let meaning =
        word["translation"]?["text"]?.string ?? word["translation"]?.string
        ?? word["englishTranslation"]?.string
      add(
        Key(surah: key.surah, ayah: key.ayah, word: word["position"]?.integer ?? index + 1), text,
        meaning: meaning)
    }
    if let text = Self.text(of: node) ?? node["translations"]?.items?.first.flatMap(Self.text) {
      add(
        key, text,
        meaning: key.word > 0 ? node["translation"]?["text"]?.string ?? node["meaning"]?.string : nil)
    }
  }

  private static func text(of node: JSONNode) -> String? {
    textKeys.lazy.compactMap { node[$0]?.string }.first
  }
}

// MARK: - Records

extension AyahTexts {
  /// Takes the verses and words of an app's store; false where there are none.
  private mutating func readRecords(_ root: JSONNode) -> Bool {
    let records = (root["records"]?.items ?? root.items ?? []).compactMap { CloudRecord($0) }
    let words = records.filter { $0.entity == "QuranWord" }
    let verses = records.filter { $0.entity == "QuranVerse" }
    var places: [String: Key] = [:]
    var owners: [String: Key] = [:]
    for var verse in verses {
      guard let ayah = verse.ayah(("surahNumber", "verseNumber")) else { continue }
      let key = Key(surah: ayah.surah, ayah: ayah.number, word: 0)
      for name in verse.keys { places[name] = key }
      for name in verse.names("words") { owners[name] = key }
      if let text = verse.take(.text, "fullEnglishTranslation") { add(key, text) }
    }
    // Some programs count from 0.
    let first = words.contains { $0.peek("position") == 0 } ? 0 : 1
    for var word in words {
      let named = word.peek("verseId") { $0.string ?? $0.number.map { String($0) } }
      let own = word.keys.lazy.compactMap { owners[$0] }.first
      guard let position = word.take(.integer, "position"), let text = word.take(.text, "arabic"),
        let verse = named.flatMap({ places[$0] ?? Self.verse($0) }) ?? own
      else { continue }
      add(
        Key(surah: verse.surah, ayah: verse.ayah, word: position - first + 1), text,
        meaning: word.take(.text, "englishTranslation"))
    }
    return !words.isEmpty || !verses.isEmpty
  }

  /// `18:10`, or 18010, as a verse is called whose record isn't here.
  private static func verse(_ name: String) -> Key? {
    if let number = Int(name), number > 1000 {
      return Key(surah: number / 1000, ayah: number % 1000, word: 0)
    }
    return key(name).flatMap { $0.word == 0 ? $0 : nil }
  }
}

// MARK: - SQLite

extension AyahTexts {
  private mutating func readTables(_ source: ForeignSource) throws(ExchangeFailure) {
    let database = try SQLiteFile(reading: source)
    for (name, given) in try database.schema().tables.sorted(by: { $0.key < $1.key }) {
      let key = given.column("location", "verse_key", "ayah_key")
      let surah = given.column("surah", "sura", "surah_number")
      let ayah = given.column("ayah", "aya", "ayah_number")
      guard let text = given.column("text", "translation", "text_uthmani", "t", "arabic"),
        key != nil || surah != nil && ayah != nil
      else { continue }
      let word = given.column("word", "word_number", "position")
      let meaning = given.column("meaning", "word_translation")
      var table = given
      try database.rows(of: name, in: &table)
      for row in table.rows {
        func number(_ column: Int?) -> Int? {
          column.flatMap { row.values[$0].integer }.flatMap { Int(exactly: $0) }
        }
        let named = key.flatMap { row.values[$0].text }.flatMap { Self.key($0) }
        let counted = number(surah).flatMap { surah in
          number(ayah).map { Key(surah: surah, ayah: $0, word: number(word) ?? 0) }
        }
        if let words = row.values[text].text, let key = named ?? counted {
          add(key, words, meaning: meaning.flatMap { row.values[$0].text })
        }
      }
    }
  }
}
