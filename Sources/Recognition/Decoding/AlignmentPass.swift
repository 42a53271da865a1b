import TilawaSound

/// One pass of a forced alignment among several: the size of its steps, and the distance from the guess that
/// it searches.
///
/// Passes go from coarse to fine, as in multi-pass decoding (Schwartz, Nguyen, Makhoul: Multiple-pass search
/// strategies, in: Automatic Speech and Speaker Recognition, 1996). Half the frames a second find the places
/// as well, at a quarter of the cost. When these are known, little is left to search frame by frame. Our own
/// addition is that the band widens where the path comes near its rim.
struct AlignmentPass: Sendable {
  /// Frames of `SpeechFeatures` that count as one.
  let stride: Int
  /// The number of frames of `SpeechFeatures` on either side of the guess that are searched; more if the path
  /// comes near the rim.
  let reach: Int

  private static let second = SpeechFeatures.framesPerSecond

  /// The passes of an alignment in order; the tempo is learnt from each.
  static let all = [
    AlignmentPass(stride: 2, reach: 45 * second), AlignmentPass(stride: 2, reach: 15 * second),
    AlignmentPass(stride: 2, reach: 8 * second), AlignmentPass(stride: 1, reach: 2 * second),
  ]
  /// The searches that the tempo is learnt from.
  static let learning = [
    AlignmentPass(stride: 2, reach: 15 * second), AlignmentPass(stride: 2, reach: 8 * second),
  ]
  /// The searches around what was decoded.
  static let closing = [
    AlignmentPass(stride: 2, reach: 8 * second), AlignmentPass(stride: 1, reach: 2 * second),
  ]
  /// The pass by which it is checked whether a path is stable.
  static let alternative = AlignmentPass(stride: 2, reach: 8 * second)

  /// The band becomes wider so often at most.
  private static let mostAttempts = 4
  private static let widening = (numerator: 8, denominator: 5)
  /// Frames from the end of the band that are its rim, but no more than this part of the reach.
  private static let rim = 3 * second
  private static let mostOfReach = 4
  /// Recordings below two minutes are searched as a whole in coarse steps.
  private static let whole = 120 * second

  /// The pass with the finest steps, for items that have little time and may fit only these.
  var finest: AlignmentPass { AlignmentPass(stride: 1, reach: reach) }

  /// Returns the best path near a guess of where each state ends; nil if there is none.
  ///
  /// The guess and the path are in frames of `SpeechFeatures`. The scores are no coarser than the steps.
  func path(
    _ chain: StateChain, _ scores: EmissionScores, _ durations: DurationScores, around guess: [Int],
    scale: Double = 1
  ) -> StatePath? {
    let scores = scores.coarser(by: stride / scores.stride)
    let isWhole = stride > 1 && scores.count * stride < Self.whole
    let durations = durations.coarser(by: stride)
    var guess = guess.map { $0 / stride }
    var reach = isWhole ? scores.count + 1 : reach / stride
    for attempt in 1...Self.mostAttempts {
      let band = band(chain, around: guess, reach: reach, end: scores.count)
      let search = SegmentalViterbi(chain, scores, durations, band: band, scale: scale, stride: stride)
      let path = ChunkedViterbi(search, around: guess, stepsPerSecond: Self.second / stride).best()
      if let path,
        isWhole || attempt == Self.mostAttempts
          || !touchesRim(path, band, chain, reach: reach, end: scores.count)
      {
        return path.stretched(by: stride)
      }
      if isWhole { return nil }
      reach = reach * Self.widening.numerator / Self.widening.denominator
      if let path { guess = path.frames.map(\.upperBound) }
    }
    return nil
  }

  /// `reach` steps either side of the guess, and never beyond what is pinned, or where an item is known to be.
  private func band(
    _ chain: StateChain, around guess: [Int], reach: Int, end: Int
  ) -> SegmentalViterbi.Band {
    let width = min(end, 2 * reach)
    var first: [Int] = []
    var highest = 0
    for place in guess {
      highest = max(highest, min(max(0, place - width / 2), end - width))
      first.append(highest)
    }
    var last = first.map { $0 + width }
    first[0] = 0
    // What follows the last sound lasts to the end of the recording.
    if let final = chain.states.indices.last {
      last[final] = end
      first[final] = end
      if final > 0 {
        last[final - 1] = end
        first[final - 1] = max(first[final - 1], end - width)
      }
    }
    var low = 0
    for index in first.indices {
      low = max(low, limits(chain, index, end: end).lowerBound)
      first[index] = max(first[index], low)
      last[index] = max(last[index], first[index])
    }
    var high = end
    for index in first.indices.reversed() {
      high = min(high, limits(chain, index, end: end).upperBound)
      last[index] = min(last[index], high)
      first[index] = min(first[index], high)
    }
    return SegmentalViterbi.Band(first: first, last: last)
  }

  /// Returns the first and the last step at which a state may end, whatever the sound.
  private func limits(_ chain: StateChain, _ index: Int, end: Int) -> ClosedRange<Int> {
    let state = chain.states[index]
    if let pin = state.pin { return pin / stride...pin / stride }
    guard let within = state.item.flatMap({ chain.items[$0].within }) else { return 0...end }
    let last = min(end, within.upperBound / stride)
    return min(last, within.lowerBound / stride)...last
  }

  /// A path that comes near to the rim of its band may want to leave it.
  private func touchesRim(
    _ path: StatePath, _ band: SegmentalViterbi.Band, _ chain: StateChain, reach: Int, end: Int
  ) -> Bool {
    let rim = min(Self.rim / stride, reach / Self.mostOfReach)
    var low = 0
    var highs = [Int](repeating: end, count: chain.states.count)
    var high = end
    for index in chain.states.indices.reversed() {
      high = min(high, limits(chain, index, end: end).upperBound)
      highs[index] = high
    }
    for (index, frames) in path.frames.enumerated() where path.isUsed[index] {
      low = max(low, limits(chain, index, end: end).lowerBound)
      // The rim of the recording, and of what is known before, is none.
      if frames.upperBound - band.first[index] < rim, band.first[index] > low { return true }
      if band.last[index] - frames.upperBound < rim, band.last[index] < highs[index] { return true }
    }
    return false
  }
}
