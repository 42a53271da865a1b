#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The posterior of a mark being right, by its signs: a logistic regression, which calibrates what the searches say (Platt:
/// Probabilistic outputs for support vector machines, 1999; Jiang: Confidence measures for speech recognition: a survey, Speech
/// Communication 45, 2005). Ours are the signs, and that none may speak for a mark that should speak against it.
public struct MarkConfidence: Sendable {
  /// What is added in any case.
  public let bias: Double
  /// By sign; one that isn't there tells nothing.
  public let weights: [MarkSigns.Sign: Double]

  /// What comes with the program, as `Benchmarks recordings FOLDER --leave-reciter-out --networks NETWORKS` printed it for what
  /// `Tests/harder-recordings` makes of plain recordings, and these: 3,722 marks of 329 recordings of six reciters, each found with a model and
  /// a network that never heard its reciter.
  ///
  /// By the weights of the other reciters 94.5 % of these marks are stated at 0.9 or more, and 99.83 % of those are right.
  public static let shipped = MarkConfidence(
    bias: 9.0400,
    weights: [
      .tempo: -3.5234, .elsewhereUnadapted: -1.0193, .noPause: -2.6157, .misfitBefore: -1.2660,
      .misfitAfter: -3.2410, .oddityAfter: -1.3037, .otherPause: -3.1330, .misfit: -0.4387,
      .phonesAfter: -3.1152,
    ])

  /// The same of marks before `BoundaryRescoring` decides on them, which ones it shall decide on. Fitted to 3,719 marks of these
  /// recordings as they were found without it. The weights above won't do: they know that what is hard to tell has been asked
  /// once more, and by them it isn't (F1 at 250 ms of these recordings: 0.979 instead of 0.986).
  static let ofFirstHearing = MarkConfidence(
    bias: 7.7786,
    weights: [
      .tempo: -2.7203, .elsewhereUnadapted: -0.8652, .elsewhereBySounds: -0.3512, .noPause: -2.9578,
      .misfitBefore: -3.0832, .misfitAfter: -1.2022, .oddityAfter: -2.1839, .otherPause: -2.8517,
      .phonesBefore: -0.9799, .phonesAfter: -3.2362,
    ])

  /// What a passage that may be another one takes from the log odds of each mark, and from those of a search that found it. A
  /// caution, and not fitted: all known marks are of right passages.
  static let doubt = 2.0
  private static let limits = 0.02...0.99
  /// The most that is stated of marks whose passage may be another one.
  private static let mostInDoubt = 0.85
  /// The most that is stated of an ayah that is heard out of its turn: speech between two ayat sounds like one of them again, and
  /// nobody who repeats half an ayah says which of the two is its beginning. A caution, and not fitted.
  private static let mostOutOfTurn = 0.89

  /// Whether a passage is heard whose marks are so sure: where more than half of them are rather wrong than right, something else is.
  static func supportsPassage(_ confidences: [Double]) -> Bool {
    confidences.isEmpty || confidences.sorted()[confidences.count / 2] >= leastMedian
  }

  private static let leastMedian = 0.5

  /// How likely a mark with these signs is right.
  public func probability(of signs: MarkSigns) -> Double {
    let score =
      MarkSigns.Sign.allCases.reduce(bias) { $0 + (weights[$1] ?? 0) * signs[$1] }
      - (signs.isDoubtful ? Self.doubt : 0)
    let most =
      signs.mayBeAnother ? Self.mostInDoubt : signs.isOutOfTurn ? Self.mostOutOfTurn : Self.limits.upperBound
    return max(min(1 / (1 + exp(-score)), most, signs.passageConfidence), Self.limits.lowerBound)
  }

  /// How much weights are drawn to nothing, when signs are counted in standard deviations.
  private static let penalty = 2.0
  /// So many of the known marks are taken to be the other way round: published times are off, and some marks are wrong for what no sign tells of. Without
  /// that a few of them flatten all weights, and what is in doubt is stated too low (Copas: Binary regression models for contaminated data,
  /// Journal of the Royal Statistical Society B 50, 1988). With none, and wrong marks counted one and a half times, 93.9 % of marks were stated at 0.9 or
  /// more, and of those stated as 0.876 on average 0.922 were right; with 0.002 94.5 %, and 0.903 of those stated as 0.879; of the sure ones 99.83 % both
  /// times. By 0.005 and 0.01 some more are sure (94.7 and 94.9 %, with a `doubt` of 1.5), and as much of the tenth below is right (0.905 and 0.908).
  private static let contaminated = 0.002

  private init(bias: Double, weights: [MarkSigns.Sign: Double]) {
    self.bias = bias
    self.weights = weights
  }

  /// The weights under which it is likeliest that just these marks are right, none of which speaks for a mark that should
  /// speak against it.
  public init(fitting marks: [(signs: MarkSigns, isRight: Bool)]) {
    let number = Double(max(marks.count, 1))
    var (means, spreads) = ([MarkSigns.Sign: Double](), [MarkSigns.Sign: Double]())
    for sign in MarkSigns.Sign.allCases {
      let mean = marks.reduce(0) { $0 + $1.signs[sign] } / number
      means[sign] = mean
      spreads[sign] = max(
        (marks.reduce(0) { $0 + pow($1.signs[sign] - mean, 2) } / number).squareRoot(), 1e-6)
    }
    var used = MarkSigns.Sign.allCases
    var bias = 0.0
    var weights: [MarkSigns.Sign: Double] = [:]
    while true {
      let rows = marks.map { mark in
        [1] + used.map { (mark.signs[$0] - (means[$0] ?? 0)) / (spreads[$0] ?? 1) }
      }
      let found = Self.weights(of: rows, marks.map(\.isRight))
      bias = found.first ?? 0
      weights = Dictionary(uniqueKeysWithValues: zip(used, found.dropFirst()))
      // The sign that is most at odds with what it means goes first.
      func oddity(_ sign: MarkSigns.Sign) -> Double { (weights[sign] ?? 0) * (sign.speaksFor ? -1 : 1) }
      guard let odd = used.max(by: { oddity($0) < oddity($1) }), oddity(odd) > 0 else { break }
      used.removeAll { $0 == odd }
    }
    for sign in used {
      let weight = (weights[sign] ?? 0) / (spreads[sign] ?? 1)
      weights[sign] = weight
      bias -= weight * (means[sign] ?? 0)
    }
    self.init(bias: bias, weights: weights)
  }

  /// Of Newton's method. None is fitted: they keep it from dividing by nothing and from leaping, and leave the maximum as it is.
  private enum Newton {
    /// Where no mark is in doubt, it doubles the right digits each time; else expectation and maximisation take turns.
    static let mostSteps = 200
    /// The longest step of a weight, in log odds for each standard deviation of its sign.
    static let longestStep = 3.0
    /// Weights that change by less, in the same unit, are found.
    static let precision = 1e-9
    /// What is added to the curvature of the bias, which no penalty draws to nothing.
    static let leastCurvature = 1e-6
    /// The least variance of a mark that is certain to be right or wrong: p (1 - p).
    static let leastVariance = 1e-9
  }

  /// By Newton's method, with a penalty on squared weights. How likely a mark is right as it is known is asked anew in each step (Dempster, Laird,
  /// Rubin: Maximum likelihood from incomplete data via the EM algorithm, Journal of the Royal Statistical Society B 39, 1977).
  private static func weights(of rows: [[Double]], _ isRight: [Bool]) -> [Double] {
    let count = rows.first?.count ?? 1
    var weights = [Double](repeating: 0, count: count)
    for _ in 0..<Newton.mostSteps {
      var slope = weights.enumerated().map { $0 == 0 ? 0 : -penalty * $1 }
      var curve = (0..<count).map { row in
        (0..<count).map { $0 == row ? (row == 0 ? Newton.leastCurvature : penalty) : 0.0 }
      }
      for (row, isRight) in zip(rows, isRight) {
        let score = zip(weights, row).reduce(0) { $0 + $1.0 * $1.1 }
        let probability = 1 / (1 + exp(-score))
        let rest = trueProbability(isRight, at: probability) - probability
        let bend = max(probability * (1 - probability), Newton.leastVariance)
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

  /// How likely a mark is right that is known to be right, or wrong, and by its signs is right with `probability`.
  private static func trueProbability(_ isRight: Bool, at probability: Double) -> Double {
    let known = isRight ? 1 - contaminated : contaminated
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
