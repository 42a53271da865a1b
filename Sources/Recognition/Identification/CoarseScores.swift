import Audio

/// Scores of a recording in whole numbers, 25 times a second: coarse, and quick to search with.
struct CoarseScores: Sendable {
  /// Frames of `SpeechFeatures` that count as one.
  static let stride = 2
  /// Frames a second.
  static let framesPerSecond = SpeechFeatures.framesPerSecond / stride
  /// What a score of 1 is in `EmissionScores`, as a divisor.
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
  /// What anything that is no recitation scores.
  private let others: [Int16]

  // Worse than what is read, as the model knows it, and as it may be in bad rooms.
  private static let otherScore = -8.0

  /// The scores are those of phones, and no coarser than these.
  init(_ scores: EmissionScores) {
    let scores = scores.coarser(by: Self.stride / scores.stride)
    let count = scores.count
    self.count = count
    rows = (0..<PhoneNetwork.classes).map { phone in
      (0..<count).map { frame in
        let score = scores.sum(phone, frame..<frame + 1) * Self.unit
        return Int16(max(Self.least, score).rounded())
      }
    }
    let silence = rows[Self.silence]
    others = silence.map { max($0, Int16(Self.otherScore)) }
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

  /// What a block scores as no recitation.
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
