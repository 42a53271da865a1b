import Diagnostics
package import QuranIndex

/// Texts on their way into the records of an app, which everybody may read.
package struct CloudTexts: Sendable {
  /// A word, its number in the ayah from 1, and what it means.
  package typealias Word = (number: Int, text: String, meaning: String?)

  private var writer = CloudWriter()

  /// With a record for each surah.
  package init() {
    for surah in Surah.all {
      writer.add(
        "Surah", "\(CloudName.ours)surah-\(surah.number)",
        [
          ("id", .text("\(surah.number)")), ("surahNumber", .integer(surah.number)),
          ("name", .text(surah.name)), ("arabicName", .text(surah.arabicName)),
          ("revelationType", .text(surah.revelationPlace == .meccan ? "Meccan" : "Medinan")),
          ("numberOfVerses", .integer(surah.ayahCount)),
        ])
    }
  }

  /// A thousand times the surah, and the ayah's number.
  private static func id(of ayah: Ayah) -> String { "\(ayah.surah * 1000 + ayah.number)" }

  /// Adds what a translation says of an ayah of the Kufi count.
  package mutating func add(_ ayah: Ayah, translation: String) {
    let id = Self.id(of: ayah)
    writer.add(
      "QuranVerse", "\(CloudName.ours)verse-\(id)",
      [
        ("id", .text(id)), ("surahNumber", .integer(ayah.surah)), ("verseNumber", .integer(ayah.number)),
        ("fullEnglishTranslation", .text(translation)),
      ])
  }

  /// Adds the words of an ayah of the Kufi count.
  package mutating func add(_ ayah: Ayah, words: [Word]) {
    let id = Self.id(of: ayah)
    for word in words {
      writer.add(
        "QuranWord", "\(CloudName.ours)word-\(id)-\(word.number)",
        [
          ("arabic", .text(word.text)), ("englishTranslation", word.meaning.map(CloudWriter.Value.text)),
          ("position", .integer(word.number)), ("verseId", .text(id)),
        ])
    }
  }

  /// The file.
  package var text: String { writer.document }
}
