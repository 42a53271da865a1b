#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Audio
import Dispatch
import Synchronization

extension SoundModel {
  /// So many frames weigh as much as what was known before; half as many of silence, which differs most between rooms.
  private static let weight: Float = 40

  /// The model moved towards what a path says its classes are like in this recording.
  func adapted(to path: SegmentSearch.Path, of chain: SoundChain, _ features: SpeechFeatures) -> SoundModel {
    var frames = mixtures.map { _ in [Range<Int>]() }
    for (link, range) in zip(chain.links, path.frames) where !range.isEmpty && link.heard < frames.count {
      frames[link.heard].append(range)
    }
    let results = Mutex(mixtures)
    let (all, old) = (frames, mixtures)
    DispatchQueue.concurrentPerform(iterations: old.count) { index in
      let weight = index == Class.silence.rawValue ? Self.weight / 2 : Self.weight
      let new = old[index].adapted(to: all[index], features, weight: weight)
      results.withLock { $0[index] = new }
    }
    var model = self
    model.mixtures = results.withLock { $0 }
    return model
  }

  /// How slow the reading is: the mean ratio of actual to expected lengths of sounds.
  func tempo(of path: SegmentSearch.Path, _ chain: SoundChain) -> Double {
    var (sum, count) = (0.0, 0.0)
    for (link, range) in zip(chain.links, path.frames) where !range.isEmpty {
      guard link.kind == .sound || link.kind == .droppedVowel else { continue }
      sum += log(Double(range.count) / Double(SpeechFeatures.framesPerSecond) / medians[link.length])
      count += 1
    }
    return exp(sum / max(1, count))
  }
}

extension SoundModel.Mixture {
  private static let leastVariance: Float = 0.05

  /// Each Gaussian's share of the frames is added to what it was, as if that were `weight` frames.
  fileprivate func adapted(to ranges: [Range<Int>], _ features: SpeechFeatures, weight: Float) -> Self {
    guard !weights.isEmpty, ranges.reduce(0, { $0 + $1.count }) >= 10 else { return self }
    let dimensions = SpeechFeatures.dimensions
    let constants = weights.indices.map { index in
      zip(means[index], variances[index]).reduce(logf(max(weights[index], 1e-20))) {
        $0 - 0.5 * (logf(2 * .pi * $1.1) + $1.0 * $1.0 / $1.1)
      }
    }
    let linear = zip(means, variances).map { zip($0, $1).map { $0 / $1 } }
    let square = variances.map { $0.map { -0.5 / $0 } }
    var sizes = [Double](repeating: 0, count: weights.count)
    var sums = weights.map { _ in [Double](repeating: 0, count: dimensions) }
    var squares = sums
    var frame = [Float](repeating: 0, count: dimensions)
    var shares = [Float](repeating: 0, count: weights.count)
    for t in ranges.joined() {
      for dimension in 0..<dimensions { frame[dimension] = features.values[dimension * features.count + t] }
      for index in weights.indices {
        var score = constants[index]
        for dimension in 0..<dimensions {
          let value = frame[dimension]
          score += value * (linear[index][dimension] + value * square[index][dimension])
        }
        shares[index] = score
      }
      let top = shares.max() ?? 0
      var total: Float = 0
      for index in shares.indices {
        shares[index] = expf(shares[index] - top)
        total += shares[index]
      }
      for index in shares.indices where shares[index] > 1e-4 * total {
        let share = Double(shares[index] / total)
        sizes[index] += share
        for dimension in 0..<dimensions {
          let value = Double(frame[dimension])
          sums[index][dimension] += share * value
          squares[index][dimension] += share * value * value
        }
      }
    }
    return combined(sizes, sums, squares, weight: Double(weight))
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
        result.variances[index][dimension] = max(Float(power - new * new), Self.leastVariance)
      }
      result.weights[index] = Float(sizes[index] + weight * Double(weights[index]))
    }
    let total = result.weights.reduce(0, +)
    result.weights = result.weights.map { $0 / total }
    return result
  }
}
