import TilawaQuran

/// What a recording was heard to hold when it was listened to for passages of which nothing was settled.
///
/// A long one is listened to in stretches, each for what is recited in it.
public struct HeardPassages: Sendable {
  /// A stretch that was listened to by itself.
  struct Stretch: Sendable {
    /// In frames of the recording.
    var frames: Range<Int>
    /// What is recited in it, in order.
    var passages: [AyahRange]
    /// How that is heard; nil where it must be listened for anew.
    var recitation: Recitation?
  }

  /// From the start of the recording to its end.
  private(set) var stretches: [Stretch]
  private let counting: CountingSystem

  init(_ stretches: [Stretch], _ counting: CountingSystem) {
    self.stretches = stretches
    self.counting = counting
    // Where nothing is recited nobody knows what else is heard, but who listens beside it does.
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

  /// Whether it is what these passages are heard as.
  func isOf(_ passages: [AyahRange], _ counting: CountingSystem) -> Bool {
    stretches.flatMap(\.passages) == passages && self.counting == counting
  }

  /// What is known of a stretch alone.
  func known(_ stretch: Stretch) -> HeardPassages { HeardPassages([stretch], counting) }

  /// What is heard of all the recording, if these are the passages, and no more is known of them than was.
  func recitation(
    of passages: [AyahRange], _ counting: CountingSystem, _ opening: PassageOpening, settled: [Anchor]
  ) -> Recitation? {
    guard stretches.count == 1, isOf(passages, counting), opening == .auto, settled.isEmpty else {
      return nil
    }
    return stretches.first?.recitation
  }
}
