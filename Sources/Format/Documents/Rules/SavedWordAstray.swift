import TilawaBase
import TilawaQuran

extension DocumentRule {
  /// A word that is learnt has a number that doesn't exist in its ayah, so that it can't be found there.
  static let savedWordAstray = DocumentRule("J906", "saved-word-astray", .warning) {
    (file: BundleFile<VocabularyFile>, report) in
    for row in file.content?.rows ?? [] {
      guard let ayah = row.ayah?.value, let word = row.word,
        let count = AyahLength.words(of: ayah, in: .kufi), word.value > count
      else { continue }
      report.add(
        "\(ayah) has \(count) word\(count == 1 ? "" : "s"), so word \(word.value) does not exist",
        at: file.place(word))
    }
  }
}
