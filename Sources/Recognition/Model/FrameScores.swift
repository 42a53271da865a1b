import TilawaBase
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `EmissionScores` sums: the scores of single frames, made for a stretch at a time.
struct FrameScores {
  private static let acousticScale: Float = 0.25
  /// No class is worse than this: one odd frame must not outweigh the sounds around it.
  private static let least: Float = -3
  /// What else would be heard where a person has said that nothing of the passage is.
  static let ruledOut: Float = -50
  /// The filler is as good as the best class on average over so many frames on each side.
  static let fillerReach = 2
  /// Frames that a thread works on at once.
  private static let piece = 4096

  private let classes: [GaussianFactors]
  private let mostGaussians: Int
  private let features: SpeechFeatures
  private let silent: [Range<Int>]
  private let fillerCost: Float

  init(_ model: AcousticModel, _ features: SpeechFeatures, silent: [Range<Int>], fillerCost: Float) {
    classes = model.mixtures.map(GaussianFactors.init)
    mostGaussians = classes.map(\.count).max() ?? 0
    self.features = features
    self.silent = silent
    self.fillerCost = fillerCost
  }

  /// One for each class, and the filler's.
  var rows: Int { classes.count + 1 }

  /// The scores of some frames, one row after the other.
  func scores(of frames: Range<Int>) -> [Float] {
    let width = frames.count
    return [Float](unsafeUninitializedCapacity: rows * width) { table, filled in
      filled = rows * width
      // Every thread writes its own frames.
      nonisolated(unsafe) let table = table
      Processors.share((width + Self.piece - 1) / Self.piece) { number in
        let first = number * Self.piece
        let own = frames.lowerBound + first..<frames.lowerBound + min(first + Self.piece, width)
        let part = piece(own)
        for row in 0..<rows {
          for index in 0..<own.count {
            table.initializeElement(at: row * width + first + index, to: part[row * own.count + index])
          }
        }
      }
    }
  }

  private func piece(_ own: Range<Int>) -> [Float] {
    // As far around as the filler looks.
    let wide =
      max(0, own.lowerBound - Self.fillerReach)..<min(features.count, own.upperBound + Self.fillerReach)
    let likelihoods = likelihoods(of: wide)
    let (count, shift) = (own.count, own.lowerBound - wide.lowerBound)
    // Of all classes but silence, the first one, which is no sound.
    var best = [Float](repeating: -.infinity, count: wide.count)
    for row in Swift.stride(from: wide.count, to: likelihoods.count, by: wide.count) {
      for t in 0..<wide.count { best[t] = max(best[t], likelihoods[row + t]) }
    }
    var scores: [Float] = []
    scores.reserveCapacity(rows * count)
    for row in classes.indices {
      let first = row * wide.count + shift
      scores += likelihoods[first..<first + count]
    }
    scores += fillers(best, shift..<shift + count)
    for t in 0..<wide.count { best[t] = max(best[t], likelihoods[t]) }
    for row in 0..<rows {
      for t in 0..<count {
        scores[row * count + t] = max(scores[row * count + t] - best[shift + t], Self.least)
      }
      for range in silent {
        for t in range.clamped(to: own) {
          scores[row * count + t - own.lowerBound] = row == 0 ? 0 : Self.ruledOut
        }
      }
    }
    return scores
  }

  /// The filler at some places of a stretch, by the best class at each place.
  private func fillers(_ best: [Float], _ places: Range<Int>) -> [Float] {
    places.map { place in
      var sum: Float = 0
      for near in place - Self.fillerReach...place + Self.fillerReach {
        sum += best[min(max(near, 0), best.count - 1)]
      }
      return sum / Float(2 * Self.fillerReach + 1) - fillerCost
    }
  }

  /// Of each class after the other by frame.
  private func likelihoods(of frames: Range<Int>) -> [Float] {
    var table = [Float](repeating: 0, count: classes.count * frames.count)
    features.values(of: frames).withUnsafeBufferPointer { values in
      var frame = [SIMD8<Float>](repeating: SIMD8(), count: SpeechFeatures.dimensions)
      var densities = [SIMD8<Float>](repeating: SIMD8(), count: mostGaussians)
      for first in Swift.stride(from: 0, to: frames.count, by: 8) {
        let lanes = min(8, frames.count - first)
        for dimension in frame.indices {
          let place = dimension * frames.count + first
          for lane in 0..<lanes { frame[dimension][lane] = values[place + lane] }
        }
        for (index, sound) in classes.enumerated() {
          let result = sound.logLikelihood(frame, &densities)
          for lane in 0..<lanes {
            table[index * frames.count + first + lane] = Self.acousticScale * result[lane]
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
