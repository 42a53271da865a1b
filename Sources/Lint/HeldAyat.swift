import TilawaQuran

/// The first row that contains each ayah.
struct HeldAyat {
  private let counting: CountingSystem
  private var holders: [Int32]
  /// From each ayah on, one that no row holds yet is not before this one; so what is held is not walked
  /// again.
  private var free: [Int32]
  private var basmalahs: [Int: Int] = [:]

  init(_ counting: CountingSystem) {
    self.counting = counting
    holders = Array(repeating: -1, count: counting.total)
    free = Array(0...Int32(counting.total))
  }

  /// The number of the row that held it first; nil when none does.
  func holder(of ayah: Ayah) -> Int? {
    if ayah.number == 0 { return basmalahs[ayah.surah] }
    guard let index = counting.index(of: ayah), holders[index] >= 0 else { return nil }
    return Int(holders[index])
  }

  /// Row number `row` holds `range`, which exists. An ayah 0 is held only where it is an end.
  mutating func add(_ range: AyahRange, _ row: Int) {
    for end in [range.first, range.last] where end.number == 0 && basmalahs[end.surah] == nil {
      basmalahs[end.surah] = row
    }
    guard let first = counting.index(of: Ayah(range.first.surah, max(1, range.first.number))) else { return }
    // The counted ayat up to 2:0 end before 2:1.
    let last =
      range.last.number == 0
      ? counting.index(of: Ayah(range.last.surah, 1)).map { $0 - 1 } : counting.index(of: range.last)
    guard let last, first <= last else { return }
    var index = firstFree(from: first)
    while index <= last {
      holders[index] = Int32(clamping: row)
      free[index] = Int32(index + 1)
      index = firstFree(from: index + 1)
    }
  }

  private mutating func firstFree(from start: Int) -> Int {
    var end = start
    while Int(free[end]) != end { end = Int(free[end]) }
    var index = start
    while index != end {
      let next = Int(free[index])
      free[index] = Int32(end)
      index = next
    }
    return end
  }
}
