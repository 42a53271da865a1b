import Diagnostics
import QuranIndex

extension DocumentRule {
  /// A bookmark is at an ayah that doesn't exist.
  static let noSuchBookmarkedPlace = noSuchPlace { (bookmarks: BookmarksFile) in
    bookmarks.rows.compactMap(\.ayah).map { $0.map { AyahRange($0) } }
  }

  /// What was heard last doesn't exist.
  static let noSuchHeardPlace = noSuchPlace { (listening: Listening) in
    [listening.ayah.map { $0.map { AyahRange($0) } }, listening.ayat].compactMap { $0 }
  }

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
