#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How likely a mark is right, by its signs: a logistic regression.
public struct MarkConfidence: Sendable {
  /// What is added in any case, then the weight of each sign.
  public let weights: [Double]

  /// Weights that were found before.
  public init(weights: [Double]) { self.weights = weights }

  /// What comes with the program, as `Benchmarks recordings FOLDER --leave-reciter-out` printed it: 971 marks of 51
  /// recordings of six reciters, each found with a model that never heard its reciter.
  ///
  /// With weights fitted to the marks of the other five reciters, 98.9 % were stated at 0.9 or more, and 99.6 % of these right.
  public static let shipped = MarkConfidence(weights: [
    7.152, -1.9083, 0.0128, 0.0488, 1.141, -2.0259, 5.0088, -1.1636, -0.9684, -1.8271, -3.3381, 4.6193,
  ])

  /// What a passage that may be another one takes from the score of each mark. A caution, and not fitted: all known marks are
  /// of right passages.
  private static let doubt = 1.5
  private static let limits = 0.02...0.99

  /// How likely a mark with these signs is right.
  public func probability(of signs: MarkSigns) -> Double {
    let score =
      zip(weights.dropFirst(), signs.values).reduce(weights.first ?? 0) { $0 + $1.0 * $1.1 }
      - (signs.isDoubtful ? Self.doubt : 0)
    return min(max(1 / (1 + exp(-score)), Self.limits.lowerBound), Self.limits.upperBound)
  }

  /// How much weights are drawn to nothing, when signs are counted in standard deviations.
  private static let penalty = 2.0

  /// The weights under which it is likeliest that just these marks are right (Newton's method, with a penalty on
  /// squared weights).
  public init(fitting marks: [(signs: MarkSigns, isRight: Bool)]) {
    let count = (marks.first?.signs.values.count ?? 0) + 1
    let number = Double(max(marks.count, 1))
    var means = [Double](repeating: 0, count: count)
    var spreads = [Double](repeating: 1, count: count)
    for sign in 1..<max(count, 1) {
      let values = marks.map { $0.signs.values[sign - 1] }
      means[sign] = values.reduce(0, +) / number
      let square = values.reduce(0) { $0 + ($1 - means[sign]) * ($1 - means[sign]) }
      spreads[sign] = max(sqrt(square / number), 1e-6)
    }
    let rows = marks.map { mark in
      [1] + mark.signs.values.enumerated().map { ($1 - means[$0 + 1]) / spreads[$0 + 1] }
    }
    var weights = [Double](repeating: 0, count: count)
    for _ in 0..<30 {
      var slope = weights.enumerated().map { $0 == 0 ? 0 : -Self.penalty * $1 }
      var curve = (0..<count).map { row in
        (0..<count).map { $0 == row ? (row == 0 ? 1e-6 : Self.penalty) : 0.0 }
      }
      for (row, mark) in zip(rows, marks) {
        let score = zip(weights, row).reduce(0) { $0 + $1.0 * $1.1 }
        let probability = 1 / (1 + exp(-score))
        let rest = (mark.isRight ? 1 : 0) - probability
        let bend = max(probability * (1 - probability), 1e-9)
        for a in 0..<count {
          slope[a] += rest * row[a]
          for b in 0..<count { curve[a][b] += bend * row[a] * row[b] }
        }
      }
      let step = Self.solution(of: curve, slope)
      for index in weights.indices { weights[index] += min(max(step[index], -3), 3) }
      if step.allSatisfy({ abs($0) < 1e-9 }) { break }
    }
    for index in 1..<max(count, 1) {
      weights[index] /= spreads[index]
      weights[0] -= weights[index] * means[index]
    }
    self.weights = weights
  }

  /// Of linear equations with a symmetric positive matrix.
  private static func solution(of matrix: [[Double]], _ right: [Double]) -> [Double] {
    var (matrix, right) = (matrix, right)
    let count = right.count
    for column in 0..<count {
      for row in column + 1..<max(count, column + 1) {
        let factor = matrix[row][column] / matrix[column][column]
        for place in column..<count { matrix[row][place] -= factor * matrix[column][place] }
        right[row] -= factor * right[column]
      }
    }
    for row in (0..<count).reversed() {
      for place in row + 1..<max(count, row + 1) { right[row] -= matrix[row][place] * right[place] }
      right[row] /= matrix[row][row]
    }
    return right
  }
}
