import Diagnostics
import QuranIndex

extension DocumentRule {
  /// The ayat or pages to play don't exist, or run backwards.
  static let noSuchRange = DocumentRule("P901", "no-such-range", .error) {
    (file: BundleFile<Playback>, report) in
    guard let playback = file.content else { return }
    for keys in [playback.keys] + playback.profiles.map(\.keys) {
      let counting = (keys.numbering ?? playback.keys.numbering)?.value ?? .kufi
      if !keys.isCountInDoubt, keys.numbering != nil || !playback.keys.isCountInDoubt, let ayat = keys.ayat,
        !counting.contains(ayat.value)
      {
        report.add(
          counting.absence(in: ayat.value)
            ?? "\"\(ayat.value)\" runs backwards; write \"\(AyahRange(ayat.value.last, ayat.value.first))\"",
          at: file.place(ayat))
      }
      if let pages = keys.pages, pages.value.pages == nil {
        report.add(
          pages.value.first > pages.value.last
            ? "\"\(pages.value)\" runs backwards; write \(PageRun(pages.value.last, pages.value.first))"
            : "\"\(pages.value)\" doesn't exist; there are pages 1 to 604", at: file.place(pages))
      }
    }
  }
}
