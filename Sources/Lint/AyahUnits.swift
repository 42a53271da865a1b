import TilawaQuran

/// The duration units of runs of ayat, in constant time however long the run.
enum AyahUnits {
  /// Units of a range of `counting`; nil when it doesn't exist, or cuts a Kufi ayah.
  static func of(_ range: AyahRange, in counting: CountingSystem) -> Int? {
    guard counting.contains(range) else { return nil }
    if counting == .kufi { return ofKufi(range) }
    guard let kufi = AyahMap.map(range, from: counting, to: .kufi),
      AyahMap.map(kufi, from: .kufi, to: counting) == range
    else { return nil }
    return ofKufi(kufi)
  }

  private static func ofKufi(_ range: AyahRange) -> Int {
    var units = 0
    var first = range.first
    if first.number == 0 {
      units += ofBasmalah
      if range.isSingle { return units }
      first.number = 1
    }
    if range.last.number == 0 { units += ofBasmalah }
    // The counted ayat before 2:0 are those before 2:1.
    let from = countBefore(first)
    let to = range.last.number == 0 ? countBefore(range.last) : countBefore(range.last) + 1
    return units + (from < to ? sums[to] - sums[from] : 0)
  }

  private static func countBefore(_ ayah: Ayah) -> Int {
    CountingSystem.kufi.index(of: Ayah(ayah.surah, max(1, ayah.number))) ?? 0
  }

  private static let ofBasmalah = AyahLength.of(Ayah(1, 1))?.units ?? 0

  /// Units of the first so many ayat of the Quran.
  private static let sums: [Int] = {
    var sums = [0]
    var total = 0
    for index in 0..<CountingSystem.kufi.total {
      if let ayah = CountingSystem.kufi.ayah(at: index) { total += AyahLength.of(ayah)?.units ?? 0 }
      sums.append(total)
    }
    return sums
  }()
}
