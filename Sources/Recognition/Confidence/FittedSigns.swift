/// Evidence for a hypothesis, with weights that were fitted to known cases (`Benchmarks weights`).
protocol FittedSigns {
  /// The weights, in the order of `terms`.
  static var fitted: LogisticRegression { get }
  /// The signs as they are weighed.
  var terms: [Double] { get }
  /// The probability of the hypothesis, from 0 to 1, reduced by cautionary limits.
  var confidence: Double { get }
}

extension FittedSigns {
  var confidence: Double { likelihood }

  /// The probability of the hypothesis by these signs, from 0 to 1.
  var likelihood: Double { likelihood(prior: 0) }

  /// Returns the probability of a hypothesis with a prior, in log odds.
  func likelihood(prior: Double) -> Double { Self.fitted.probability(of: terms, prior: prior) }
}
