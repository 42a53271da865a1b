import TilawaBase
import TilawaQuran

/// The places reported to the user: each once, without those between which a search only wavers.
struct FollowedPlaces {
  /// The place that was reported last.
  private(set) var last: RecitationFollower.Place?
  /// The number of blocks for which the place has been a word or two before the last reported one, without
  /// being reported.
  private var blocksBack = 0

  private static let enoughBack = 4
  /// In words.
  private static let wavering = 2

  /// Returns the report of a recognised word, from 1, with the probability of its ayah; nil if nothing is to
  /// be reported.
  mutating func told(
    _ ayah: Ayah, _ word: Int, _ confidence: Double, at time: Milliseconds
  ) -> RecitationFollower.Place? {
    guard ayah != last?.ayah || word != last?.word else { return nil }
    // The search wavers between a word and the next one; a word is said again for longer.
    let isBack = ayah == last?.ayah && word < last?.word ?? 0 && word + Self.wavering >= last?.word ?? 0
    blocksBack = isBack ? blocksBack + 1 : 0
    guard !isBack || blocksBack >= Self.enoughBack else { return nil }
    last = RecitationFollower.Place(at: time, ayah: ayah, word: word, confidence: confidence)
    return last
  }

  /// Returns the report that the place isn't known any more; nil if that was already reported.
  mutating func lost(at time: Milliseconds) -> RecitationFollower.Place? {
    guard last?.ayah != nil else { return nil }
    last = RecitationFollower.Place(at: time, ayah: nil, word: 0, confidence: 1)
    return last
  }
}
