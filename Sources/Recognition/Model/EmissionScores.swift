import Audio
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The emission scores of an utterance: by frame, how well each phone class explains it, and how well anything at all does.
///
/// A score is a quarter of the log-likelihood ratio of the class to the best class of the frame. A quarter, as neighbouring
/// frames say much the same: an acoustic scale, as every decoder has one (Young et al., The HTK Book, 2006, "grammar scale
/// factor"). The filler row is an on-line garbage model (Bourlard, D'hoore, Boite: Optimizing recognition and rejection
/// performance in wordspotting systems, ICASSP 1994): as good as the best class, less a little. Ours is that the best is averaged over five
/// frames, so that one odd frame is no filler, and that no class falls below a floor.
struct EmissionScores: Sendable {
  /// The row of the filler model: something that is none of the passage.
  static let filler = AcousticModel.PhoneClass.allCases.count
  private static let acousticScale: Float = 0.25
  /// No class is worse than this: one odd frame must not outweigh the sounds around it.
  private static let least: Float = -3
  /// What else would be heard where a person has said that nothing of the passage is.
  private static let ruledOut: Float = -50
  /// The filler is as good as the best class on average over so many frames on each side.
  private static let fillerReach = 2

  /// How many frames there are.
  private(set) var count: Int
  /// Of class `c`, the sum over the frames before `t` at `c * (count + 1) + t`.
  ///
  /// In double precision, as differences of far larger sums are what is used.
  private(set) var sums: [Double]

  /// Scores that were made elsewhere: one row for each class, `filler` the last.
  init(_ rows: [[Float]]) {
    self.init(count: rows.first?.count ?? 0, Array(rows.joined()), rows: rows.count)
  }

  /// So many rows, one after the other, with `stride` frames for one; those that are too few for one at the end are left out.
  private init(count: Int, _ values: [Float], rows: Int, stride: Int = 1) {
    let few = count / stride
    self.count = few
    sums = []
    sums.reserveCapacity(rows * (few + 1))
    for row in 0..<rows {
      var sum = 0.0
      sums.append(0)
      for frame in 0..<few {
        for place in row * count + frame * stride..<row * count + (frame + 1) * stride {
          sum += Double(values[place])
        }
        sums.append(sum)
      }
    }
  }

  private init(count: Int, sums: [Double]) {
    self.count = count
    self.sums = sums
  }

  /// The same with `stride` frames for one; those that are too few for one at the end are left out.
  func coarser(by stride: Int) -> EmissionScores {
    guard stride > 1 else { return self }
    let few = count / stride
    var coarse: [Double] = []
    coarse.reserveCapacity(sums.count / stride + 1)
    for row in 0..<sums.count / (count + 1) {
      for frame in 0...few { coarse.append(sums[row * (count + 1) + frame * stride]) }
    }
    return EmissionScores(count: few, sums: coarse)
  }

  /// `silent` are stretches in which a person has said that nothing of the passage is heard.
  /// A frame of other things is `fillerCost` worse than the best class. With a `stride` the finer scores are never all there.
  init(
    _ model: AcousticModel, _ features: SpeechFeatures, silent: [Range<Int>] = [],
    fillerCost: Float = Costs.fillerFrame, stride: Int = 1
  ) {
    // All rows in one array: six hours are 48 MB, which many small arrays would not give back at once.
    var rows = Self.likelihoods(model, features)
    let count = features.count
    let last = model.mixtures.count * count
    var best = [Float](repeating: -.infinity, count: count)
    for row in Swift.stride(from: count, to: last, by: max(1, count)) {
      for t in 0..<count { best[t] = max(best[t], rows[row + t]) }
    }
    for t in 0..<count {
      var sum: Float = 0
      for near in t - Self.fillerReach...t + Self.fillerReach { sum += best[min(max(near, 0), count - 1)] }
      rows[last + t] = sum / Float(2 * Self.fillerReach + 1) - fillerCost
    }
    for t in 0..<count { best[t] = max(best[t], rows[t]) }
    for row in Swift.stride(from: 0, to: rows.count, by: max(1, count)) {
      for t in 0..<count { rows[row + t] = max(rows[row + t] - best[t], Self.least) }
      for range in silent {
        for t in range.clamped(to: 0..<count) { rows[row + t] = row == 0 ? 0 : Self.ruledOut }
      }
    }
    self.init(count: count, rows, rows: model.mixtures.count + 1, stride: stride)
  }

  /// The scores of a stretch, as if it were all.
  func slice(_ frames: Range<Int>) -> EmissionScores {
    var part = EmissionScores([])
    part.count = frames.count
    for row in stride(from: 0, to: sums.count, by: count + 1) {
      part.sums += sums[(row + frames.lowerBound)...(row + frames.upperBound)]
    }
    return part
  }

  /// The sum of a class's scores over a stretch.
  func sum(_ row: Int, _ frames: Range<Int>) -> Double {
    let start = row * (count + 1)
    return sums[start + frames.upperBound] - sums[start + frames.lowerBound]
  }

  /// Of each class after the other by frame, and room for one row more.
  private static func likelihoods(_ model: AcousticModel, _ features: SpeechFeatures) -> [Float] {
    let classes = model.mixtures.map(GaussianFactors.init)
    let count = features.count
    let most = classes.map(\.count).max() ?? 0
    var table = [Float](repeating: 0, count: (classes.count + 1) * count)
    // Every thread writes its own frames.
    table.withUnsafeMutableBufferPointer { table in
      features.values.withUnsafeBufferPointer { values in
        nonisolated(unsafe) let table = table
        nonisolated(unsafe) let values = values
        let piece = 4096
        DispatchQueue.concurrentPerform(iterations: (count + piece - 1) / piece) { number in
          var frame = [SIMD8<Float>](repeating: SIMD8(), count: SpeechFeatures.dimensions)
          var scores = [SIMD8<Float>](repeating: SIMD8(), count: most)
          for first in stride(from: number * piece, to: min(count, (number + 1) * piece), by: 8) {
            let lanes = min(8, count - first)
            for dimension in frame.indices {
              for lane in 0..<lanes { frame[dimension][lane] = values[dimension * count + first + lane] }
            }
            for (index, sound) in classes.enumerated() {
              let result = sound.logLikelihood(frame, &scores)
              for lane in 0..<lanes { table[index * count + first + lane] = acousticScale * result[lane] }
            }
          }
        }
      }
    }
    return table
  }
}

extension GaussianFactors {
  /// Of eight frames at once, the log-likelihood of all Gaussians together; `densities` is room for one value a Gaussian.
  fileprivate func logLikelihood(_ frame: [SIMD8<Float>], _ densities: inout [SIMD8<Float>]) -> SIMD8<Float> {
    guard count > 0 else { return SIMD8(repeating: Self.unknown) }
    var top = frame.withUnsafeBufferPointer { evaluate($0, into: &densities) }
    if count == 1 { return top }
    var total = SIMD8<Float>()
    for index in 0..<count {
      let below = densities[index] - top
      for lane in 0..<8 where below[lane] > Self.negligible { total[lane] += expf(below[lane]) }
    }
    for lane in 0..<8 { top[lane] += logf(total[lane]) }
    return top
  }

  /// The log-likelihood of a class of which nothing is known.
  private static let unknown: Float = -1000
  /// What is less likely by this, as a logarithm, adds nothing in single precision.
  private static let negligible: Float = -16
}
