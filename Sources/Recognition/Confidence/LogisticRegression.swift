/// The probability of a hypothesis by its signs, whose weighted sum is the log odds. (Cox: The regression
/// analysis of binary sequences, Journal of the Royal Statistical Society B 20, 1958.)
package struct LogisticRegression: Sendable {
  /// The log odds if all signs are 0.
  package let bias: Double
  /// By sign.
  package let weights: [Double]
  /// The weights for signs that are counted in standard deviations.
  let standardized: [Double]

  /// A case that is known to be right or wrong.
  package struct Known: Sendable {
    var signs: [Double]
    var isRight: Bool
    /// The number of times that the case counts.
    var count: Double

    /// A case with its signs, each time in the same order.
    package init(signs: [Double], isRight: Bool, count: Double = 1) {
      self.signs = signs
      self.isRight = isRight
      self.count = count
    }
  }

  /// Weights that were fitted before.
  init(bias: Double, _ weights: [Double]) {
    self.bias = bias
    self.weights = weights
    standardized = weights
  }

  /// Returns the probability of a case with these signs; `prior` is added to its log odds.
  package func probability(of signs: [Double], prior: Double = 0) -> Double {
    1 / (1 + exponential(-zip(weights, signs).reduce(bias + prior) { $0 + $1.0 * $1.1 }))
  }

  /// Fits the weights under which the known cases are likeliest.
  ///
  /// `mistaken` is the share of cases whose label is taken to be wrong. `penalty` is the strength with which
  /// weights are drawn to 0, if signs are counted in standard deviations.
  package init(fitting known: [Known], mistaken: Double = 0, penalty: Double = 2) {
    let number = Double(max(known.count, 1))
    let signs = known.first.map { Array($0.signs.indices) } ?? []
    let means = signs.map { sign in known.reduce(0) { $0 + $1.signs[sign] } / number }
    let spreads = signs.map { sign in
      max(
        (known.reduce(0) { $0 + ($1.signs[sign] - means[sign]) * ($1.signs[sign] - means[sign]) } / number)
          .squareRoot(), 1e-6)
    }
    let rows = known.map { known in
      [1] + signs.map { (known.signs[$0] - means[$0]) / spreads[$0] }
    }
    let found = Self.weights(of: rows, known, mistaken, penalty)
    standardized = Array(found.dropFirst())
    weights = zip(standardized, spreads).map { $0 / $1 }
    bias = zip(weights, means).reduce(found.first ?? 0) { $0 - $1.0 * $1.1 }
  }

  /// Constants of Newton's method. They are not fitted: they prevent division by 0 and large jumps, and leave
  /// the maximum as it is.
  private enum Newton {
    /// The maximum number of steps. If `mistaken` is 0, each step doubles the right digits; else expectation
    /// and maximisation alternate.
    static let mostSteps = 200
    /// The longest step of a weight, in log odds for each standard deviation of its sign.
    static let longestStep = 3.0
    /// Weights that change by less, in the same unit, are found.
    static let precision = 1e-9
    /// The value added to the curvature of the bias, which has no penalty.
    static let leastCurvature = 1e-6
    /// The least variance of what is certain: p (1 - p).
    static let leastVariance = 1e-9
  }

  /// Fits the weights by Newton's method, with a penalty on squared weights.
  ///
  /// The probability that each label is right is computed anew in each step. (Dempster, Laird, Rubin: Maximum
  /// likelihood from incomplete data via the EM algorithm, Journal of the Royal Statistical Society B 39,
  /// 1977.)
  private static func weights(
    of rows: [[Double]], _ known: [Known], _ mistaken: Double, _ penalty: Double
  ) -> [Double] {
    let count = rows.first?.count ?? 1
    var weights = [Double](repeating: 0, count: count)
    for _ in 0..<Newton.mostSteps {
      var slope = weights.enumerated().map { $0 == 0 ? 0 : -penalty * $1 }
      var curve = (0..<count).map { row in
        (0..<count).map { $0 == row ? (row == 0 ? Newton.leastCurvature : penalty) : 0.0 }
      }
      for (row, known) in zip(rows, known) {
        let score = zip(weights, row).reduce(0) { $0 + $1.0 * $1.1 }
        let probability = 1 / (1 + exponential(-score))
        let rest = known.count * (trueProbability(known.isRight, at: probability, mistaken) - probability)
        let bend = known.count * max(probability * (1 - probability), Newton.leastVariance)
        for a in 0..<count {
          slope[a] += rest * row[a]
          for b in 0..<count { curve[a][b] += bend * row[a] * row[b] }
        }
      }
      let step = solution(of: curve, slope)
      for index in weights.indices {
        weights[index] += min(max(step[index], -Newton.longestStep), Newton.longestStep)
      }
      if step.allSatisfy({ abs($0) < Newton.precision }) { break }
    }
    return weights
  }

  /// Returns the probability that a case is right, given its label and its `probability` by its signs.
  private static func trueProbability(
    _ isRight: Bool, at probability: Double, _ mistaken: Double
  ) -> Double {
    guard mistaken > 0 else { return isRight ? 1 : 0 }
    let known = isRight ? 1 - mistaken : mistaken
    let right = known * probability
    return right / (right + (1 - known) * (1 - probability))
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
