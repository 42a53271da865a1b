package import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// The recited words of a row, from the texts of the library and the timings of the bundle.
package struct StudioWords: Sendable {
  /// The text of the row in one language.
  package struct Line: Sendable {
    /// The id and language of the text, from `texts.yaml`.
    package let id, language: String
    /// True if it is written from right to left.
    package let isRightToLeft: Bool
    package let text: String
  }

  /// A word of the row's ayat.
  package struct Word: Sendable {
    let ayah: Ayah
    /// The number in the ayah.
    package let number: Int
    /// The text, or nil if no text contains it.
    package let text: String?
    /// The span within the row, or nil if the word isn't heard in it.
    package let span: TimeSpan?
  }

  /// The text of the ayat, then a translation.
  package private(set) var lines: [Line] = []
  /// The words of the row in order of time, with the other words of its ayat in between. Empty if no word
  /// is timed within the row.
  package private(set) var words: [Word] = []

  init(of row: AnnotatedRow, in bundle: TilawaBundle, _ shelf: TextShelf?) {
    guard let ayat = row.ayah, let counting = bundle.counting else { return }
    for kind in [TextKind.text, .translation] {
      guard let shelf, let entry = shelf.entries(of: kind, for: bundle.riwayah).first,
        let text = shelf.text(of: ayat, counting: counting, in: entry)
      else { continue }
      let language = entry.language?.value ?? "ar"
      lines.append(
        Line(
          id: entry.name, language: language, isRightToLeft: Self.isRightToLeft(language), text: text))
    }
    var texts: [Ayah: [TextWord]] = [:]
    func own(_ ayah: Ayah) -> [TextWord] {
      if let known = texts[ayah] { return known }
      let words = shelf?.words(of: ayah, counting: counting, for: bundle.riwayah)?.words ?? []
      texts[ayah] = words
      return words
    }
    let rows = (bundle.words?.content?.rows ?? []).sorted { $0.start < $1.start }
    for word in rows
    where ayat.first <= word.ayah && word.ayah <= ayat.last && row.start <= word.start
      && word.start < row.end
    {
      let ayah = word.ayah
      let text = own(ayah).first { $0.number == word.word }?.text
      words.append(
        Word(
          ayah: ayah, number: word.word, text: text, span: TimeSpan(word.start, word.end)))
    }
    if !words.isEmpty { addOthers(of: counting.ayat(in: ayat).map { ayah in (ayah, own(ayah)) }) }
  }

  /// Inserts the words that aren't heard in the row in their places, so that an ayah is always shown with
  /// all its words.
  private mutating func addOthers(of ayat: [(ayah: Ayah, words: [TextWord])]) {
    for (ayah, all) in ayat {
      for word in all where !words.contains(where: { $0.ayah == ayah && $0.number == word.number }) {
        let place = words.firstIndex { ($0.ayah, $0.number) > (ayah, word.number) } ?? words.endIndex
        words.insert(Word(ayah: ayah, number: word.number, text: word.text, span: nil), at: place)
      }
    }
  }

  /// Returns true for BCP 47 languages that are written in Arabic, Hebrew, Syriac or Thaana letters, N'Ko
  /// or Adlam.
  private static func isRightToLeft(_ language: String) -> Bool {
    let name = language.lowercased().words(by: "-_").first.map(String.init) ?? ""
    return [
      "ar", "fa", "ur", "ps", "sd", "ug", "ku", "ckb", "ks", "he", "yi", "syr", "dv", "nqo", "prs", "bal",
    ]
    .contains(name)
  }
}

extension StudioSession {
  /// Returns the recited words of a row, or nil if there is no such row.
  package func words(ofRow id: String) -> StudioWords? {
    row(id).map { StudioWords(of: $0.row, in: $0.bundle, shelf) }
  }
}
