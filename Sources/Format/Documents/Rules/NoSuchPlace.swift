import TilawaBase
import TilawaQuran

extension DocumentRule {
  /// A journal remembers ayat that don't exist in the Kufi count, or run backwards; `places` are those it names.
  static func noSuchPlace<Content: Sendable>(
    _ places: @escaping @Sendable (Content) -> [Located<AyahRange>]
  ) -> DocumentRule {
    DocumentRule("J901", "no-such-place", .error) { (file: BundleFile<Content>, report) in
      for ayat in file.content.map(places) ?? [] where !CountingSystem.kufi.contains(ayat.value) {
        report.add(
          CountingSystem.kufi.absence(in: ayat.value)
            ?? "\"\(ayat.value)\" runs backwards; write \"\(AyahRange(ayat.value.last, ayat.value.first))\"",
          at: file.place(ayat))
      }
    }
  }
}
