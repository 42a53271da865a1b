public import Audio
import Timing

/// The recording that `Examples/quickstart` generates: tones as long as the seven ayat of al-Fatihah take.
public enum ExampleRecitation {
  /// The recording, before it is written.
  public static let recitation = GeneratedRecitation(
    [4100, 5200, 3300, 3900, 5600, 4400, 12_800].map { .init($0, pauseAfter: 700) }, seed: 1)

  /// Writes it to `path` as FLAC.
  public static func write(to path: String) throws(AudioError) {
    try recitation.write(to: path, encoding: .flac)
  }
}
