/// The changes in a recording's loudness, 100 times a second, which the acoustics of the place and the
/// encoding leave as they are.
struct LevelContour {
  /// Milliseconds from one value to the next.
  static let hop = LevelCurve.hop
  /// Around 0, which is the mean of the two seconds around; 1 is 10 dB.
  let values: [Float]

  init(_ curve: LevelCurve) {
    // Noise of one of two recordings fills what is quieter than this.
    let high = Float(curve.percentile(0.95)) / 1000
    let levels = curve.levels.map { min(max(Float($0) / 1000, high - 2.5), high + 1) }
    let means = runningMean(levels, width: 200)
    values = zip(levels, means).map { $0 - $1 }
  }

  /// Returns the likeness of two stretches of `count` values, from -1 to 1.
  func likeness(_ start: Int, _ other: LevelContour, _ otherStart: Int, _ count: Int) -> Double {
    guard start >= 0, otherStart >= 0, start + count <= values.count,
      otherStart + count <= other.values.count
    else { return 0 }
    var (sum, first, second): (Float, Float, Float) = (0, 0, 0)
    values.withUnsafeBufferPointer { a in
      other.values.withUnsafeBufferPointer { b in
        for index in 0..<count {
          let (x, y) = (a[start + index], b[otherStart + index])
          sum += x * y
          first += x * x
          second += y * y
        }
      }
    }
    return first * second > 0 ? Double(sum / (first * second).squareRoot()) : 0
  }

  /// The place of the loudest 300 ms of a stretch: its first value.
  func loudest(in range: Range<Int>) -> Int {
    let width = 30
    guard range.count > width else { return range.lowerBound }
    var sum = values[range.lowerBound..<(range.lowerBound + width)].reduce(0, +)
    var best = (sum: sum, place: range.lowerBound)
    for place in range.lowerBound..<(range.upperBound - width) {
      sum += values[place + width] - values[place]
      if sum > best.sum { best = (sum, place + 1) }
    }
    return best.place
  }
}
