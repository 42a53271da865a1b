import TilawaBase
package import TilawaQuran

/// Texts on their way into the records of an app, which everybody may read.
package struct CloudTexts: Sendable {
  /// A word, its number in the ayah from 1, and what it means.
  package typealias Word = (number: Int, text: String, meaning: String?)

  private var translations: [(ayah: Ayah, text: String)] = []
  private var words: [(ayah: Ayah, words: [Word])] = []

  /// With a record for each surah.
  package init() {}

  /// A thousand times the surah, and the ayah's number.
  private static func id(of ayah: Ayah) -> String { "\(ayah.surah * 1000 + ayah.number)" }

  private static func record(of ayah: Ayah) -> String { "\(CloudName.ours)verse-\(id(of: ayah))" }

  private static func record(of word: Word, in ayah: Ayah) -> String {
    "\(CloudName.ours)word-\(id(of: ayah))-\(word.number)"
  }

  /// Adds what a translation says of an ayah of the Kufi count.
  package mutating func add(_ ayah: Ayah, translation: String) { translations.append((ayah, translation)) }

  /// Adds the words of an ayah of the Kufi count.
  package mutating func add(_ ayah: Ayah, words: [Word]) { self.words.append((ayah, words)) }

  /// The file.
  package var text: String {
    var writer = CloudWriter()
    let verses = Dictionary(grouping: translations, by: \.ayah.surah)
    for surah in Surah.all {
      let own = (verses[surah.number] ?? []).map { Self.record(of: $0.ayah) }
      writer.add(
        "Surah", "\(CloudName.ours)surah-\(surah.number)",
        [
          ("id", .text("\(surah.number)")), ("surahNumber", .integer(surah.number)),
          ("name", .text(surah.name)), ("arabicName", .text(surah.arabicName)),
          ("revelationType", .text(surah.revelationPlace == .meccan ? "Meccan" : "Medinan")),
          ("numberOfVerses", .integer(surah.ayahCount)), ("verses", own.isEmpty ? nil : .references(own)),
        ])
    }
    let byAyah = Dictionary(words.map { ($0.ayah, $0.words) }) { first, _ in first }
    for (ayah, text) in translations {
      let id = Self.id(of: ayah)
      let own = (byAyah[ayah] ?? []).map { Self.record(of: $0, in: ayah) }
      writer.add(
        "QuranVerse", Self.record(of: ayah),
        [
          ("id", .text(id)), ("surahNumber", .integer(ayah.surah)), ("verseNumber", .integer(ayah.number)),
          ("fullEnglishTranslation", .text(text)), ("words", own.isEmpty ? nil : .references(own)),
        ])
    }
    for (ayah, words) in words {
      for word in words {
        writer.add(
          "QuranWord", Self.record(of: word, in: ayah),
          [
            ("arabic", .text(word.text)), ("englishTranslation", .text(word.meaning)),
            ("position", .integer(word.number)), ("verseId", .text(Self.id(of: ayah))),
          ])
      }
    }
    return writer.document
  }
}
