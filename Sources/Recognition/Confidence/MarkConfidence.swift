/// The posterior probability that a mark is right, by its signs: a logistic regression, which calibrates the
/// results of searches.
///
/// (Platt: Probabilistic outputs for support vector machines, 1999; Jiang: Confidence measures for speech
/// recognition: a survey, Speech Communication 45, 2005.) The signs are our own, as is the rule that none may
/// speak for a mark.
public struct MarkConfidence: Sendable {
  /// The log odds of a mark whose signs are all 0.
  public let bias: Double
  /// The weight of each sign; a sign without one doesn't count.
  public let weights: [MarkSigns.Sign: Double]

  /// The weights that come with the program: fitted to 6,308 marks of 456 recordings of seventeen reciters
  /// and a crowd.
  ///
  /// Most recordings were made hard by `Tests/Trials/sound/harder-recordings`. Nearly all were recognised
  /// with networks that were not trained on the reciter. By weights fitted without the reciter, 97.8 % of
  /// these marks are stated at 0.9 or more, and 99.87 % of those are right.
  public static let shipped = MarkConfidence(
    bias: 8.8762,
    weights: [
      .tempo: -4.0669, .elsewhereQuicker: -3.0367, .elsewhereBySounds: -1.1721, .noDip: -3.622,
      .misfitBefore: -0.6487,
      .misfitAfter: -2.1355, .oddityBefore: -0.3955, .oddityAfter: -0.5068, .otherPause: -1.7886,
      .phonesAfter: -4.2624,
    ])

  /// The reduction of each mark's log odds, and of those of a search that found the passage, if it may be
  /// another one.
  ///
  /// This is a caution, and not fitted: all known marks are of right passages.
  static let doubt = 2.0
  private static let limits = 0.02...0.99
  /// The most that is stated of marks whose passage may be another one.
  private static let mostInDoubt = 0.85
  /// The maximum for an ayah that is recognised out of its turn.
  ///
  /// Speech between two ayat sounds like a repetition of one of them. And if half an ayah is repeated, it is
  /// unclear which of the two is its beginning. This is a caution, and not fitted.
  private static let mostOutOfTurn = 0.89
  /// The maximum for an ayah that fits so much worse by phones than the others do, or whose sounds have too
  /// few frames.
  ///
  /// Ten such marks, of pieces that were cut at random from the harder recordings, would be sure. Three of
  /// them are wrong, because something else is said; of 16 others none.
  private static let mostMisfitting = 0.89
  private static let clearMisfit = 1.0
  /// The most that is stated of a mark that lies elsewhere when its passage is listened to by itself.
  private static let mostElsewhere = 0.89
  /// The maximum for a mark that phones place elsewhere.
  ///
  /// Of twelve in the harder recordings, by networks that were not trained on the reciter, three are wrong.
  /// By the network that ships, nearly all are, in `Tests/Trials/sound/harder-recordings FOLDER OUT 7` and
  /// 12.
  private static let mostElsewhereByPhones = 0.6

  /// Returns true if marks with these confidences support their passage. If more than half of them are rather
  /// wrong than right, the recording is of something else.
  static func supportsPassage(_ confidences: [Double]) -> Bool {
    confidences.isEmpty || confidences.sorted()[confidences.count / 2] >= leastMedian
  }

  private static let leastMedian = 0.5

  /// Returns the probability that a mark with these signs is right.
  public func probability(of signs: MarkSigns) -> Double {
    let score =
      MarkSigns.Sign.allCases.reduce(bias) { $0 + (weights[$1] ?? 0) * signs[$1] }
    var most = min(Self.limits.upperBound, signs.passageConfidence)
    if signs.mayBeAnother { most = min(most, Self.mostInDoubt) }
    if signs.isOutOfTurn { most = min(most, Self.mostOutOfTurn) }
    if signs[.phonesAfter] >= Self.clearMisfit { most = min(most, Self.mostMisfitting) }
    if signs.isElsewhereAlone { most = min(most, Self.mostElsewhere) }
    if signs.isElsewhereByPhones { most = min(most, Self.mostElsewhereByPhones) }
    return max(min(1 / (1 + exponential(-score)), most), Self.limits.lowerBound)
  }

  /// The share of known marks whose label is taken to be wrong: published times are off, and some marks are
  /// wrong for reasons that no sign shows.
  ///
  /// Without it a few of them flatten all weights, and the probability of doubtful marks is stated too low.
  /// (Copas: Binary regression models for contaminated data, Journal of the Royal Statistical Society B 50,
  /// 1988.)
  ///
  /// - With 0, and wrong marks counted one and a half times, 93.9 % of marks were stated at 0.9 or more. Of
  ///   those stated as 0.876 on average, 0.922 were right.
  /// - With 0.002 it was 94.5 %, and 0.903 of those stated as 0.879. Of the sure ones 99.83 % were right both
  ///   times.
  /// - With 0.005 and 0.01 some more are sure (94.7 and 94.9 %, with a `doubt` of 1.5). As much of the tenth
  ///   below is right (0.905 and 0.908).
  private static let mistaken = 0.002
  /// The strength with which weights are drawn to 0. Of thousands of marks some dozens are wrong, which a
  /// penalty of 2 overrates.
  ///
  /// With 10 and 20, marks of prayers that nothing was fitted to are judged best (`Benchmarks recordings` on
  /// `Tests/Trials/sound/harder-recordings FOLDER OUT 7` and so on).
  private static let penalty = 10.0

  private init(bias: Double, weights: [MarkSigns.Sign: Double]) {
    self.bias = bias
    self.weights = weights
  }

  /// Fits the weights under which these marks are likeliest to be right or wrong as stated; no sign may speak
  /// for a mark.
  public init(fitting marks: [(signs: MarkSigns, isRight: Bool)]) {
    var used = MarkSigns.Sign.allCases
    while true {
      let fit = LogisticRegression(
        fitting: marks.map { mark in .init(signs: used.map { mark.signs[$0] }, isRight: mark.isRight) },
        mistaken: Self.mistaken, penalty: Self.penalty)
      // The sign that is most at odds with what it means goes first.
      guard let odd = used.indices.max(by: { fit.standardized[$0] < fit.standardized[$1] }),
        fit.standardized[odd] > 0
      else {
        self.init(bias: fit.bias, weights: Dictionary(uniqueKeysWithValues: zip(used, fit.weights)))
        return
      }
      used.remove(at: odd)
    }
  }
}
