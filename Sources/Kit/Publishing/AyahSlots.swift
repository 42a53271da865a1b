import TilawaQuran

/// A numbering of the ayat of the Kufi count and the basmalahs before surahs, in the order of the mushaf.
enum AyahSlots {
  /// The first slot of each surah, with the first surah at index 0. The last of the 115 values is the
  /// number of slots.
  private static let starts: [Int] = (1...114).reduce(into: [0]) { starts, surah in
    starts.append((starts.last ?? 0) + 1 + (CountingSystem.kufi.ayahCount(ofSurah: surah) ?? 0))
  }

  static var count: Int { starts[114] }

  /// Returns the slot of an ayah of the Kufi count, or of a basmalah.
  static func slot(of ayah: Ayah) -> Int { starts[ayah.surah - 1] + ayah.number }

  /// Returns the slots of a surah, the basmalah's first.
  static func slots(ofSurah surah: Int) -> Range<Int> { starts[surah - 1]..<starts[surah] }

  static func ayah(at slot: Int) -> Ayah {
    var (low, high) = (0, 114)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= slot { low = middle } else { high = middle }
    }
    return Ayah(low + 1, slot - starts[low])
  }
}
