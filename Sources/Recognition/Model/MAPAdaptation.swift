import Synchronization
import TilawaBase
import TilawaSound

extension AcousticModel {
  /// So many frames weigh as much as what was known before; half as many of silence, which differs most between rooms.
  private static let priorFrames: Float = 40
  private static let priorFramesOfSilence: Float = 20

  /// `original` moved towards the frames that each of its classes was found to have in this recording; this model tells which
  /// Gaussian each frame falls to.
  ///
  /// Maximum a posteriori estimation (Gauvain, Lee: Maximum a posteriori estimation for multivariate Gaussian mixture observations of
  /// Markov chains, IEEE Trans. Speech and Audio Processing 2, 1994), with one prior weight for all Gaussians of a class. Ours is that the prior stays
  /// `original`. Moved from where the last search had come to, classes drift further each time: a vowel that was once taken for a
  /// nasal would be one for good.
  func adapted(_ original: AcousticModel, to frames: [[Range<Int>]], of features: SpeechFeatures)
    -> AcousticModel
  {
    let results = Mutex(mixtures)
    let (old, originals) = (mixtures, original.mixtures)
    Processors.share(old.count) { index in
      let weight =
        index == PhoneClass.silence.rawValue ? Self.priorFramesOfSilence : Self.priorFrames
      let new = originals[index].moved(to: frames[index], features, as: old[index], weight: weight)
      results.withLock { $0[index] = new }
    }
    var model = self
    model.mixtures = results.withLock { $0 }
    return model
  }
}

extension AcousticModel.Mixture {
  /// Each Gaussian's share of the frames is added to what it was, as if that were `weight` frames; `heard` tells the
  /// shares.
  fileprivate func moved(
    to ranges: [Range<Int>], _ features: SpeechFeatures, as heard: Self, weight: Float
  ) -> Self {
    let frames = PickedFrames(ranges, of: features)
    guard !weights.isEmpty, frames.count >= Self.fewestFrames else { return self }
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
