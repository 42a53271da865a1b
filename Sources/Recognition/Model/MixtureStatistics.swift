import Synchronization
import TilawaBase
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sufficient statistics of a mixture for some frames: how much of each frame every Gaussian answers for, by its posterior.
///
/// The expectation step of EM (Dempster, Laird, Rubin: Maximum likelihood from incomplete data via the EM algorithm, J. R. Stat. Soc. B
/// 39, 1977). `MixtureTraining` maximises by them, `MAPAdaptation` adds them to what was known.
struct MixtureStatistics: Sendable {
  /// How many frames each Gaussian has, in shares.
  private(set) var sizes: [Double]
  /// Sums of the frames, a row for each Gaussian.
  private(set) var sums: [[Double]]
  /// Sums of their squares.
  private(set) var squares: [[Double]]

  /// Whole blocks of `PackedFrames`.
  private static let framesAtOnce = 256 * 8

  /// The same whatever the number of threads is: pieces of equal size are summed in their order.
  init(_ mixture: AcousticModel.Mixture, _ frames: PackedFrames) {
    self.init(mixture, frames: frames.count) { part, factors, places in
      part.add(factors, frames, places.lowerBound / 8..<(places.upperBound + 7) / 8)
    }
  }

  /// The same of frames that are packed piece by piece.
  init(_ mixture: AcousticModel.Mixture, _ frames: PickedFrames) {
    self.init(mixture, frames: frames.count) { part, factors, places in
      part.add(factors, frames.packed(places), 0..<(places.count + 7) / 8)
    }
  }

  private init(
    _ mixture: AcousticModel.Mixture, frames count: Int,
    _ add: @Sendable (inout Self, GaussianFactors, Range<Int>) -> Void
  ) {
    self.init(gaussians: mixture.weights.count)
    let factors = GaussianFactors(mixture)
    let pieces = (count + Self.framesAtOnce - 1) / Self.framesAtOnce
    guard pieces > 1 else {
      if pieces == 1 { add(&self, factors, 0..<count) }
      return
    }
    let found = Mutex([Int: MixtureStatistics]())
    Processors.share(pieces) { piece in
      var part = MixtureStatistics(gaussians: factors.count)
      add(&part, factors, piece * Self.framesAtOnce..<min(count, (piece + 1) * Self.framesAtOnce))
      found.withLock { $0[piece] = part }
    }
    for part in found.withLock({ found in (0..<pieces).compactMap { found[$0] } }) { self.add(part) }
  }

  private init(gaussians: Int) {
    sizes = [Double](repeating: 0, count: gaussians)
    sums = sizes.map { _ in [Double](repeating: 0, count: SpeechFeatures.dimensions) }
    squares = sums
  }

  private mutating func add(_ other: Self) {
    for index in sizes.indices {
      sizes[index] += other.sizes[index]
      for dimension in sums[index].indices {
        sums[index][dimension] += other.sums[index][dimension]
        squares[index][dimension] += other.squares[index][dimension]
      }
    }
  }

  private mutating func add(_ factors: GaussianFactors, _ frames: PackedFrames, _ range: Range<Int>) {
    let dimensions = SpeechFeatures.dimensions
    let count = factors.count
    var shares = [SIMD8<Float>](repeating: SIMD8(), count: count)
    var size = shares
    var sum = [SIMD8<Float>](repeating: SIMD8(), count: count * dimensions)
    var square = sum
    frames.blocks.withUnsafeBufferPointer { blocks in
      sum.withUnsafeMutableBufferPointer { sum in
        square.withUnsafeMutableBufferPointer { square in
          for block in range {
            let frame = UnsafeBufferPointer(
              rebasing: blocks[block * dimensions..<(block + 1) * dimensions])
            factors.posteriors(frame, lanes: min(8, frames.count - 8 * block), into: &shares)
            for index in 0..<count {
              let share = shares[index]
              guard share.max() > 0 else { continue }
              size[index] += share
              for dimension in 0..<dimensions {
                let part = share * frame[dimension]
                sum[index * dimensions + dimension] += part
                square[index * dimensions + dimension] += part * frame[dimension]
              }
            }
          }
        }
      }
    }
    for index in 0..<count {
      sizes[index] += Double(size[index].sum())
      for dimension in 0..<dimensions {
        sums[index][dimension] += Double(sum[index * dimensions + dimension].sum())
        squares[index][dimension] += Double(square[index * dimensions + dimension].sum())
      }
    }
  }
}

extension GaussianFactors {
  /// The posterior of each Gaussian for each of eight frames; nothing beyond `lanes`.
  fileprivate func posteriors(
    _ frame: UnsafeBufferPointer<SIMD8<Float>>, lanes: Int, into shares: inout [SIMD8<Float>]
  ) {
    let top = evaluate(frame, into: &shares)
    var total = SIMD8<Float>()
    for index in 0..<count {
      let below = shares[index] - top
      var share = SIMD8<Float>()
      for lane in 0..<lanes where below[lane] > Self.noShare { share[lane] = expf(below[lane]) }
      shares[index] = share
      total += share
    }
    total.replace(with: 1, where: total .== 0)
    for index in 0..<count { shares[index] /= total }
  }

  /// A Gaussian that is less likely by this than the best one, as a logarithm, answers for nothing of a frame.
  private static let noShare: Float = -10
}
