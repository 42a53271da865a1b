package import TilawaQuran

/// The requested ayat, and their places in the counts that bundles use.
package struct WantedAyat: Sendable {
  /// A requested ayah, and the ayat that contain it in the count of a bundle.
  package struct Mapped: Sendable {
    package let ayah: Ayah
    package let range: AyahRange
    package let relation: AyahMapping.Relation
  }

  /// Without repeats, in the order of the mushaf.
  package private(set) var ayat: [Ayah]
  private let counting: CountingSystem
  private var prepared: [CountingSystem: [Mapped]] = [:]

  package init(_ ayat: [Ayah], counting: CountingSystem) {
    self.ayat = Set(ayat).sorted()
    self.counting = counting
  }

  /// Returns the ayat with their places in every count computed once, which pays off if many bundles are
  /// searched.
  package func prepared(for counts: [CountingSystem]) -> WantedAyat {
    var copy = self
    for count in counts { copy.prepared[count] = mapped(in: count) }
    return copy
  }

  /// Without those in `ayat`.
  package func without(_ ayat: Set<Ayah>) -> WantedAyat {
    var copy = self
    copy.ayat.removeAll(where: ayat.contains)
    copy.prepared = prepared.mapValues { $0.filter { !ayat.contains($0.ayah) } }
    return copy
  }

  /// In the order of the mushaf, which is also that of the ranges.
  package func mapped(in count: CountingSystem) -> [Mapped] {
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
  package func touching(_ row: AyahRange) -> ArraySlice<Element> {
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
