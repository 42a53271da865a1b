import TilawaBase
import TilawaQuran

extension DocumentRule {
  /// A bookmark is listed twice.
  static let bookmarkListedTwice = DocumentRule("J902", "bookmark-listed-twice", .warning) {
    (file: BundleFile<BookmarksFile>, report) in
    guard let rows = file.content?.rows else { return }
    struct Place: Hashable {
      let ayah: Ayah?
      let page: Int?
      let label: String?
    }
    var known: [Place: Bookmark] = [:]
    for row in rows {
      let place = Place(ayah: row.ayah?.value, page: row.page?.value, label: row.label?.value)
      guard place.ayah != nil || place.page != nil else { continue }
      guard let first = known[place] else {
        known[place] = row
        continue
      }
      report.add(
        "this place is already bookmarked with the same label", at: file.place(row.bytes),
        notes: [.init("the first mark is here", at: file.place(first.bytes))])
    }
  }
}
