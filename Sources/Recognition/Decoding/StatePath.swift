import TilawaSound

/// A path through a chain of states: where each state lies in the utterance.
struct StatePath: Hashable, Sendable {
  /// The frames of each state; empty for what was left out.
  var frames: [Range<Int>]
  /// States of items that were left out as a whole are not used.
  var isUsed: [Bool]
}

extension StatePath {
  /// The log-score of all that is passed by.
  func bypasses(_ chain: StateChain) -> Double {
    chain.states.indices.reduce(0) { sum, index in
      guard let source = chain.states[index].bypassFrom, isUsed[index], !isUsed[index - 1], isUsed[source]
      else { return sum }
      return sum + Double(chain.states[index].bypass)
    }
  }

  /// Returns the fit of the sounds: the mean emission score over their frames, 0 or less. Their durations
  /// don't count.
  func fit(_ chain: StateChain, _ scores: EmissionScores) -> Double {
    var (sum, count) = (0.0, 0)
    for (state, frames) in zip(chain.states, frames) where state.isSound {
      sum += scores.sum(state.emission, frames)
      count += frames.count
    }
    return sum / Double(max(1, count))
  }

  /// Returns the slowness of the reading: the geometric mean of the ratios of actual to usual durations of
  /// sounds.
  func tempo(_ chain: StateChain, _ model: AcousticModel) -> Double {
    var (sum, count) = (0.0, 0.0)
    for (state, range) in zip(chain.states, frames) where !range.isEmpty && state.isSound {
      sum += logarithm(
        Double(range.count) / Double(SpeechFeatures.framesPerSecond) / model.medians[state.duration])
      count += 1
    }
    return exponential(sum / max(1, count))
  }

  /// Returns the length of each pause after an item.
  func pauses(_ chain: StateChain) -> [Int] {
    zip(chain.states, frames).compactMap { $0.isEnding && !$1.isEmpty ? $1.count : nil }
  }

  /// Returns the path in finer frames, `stride` for one.
  func stretched(by stride: Int) -> Self {
    guard stride > 1 else { return self }
    var path = self
    path.frames = frames.map { $0.lowerBound * stride..<$0.upperBound * stride }
    return path
  }
}
