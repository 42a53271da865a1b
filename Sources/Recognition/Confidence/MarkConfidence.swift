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

  /// What comes with the program, as `Benchmarks recordings FOLDER --leave-reciter-out` printed it for plain recordings and what
  /// `Tests/harder-recordings` makes of them: 2,377 marks of 137 recordings of six reciters, each found with a model that
  /// never heard its reciter.
  ///
  /// Wrong marks counted three times there. Marks by the table that ships are stated at 0.9 or more in 93.5 % of them, and
  /// 99.7 % of these are right.
  public static let shipped = MarkConfidence(weights: [
    9.0313, -3.9181, -1.0134, -2.0006, 0.3762, -3.1458, -0.7552, -2.1288, -0.401, -2.3175, -3.0697, -7.8166,
  ])

  /// What a passage that may be another one takes from the score of each mark. A caution, and not fitted: all known marks are
  /// of right passages.
  private static let doubt = 1.5
  private static let limits = 0.02...0.99
  /// The most that is stated of marks whose passage may be another one.
  private static let mostInDoubt = 0.85

  /// How likely a mark with these signs is right.
  public func probability(of signs: MarkSigns) -> Double {
    let score =
      zip(weights.dropFirst(), signs.values).reduce(weights.first ?? 0) { $0 + $1.0 * $1.1 }
      - (signs.isDoubtful ? Self.doubt : 0)
    let most = signs.mayBeAnother ? Self.mostInDoubt : Self.limits.upperBound
    return min(max(1 / (1 + exp(-score)), Self.limits.lowerBound), most)
  }

  /// How much weights are drawn to nothing, when signs are counted in standard deviations.
  private static let penalty = 2.0
  /// Wrong marks count so often: a handful is known, and recordings to come are harder than those that are known.
  private static let caution = 5.0

  /// The weights under which it is likeliest that just these marks are right, none of which speaks for a mark that should
  /// speak against it.
  public init(fitting marks: [(signs: MarkSigns, isRight: Bool)]) {
    let count = marks.first?.signs.values.count ?? 0
    let number = Double(max(marks.count, 1))
    let means = (0..<count).map { sign in marks.reduce(0) { $0 + $1.signs.values[sign] } / number }
    let spreads = (0..<count).map { sign in
      max((marks.reduce(0) { $0 + pow($1.signs.values[sign] - means[sign], 2) } / number).squareRoot(), 1e-6)
    }
    var used = Array(0..<count)
    var weights = [Double](repeating: 0, count: count + 1)
    while true {
      let rows = marks.map { mark in
        [1] + used.map { (mark.signs.values[$0] - means[$0]) / spreads[$0] }
      }
      let found = Self.weights(of: rows, marks.map(\.isRight))
      weights = [Double](repeating: 0, count: count + 1)
      weights[0] = found.first ?? 0
      for (sign, weight) in zip(used, found.dropFirst()) { weights[sign + 1] = weight }
      // The sign that is most at odds with what it means goes first.
      func oddity(_ sign: Int) -> Double {
        weights[sign + 1] * (MarkSigns.speakingFor.contains(sign) ? -1 : 1)
      }
      guard let odd = used.max(by: { oddity($0) < oddity($1) }), oddity(odd) > 0 else { break }
      used.removeAll { $0 == odd }
    }
    for sign in 0..<count {
      weights[sign + 1] /= spreads[sign]
      weights[0] -= weights[sign + 1] * means[sign]
    }
    self.weights = weights
  }

  /// By Newton's method, with a penalty on squared weights.
  private static func weights(of rows: [[Double]], _ isRight: [Bool]) -> [Double] {
    let count = rows.first?.count ?? 1
    var weights = [Double](repeating: 0, count: count)
    for _ in 0..<40 {
      var slope = weights.enumerated().map { $0 == 0 ? 0 : -penalty * $1 }
      var curve = (0..<count).map { row in
        (0..<count).map { $0 == row ? (row == 0 ? 1e-6 : penalty) : 0.0 }
      }
      for (row, isRight) in zip(rows, isRight) {
        let score = zip(weights, row).reduce(0) { $0 + $1.0 * $1.1 }
        let probability = 1 / (1 + exp(-score))
        let times = isRight ? 1 : caution
        let rest = times * ((isRight ? 1 : 0) - probability)
        let bend = times * max(probability * (1 - probability), 1e-9)
        for a in 0..<count {
          slope[a] += rest * row[a]
          for b in 0..<count { curve[a][b] += bend * row[a] * row[b] }
        }
      }
      let step = solution(of: curve, slope)
      for index in weights.indices { weights[index] += min(max(step[index], -3), 3) }
      if step.allSatisfy({ abs($0) < 1e-9 }) { break }
    }
    return weights
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
