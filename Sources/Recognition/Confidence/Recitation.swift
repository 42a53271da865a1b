import TilawaSound

/// What is heard of a passage, and where.
struct Recitation: Sendable {
  var recited: RecitedPassage
  var found: Alignment
  /// How well it fits by phones; nil as long as that wasn't asked, and without a network.
  var phones: PhoneFit?
  /// The items that begin elsewhere by phones, as far as the words beside their beginnings tell.
  var elsewhereByPhones: Set<Int> = []

  /// What tells of each of its items whether it begins where it was found; `features` are what it was heard in.
  func signs(in features: SpeechFeatures) -> [MarkSigns] { signs(in: features, phones) }

  private func signs(in features: SpeechFeatures, _ phones: PhoneFit?) -> [MarkSigns] {
    let rates = found.heard.map(\.rate).sorted()
    let usual = rates.isEmpty ? 1 : rates[rates.count / 2]
    return found.heard.indices.map {
      var signs = MarkSigns(found, $0, in: features, usualRate: usual, phones)
      signs.isElsewhereByPhones = elsewhereByPhones.contains(found.heard[$0].item)
      return signs
    }
  }

  /// Whether some of its marks are hardly more than guesses by the mixtures: one of twenty, or of fewer.
  func hasGuesses(in features: SpeechFeatures) -> Bool {
    let guesses = signs(in: features, nil).count {
      MarkConfidence.ofFirstHearing.probability(of: $0) < Self.leastBelieved
    }
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

  /// The same, by phones where these tell the two apart, and else by how clearly it fits better.
  ///
  /// Where something is left out, or more is taken for something else, the mixtures have to agree: what isn't heard fits badly nowhere.
  func isLikelier(than other: Recitation, keeping leastShare: Double) -> Bool {
    func elsewhere(_ heard: Recitation) -> Int { heard.recited.heardOthers.reduce(0) { $0 + $1.count } }
    let isShorter = recited.share < other.recited.share || elsewhere(self) > elsewhere(other)
    guard isBetter(than: other, byFit: isShorter ? 0 : -.infinity, keeping: leastShare) else { return false }
    guard let own = phones?.own, let others = other.phones?.own, abs(own - others) >= Self.clear else {
      return isBetter(than: other, byFit: Self.clearByFit, keeping: leastShare)
    }
    return own > others
  }

  /// What tells two ways to hear a recording apart, in mean scores of a frame. Of 50 recordings made hard (`Tests/Trials/sound/harder-recordings`) in which one of
  /// the two has more marks right, it is the one that phones prefer by so much in all but one, a child's voice of which it leaves ayat out;
  /// where they differ by less it may be either.
  private static let clear = 0.03
  private static let clearByFit = 0.005
}
