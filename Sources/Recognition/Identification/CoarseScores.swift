import TilawaSound

/// Scores of a recording in whole numbers, 25 times a second: coarse, and quick to search with.
struct CoarseScores: Sendable {
  /// Frames of `SpeechFeatures` that count as one.
  static let stride = 2
  /// Frames a second.
  static let framesPerSecond = SpeechFeatures.framesPerSecond / stride
  /// The value of a score of 1 in `EmissionScores`, as a divisor.
  static let unit = 8.0
  /// No frame says more against a class.
  private static let least = -56.0
  /// A stretch that is searched at once: sums over it must fit into 16 bits.
  static let longestBlock = 10 * framesPerSecond
  private static let shortestBlock = 4 * framesPerSecond

  private static let silence = 0

  let count: Int
  /// By phone, then by frame.
  private let rows: [[Int16]]
  /// The scores of any sound that is not recitation.
  private let others: [Int16]

  // Worse than recitation scores by the model, even with bad acoustics.
  private static let otherScore = -8.0

  /// Frames of these that are scored at once: the scores of all phones in all of a long recording are large.
  private static let batch = 1 << 14

  /// The scores of all frames of a recording.
  init(_ scores: PhoneScores, frames: Int) {
    self.init(count: frames / Self.stride) { own in
      let values = scores.scores(of: own.lowerBound * Self.stride..<own.upperBound * Self.stride)
      let width = own.count * Self.stride
      return (0..<PhoneNetwork.classes).map { values[$0 * width..<($0 + 1) * width] }
    }
  }

  /// Single frames of phones that were scored elsewhere, one row for each.
  init(_ rows: [[Float]]) {
    self.init(count: (rows.first?.count ?? 0) / Self.stride) { own in
      rows.map { $0[own.lowerBound * Self.stride..<own.upperBound * Self.stride] }
    }
  }

  private init(count: Int, _ scores: (Range<Int>) -> [ArraySlice<Float>]) {
    self.count = count
    var rows = [[Int16]](repeating: [], count: PhoneNetwork.classes)
    for row in rows.indices { rows[row].reserveCapacity(count) }
    // What a frame adds to the sum of all before it, as `EmissionScores` has it.
    var sums = [Double](repeating: 0, count: PhoneNetwork.classes)
    for first in Swift.stride(from: 0, to: count, by: Self.batch) {
      let own = first..<min(first + Self.batch, count)
      for (row, values) in scores(own).enumerated() {
        var place = values.startIndex
        for _ in own {
          let before = sums[row]
          for _ in 0..<Self.stride {
            sums[row] += Double(values[place])
            place += 1
          }
          rows[row].append(Int16(max(Self.least, (sums[row] - before) * Self.unit).rounded()))
        }
      }
    }
    self.rows = rows
    others = rows[Self.silence].map { max($0, Int16(Self.otherScore)) }
  }

  /// Of each class the sums up to every frame of a block; `count + 1` values a row.
  func sums(_ block: Range<Int>) -> [[Int16]] {
    rows.map { row in
      var sum: Int16 = 0
      return [0]
        + row[block].map { value in
          sum += value
          return sum
        }
    }
  }

  /// Returns the score of a block as no recitation.
  func other(_ block: Range<Int>) -> Int { others[block].reduce(0) { $0 + Int($1) } }

  /// Stretches of four to ten seconds that end in silence where there is any.
  func blocks() -> [Range<Int>] {
    let silence = rows[Self.silence].map(Int.init)
    let width = Self.framesPerSecond / 5
    var result: [Range<Int>] = []
    var start = 0
    while count - start > Self.longestBlock {
      var best = start + Self.longestBlock
      var most = Int.min
      for frame in start + Self.shortestBlock...start + Self.longestBlock {
        let near = max(start, frame - width)..<min(count, frame + width)
        let score = near.reduce(0) { $0 + silence[$1] }
        // Of long silences the earliest place: what follows belongs together.
        if score > most {
          most = score
          best = frame
        }
      }
      result.append(start..<best)
      start = best
    }
    if count > start { result.append(start..<count) }
    return result
  }
}
