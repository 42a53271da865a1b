import TilawaBase
import TilawaFormat
import TilawaQuran

/// Rows as formats see them that know stretches of words: from a word of one ayah to a word of the same or a later one.
struct WordRun {
  var ayat: AyahRange
  /// From 1, of the first ayah.
  var first: Int
  /// From 1, of the last ayah.
  var last: Int
}

extension AnnotatedRecording {
  /// How many words an ayah has; 1 of one that doesn't exist.
  func wordCount(of ayah: Ayah) -> Int { AyahLength.words(of: ayah, in: counting) ?? 1 }

  /// All words of a row's ayat.
  func wholeRun(_ ayat: AyahRange) -> WordRun {
    WordRun(ayat: ayat, first: 1, last: wordCount(of: ayat.last))
  }

  /// Whether a stretch holds its ayat from the first word to the last.
  func isWhole(_ run: WordRun) -> Bool { run.first == 1 && run.last >= wordCount(of: run.ayat.last) }

  /// What a row of such a stretch says of its words: nothing when the ayat are whole.
  func note(of run: WordRun) -> String? {
    isWhole(run)
      ? nil : "words \(LabelReference(ayat: run.ayat, words: .init(run.first, run.last)).text)"
  }

  /// The stretch that a row's note tells of; the whole ayat when it tells of none.
  func run(of row: SegmentDraft) -> WordRun? {
    guard let ayat = row.ayah else { return nil }
    for part in (row.note ?? "").words(by: ";") {
      let text = part.trimmed(of: " ")
      if let reference = text.after("words ").flatMap({ LabelReference($0) }), let words = reference.words,
        reference.ayat == ayat
      {
        return WordRun(ayat: ayat, first: words.first, last: words.last)
      }
    }
    return wholeRun(ayat)
  }

  /// A row's note without what tells of its words.
  static func remark(_ row: SegmentDraft) -> String? {
    let parts = (row.note ?? "").words(by: ";").map { $0.trimmed(of: " ") }
      .filter { $0.after("words ").flatMap { LabelReference($0) }.map { $0.ayat != row.ayah } ?? !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
