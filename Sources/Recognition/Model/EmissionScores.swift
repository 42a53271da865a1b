import Audio

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

  /// How many frames there are.
  private(set) var count: Int
  /// How many frames of `SpeechFeatures` count as one.
  private(set) var stride: Int
  /// Of class `c`, the sum over the frames before `t` at `c * (count + 1) + t`.
  ///
  /// In double precision, as differences of far larger sums are what is used.
  private(set) var sums: [Double]

  /// Frames that are summed at once.
  private static let batch = 1 << 16

  /// Scores that were made elsewhere: one row for each class, `filler` the last.
  init(_ rows: [[Float]]) {
    self.init(count: rows.first?.count ?? 0, rows: rows.count, stride: 1) { frames in
      rows.flatMap { $0[frames] }
    }
  }

  /// `silent` are stretches in which a person has said that nothing of the passage is heard.
  /// A frame of other things is `fillerCost` worse than the best class. With a `stride` so many frames count as one; those
  /// that are too few for one at the end are left out.
  init(
    _ model: AcousticModel, _ features: SpeechFeatures, silent: [Range<Int>] = [],
    fillerCost: Float = Costs.fillerFrame, stride: Int = 1
  ) {
    let frames = FrameScores(model, features, silent: silent, fillerCost: fillerCost)
    self.init(count: features.count / stride, rows: frames.rows, stride: stride, frames.scores)
  }

  /// Sums what `scores` gives of a stretch, one row after the other.
  ///
  /// The scores of all single frames are never there at once: of a long recording they are large.
  init(count: Int, rows: Int, stride: Int, _ scores: (Range<Int>) -> [Float]) {
    var sums = [Double](repeating: 0, count: rows * (count + 1))
    for first in Swift.stride(from: 0, to: count, by: Self.batch) {
      let own = first..<min(first + Self.batch, count)
      let values = scores(own.lowerBound * stride..<own.upperBound * stride)
      var place = 0
      for row in 0..<rows {
        var index = row * (count + 1) + first
        var sum = sums[index]
        for _ in own {
          for _ in 0..<stride {
            sum += Double(values[place])
            place += 1
          }
          index += 1
          sums[index] = sum
        }
      }
    }
    self.init(count: count, stride: stride, sums: sums)
  }

  private init(count: Int, stride: Int, sums: [Double]) {
    self.count = count
    self.stride = stride
    self.sums = sums
  }

  /// Takes `factor` frames for one; those that are too few for one at the end are left out.
  ///
  /// In place, as those of a long recording are large.
  mutating func coarsen(by factor: Int) {
    guard factor > 1 else { return }
    let (rows, few) = (sums.count / (count + 1), count / factor)
    for row in 0..<rows {
      for frame in 0...few { sums[row * (few + 1) + frame] = sums[row * (count + 1) + frame * factor] }
    }
    sums.removeLast(sums.count - rows * (few + 1))
    count = few
    stride *= factor
  }

  /// The same with `factor` frames for one.
  func coarser(by factor: Int) -> EmissionScores {
    var result = self
    result.coarsen(by: factor)
    return result
  }

  /// The scores of a stretch, as if it were all.
  func slice(_ frames: Range<Int>) -> EmissionScores {
    var part: [Double] = []
    for row in Swift.stride(from: 0, to: sums.count, by: count + 1) {
      part += sums[(row + frames.lowerBound)...(row + frames.upperBound)]
    }
    return EmissionScores(count: frames.count, stride: stride, sums: part)
  }

  /// The sum of a class's scores over a stretch.
  func sum(_ row: Int, _ frames: Range<Int>) -> Double {
    let start = row * (count + 1)
    return sums[start + frames.upperBound] - sums[start + frames.lowerBound]
  }
}
