package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// All that decides what a queue plays; what nobody said has the value that `spec/companions/playback.md` gives it.
package struct QueueSettings: Hashable, Sendable {
  /// What is played.
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
  /// How many ayat before the passage lead into it.
  package var connectBefore = 0
  /// How many ayat after the passage lead out of it.
  package var connectAfter = 0
  /// How fast.
  package var speed = PlaybackSpeed.normal
  /// Silence between what is heard, in the listener's time; at most 3 s.
  package var gap = Milliseconds.zero
  /// How often each ayah of the passage is heard before the next.
  package var ayahRepeats = Repeats.times(1)
  /// How often the passage is heard.
  package var rangeRepeats = Repeats.times(1)
  /// What follows.
  package var afterLast = AfterLast.stop
  /// No other is ever played.
  package var riwayah = Riwayah.hafs
  /// Ids, the preferred first; nobody else is played. All are equal when it is nil.
  package var reciters: [String]?
  /// How the ayat are counted.
  package var counting = CountingSystem.kufi
  /// Whether a surah's first ayah has the basmalah before it.
  package var hasBasmalah = true
  /// What becomes of what is missing.
  package var missing = MissingAyat.continue
  /// Before the whole passage, when it is learned by heart; `ayahRepeats` don't count then.
  package var memorisation: Memorisation?
  /// Whether a player marks the word that is recited.
  package var showsWords = true
  /// Whether a player shows which repetition is heard.
  package var showsRepetition = true
  /// Whether a player names the reciter.
  package var showsReciter = true

  /// As `Session.followsLinks`.
  package var followsLinks = true

  /// Once through, as it was recited, in Hafs.
  package init() {}

  /// Whom to ask for.
  package var session: Session {
    var session = Session(riwayah: riwayah, reciters: reciters ?? [], counting: counting)
    session.followsLinks = followsLinks
    return session
  }

  /// Takes a riwayah that somebody asks for, whose ayat are then counted as its mushafs do.
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
