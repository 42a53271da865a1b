package import TilawaQuran

/// An item in a recitation of a known passage, in its order.
package struct PassageItem: Hashable, Sendable {
  /// The kind of an item.
  package enum Kind: Hashable, Sendable {
    case ayah(Ayah)
    case istiadhah
    case basmalah
  }

  package let kind: Kind
  /// The length of the item, see `AyahLength.units`.
  package let units: Double
  /// True if it may be left out.
  package let isOptional: Bool
  /// True if something besides the items may precede it: takbir, amin, speech.
  package let mayFollowTalk: Bool

  package var ayah: Ayah? {
    if case .ayah(let ayah) = kind { ayah } else { nil }
  }
}

extension PassageItem {
  /// Returns the items of a recitation of `passage`: its ayat, and the openings that may come before it and
  /// at the start of a surah.
  package static func items(of passage: [AyahRange], counting: CountingSystem) -> [PassageItem] {
    var items: [PassageItem] = []
    for (index, range) in passage.enumerated() {
      for ayah in counting.ayat(in: range) {
        let units = Double(AyahLength.units(of: ayah, in: counting) ?? 0)
        let isFirst = ayah == range.first
        if isFirst {
          items.append(
            PassageItem(kind: .istiadhah, units: istiadhahUnits, isOptional: true, mayFollowTalk: true))
        }
        let opensSurah = ayah.number == 1
        let basmalah = Ayah(ayah.surah, 0)
        if opensSurah, counting.contains(basmalah), isFirst || items.last?.ayah != basmalah {
          items.append(
            PassageItem(
              kind: .ayah(basmalah), units: basmalahUnits, isOptional: true, mayFollowTalk: !isFirst))
        } else if isFirst, ayah.number > 1 {
          items.append(
            PassageItem(kind: .basmalah, units: basmalahUnits, isOptional: true, mayFollowTalk: false))
        }
        items.append(
          PassageItem(
            kind: .ayah(ayah), units: units, isOptional: false,
            mayFollowTalk: opensSurah && (index > 0 || !isFirst)))
      }
    }
    return items
  }

  private static let basmalahUnits = Double(AyahLength.of(Ayah(1, 1))?.units ?? 0)

  /// The length of "a'udhu billahi min ash-shaytan ir-rajim" by the formula of the units.
  ///
  /// It has 18 consonants, 9 short and 4 long vowels, and the hold before the last consonant.
  private static let istiadhahUnits = 39.0
}

extension [PassageItem] {
  /// The items that a run of ayat is, not before `start`.
  package func range(of ayah: AyahRange, from start: Int) -> Range<Int>? {
    guard start <= count, let first = self[start...].firstIndex(where: { $0.ayah == ayah.first }),
      let last = self[first...].firstIndex(where: { $0.ayah == ayah.last })
    else { return nil }
    return first..<(last + 1)
  }
}
