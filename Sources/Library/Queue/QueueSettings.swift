package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// All that decides what a queue plays; what nobody said has the value that `spec/companions/playback.md` gives it.
package struct QueueSettings: Hashable, Sendable {
  /// The ayat to play.
  package enum Passage: Hashable, Sendable {
    /// An ayah or a run of ayat.
    case ayat(AyahRange)
    /// The ayat that begin on some printed pages.
    case pages(PageRun)
    /// Several of them, one after the other in this order.
    case several([AyahRange])
  }

  /// Nil when nobody said what to play.
  package var passage: Passage?
  /// The words of the passage, a single ayah, to which it is reduced; nil for all of it.
  package var words: WordRun?
  /// The number of ayat before the passage that lead into it.
  package var connectBefore = 0
  /// The number of ayat after the passage that lead out of it.
  package var connectAfter = 0
  /// The speed.
  package var speed = PlaybackSpeed.normal
  /// Silence between what is heard, in the listener's time; at most 3 s.
  package var gap = Milliseconds.zero
  /// Silence after each ayah where that is longer than the gap.
  package var ayahPause = PauseFactor.none
  /// Silence after each set where that is longer: the repeats of an ayah, a window, and the passage.
  package var setPause = Milliseconds.zero
  /// The number of times each ayah of the passage is heard before the next.
  package var ayahRepeats = Repeats.times(1)
  /// The number of times the passage is heard.
  package var rangeRepeats = Repeats.times(1)
  /// The continuation after the last repeat.
  package var afterLast = AfterLast.stop
  /// No other is ever played.
  package var riwayah = Riwayah.hafs
  /// Ids, the preferred first; nobody else is played. All are equal when it is nil.
  package var reciters: [String]?
  /// The count that ayat are numbered by.
  package var counting = CountingSystem.kufi
  /// True if a basmalah precedes the first ayah of a surah.
  package var hasBasmalah = true
  /// The treatment of missing ayat.
  package var missing = MissingAyat.continue
  /// Before the whole passage, when it is learned by heart; `ayahRepeats` don't count then.
  package var memorisation: Memorisation?
  /// True if a player marks the word that is recited.
  package var showsWords = true
  /// True if a player shows which repetition is heard.
  package var showsRepetition = true
  /// True if a player shows the reciter's name.
  package var showsReciter = true

  /// As `Session.followsLinks`.
  package var followsLinks = true

  /// Once through, as it was recited, in Hafs.
  package init() {}

  /// The session to search with.
  package var session: Session {
    var session = Session(riwayah: riwayah, reciters: reciters ?? [], counting: counting)
    session.followsLinks = followsLinks
    return session
  }

  /// Sets the riwayah. Ayat are then numbered by the count of its mushafs.
  package mutating func ask(for riwayah: Riwayah) {
    self.riwayah = riwayah
    count(by: riwayah.counting)
  }

  /// Counts ayat otherwise; what is to be played stays the same text.
  package mutating func count(by counting: CountingSystem) {
    if case .ayat(let range) = passage, let mapped = AyahMap.map(range, from: self.counting, to: counting) {
      passage = .ayat(mapped)
    }
    self.counting = counting
  }

  /// Takes what a mapping of `playback.yaml` says in the place of what was said before.
  package mutating func apply(_ keys: PlaybackKeys) {
    func take<Value>(_ value: Located<Value>?, _ path: WritableKeyPath<Self, Value>) {
      if let value { self[keyPath: path] = value.value }
    }
    if let ayat = keys.ayat?.value { passage = .ayat(ayat) }
    if let pages = keys.pages?.value { passage = .pages(pages) }
    take(keys.connectBefore, \.connectBefore)
    take(keys.connectAfter, \.connectAfter)
    take(keys.speed, \.speed)
    take(keys.gap, \.gap)
    take(keys.ayahPause, \.ayahPause)
    take(keys.setPause, \.setPause)
    take(keys.ayahRepeats, \.ayahRepeats)
    take(keys.rangeRepeats, \.rangeRepeats)
    take(keys.afterLast, \.afterLast)
    take(keys.riwayah, \.riwayah)
    take(keys.numbering, \.counting)
    if let list = keys.reciters?.value { reciters = list.filter(\.isEnabled).compactMap(\.id?.value) }
    take(keys.basmalah, \.hasBasmalah)
    take(keys.missing, \.missing)
    if let memorisation = keys.memorisation?.value { self.memorisation = memorisation }
    take(keys.showsWords, \.showsWords)
    take(keys.showsRepetition, \.showsRepetition)
    take(keys.showsReciter, \.showsReciter)
  }
}
