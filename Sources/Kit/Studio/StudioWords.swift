package import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// What is recited in a row, as the texts of the library and the timings of the bundle have it.
package struct StudioWords: Sendable {
  /// What a text says of the row.
  package struct Line: Sendable {
    /// The text's id, and its language, as `texts.yaml` has them.
    package let id, language: String
    /// Whether it is written from right to left.
    package let isRightToLeft: Bool
    package let text: String
  }

  /// A word of the row's ayat.
  package struct Word: Sendable {
    let ayah: Ayah
    /// Its number in the ayah.
    package let number: Int
    /// Nil where no text has it.
    package let text: String?
    /// Where it is heard in the row; nil where it isn't.
    package let span: TimeSpan?
  }

  /// The ayat themselves, then a translation.
  package private(set) var lines: [Line] = []
  /// Those of the row in the order of time, and among them the others of its ayat; none where no word has its time in the row.
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

  /// Puts the words that aren't heard in the row where they belong: an ayah is never shown without some of its words.
  private mutating func addOthers(of ayat: [(ayah: Ayah, words: [TextWord])]) {
    for (ayah, all) in ayat {
      for word in all where !words.contains(where: { $0.ayah == ayah && $0.number == word.number }) {
        let place = words.firstIndex { ($0.ayah, $0.number) > (ayah, word.number) } ?? words.endIndex
        words.insert(Word(ayah: ayah, number: word.number, text: word.text, span: nil), at: place)
      }
    }
  }

  /// By the languages of BCP 47 that are written in Arabic, Hebrew, Syriac or Thaana letters, N'Ko or Adlam.
  private static func isRightToLeft(_ language: String) -> Bool {
    let name = language.lowercased().words(by: "-_").first.map(String.init) ?? ""
    return [
      "ar", "fa", "ur", "ps", "sd", "ug", "ku", "ckb", "ks", "he", "yi", "syr", "dv", "nqo", "prs", "bal",
    ]
    .contains(name)
  }
}

extension StudioSession {
  /// What is recited in a row; nil when it isn't there.
  package func words(ofRow id: String) -> StudioWords? {
    row(id).map { StudioWords(of: $0.row, in: $0.bundle, shelf) }
  }
}
