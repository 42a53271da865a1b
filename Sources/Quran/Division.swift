/// A way to divide the Quran into portions numbered from 1.
///
/// The places are those of the Hafs mushaf, so in Kufi numbering; other counts reach them through `AyahMap`.
/// A portion begins with a whole ayah, and a page with the first ayah that begins on it.
public enum Division: String, CaseIterable, Sendable {
  /// The 604 pages of the Madani layout.
  case page
  /// The 30 parts.
  case juz
  /// The 60 halves of a juz.
  case hizb
  /// The 240 quarters of a hizb.
  case rub
  /// The seven portions of a week.
  case manzil
  /// The 556 rukus.
  case ruku
}

extension Division {
  /// The number of portions.
  public var count: Int { starts.count }

  /// `page`, `quarter`.
  public var displayName: String { self == .rub ? "quarter" : rawValue }

  /// Returns the first ayah of a portion; nil if the portion doesn't exist.
  public func start(of number: Int) -> Ayah? {
    (1...count).contains(number) ? CountingSystem.kufi.ayah(at: starts[number - 1]) : nil
  }

  /// Returns the ayat of a portion, without ayah 0; nil if the portion doesn't exist.
  public func range(of number: Int) -> AyahRange? {
    let kufi = CountingSystem.kufi
    guard let first = start(of: number) else { return nil }
    let end = number < count ? starts[number] : kufi.total
    return kufi.ayah(at: end - 1).map { AyahRange(first, $0) }
  }

  /// Returns the shortest run of whole ayat in another count that covers the portion, without ayah 0. Nil if
  /// the portion doesn't exist.
  public func range(of number: Int, in counting: CountingSystem) -> AyahRange? {
    guard let range = range(of: number),
      var mapped = AyahMap.map(range, from: .kufi, to: counting)
    else { return nil }
    if mapped.first.number == 0 { mapped.first.number = 1 }
    return mapped
  }

  /// Returns the portion that contains a Kufi ayah, with ayah 0 counted as ayah 1; nil if the ayah doesn't
  /// exist.
  public func number(of ayah: Ayah) -> Int? {
    let kufi = CountingSystem.kufi
    guard kufi.contains(ayah), let index = kufi.index(of: Ayah(ayah.surah, max(ayah.number, 1))) else {
      return nil
    }
    return starts.partitionPoint { $0 <= index }
  }

  /// Returns the portion in which an ayah of any count begins; nil if the ayah doesn't exist.
  public func number(of ayah: Ayah, in counting: CountingSystem) -> Int? {
    AyahMap.map(ayah, from: counting, to: .kufi).flatMap { number(of: $0.first) }
  }

  /// Returns the portions that a Kufi range touches; nil if the range doesn't exist.
  public func numbers(of range: AyahRange) -> ClosedRange<Int>? {
    guard CountingSystem.kufi.contains(range), let first = number(of: range.first),
      let last = number(of: range.last)
    else { return nil }
    return first...last
  }

  private var starts: [Int] {
    switch self {
    case .page: Self.pages
    case .juz: Self.juzs
    case .hizb: Self.hizbs
    case .rub: Self.quarters
    case .manzil: Self.manzils
    case .ruku: Self.rukus
    }
  }

  // Each a list of Kufi indexes, so that a search compares numbers.
  private static let pages = indexes(DivisionTable.pages)
  private static let quarters = indexes(DivisionTable.quarters)
  private static let hizbs = stride(from: 0, to: 240, by: 4).map { quarters[$0] }
  private static let juzs = stride(from: 0, to: 240, by: 8).map { quarters[$0] }
  private static let manzils = indexes(DivisionTable.manzils)
  private static let rukus = indexes(DivisionTable.rukus)

  private static func indexes(_ table: StaticString) -> [Int] {
    ayat(in: table).compactMap(CountingSystem.kufi.index)
  }
}
