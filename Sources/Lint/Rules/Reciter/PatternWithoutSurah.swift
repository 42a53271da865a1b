import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A pattern that gives every surah the same address.
  static let patternWithoutSurah = Rule("Q602", "pattern-without-surah", .error) { bundle, report in
    for source in bundle.reciter?.sources ?? [] {
      guard let pattern = source.pattern else { continue }
      let names = PatternParts(pattern.value).placeholders
      let hasSurah = names.contains("surah") || names.contains("surah3")
      if !hasSurah, let ayah = names.first(where: { $0 == "ayah" || $0 == "ayah3" }) {
        report.add(
          "\"\(pattern.value)\" names an ayah with {\(ayah)} but not its surah; add {surah3}",
          at: bundle.place(inReciter: pattern))
      } else if !hasSurah, !names.contains("number") {
        report.add(
          "\"\(pattern.value)\" is the same for every surah; add {surah3}, or {number}",
          at: bundle.place(inReciter: pattern))
      }
    }
  }
}
