/// A place where the schools of counting differ on whether an ayah ends.
struct AyahBoundary {
  /// The Kufi ayah at whose end or within which it lies.
  let ayah: Ayah
  /// Words of that ayah before it; 0 when it is the ayah's end.
  let word: Int
  /// Duration units of that ayah before it.
  let units: Int
  private let flags: Int

  var isInside: Bool { word > 0 }

  /// Returns true if the school ends an ayah here.
  func isCounted(in counting: CountingSystem) -> Bool {
    flags / Self.powersOfTen[counting.column] % 10 == 1
  }

  private static let powersOfTen = [10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1]

  /// All of them in the order of the text.
  static let all: [AyahBoundary] = {
    let parts = numbers(in: CountingTable.boundaries, as: Int.self)
    return stride(from: 0, to: parts.count - 4, by: 5).map {
      AyahBoundary(
        ayah: Ayah(parts[$0], parts[$0 + 1]), word: parts[$0 + 2], units: parts[$0 + 3],
        flags: parts[$0 + 4])
    }
  }()
}
