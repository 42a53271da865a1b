import Diagnostics
import QuranIndex
import TilawaFormat

extension Rule {
  /// The same bookmark twice.
  static let bookmarkListedTwice = Rule("J902", "bookmark-listed-twice", .warning) { files, report in
    guard let file = files.bookmarks, let rows = file.content?.rows else { return }
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
        "this place is bookmarked already, under the same label", at: file.place(row.bytes),
        notes: [.init("the first mark is here", at: file.place(first.bytes))])
    }
  }
}
