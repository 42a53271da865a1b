/// The number of ayat that one school counts in each surah.
///
/// Made once and never freed. With arrays, all threads of a program would count references to the same
/// memory, which took most of the time of reading many bundles.
struct AyahCounts: @unchecked Sendable {
  /// By surah, the first at 0.
  let counts: UnsafeBufferPointer<Int>
  /// Ayat before each surah; the last of the 115 is the total.
  let before: UnsafeBufferPointer<Int>

  private init(_ counts: [Int]) {
    self.counts = lasting(counts)
    before = lasting(counts.reduce(into: [0]) { sums, count in sums.append((sums.last ?? 0) + count) })
  }

  private static let kufi = AyahCounts(CountingTable.kufi.map(Int.init))

  private struct Others: @unchecked Sendable {
    let all: UnsafeBufferPointer<AyahCounts>
  }

  private static let others = Others(
    all: lasting(
      CountingSystem.allCases.map { counting in
        var counts = Array(kufi.counts)
        for boundary in AyahBoundary.all {
          let isCounted = boundary.isCounted(in: counting)
          if boundary.isInside, isCounted { counts[boundary.ayah.surah - 1] += 1 }
          if !boundary.isInside, !isCounted { counts[boundary.ayah.surah - 1] -= 1 }
        }
        return AyahCounts(counts)
      }))

  static func of(_ counting: CountingSystem) -> AyahCounts {
    counting == .kufi ? kufi : others.all[counting.column]
  }
}

/// A copy that stays as long as the program.
private func lasting<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
  let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
  _ = buffer.initialize(from: elements)
  return UnsafeBufferPointer(buffer)
}

extension CountingSystem {
  /// Ayat of a surah; nil unless the surah is one of the 114.
  public func ayahCount(ofSurah surah: Int) -> Int? {
    (1...114).contains(surah) ? AyahCounts.of(self).counts[surah - 1] : nil
  }

  /// Ayat of the whole Quran.
  public var total: Int { AyahCounts.of(self).before[114] }

  /// True if the basmalah of surah 1 is its ayah 1 (Kufi and Makki). In the other counts it bears no number.
  public var numbersBasmalah: Bool {
    switch self {
    case .kufi, .makki, .makkiKFGQPC: true
    case .madaniFirst, .madaniFirstAbuJafar, .madaniLast, .basri, .shami: false
    }
  }

  /// Returns true if the ayah exists in this count.
  ///
  /// Ayah 0, the basmalah that bears no number, exists before every surah except two. Surah 9 has no
  /// basmalah, and in surah 1 it may be ayah 1 (``numbersBasmalah``).
  public func contains(_ ayah: Ayah) -> Bool {
    guard let count = ayahCount(ofSurah: ayah.surah) else { return false }
    if ayah.number == 0 { return ayah.surah != 9 && !(ayah.surah == 1 && numbersBasmalah) }
    return ayah.number >= 1 && ayah.number <= count
  }

  /// Returns true if both ends exist and the range runs forward.
  public func contains(_ range: AyahRange) -> Bool {
    range.isForward && contains(range.first) && contains(range.last)
  }

  /// Returns the number of counted ayat that precede this one in the Quran. Nil for ayah 0 and for ayat that
  /// don't exist.
  public func index(of ayah: Ayah) -> Int? {
    guard ayah.number > 0, contains(ayah) else { return nil }
    return AyahCounts.of(self).before[ayah.surah - 1] + ayah.number - 1
  }

  /// The counted ayah that `index` others precede.
  public func ayah(at index: Int) -> Ayah? {
    let before = AyahCounts.of(self).before
    guard index >= 0, index < before[114] else { return nil }
    let surah = before.partitionPoint { $0 <= index }
    return Ayah(surah, index - before[surah - 1] + 1)
  }

  /// The counted ayah that follows, in the next surah if need be; ayah 1 after ayah 0.
  ///
  /// Nil after the last ayah of the Quran and for what doesn't exist.
  public func next(after ayah: Ayah) -> Ayah? {
    guard contains(ayah) else { return nil }
    if let count = ayahCount(ofSurah: ayah.surah), ayah.number < count {
      return Ayah(ayah.surah, ayah.number + 1)
    }
    return ayah.surah < 114 ? Ayah(ayah.surah + 1, 1) : nil
  }

  /// The counted ayah that precedes, in the surah before if need be, also before ayah 0.
  ///
  /// Nil before the first ayah of the Quran and for what doesn't exist.
  public func previous(before ayah: Ayah) -> Ayah? {
    guard contains(ayah) else { return nil }
    if ayah.number > 1 { return Ayah(ayah.surah, ayah.number - 1) }
    return ayahCount(ofSurah: ayah.surah - 1).map { Ayah(ayah.surah - 1, $0) }
  }

  /// The counted ayat of a range, and ayah 0 only where it is an end of it; none if the range doesn't exist.
  public func ayat(in range: AyahRange) -> [Ayah] {
    guard contains(range) else { return [] }
    var result: [Ayah] = []
    result.reserveCapacity(count(of: range))
    var ayah = range.first
    while ayah < range.last, let following = next(after: ayah) {
      result.append(ayah)
      // From 1:7 to 2:0 the next counted ayah lies past the end.
      ayah = min(following, range.last)
    }
    result.append(range.last)
    return result
  }

  /// Returns the number of ayat in `ayat(in:)`, without listing them.
  public func count(of range: AyahRange) -> Int {
    guard contains(range) else { return 0 }
    if range.isSingle { return 1 }
    let before = AyahCounts.of(self).before
    func counted(upTo ayah: Ayah) -> Int { before[ayah.surah - 1] + ayah.number }
    let basmalahAtEnd = range.last.number == 0 ? 1 : 0
    return counted(upTo: range.last) - counted(upTo: range.first) + 1 + basmalahAtEnd
  }

  /// All ayat of a surah, from 1, without ayah 0; nil unless the surah is one of the 114.
  public func range(ofSurah surah: Int) -> AyahRange? {
    ayahCount(ofSurah: surah).map { AyahRange(Ayah(surah, 1), Ayah(surah, $0)) }
  }
}
