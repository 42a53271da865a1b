import TilawaQuran

/// The passages that were recognised in a recording for which none were settled.
///
/// A long recording is searched in stretches, each for the passages recited in it.
public struct HeardPassages: Sendable {
  /// A stretch that was searched by itself.
  struct Stretch: Sendable {
    /// In frames of the recording.
    var frames: Range<Int>
    /// The passages recited in it, in order.
    var passages: [AyahRange]
    /// The recognition of the passages; nil if they must be searched for again.
    var recitation: Recitation?
  }

  /// From the start of the recording to its end.
  private(set) var stretches: [Stretch]
  private let counting: CountingSystem

  init(_ stretches: [Stretch], _ counting: CountingSystem) {
    self.stretches = stretches
    self.counting = counting
    // The sounds of a stretch without passages are only named by a search of the stretch beside it.
    while let index = self.stretches.firstIndex(where: \.passages.isEmpty), join(index) {}
  }

  /// Makes a stretch one with that before it, or after it where it is the first; false where it is all there is.
  private mutating func join(_ index: Int) -> Bool {
    guard stretches.count > 1 else { return false }
    let first = max(0, index - 1)
    let (before, after) = (stretches[first], stretches[first + 1])
    let joined = Stretch(
      frames: before.frames.lowerBound..<after.frames.upperBound,
      passages: before.passages + after.passages, recitation: nil)
    stretches.replaceSubrange(first...first + 1, with: [joined])
    return true
  }

  /// Returns true if it is the recognition of these passages.
  func isOf(_ passages: [AyahRange], _ counting: CountingSystem) -> Bool {
    stretches.flatMap(\.passages) == passages && self.counting == counting
  }

  /// Returns the result for a stretch alone.
  func known(_ stretch: Stretch) -> HeardPassages { HeardPassages([stretch], counting) }

  /// Returns the recognition of all the recording, if these are the passages and no more is known of them
  /// than before; else nil.
  func recitation(
    of passages: [AyahRange], _ counting: CountingSystem, _ opening: PassageOpening, settled: [Anchor]
  ) -> Recitation? {
    guard stretches.count == 1, isOf(passages, counting), opening == .auto, settled.isEmpty else {
      return nil
    }
    return stretches.first?.recitation
  }
}
