import TilawaSound

extension AcousticModel.Mixture {
  /// A mixture has no more Gaussians than one for so many frames.
  private static let framesForEach = 60
  private static let iterations = 8
  /// Frames that a Gaussian answers for at least, so that none is lost for good.
  private static let leastSize = 1e-3
  /// How far the two that take one's place are moved, in its standard deviations.
  private static let apart: Float = 0.2

  /// The mixture of at most `count` Gaussians that is most likely to give these frames, as far as EM finds it from here.
  ///
  /// With more Gaussians than now the heaviest are split and moved apart, as HTK does ("mixture incrementing": Young et al., The
  /// HTK Book, 2006), so that nothing depends on chance.
  func trained(on frames: PackedFrames, count: Int) -> Self {
    guard frames.count >= Self.fewestFrames else { return self }
    var result = self
    if result.weights.isEmpty {
      result.weights = [1]
      result.means = [[Float](repeating: 0, count: SpeechFeatures.dimensions)]
      result.variances = [[Float](repeating: 1, count: SpeechFeatures.dimensions)]
      result = result.estimated(from: MixtureStatistics(result, frames))
    }
    let most = max(1, min(count, frames.count / Self.framesForEach))
    while result.weights.count < most { result.splitLargest() }
    for _ in 0..<(result.weights.count > 1 ? Self.iterations : 1) {
      result = result.estimated(from: MixtureStatistics(result, frames))
    }
    return result
  }

  private func estimated(from statistics: MixtureStatistics) -> Self {
    var result = self
    let total = statistics.sizes.reduce(0, +)
    for index in weights.indices {
      let size = statistics.sizes[index]
      result.weights[index] = Float(max(size, Self.leastSize) / max(total, Self.leastSize))
      guard size > 1 else { continue }
      for dimension in means[index].indices {
        let mean = statistics.sums[index][dimension] / size
        result.means[index][dimension] = Float(mean)
        result.variances[index][dimension] = Float(
          max(statistics.squares[index][dimension] / size - mean * mean, Self.leastVariance))
      }
    }
    return result
  }

  /// Two Gaussians in the place of the heaviest, a little apart.
  private mutating func splitLargest() {
    guard let heaviest = weights.indices.max(by: { weights[$0] < weights[$1] }) else { return }
    weights[heaviest] /= 2
    let shift = variances[heaviest].map { Self.apart * $0.squareRoot() }
    weights.append(weights[heaviest])
    means.append(zip(means[heaviest], shift).map { $0 + $1 })
    variances.append(variances[heaviest])
    means[heaviest] = zip(means[heaviest], shift).map { $0 - $1 }
  }
}
