package import TilawaQuran

extension CountingSystem {
  /// Returns the reason for which the ayah doesn't exist, in words for a message; nil if it exists.
  package func absence(of ayah: Ayah) -> String? {
    if contains(ayah) { return nil }
    guard let count = ayahCount(ofSurah: ayah.surah) else {
      return "surah \(ayah.surah) does not exist; surahs are numbered 1 to 114"
    }
    if ayah.number == 0 {
      return ayah.surah == 9
        ? "9:0 does not exist; surah 9 has no basmalah"
        : "\(ayah) does not exist; in the \(displayName) count the basmalah of surah 1 is 1:1"
    }
    let elsewhere = countsHolding(ayah)
    return
      "\(ayah) does not exist; surah \(ayah.surah) has \(count) ayat in the \(displayName) count\(elsewhere)"
  }

  /// Returns the reason for which one end of the range doesn't exist; nil if both do.
  package func absence(in range: AyahRange) -> String? {
    absence(of: range.first) ?? absence(of: range.last)
  }
}
