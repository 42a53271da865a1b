/// The sounds of the Quran by what a search knows of each: a few hundred kinds, and which of them follow which.
struct SoundKinds: Sendable {
  /// The phone that is heard, the class of its length, and what ends with it.
  struct Kind: Hashable, Sendable {
    var phone: Int
    var length: Int
    var end: QuranSounds.End

    /// Whether it may be dropped before a silence: the short vowel with which a word ends that is not the last of its ayah.
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
    var known: [Kind: Int16] = [:]
    for sound in 0..<sounds.count {
      let kind = Kind(
        phone: Int(sounds.heard[sound]), length: Int(sounds.lengths[sound]),
        end: QuranSounds.End(rawValue: sounds.ends[sound]) ?? .nothing)
      if known[kind] == nil {
        known[kind] = Int16(all.count)
        all.append(kind)
      }
      bySound.append(known[kind] ?? 0)
    }
    var pairs = Set(zip(bySound, bySound.dropFirst()).map { Int($0) << 16 | Int($1) })
    for (first, last) in sounds.bypasses { pairs.insert(Int(bySound[last]) << 16 | Int(bySound[first])) }
    followers = [[Int]](repeating: [], count: all.count)
    for pair in pairs.sorted() { followers[pair >> 16].append(pair & 0xFFFF) }
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
