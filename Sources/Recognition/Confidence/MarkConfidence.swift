/// The posterior of a mark being right, by its signs: a logistic regression, which calibrates what the searches say (Platt:
/// Probabilistic outputs for support vector machines, 1999; Jiang: Confidence measures for speech recognition: a survey, Speech
/// Communication 45, 2005). Ours are the signs, and that none may speak for a mark.
public struct MarkConfidence: Sendable {
  /// What is added in any case.
  public let bias: Double
  /// By sign; one that isn't there tells nothing.
  public let weights: [MarkSigns.Sign: Double]

  /// What comes with the program: fitted to 6,308 marks of 456 recordings of seventeen reciters and a crowd, most of them made hard by
  /// `Tests/Trials/sound/harder-recordings`, nearly all heard with networks that never heard the reciter.
  ///
  /// By weights fitted without the reciter 97.8 % of these marks are stated at 0.9 or more, and 99.87 % of those are right.
  public static let shipped = MarkConfidence(
    bias: 8.8762,
    weights: [
      .tempo: -4.0669, .elsewhereQuicker: -3.0367, .elsewhereBySounds: -1.1721, .noDip: -3.622,
      .misfitBefore: -0.6487,
      .misfitAfter: -2.1355, .oddityBefore: -0.3955, .oddityAfter: -0.5068, .otherPause: -1.7886,
      .phonesAfter: -4.2624,
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
  /// The most that is stated of an ayah that fits by so much worse by phones than the others do, or for whose sounds there is no room. Of 10 such marks of
  /// pieces that were cut at random from the harder recordings and would be sure, three are wrong, where something else is said; of 16 others none.
  private static let mostMisfitting = 0.89
  private static let clearMisfit = 1.0
  /// The most that is stated of a mark that lies elsewhere when its passage is listened to by itself.
  private static let mostElsewhere = 0.89
  /// The most that is stated of a mark that phones would have elsewhere. Of twelve in the harder recordings, by networks that never heard the reciter, three
  /// are wrong; by the network that ships nearly all in `Tests/Trials/sound/harder-recordings FOLDER OUT 7` and 12.
  private static let mostElsewhereByPhones = 0.6

  /// Whether a passage is heard whose marks are so sure: where more than half of them are rather wrong than right, something else is.
  static func supportsPassage(_ confidences: [Double]) -> Bool {
    confidences.isEmpty || confidences.sorted()[confidences.count / 2] >= leastMedian
  }

  private static let leastMedian = 0.5

  /// How likely a mark with these signs is right.
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

  /// So many of the known marks are taken to be the other way round: published times are off, and some marks are wrong for what no sign tells of. Without
  /// that a few of them flatten all weights, and what is in doubt is stated too low (Copas: Binary regression models for contaminated data,
  /// Journal of the Royal Statistical Society B 50, 1988). With none, and wrong marks counted one and a half times, 93.9 % of marks were stated at 0.9 or
  /// more, and of those stated as 0.876 on average 0.922 were right; with 0.002 94.5 %, and 0.903 of those stated as 0.879; of the sure ones 99.83 % both
  /// times. By 0.005 and 0.01 some more are sure (94.7 and 94.9 %, with a `doubt` of 1.5), and as much of the tenth below is right (0.905 and 0.908).
  private static let mistaken = 0.002
  /// How much weights are drawn to nothing: of thousands of marks some dozens are wrong, which by 2 are believed too much. By 10 and 20 marks of
  /// prayers that nothing was fitted to are judged best (`Benchmarks recordings` on `Tests/Trials/sound/harder-recordings FOLDER OUT 7` and so on).
  private static let penalty = 10.0

  private init(bias: Double, weights: [MarkSigns.Sign: Double]) {
    self.bias = bias
    self.weights = weights
  }

  /// The weights under which it is likeliest that just these marks are right, none of which speaks for a mark.
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
