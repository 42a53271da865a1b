#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Audio
import Dispatch
import Synchronization

extension AcousticModel {
  /// So many frames weigh as much as what was known before; half as many of silence, which differs most between rooms.
  private static let weight: Float = 40

  /// `original` moved towards what a path says its classes are like in this recording; this model tells which Gaussian
  /// each frame falls to.
  ///
  /// Moved from where the last search had come to, classes drift further each time: a vowel that was once taken for a
  /// nasal would be one for good.
  func adapted(
    _ original: AcousticModel, to path: SegmentalViterbi.Path, of chain: StateChain,
    _ features: SpeechFeatures
  ) -> AcousticModel {
    var frames = mixtures.map { _ in [Range<Int>]() }
    let tempo = tempo(of: path, chain)
    for (state, range) in zip(chain.states, path.frames) where !range.isEmpty && state.heard < frames.count {
      if !isOverlong(range, state, tempo: tempo) { frames[state.heard].append(range) }
    }
    let results = Mutex(mixtures)
    let (all, old, originals) = (frames, mixtures, original.mixtures)
    DispatchQueue.concurrentPerform(iterations: old.count) { index in
      let weight = index == Class.silence.rawValue ? Self.weight / 2 : Self.weight
      let new = originals[index].moved(to: all[index], features, as: old[index], weight: weight)
      results.withLock { $0[index] = new }
    }
    var model = self
    model.mixtures = results.withLock { $0 }
    return model
  }
  /// How slow the reading is: the mean ratio of actual to expected lengths of sounds.
  func tempo(of path: SegmentalViterbi.Path, _ chain: StateChain) -> Double {
    var (sum, count) = (0.0, 0.0)
    for (state, range) in zip(chain.states, path.frames) where !range.isEmpty {
      guard state.kind == .sound || state.kind == .droppedVowel else { continue }
      sum += log(Double(range.count) / Double(SpeechFeatures.framesPerSecond) / medians[state.length])
      count += 1
    }
    return exp(sum / max(1, count))
  }
}

extension AcousticModel.Mixture {
  /// Each Gaussian's share of the frames is added to what it was, as if that were `weight` frames; `heard` tells the
  /// shares.
  fileprivate func moved(
    to ranges: [Range<Int>], _ features: SpeechFeatures, as heard: Self, weight: Float
  ) -> Self {
    guard !weights.isEmpty, ranges.reduce(0, { $0 + $1.count }) >= 10 else { return self }
    var frames = PackedFrames()
    for range in ranges { frames.add(range, of: features) }
    let found = MixtureStatistics(heard, frames)
    return combined(found.sizes, found.sums, found.squares, weight: Double(weight))
  }

  private func combined(
    _ sizes: [Double], _ sums: [[Double]], _ squares: [[Double]], weight: Double
  ) -> Self {
    var result = self
    for index in weights.indices {
      let whole = sizes[index] + weight
      for dimension in means[index].indices {
        let (mean, variance) = (Double(means[index][dimension]), Double(variances[index][dimension]))
        let new = (sums[index][dimension] + weight * mean) / whole
        let power = (squares[index][dimension] + weight * (variance + mean * mean)) / whole
        result.means[index][dimension] = Float(new)
        result.variances[index][dimension] = Float(max(power - new * new, Self.leastVariance))
      }
      result.weights[index] = Float(sizes[index] + weight * Double(weights[index]))
    }
    let total = result.weights.reduce(0, +)
    result.weights = result.weights.map { $0 / total }
    return result
  }
}
