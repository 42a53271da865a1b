/// What speaks for something, with weights that were fitted to what is known (`Benchmarks weights`).
protocol FittedSigns {
  /// The weights, in the order of `terms`.
  static var fitted: LogisticRegression { get }
  /// The signs as they are weighed.
  var terms: [Double] { get }
  /// How likely it is, from 0 to 1, with what caution takes off.
  var confidence: Double { get }
}

extension FittedSigns {
  var confidence: Double { likelihood }

  /// How likely it is by these signs, from 0 to 1.
  var likelihood: Double { likelihood(prior: 0) }

  /// The same of something that has a prior, in log odds.
  func likelihood(prior: Double) -> Double { Self.fitted.probability(of: terms, prior: prior) }
}
