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

  /// A note is about ayat that don't exist.
  static let noSuchNotedPlace = noSuchPlace { (file: NotesFile) in file.notes.compactMap(\.ayat) }

  /// Ayat are loved that don't exist.
  static let noSuchFavourite = noSuchPlace { (file: FavouritesFile) in file.rows.compactMap(\.ayat) }

  /// Ayat are known by heart that don't exist.
  static let noSuchMemorisedPlace = noSuchPlace { (file: MemorisedFile) in file.rows.compactMap(\.ayat) }

  /// Ayat were looked at that don't exist.
  static let noSuchViewedPlace = noSuchPlace { (file: ReadingFile) in file.viewed.compactMap(\.ayat) }

  /// A word stands in an ayah that doesn't exist.
  static let noSuchWordPlace = noSuchPlace { (file: VocabularyFile) in
    file.rows.compactMap(\.ayah).map { $0.map { AyahRange($0) } }
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
