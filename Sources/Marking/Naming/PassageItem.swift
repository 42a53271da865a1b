import QuranIndex

/// Something that is heard in a recitation of a known passage, in its order.
struct PassageItem: Hashable {
  /// What it is.
  enum Kind: Hashable {
    case ayah(Ayah)
    case istiadhah
    case basmalah
  }

  let kind: Kind
  /// How long it is, see `AyahLength.units`.
  let units: Double
  /// Whether it may be left out.
  let isOptional: Bool
  /// Whether something that is none of the items may be heard before it: takbir, amin, speech.
  let mayFollowTalk: Bool

  var ayah: Ayah? {
    if case .ayah(let ayah) = kind { ayah } else { nil }
  }
}

extension PassageItem {
  /// What is heard when `passage` is recited: its ayat, and before them, and where a surah begins, what may
  /// precede.
  static func items(of passage: [AyahRange], counting: CountingSystem) -> [PassageItem] {
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

  /// "a'udhu billahi min ash-shaytan ir-rajim" by the formula of the units: 18 consonants, 9 short and 4 long
  /// vowels,
  /// and the hold before the last consonant.
  private static let istiadhahUnits = 39.0
}
