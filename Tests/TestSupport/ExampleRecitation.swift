public import TilawaBase
import TilawaQuran
import TilawaSound

/// The recording that `Examples/quickstart` generates: the sounds of al-Fatihah, spoken by a synthesiser.
public enum ExampleRecitation {
  /// The recording, before it is written.
  public static let recitation = SpokenRecitation(AyahRange(Ayah(1, 1), Ayah(1, 7)), seed: 1)

  /// Writes it to `path` as FLAC.
  public static func write(to path: String) throws(AudioError) {
    try recitation.write(to: path, encoding: .flac)
  }
}
