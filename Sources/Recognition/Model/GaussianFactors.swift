#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A mixture of Gaussians with diagonal covariances in the form in which it is quickest to evaluate: the logarithm of each
/// weighted density is a constant plus, by dimension, a factor of the value and one of its square.
struct GaussianFactors: Sendable {
  private let constants: [Float]
  /// Factors of each dimension and of its square, in turns; a row for each Gaussian.
  private let factors: [Float]

  var count: Int { constants.count }

  init(_ mixture: AcousticModel.Mixture) {
    var constants: [Float] = []
    var factors: [Float] = []
    for (weight, (mean, variance)) in zip(mixture.weights, zip(mixture.means, mixture.variances)) {
      var constant = Double(log(max(weight, Self.leastWeight)))
      for (m, v) in zip(mean, variance) {
        constant -= 0.5 * (log(2 * Double.pi * Double(v)) + Double(m * m / v))
        factors.append(m / v)
        factors.append(-0.5 / v)
      }
      constants.append(Float(constant))
    }
    self.constants = constants
    self.factors = factors
  }

  /// A Gaussian without weight has a logarithm all the same.
  private static let leastWeight: Float = 1e-20

  /// The logarithms of the weighted densities of eight frames, one value a Gaussian; gives the greatest of each frame.
  @inline(__always)
  func evaluate(
    _ frame: UnsafeBufferPointer<SIMD8<Float>>, into densities: inout [SIMD8<Float>]
  ) -> SIMD8<Float> {
    var top = SIMD8<Float>(repeating: -.infinity)
    factors.withUnsafeBufferPointer { factors in
      var place = 0
      for index in constants.indices {
        var sum = SIMD8<Float>(repeating: constants[index])
        for value in frame {
          sum += value * (value * factors[place + 1] + factors[place])
          place += 2
        }
        densities[index] = sum
        top.replace(with: sum, where: sum .> top)
      }
    }
    return top
  }
}
