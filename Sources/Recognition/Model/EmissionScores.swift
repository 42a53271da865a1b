import Audio
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How well each class of sound, and anything at all, agrees with each frame of a recording.
///
/// Scores are a quarter of log likelihoods, as neighbouring frames say much the same, and relative to the best class of the
/// frame.
struct EmissionScores: Sendable {
  /// Something that is none of the passage: as good as the best sound of the frames around it, less a little.
  static let other = AcousticModel.Class.allCases.count
  private static let scale: Float = 0.25
  static let otherCost: Float = 0.7
  /// No class is worse than this: one odd frame must not outweigh the sounds around it.
  private static let least: Float = -3

  /// How many frames there are.
  private(set) var count: Int
  /// Of class `c`, the sum over the frames before `t` at `c * (count + 1) + t`.
  ///
  /// In double precision, as differences of far larger sums are what is used.
  private(set) var sums: [Double]

  /// Scores that were made elsewhere: one row for each class, `other` the last.
  init(_ rows: [[Float]]) {
    self.init(count: rows.first?.count ?? 0, Array(rows.joined()), rows: rows.count)
  }

  /// So many rows, one after the other.
  private init(count: Int, _ values: [Float], rows: Int) {
    self.count = count
    sums = []
    sums.reserveCapacity(rows * (count + 1))
    for row in 0..<rows {
      var sum = 0.0
      sums.append(0)
      for value in values[row * count..<(row + 1) * count] {
        sum += Double(value)
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
  /// A frame of other things is `otherCost` worse than the best sound.
  init(
    _ model: AcousticModel, _ features: SpeechFeatures, silent: [Range<Int>] = [],
    otherCost: Float = EmissionScores.otherCost
  ) {
    // All rows in one array: six hours are 48 MB, which many small arrays would not give back at once.
    var rows = Self.likelihoods(model, features)
    let count = features.count
    let last = model.mixtures.count * count
    var best = [Float](repeating: -.infinity, count: count)
    for row in stride(from: count, to: last, by: max(1, count)) {
      for t in 0..<count { best[t] = max(best[t], rows[row + t]) }
    }
    for t in 0..<count {
      var sum: Float = 0
      for near in t - 2...t + 2 { sum += best[min(max(near, 0), count - 1)] }
      rows[last + t] = sum / 5 - otherCost
    }
    for t in 0..<count { best[t] = max(best[t], rows[t]) }
    for row in stride(from: 0, to: rows.count, by: max(1, count)) {
      for t in 0..<count { rows[row + t] = max(rows[row + t] - best[t], Self.least) }
      for range in silent {
        for t in range.clamped(to: 0..<count) { rows[row + t] = row == 0 ? 0 : -50 }
      }
    }
    self.init(count: count, rows, rows: model.mixtures.count + 1)
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
  func sum(_ sound: Int, _ frames: Range<Int>) -> Double {
    let row = sound * (count + 1)
    return sums[row + frames.upperBound] - sums[row + frames.lowerBound]
  }

  /// Of each class after the other by frame, and room for one row more.
  private static func likelihoods(_ model: AcousticModel, _ features: SpeechFeatures) -> [Float] {
    let classes = model.mixtures.map(Gaussians.init)
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
              for lane in 0..<lanes { table[index * count + first + lane] = scale * result[lane] }
            }
          }
        }
      }
    }
    return table
  }
}

/// A mixture in the form in which it is quickest to evaluate.
private struct Gaussians: Sendable {
  let count: Int
  private let constants: [Float]
  /// Factors of each dimension and of its square, in turns; a row for each Gaussian.
  private let factors: [Float]

  init(_ mixture: AcousticModel.Mixture) {
    count = mixture.weights.count
    var constants: [Float] = []
    var factors: [Float] = []
    for (weight, (mean, variance)) in zip(mixture.weights, zip(mixture.means, mixture.variances)) {
      var constant = Double(log(max(weight, 1e-20)))
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

  /// Of eight frames at once; `scores` is room for one value a Gaussian.
  func logLikelihood(_ frame: [SIMD8<Float>], _ scores: inout [SIMD8<Float>]) -> SIMD8<Float> {
    guard count > 0 else { return SIMD8(repeating: -1000) }
    var top = SIMD8<Float>(repeating: -.infinity)
    factors.withUnsafeBufferPointer { factors in
      frame.withUnsafeBufferPointer { frame in
        for index in 0..<count {
          var sum = SIMD8<Float>(repeating: constants[index])
          var place = index * 2 * frame.count
          for value in frame {
            sum += value * (value * factors[place + 1] + factors[place])
            place += 2
          }
          scores[index] = sum
          top.replace(with: sum, where: sum .> top)
        }
      }
    }
    if count == 1 { return top }
    var total = SIMD8<Float>()
    for index in 0..<count {
      let below = scores[index] - top
      for lane in 0..<8 where below[lane] > -16 { total[lane] += expf(below[lane]) }
    }
    for lane in 0..<8 { top[lane] += logf(total[lane]) }
    return top
  }
}
