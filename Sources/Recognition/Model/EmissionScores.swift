import TilawaSound

/// The emission scores of an utterance, summed: by phone and frame, the fit of each phone and of any sound at
/// all (`PhoneScores`).
struct EmissionScores: Sendable {
  /// The number of frames.
  let count: Int
  /// The number of frames of `SpeechFeatures` that count as one.
  let stride: Int
  private let rows: Int
  /// The sums of class `c` over the frames before `t`, at `c * (count / spacing + 1) + t / spacing`, for
  /// every `spacing`-th frame.
  ///
  /// They are in double precision, because differences of far larger sums are used.
  private let sums: [Double]
  private let spacing: Int
  /// The score of class `c` in frame `t` at `c * count + t`, for computing sums in between; empty if all sums
  /// are there.
  private let scores: [Float]

  /// The spacing of the sums of single frames, which need twice as much memory as scores. If two frames or
  /// more count as one, all sums need no more.
  private static let spacing = 16
  /// Frames that are summed at once.
  private static let batch = 1 << 15

  /// Scores that were made elsewhere: one row for each class, other things the last.
  init(_ rows: [[Float]]) {
    self.init(count: rows.first?.count ?? 0, rows: rows.count, stride: 1) { frames in
      rows.flatMap { $0[frames] }
    }
  }

  /// Sums the scores. `stride` frames count as one; frames at the end that are too few for one are left out.
  init(_ scores: PhoneScores, frames: Int, stride: Int) {
    self.init(count: frames / stride, rows: PhoneScores.rows, stride: stride, scores.scores)
  }

  /// Sums the results of `scores` for a stretch, one row after the other.
  ///
  /// The scores of all single frames are never in memory more than once, because those of a long recording
  /// are large.
  init(count: Int, rows: Int, stride: Int, _ scores: (Range<Int>) -> [Float]) {
    let spacing = stride > 1 ? 1 : Self.spacing
    let width = count / spacing + 1
    var sums = [Double](repeating: 0, count: rows * width)
    var singles = [Float](repeating: 0, count: spacing > 1 ? rows * count : 0)
    var last = [Double](repeating: 0, count: rows)
    for first in Swift.stride(from: 0, to: count, by: Self.batch) {
      let own = first..<min(first + Self.batch, count)
      let values = scores(own.lowerBound * stride..<own.upperBound * stride)
      var place = 0
      for row in 0..<rows {
        var sum = last[row]
        for frame in own {
          if spacing > 1 { singles[row * count + frame] = values[place] }
          for _ in 0..<stride {
            sum += Double(values[place])
            place += 1
          }
          if (frame + 1) % spacing == 0 { sums[row * width + (frame + 1) / spacing] = sum }
        }
        last[row] = sum
      }
    }
    self.init(count: count, stride: stride, rows: rows, sums: sums, spacing: spacing, scores: singles)
  }

  private init(
    count: Int, stride: Int, rows: Int, sums: [Double], spacing: Int = 1, scores: [Float] = []
  ) {
    self.count = count
    self.stride = stride
    self.rows = rows
    self.sums = sums
    self.spacing = spacing
    self.scores = scores
  }

  /// Takes `factor` frames for one; those that are too few for one at the end are left out.
  mutating func coarsen(by factor: Int) { self = coarser(by: factor) }

  /// Returns the scores with `factor` frames for one.
  func coarser(by factor: Int) -> EmissionScores {
    guard factor > 1 else { return self }
    let few = count / factor
    var coarse: [Double] = []
    coarse.reserveCapacity(rows * (few + 1))
    for row in 0..<rows { addSums(of: row, 0...few * factor, every: factor, to: &coarse) }
    return EmissionScores(count: few, stride: stride * factor, rows: rows, sums: coarse)
  }

  /// The scores of a stretch, as if it were all.
  func slice(_ frames: Range<Int>) -> EmissionScores {
    EmissionScores(
      count: frames.count, stride: stride, rows: rows,
      sums: summed(frames.lowerBound...frames.upperBound).sums)
  }

  /// The sums up to each frame of a stretch and its end.
  func summed(_ frames: ClosedRange<Int>) -> EmissionSums {
    if spacing == 1, frames == 0...count { return EmissionSums(sums, first: 0, width: count + 1) }
    var part: [Double] = []
    part.reserveCapacity(rows * frames.count)
    for row in 0..<rows { addSums(of: row, frames, to: &part) }
    return EmissionSums(part, first: frames.lowerBound, width: frames.count)
  }

  /// Adds the sums of a row before some frames: the first, and every `step`-th after it.
  private func addSums(of row: Int, _ frames: ClosedRange<Int>, every step: Int = 1, to all: inout [Double]) {
    guard spacing > 1 else {
      let start = row * (count + 1)
      for frame in Swift.stride(from: frames.lowerBound, through: frames.upperBound, by: step) {
        all.append(sums[start + frame])
      }
      return
    }
    var frame = frames.lowerBound
    var sum = sum(row, before: frame)
    all.append(sum)
    while frame < frames.upperBound {
      for _ in 0..<step {
        sum += Double(scores[row * count + frame])
        frame += 1
      }
      all.append(sum)
    }
  }

  /// Returns the sum of a class's scores over all frames before one. However it is computed, the same single
  /// frames are added in the same order.
  private func sum(_ row: Int, before frame: Int) -> Double {
    let block = frame / spacing
    var sum = sums[row * (count / spacing + 1) + block]
    for place in block * spacing..<frame { sum += Double(scores[row * count + place]) }
    return sum
  }

  /// The sum of a class's scores over a stretch.
  func sum(_ row: Int, _ frames: Range<Int>) -> Double {
    sum(row, before: frames.upperBound) - sum(row, before: frames.lowerBound)
  }
}

/// Sums of `EmissionScores` up to each frame of a stretch, as a search needs them side by side.
struct EmissionSums: Sendable {
  /// The first frame of the stretch, and how many sums a class has.
  let first: Int
  let width: Int
  /// Of class `c`, the sum over the frames before `t` at `c * width + t - first`.
  let sums: [Double]

  init(_ sums: [Double], first: Int, width: Int) {
    self.sums = sums
    self.first = first
    self.width = width
  }

  /// None.
  static let none = EmissionSums([], first: 0, width: 0)

  /// The sum of a class's scores over some frames.
  func sum(_ row: Int, _ frames: Range<Int>) -> Double {
    let start = row * width - first
    return sums[start + frames.upperBound] - sums[start + frames.lowerBound]
  }
}
