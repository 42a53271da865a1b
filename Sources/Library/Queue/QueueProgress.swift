package import QuranIndex
package import TilawaFormat
package import Timing

extension PlaybackQueue {
  /// What a journal is told when `item` is heard: `heard` is how long was listened since it was last told.
  ///
  /// Nil for an item that the Kufi count can't name.
  package func progress(
    at item: QueueItem, heard: Milliseconds, profile: String?, now: Timestamp
  ) -> ListeningDraft? {
    // A basmalah belongs to the ayah that it opens.
    let ayah = item.isBasmalah ? Ayah(item.ayat.first.surah, 1) : item.ayat.first
    guard let place = AyahMap.map(ayah, from: settings.counting, to: .kufi)?.first,
      let range = AyahMap.map(passage, from: settings.counting, to: .kufi)
    else { return nil }
    var draft = ListeningDraft(ayah: place, of: range, profile: profile, at: now, heard: heard)
    draft.reciter = item.sound?.reciter
    draft.riwayah = item.sound?.riwayah
    return draft
  }
}

extension Listening {
  /// What is left to hear, in the Kufi count: from the last ayah to the end of what was listened to.
  ///
  /// What follows a passage that was heard to its end is left alone; nil when nothing was heard or it doesn't exist.
  package var rest: AyahRange? {
    guard let ayah = ayah?.value, CountingSystem.kufi.contains(ayah) else { return nil }
    if let last = ayat?.value.last, ayah < last, CountingSystem.kufi.contains(last) {
      return AyahRange(ayah, last)
    }
    return AyahRange(ayah)
  }
}
