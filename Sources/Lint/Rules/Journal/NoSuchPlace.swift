import Diagnostics
import QuranIndex
import TilawaFormat

extension Rule {
  /// A journal remembers an ayah that doesn't exist.
  static let noSuchPlace = Rule("J901", "no-such-place", .error) { files, report in
    if let file = files.bookmarks {
      for ayah in file.content?.rows.compactMap(\.ayah) ?? [] where !CountingSystem.kufi.contains(ayah.value)
      {
        report.add(missing(AyahRange(ayah.value)), at: file.place(ayah))
      }
    }
    if let file = files.listening {
      if let ayah = file.content?.ayah, !CountingSystem.kufi.contains(ayah.value) {
        report.add(missing(AyahRange(ayah.value)), at: file.place(ayah))
      }
      if let ayat = file.content?.ayat, !CountingSystem.kufi.contains(ayat.value) {
        report.add(missing(ayat.value), at: file.place(ayat))
      }
    }
  }
}

private func missing(_ range: AyahRange) -> String {
  CountingSystem.kufi.absence(in: range)
    ?? "\"\(range)\" runs backwards; write \"\(AyahRange(range.last, range.first))\""
}
