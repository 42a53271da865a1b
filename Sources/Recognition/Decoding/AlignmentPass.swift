import Audio

/// One search among several: how fine its steps are, and how far from the guess it looks.
///
/// Half the frames a second find the places as well, at a quarter of the cost. When these are known, little is
/// left to search frame by frame.
struct AlignmentPass: Sendable {
  /// Frames of `SpeechFeatures` that count as one.
  let stride: Int
  /// How many frames of `SpeechFeatures` either side of the guess are looked at; more when the path comes near the rim.
  let reach: Int

  private static let second = SpeechFeatures.framesPerSecond

  /// The searches of an alignment in order; the model adapts itself after each.
  static let all = [
    AlignmentPass(stride: 2, reach: 45 * second), AlignmentPass(stride: 2, reach: 15 * second),
    AlignmentPass(stride: 2, reach: 8 * second), AlignmentPass(stride: 1, reach: 2 * second),
  ]
  /// The searches that the model learns from before the course of the recitation is looked for.
  static let learning = [
    AlignmentPass(stride: 2, reach: 15 * second), AlignmentPass(stride: 2, reach: 8 * second),
  ]
  /// The searches around a course that is known.
  static let closing = [
    AlignmentPass(stride: 2, reach: 8 * second), AlignmentPass(stride: 1, reach: 2 * second),
  ]
  /// What tells whether a path is stable.
  static let alternative = AlignmentPass(stride: 2, reach: 8 * second)

  /// Recordings below two minutes are searched as a whole in coarse steps.
  private static let whole = 120 * second

  /// The best path near a guess of where each state ends, in frames of `SpeechFeatures` like what it gives; nil when there
  /// is none.
  func path(
    _ chain: StateChain, _ scores: EmissionScores, _ lengths: DurationScores, around guess: [Int],
    scale: Double = 1
  ) -> SegmentalViterbi.Path? {
    path(chain, coarse: scores.coarser(by: stride), lengths, around: guess, scale: scale)
  }

  /// The same where the scores are coarser already, as this stage's steps are.
  func path(
    _ chain: StateChain, coarse scores: EmissionScores, _ lengths: DurationScores, around guess: [Int],
    scale: Double = 1
  ) -> SegmentalViterbi.Path? {
    let isWhole = stride > 1 && scores.count * stride < Self.whole
    let lengths = lengths.coarser(by: stride)
    var guess = guess.map { $0 / stride }
    var reach = isWhole ? scores.count + 1 : reach / stride
    for attempt in 0..<4 {
      let band = band(chain, around: guess, reach: reach, end: scores.count)
      let search = SegmentalViterbi(chain, scores, lengths, band: band, scale: scale, stride: stride)
      let path = ChunkedViterbi(search, around: guess, framesPerSecond: Self.second / stride).best()
      if let path, isWhole || attempt == 3 || !touchesRim(path, band, chain, reach: reach, end: scores.count)
      {
        return path.stretched(by: stride)
      }
      if isWhole { return nil }
      reach = reach * 8 / 5
      if let path { guess = path.frames.map(\.upperBound) }
    }
    return nil
  }

  /// `reach` steps either side of the guess, and never beyond what is pinned.
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
      low = max(low, pin(chain.states[index]) ?? 0)
      first[index] = max(first[index], low)
      last[index] = max(last[index], first[index])
    }
    var high = end
    for index in first.indices.reversed() {
      high = min(high, pin(chain.states[index]) ?? end)
      last[index] = min(last[index], high)
      first[index] = min(first[index], high)
    }
    return SegmentalViterbi.Band(first: first, last: last)
  }

  private func pin(_ state: StateChain.State) -> Int? { state.pin.map { $0 / stride } }

  /// A path that comes near to the rim of its band may want to leave it.
  private func touchesRim(
    _ path: SegmentalViterbi.Path, _ band: SegmentalViterbi.Band, _ chain: StateChain, reach: Int, end: Int
  ) -> Bool {
    let rim = min(3 * Self.second / stride, reach / 4)
    var low = 0
    var highs = [Int](repeating: end, count: chain.states.count)
    var high = end
    for index in chain.states.indices.reversed() {
      high = min(high, pin(chain.states[index]) ?? end)
      highs[index] = high
    }
    for (index, frames) in path.frames.enumerated() where path.isUsed[index] {
      low = max(low, pin(chain.states[index]) ?? 0)
      // The rim of the recording, and of what is pinned, is none.
      if frames.upperBound - band.first[index] < rim, band.first[index] > low { return true }
      if band.last[index] - frames.upperBound < rim, band.last[index] < highs[index] { return true }
    }
    return false
  }
}

extension SegmentalViterbi.Path {
  /// The same in frames of which `stride` were one.
  fileprivate func stretched(by stride: Int) -> Self {
    guard stride > 1 else { return self }
    var path = self
    path.frames = frames.map { $0.lowerBound * stride..<$0.upperBound * stride }
    return path
  }
}

extension DurationScores {
  /// The scores of lengths in steps of `stride` frames; what is shorter than one step counts as one.
  func coarser(by stride: Int) -> DurationScores {
    guard stride > 1 else { return self }
    var coarse = DurationScores(
      rows: rows.map { row in
        (1...max(1, row.count / stride)).map { length in
          length == 1 ? row[..<min(stride, row.count)].max() ?? 0 : row[length * stride - 1]
        }
      }, isByItem: isByItem)
    coarse.pauses = pauses?.coarser(by: stride)
    return coarse
  }
}
