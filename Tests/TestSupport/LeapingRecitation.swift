import TilawaQuran

/// A recitation from surah 67 with repeated and omitted ayat, which a program that follows a reciter must
/// notice.
public enum LeapingRecitation {
  /// Ayat 1 to 4, then once more from 3 to 5, then from 9 to 11.
  public static let ayat = Array(1...4) + Array(3...5) + Array(9...11)

  /// The recording, before it is written.
  public static let recitation = SpokenRecitation(
    ayat.map { number in
      let ayah = Ayah(67, number)
      return .init(AyahSounds.words(of: ayah) ?? [], ayah: ayah)
    }, seed: 4)
}
