import QuranIndex

/// The ayat that are asked for, and where each is found in the counts that bundles use.
struct WantedAyat: Sendable {
  /// An ayah that is asked for, and what it is in the count of a bundle.
  struct Mapped: Sendable {
    let ayah: Ayah
    let range: AyahRange
    let relation: AyahMapping.Relation
  }

  /// Without repeats, in the order of the mushaf.
  private(set) var ayat: [Ayah]
  private let counting: CountingSystem
  private var prepared: [CountingSystem: [Mapped]] = [:]

  init(_ ayat: [Ayah], counting: CountingSystem) {
    self.ayat = Set(ayat).sorted()
    self.counting = counting
  }

  /// The same, found in every count once and for all: worth it when many bundles are asked.
  func prepared(for counts: [CountingSystem]) -> WantedAyat {
    var copy = self
    for count in counts { copy.prepared[count] = mapped(in: count) }
    return copy
  }

  /// Without those in `ayat`.
  func without(_ ayat: Set<Ayah>) -> WantedAyat {
    var copy = self
    copy.ayat.removeAll(where: ayat.contains)
    copy.prepared = prepared.mapValues { $0.filter { !ayat.contains($0.ayah) } }
    return copy
  }

  /// In the order of the mushaf, which is also that of the ranges.
  func mapped(in count: CountingSystem) -> [Mapped] {
    prepared[count]
      ?? ayat.compactMap { ayah in
        AyahMap.map(ayah, from: counting, to: count).map {
          Mapped(ayah: ayah, range: $0.range, relation: $0.relation)
        }
      }
  }
}

extension [WantedAyat.Mapped] {
  /// Those of which `row` holds something; one that runs backwards is taken for what lies between its ends.
  func touching(_ row: AyahRange) -> ArraySlice<Element> {
    let first = Swift.min(row.first, row.last)
    let last = Swift.max(row.first, row.last)
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.last < first { low = middle + 1 } else { high = middle }
    }
    return self[low...].prefix { $0.range.first <= last }
  }
}
