import TilawaQuran

/// The repeats that a passage provides for. The passage of a prayer names al-Fatihah once for every rak'ah.
struct PassageRepeats {
  private let named: AyahTally
  private var heard: AyahTally
  /// Of one range nothing is named twice.
  private let isSilent: Bool

  init(of passage: [AyahRange], in counting: CountingSystem) {
    isSilent = passage.count < 2
    heard = AyahTally(isSilent ? nil : counting)
    var named = heard
    for range in passage where !isSilent && counting.contains(range) { named.add(range) }
    self.named = named
  }

  /// Returns true if the passage names `ayah` more often than the rows so far contain it.
  func expect(_ ayah: Ayah) -> Bool {
    guard !isSilent else { return false }
    // A basmalah belongs to its surah's first ayah.
    return heard.count(of: ayah)
      < max(named.count(of: ayah), named.count(of: Ayah(ayah.surah, max(1, ayah.number))))
  }

  /// A row holds `range`, which exists.
  mutating func add(_ range: AyahRange) {
    if !isSilent { heard.add(range) }
  }
}

/// The number of ranges that contain each ayah. Adding a long range takes no longer than adding a short one.
private struct AyahTally {
  private let counting: CountingSystem?
  /// Sums over runs of ayat whose length is a power of two, as in a Fenwick tree. A range adds one from its
  /// first ayah on, and subtracts one after its last.
  private var sums: [Int]
  private var basmalahs: [Int: Int] = [:]

  init(_ counting: CountingSystem?) {
    self.counting = counting
    sums = Array(repeating: 0, count: (counting?.total ?? 0) + 2)
  }

  mutating func add(_ range: AyahRange) {
    for end in Set([range.first, range.last]) where end.number == 0 { basmalahs[end.surah, default: 0] += 1 }
    guard let counting, let first = counting.index(of: Ayah(range.first.surah, max(1, range.first.number))),
      let last = counting.index(of: Ayah(range.last.surah, max(1, range.last.number)))
    else { return }
    // The counted ayat up to 2:0 end before 2:1.
    let end = range.last.number == 0 ? last : last + 1
    guard first < end else { return }
    change(first, by: 1)
    change(end, by: -1)
  }

  func count(of ayah: Ayah) -> Int {
    if ayah.number == 0 { return basmalahs[ayah.surah] ?? 0 }
    guard var place = counting?.index(of: ayah).map({ $0 + 1 }) else { return 0 }
    var sum = 0
    while place > 0 {
      sum += sums[place]
      place -= place & -place
    }
    return sum
  }

  private mutating func change(_ index: Int, by step: Int) {
    var place = index + 1
    while place < sums.count {
      sums[place] += step
      place += place & -place
    }
  }
}
