import TilawaBase
import TilawaQuran

/// What is told of where one is: each place once, and none that a search only wavers to.
struct FollowedPlaces {
  /// What was told last.
  private(set) var last: RecitationFollower.Place?
  /// For how long the place has been a word or two before what was told, and isn't told; in blocks.
  private var blocksBack = 0

  private static let enoughBack = 4
  /// In words.
  private static let wavering = 2

  /// What is to be told of a word that is heard, from 1, with how likely its ayah is.
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

  /// What is to be told where it isn't known any more what is recited.
  mutating func lost(at time: Milliseconds) -> RecitationFollower.Place? {
    guard last?.ayah != nil else { return nil }
    last = RecitationFollower.Place(at: time, ayah: nil, word: 0, confidence: 1)
    return last
  }
}
