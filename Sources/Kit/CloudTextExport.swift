package import TilawaBase
import TilawaExchange
package import TilawaFormat
package import TilawaLibrary
import TilawaQuran

/// A translation and words of a library, in the form of the records that an app shows to everybody.
package struct CloudTextExport: Sendable {
  /// The content of the file.
  package let text: String
  /// The texts that were exported.
  package let entries: [TextEntry]
  /// The number of verses with a record.
  package let verseCount: Int
  /// The number of words.
  package let wordCount: Int

  /// Exports the first translation and the first word-by-word text of `entries`; nothing of a journal is
  /// exported.
  ///
  /// Throws a `Failure` if there is neither, and for a text in another count than that of the records.
  package init(of shelf: TextShelf, _ entries: [TextEntry]) throws(Failure) {
    let chosen = [TextKind.translation, .wordByWord].compactMap { kind in
      entries.first { $0.kind?.value == kind }
    }
    guard !chosen.isEmpty else {
      throw Failure("this export needs a translation or a word-by-word text; there is neither")
    }
    var records = CloudTexts()
    var (verses, words) = (0, 0)
    for entry in chosen {
      guard entry.counting == .kufi else {
        throw Failure("\(entry.name) does not use the Kufi count")
      }
      guard let lines = shelf.all(of: entry) else {
        throw Failure("cannot read \(entry.name); check its file \(entry.file?.value ?? "")")
      }
      for line in lines {
        if entry.kind?.value == .translation {
          records.add(line.ayah, translation: line.text)
          verses += 1
        } else {
          records.add(
            line.ayah, words: line.words.map { (number: $0.number, text: $0.text, meaning: $0.meaning) })
          words += line.words.count
        }
      }
    }
    (text, self.entries) = (records.text, chosen)
    (verseCount, wordCount) = (verses, words)
  }
}
