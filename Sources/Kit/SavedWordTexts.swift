import TilawaFormat
import TilawaLibrary
import TilawaQuran
import TilawaYAML

/// The texts of a library about a word that somebody learns.
enum SavedWordTexts {
  /// Returns the missing word and meaning for a given ayah and number of a word.
  static func missing(
    of values: [JournalList.Value], _ library: String, _ workplace: Workplace
  ) -> [JournalList.Value] {
    func given(_ key: String) -> String? { values.first { $0.key == key }?.text }
    guard let ayat = given(RowKey.ayah).flatMap({ AyahRange($0) }), ayat.isSingle,
      let number = given(RowKey.word).flatMap({ Int($0) }), let shelf = workplace.texts(ofLibrary: library)
    else { return [] }
    func found(_ kind: TextKind) -> [TextWord] {
      shelf.entries(of: kind, for: nil).compactMap { entry in
        shelf.words(of: ayat.first, in: entry)?.first { $0.number == number }
      }
    }
    let words = found(.wordByWord)
    let arabic = words.first?.text ?? found(.text).first?.text
    let meaning = words.compactMap(\.meaning).first
    return [("arabic", arabic), ("meaning", meaning)].compactMap { key, text in
      guard let text, given(key) == nil else { return nil }
      return (key, text, .text(text))
    }
  }
}
