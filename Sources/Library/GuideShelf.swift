package import TilawaBase
package import TilawaFormat

/// The guides of a library.
package struct GuideShelf: Sendable {
  /// One that can be used.
  package struct Entry: Sendable {
    package let guide: GuideDraft
    /// As it is shown to the user.
    package let path: String
  }

  /// In the order of the bytes of their paths.
  package let entries: [Entry]
  /// The findings in the files.
  package let diagnostics: [Diagnostic]
  /// Those of them that can't be read at all.
  package let unreadable: [Diagnostic]

  /// The guides of the library at `path`; messages call it `shownPath`.
  package init(inLibrary path: String, shownAs shownPath: String) {
    let files = LibraryFiles([.guide], readingAt: path, shownAs: shownPath)
    (diagnostics, unreadable) = (files.diagnostics, files.unreadable)
    entries = files.documents.compactMap { document in
      document.values(Guide.self).flatMap { GuideDraft(of: $0) }.map {
        Entry(guide: $0, path: document.source.path)
      }
    }
  }

  /// Returns the guide of that id, else those of the prayer of that name. Guides of `school` come first. If
  /// there are none, those of its tradition as a whole are returned, else those of other schools of the
  /// tradition, else all.
  package func entries(named name: String, preferring school: School? = nil) -> [Entry] {
    if let entry = entries.first(where: { $0.guide.id.isExactly(name) }) { return [entry] }
    guard let prayer = Prayer(rawValue: name.lowercased()) else { return [] }
    let ofPrayer = entries.filter { $0.guide.prayer == prayer }
    guard let school else { return ofPrayer }
    let own = ofPrayer.filter { $0.guide.school == school }
    let general = ofPrayer.filter { $0.guide.school != nil && $0.guide.school == school.tradition }
    let near = ofPrayer.filter { $0.guide.school != nil && $0.guide.school?.tradition == school.tradition }
    return [own, general, near].first { !$0.isEmpty } ?? ofPrayer
  }
}
