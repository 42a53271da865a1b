import TilawaBase
import TilawaQuran

extension DocumentRule {
  /// A mistake is in a word that doesn't exist in its ayah, so that nobody can practise it.
  static let mistakeAstray = DocumentRule("C901", "mistake-astray", .warning) {
    (file: BundleFile<Student>, report) in
    for row in file.content?.mistakes ?? [] {
      guard let ayah = row.ayah?.value, let word = row.word,
        let count = AyahLength.words(of: ayah, in: .kufi), word.value > count
      else { continue }
      report.add(
        "\(ayah) has \(count) word\(count == 1 ? "" : "s"), and no word \(word.value)", at: file.place(word))
    }
  }

  /// Ayat were to be known, or were known, before they were assigned.
  static let dueBeforeGiven = DocumentRule("C902", "due-before-given", .warning) {
    (file: BundleFile<Student>, report) in
    for row in file.content?.assignments ?? [] {
      guard let given = row.given else { continue }
      for (date, what) in [(row.due, "due"), (row.learnt, "learnt")] {
        guard let date, date.value.isBefore(given.value) else { continue }
        report.add(
          "\(what) on \(date.value.text), before it was given on \(given.value.text)", at: file.place(date),
          notes: [.init("given here", at: file.place(given))])
      }
    }
  }
}
