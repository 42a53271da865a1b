package import TilawaQuran

extension CountingSystem {
  /// Returns the reason for which the ayah doesn't exist, in words for a message; nil if it exists.
  package func absence(of ayah: Ayah) -> String? {
    if contains(ayah) { return nil }
    guard let count = ayahCount(ofSurah: ayah.surah) else {
      return "there is no surah \(ayah.surah); surahs are numbered from 1 to 114"
    }
    if ayah.number == 0 {
      return ayah.surah == 9
        ? "there is no 9:0; surah 9 is read without a basmalah"
        : "there is no \(ayah); in the \(displayName) count the basmalah of surah 1 is 1:1"
    }
    let elsewhere = countsHolding(ayah)
    return
      "there is no \(ayah); surah \(ayah.surah) has \(count) ayat in the \(displayName) count\(elsewhere)"
  }

  /// Returns the reason for which one end of the range doesn't exist; nil if both do.
  package func absence(in range: AyahRange) -> String? {
    absence(of: range.first) ?? absence(of: range.last)
  }
}
