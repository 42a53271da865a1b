import Diagnostics
import QuranIndex

extension DocumentRule {
  /// Something is to be played after what never ends.
  static let neverReached = DocumentRule("P906", "never-reached", .warning) {
    (file: BundleFile<Playback>, report) in
    guard let playback = file.content else { return }
    for keys in [playback.keys] + playback.profiles.map(\.keys) {
      if let repeats = keys.ayahRepeats, repeats.value == .infinite,
        (keys.memorisation ?? playback.keys.memorisation) == nil,
        playsSeveralAyat(keys)
      {
        report.add("the first ayah never ends, so no other is heard", at: file.place(repeats))
      }
      if let after = keys.afterLast, after.value != .stop,
        (keys.rangeRepeats ?? playback.keys.rangeRepeats)?.value == .infinite
      {
        report.add("the repeats never end, so nothing follows them", at: file.place(after))
      }
    }
  }
}

private func playsSeveralAyat(_ keys: PlaybackKeys) -> Bool {
  guard let pages = keys.pages?.value.pages else { return keys.ayat.map { !$0.value.isSingle } ?? false }
  return pages.count > 1 || Division.page.range(of: pages.lowerBound)?.isSingle == false
}
