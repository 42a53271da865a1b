/// The sounds of the Quran by the properties that a search uses: a few hundred kinds, and the kinds that
/// follow each of them.
struct SoundKinds: Sendable {
  /// A kind of sound: its phone, the class of its length, and what ends with it.
  struct Kind: Hashable, Sendable {
    var phone: Int
    var length: Int
    var end: QuranSounds.End

    /// True if it may be dropped before a silence: the short vowel at the end of a word that is not the last
    /// of its ayah.
    var mayBeDropped: Bool {
      length == AcousticModel.DurationClass.short.rawValue && (end == .word || end == .markedWord)
    }
  }

  private(set) var all: [Kind] = []
  /// By kind: those that come after it somewhere, where a basmalah is left out as well.
  private(set) var followers: [[Int]] = []
  /// By sound: its kind.
  private(set) var bySound: [Int16] = []
  /// By sound: the row of `ScoresAhead` for what may come after it.
  private(set) var rows: [Int16] = []

  /// None.
  init() {}

  init(_ sounds: QuranSounds) {
    // Tables by number: half a million sounds are looked up whenever a program starts to search.
    var known = [Int16](repeating: -1, count: 1 << 18)
    bySound.reserveCapacity(sounds.count)
    for sound in 0..<sounds.count {
      let (phone, length) = (Int(sounds.heard[sound]), Int(sounds.lengths[sound]))
      let key = (phone << 8 | length) << 2 | Int(sounds.ends[sound])
      if known[key] < 0 {
        known[key] = Int16(all.count)
        all.append(
          Kind(
            phone: phone, length: length,
            end: QuranSounds.End(rawValue: sounds.ends[sound]) ?? .nothing))
      }
      bySound.append(known[key])
    }
    var follows = [Bool](repeating: false, count: all.count * all.count)
    for (kind, next) in zip(bySound, bySound.dropFirst()) {
      follows[Int(kind) * all.count + Int(next)] = true
    }
    for (first, last) in sounds.bypasses {
      follows[Int(bySound[last]) * all.count + Int(bySound[first])] = true
    }
    followers = all.indices.map { kind in
      all.indices.filter { follows[kind * all.count + $0] }
    }
    let beforeBasmalah = Set(sounds.bypasses.values)
    rows = bySound.indices.map { sound in
      let next = sound + 1
      if next == sounds.count || beforeBasmalah.contains(sound) {
        return Int16(ScoresAhead.Row.anything.number(Int(bySound[sound]), of: all.count))
      }
      let row: ScoresAhead.Row = sounds.ends[sound] == 0 ? .next : .nextOrSilence
      return Int16(row.number(Int(bySound[next]), of: all.count))
    }
  }
}
