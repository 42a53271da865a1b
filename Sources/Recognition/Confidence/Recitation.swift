/// What is heard of a passage, and where.
struct Recitation: Sendable {
  var recited: RecitedPassage
  var found: Alignment
  /// How well it fits by phones; nil as long as that wasn't asked, and without a network.
  var phones: PhoneFit?

  /// What tells of each of its items whether it begins where it was found.
  var signs: [MarkSigns] {
    let rates = found.heard.map(\.rate).sorted()
    let usual = rates.isEmpty ? 1 : rates[rates.count / 2]
    return found.heard.indices.map { MarkSigns(found, $0, usualRate: usual, phones) }
  }

  /// Whether some of its marks are hardly more than guesses: one of twenty, or of fewer.
  var hasGuesses: Bool {
    let guesses = signs.count { MarkConfidence.shipped.probability(of: $0) < Self.leastBelieved }
    return guesses > 0 && guesses * Self.fewMarks >= found.heard.count
  }

  private static let leastBelieved = 0.7
  /// A long recording has a guess somewhere in any case, and takes long to be heard again.
  private static let fewMarks = 20

  /// Whether it is the same passage, but heard so that it fits better, by so much.
  ///
  /// The more is taken for something else, the better fits the rest: of what another recitation has this one must have so large a part.
  func isBetter(than other: Recitation?, byFit difference: Double, keeping leastShare: Double) -> Bool {
    guard let other else { return true }
    return found.fit > other.found.fit + difference && recited.share >= leastShare * other.recited.share
      && recited.share > 0
  }
}
