package import TilawaBase
import TilawaFormat
import TilawaLibrary
package import TilawaQuran

/// The whole ayat of a row with their words, from the texts of the library and the timings of the bundle.
package struct StudioWords: Sendable {
  /// A text of the ayat.
  package struct Line: Sendable {
    /// The id and language of the text, from `texts.yaml`.
    package let id, language: String
    /// True if it is written from right to left.
    package let isRightToLeft: Bool
    /// True if it translates the ayat.
    package let isTranslation: Bool
    package let text: String
  }

  /// A word of the ayat.
  package struct Word: Sendable {
    let ayah: Ayah
    /// The number in the ayah.
    package let number: Int
    /// The text, or nil if no text contains it.
    package let text: String?
    /// The span in which the row's reciter says it, or nil if that isn't known or isn't within the row.
    package let span: TimeSpan?
    /// True if it is known that the row doesn't contain it.
    package let isOutside: Bool
  }

  /// The texts of the ayat, then their translations.
  package private(set) var lines: [Line] = []
  /// The words of the ayat, in the order in which they are recited.
  package private(set) var words: [Word] = []

  init(of row: AnnotatedRow, in bundle: TilawaBundle, _ shelf: TextShelf?) {
    guard let ayat = row.ayah, let counting = bundle.counting else { return }
    lines = Self.lines(of: ayat, in: bundle, shelf)
    var texts: [Ayah: [TextWord]] = [:]
    for ayah in counting.ayat(in: ayat) {
      texts[ayah] = shelf?.words(of: ayah, counting: counting, for: bundle.riwayah)?.words ?? []
    }
    let timed = (bundle.words?.content?.rows ?? []).filter { ayat.first <= $0.ayah && $0.ayah <= ayat.last }
      .sorted { $0.start < $1.start }
    // A word belongs where most of it is heard: a boundary that moves a little takes nothing away.
    for word in timed {
      let middle = Milliseconds((word.start.count + word.end.count) / 2)
      guard row.start <= middle, middle < row.end else { continue }
      words.append(
        Word(
          ayah: word.ayah, number: word.word, text: texts[word.ayah]?.first { $0.number == word.word }?.text,
          span: TimeSpan(word.start, word.end), isOutside: false))
    }
    let known = Set(timed.map(\.ayah))
    for ayah in counting.ayat(in: ayat) {
      addOthers(of: ayah, texts[ayah] ?? [], areOutside: known.contains(ayah))
    }
  }

  /// Inserts the words that aren't known to be in the row in their places, so that an ayah is always shown
  /// with all its words.
  private mutating func addOthers(of ayah: Ayah, _ all: [TextWord], areOutside: Bool) {
    for word in all where !words.contains(where: { $0.ayah == ayah && $0.number == word.number }) {
      let place = words.firstIndex { ($0.ayah, $0.number) > (ayah, word.number) } ?? words.endIndex
      words.insert(
        Word(ayah: ayah, number: word.number, text: word.text, span: nil, isOutside: areOutside), at: place)
    }
  }

  fileprivate static func lines(of ayat: AyahRange, in bundle: TilawaBundle, _ shelf: TextShelf?) -> [Line] {
    guard let shelf, let counting = bundle.counting else { return [] }
    return [TextKind.text, .translation].flatMap { kind in
      shelf.texts(of: ayat, counting: counting, as: kind, for: bundle.riwayah).map { entry, text in
        let language = entry.language?.value ?? "ar"
        return Line(
          id: entry.name, language: language, isRightToLeft: isRightToLeft(language),
          isTranslation: kind == .translation, text: text)
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
  /// Returns the words of a row's ayat, or nil if there is no such row.
  package func words(ofRow id: String) -> StudioWords? {
    row(id).map { StudioWords(of: $0.row, in: $0.bundle, shelf) }
  }

  /// Returns the text of ayat, or nil if no text at hand has them.
  package func text(of ayat: AyahRange) -> StudioWords.Line? {
    StudioWords.lines(of: ayat, in: versions.now, shelf).first { !$0.isTranslation }
  }
}
