package import TilawaBase
package import TilawaFormat
package import TilawaQuran

extension PlaybackQueue {
  /// Returns the draft for the journal when `item` is heard. `heard` is the listening time since the last
  /// draft.
  ///
  /// `number` is the item's number, from 1, and `time` the position in its recording. Returns nil for an item
  /// that the Kufi count can't name.
  package func progress(
    at item: QueueItem, number: Int? = nil, time: Milliseconds? = nil, heard: Milliseconds, profile: String?,
    now: Timestamp
  ) -> ListeningDraft? {
    let heardAyah = item.isBasmalah ? Ayah(item.ayat.first.surah, 1) : item.ayat.first
    let passage = passages.first { $0.first <= heardAyah && heardAyah <= $0.last } ?? passages.first
    guard let place = place(of: item),
      let range = passage.flatMap({ AyahMap.map($0, from: settings.counting, to: .kufi) })
    else { return nil }
    var draft = ListeningDraft(ayah: place, of: range, profile: profile, at: now, heard: heard)
    // The journal counts the items of one passage; who goes on after several does so in the one that was heard.
    let isOne = passages.count == 1
    draft.item = number.flatMap { isOne && $0 < 1_000_000 ? $0 : nil }
    // The position in some words isn't one in the ayah.
    draft.position =
      !isOne || settings.words != nil
      ? nil
      : time.flatMap { time in
        item.sound.map { Swift.max(.zero, time - $0.span.start + item.leftOut) }
      }
    draft.reciter = item.sound?.reciter
    draft.riwayah = item.sound?.riwayah
    return draft
  }

  /// The ayah in the Kufi count; a basmalah belongs to the one that it opens.
  private func place(of item: QueueItem) -> Ayah? {
    let ayah = item.isBasmalah ? Ayah(item.ayat.first.surah, 1) : item.ayat.first
    return AyahMap.map(ayah, from: settings.counting, to: .kufi)?.first
  }

  /// Begins where somebody stopped according to `listening`. Returns false if it doesn't contain the item's
  /// number, or the queue has no such item.
  ///
  /// If settings or recordings have changed since, the queue begins with the item of that ayah whose number
  /// is nearest. It begins at the item's start if another reciter recites it. An item with less than a
  /// quarter of a second left is skipped; if nothing follows it, it begins anew.
  package mutating func begin(where listening: Listening) -> Bool {
    guard let number = listening.item?.value, let ayah = listening.ayah?.value else { return false }
    beginning = (0, .zero)
    var found: (number: Int, item: QueueItem)?
    var followsFound = false
    var index = 0
    var items = self
    items.limit = nil
    for item in items {
      index += 1
      if place(of: item) == ayah, found.map({ abs(index - number) < abs($0.number - number) }) ?? true {
        found = (index, item)
        followsFound = false
      } else if found != nil {
        followsFound = true
      }
      // Endless queues hold the same again and again.
      if index > number + Self.farthest { break }
    }
    guard let (foundNumber, item) = found else { return false }
    let isSame = item.sound?.reciter == listening.reciter?.value
    var position = isSame ? listening.position?.value ?? .zero : .zero
    var left = foundNumber - 1
    if let length = item.sound?.span.length, position + Self.leastRest > length {
      if followsFound { left += 1 }
      position = .zero
    }
    beginning = (left, position)
    return true
  }

  /// The maximum number of items after the wanted one in which the same ayah is searched for.
  private static let farthest = 10_000
  private static let leastRest = Milliseconds(250)
}

extension QueueSettings {
  /// Takes how somebody listened, where the journal says so.
  package mutating func apply(_ listening: Listening) {
    speed = listening.speed?.value ?? speed
    gap = listening.gap?.value ?? gap
    ayahPause = listening.ayahPause?.value ?? ayahPause
    setPause = listening.setPause?.value ?? setPause
    ayahRepeats = listening.ayahRepeats?.value ?? ayahRepeats
    rangeRepeats = listening.rangeRepeats?.value ?? rangeRepeats
  }
}

extension ListeningDraft {
  /// Takes what `settings` say otherwise than `usual`, which a profile or file says again next time.
  package mutating func tell(_ settings: QueueSettings, besides usual: QueueSettings) {
    if settings.speed != usual.speed { speed = settings.speed }
    if settings.gap != usual.gap { gap = settings.gap }
    if settings.ayahPause != usual.ayahPause { ayahPause = settings.ayahPause }
    if settings.setPause != usual.setPause { setPause = settings.setPause }
    if settings.ayahRepeats != usual.ayahRepeats { ayahRepeats = settings.ayahRepeats }
    if settings.rangeRepeats != usual.rangeRepeats { rangeRepeats = settings.rangeRepeats }
  }
}

extension Listening {
  /// The ayat left to hear, in the Kufi count: from the last ayah to the end of what was listened to.
  ///
  /// Ayat after a passage that was heard to its end are not included. Nil if nothing was heard or the ayah
  /// doesn't exist.
  package var rest: AyahRange? {
    guard let ayah = ayah?.value, CountingSystem.kufi.contains(ayah) else { return nil }
    if let last = ayat?.value.last, ayah < last, CountingSystem.kufi.contains(last) {
      return AyahRange(ayah, last)
    }
    return AyahRange(ayah)
  }
}
