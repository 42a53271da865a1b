import TilawaQuran

/// The whole Quran as one string of sounds in the order of the mushaf, some half a million.
///
/// The basmalah before every surah that has one is included; isti'adha comes first.
struct QuranSounds: Sendable {
  /// The unit that ends with a sound.
  enum End: UInt8, Sendable { case nothing, word, markedWord, ayah }

  /// By sound: its phone, the class of its length, and what ends with it.
  private(set) var heard: [UInt8] = []
  private(set) var lengths: [UInt8] = []
  private(set) var ends: [UInt8] = []
  /// By sound: its place in `ayat`.
  private(set) var places: [Int32] = []
  /// The recited ayat, in order; nil is isti'adha.
  private(set) var ayat: [Ayah?] = []
  /// The first sound of each of `ayat`, and the count of all.
  private(set) var starts: [Int] = []
  /// By the first sound of an ayah that follows a basmalah: the last sound before the basmalah.
  private(set) var bypasses: [Int: Int] = [:]
  /// The sounds by kinds, and which of these follow which.
  private(set) var kinds = SoundKinds()

  /// The Quran in the reading of Hafs, created on first use.
  static let whole = QuranSounds()

  var count: Int { heard.count }

  /// Some of the surahs, in their order.
  init(surahs: some Sequence<Int> = 1...114) {
    let counting = CountingSystem.kufi
    heard.reserveCapacity(530_000)
    lengths.reserveCapacity(530_000)
    ends.reserveCapacity(530_000)
    places.reserveCapacity(530_000)
    add(AyahSounds.istiadhah, nil)
    for surah in surahs {
      var beforeBasmalah: Int?
      if counting.contains(Ayah(surah, 0)) {
        beforeBasmalah = count - 1
        add(AyahSounds.basmalah, Ayah(surah, 0))
      }
      for number in 1...max(1, counting.ayahCount(ofSurah: surah) ?? 1) {
        if number == 1, let beforeBasmalah { bypasses[count] = beforeBasmalah }
        add(AyahSounds.words(of: Ayah(surah, number), in: counting) ?? [], Ayah(surah, number))
      }
    }
    starts.append(count)
    kinds = SoundKinds(self)
  }

  private mutating func add(_ words: [AyahSounds.Word], _ ayah: Ayah?) {
    starts.append(count)
    for (number, word) in words.enumerated() {
      let isLast = number == words.count - 1
      for place in word.sounds.indices {
        heard.append(word.phones[place].rawValue)
        lengths.append(UInt8(word.duration(at: place, isLast: isLast).rawValue))
        ends.append(End.nothing.rawValue)
        places.append(Int32(ayat.count))
      }
      let end = isLast ? End.ayah : word.hasPauseMark ? .markedWord : .word
      ends[ends.count - 1] = end.rawValue
    }
    ayat.append(ayah)
  }

  /// The words of one of `ayat`.
  func words(at place: Int) -> [AyahSounds.Word] {
    ayat[place].map { AyahSounds.words(of: $0, in: .kufi) ?? [] } ?? AyahSounds.istiadhah
  }

  /// Returns the other places with the same sounds, in order.
  func occurrences(of range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    while start + range.count <= count {
      var length = 0
      while length < range.count, heard[start + length] == heard[range.lowerBound + length],
        lengths[start + length] == lengths[range.lowerBound + length]
      {
        length += 1
      }
      if length == range.count, start != range.lowerBound { result.append(start..<start + length) }
      start += 1
    }
    return result
  }
}
