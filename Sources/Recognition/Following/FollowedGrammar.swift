import TilawaQuran

/// The grammar that a follower searches: a passage, or some ayat of the Quran around a place.
struct FollowedGrammar {
  let passage: RecitedPassage
  let counting: CountingSystem
  let trust: Trust
  private let costs: TransitionCosts

  /// The degree to which these ayat are trusted to be recited, in this order.
  struct Trust: Sendable {
    /// The cost of a leap.
    let leap: Float
    /// The probability of the passage below which the last reported place is withdrawn.
    let nothingLeft: Double
    /// True if words that are left out or repeated are slips.
    let hasOrder: Bool
    /// True if a basmalah may be reported as the opening of the ayat that follow it.
    let namesOpenings: Bool

    /// The trust in ayat that a user stated.
    static let stated = Trust(leap: 40, nothingLeft: 0.35, hasOrder: true, namesOpenings: true)
    /// The trust in ayat around those that were recognised.
    ///
    /// Anything may follow. A reciter who leaves them is mostly elsewhere in the Quran, and words that are
    /// put in any order fit that, too.
    static let found = Trust(leap: 60, nothingLeft: 0.7, hasOrder: false, namesOpenings: false)
  }

  init(_ passage: [AyahRange], _ counting: CountingSystem, _ trust: Trust = .stated) {
    self.passage = RecitedPassage(passage, counting, opening: .auto, anchors: [])
    self.counting = counting
    self.trust = trust
    var costs = TransitionCosts.stated
    costs.leap = trust.leap
    // What follows a leap sounds like other things for a while.
    costs.fillerAgain = costs.fillerInside
    self.costs = costs
  }

  /// Returns the ayat on both sides of one, with at least `wordsBehind` and `wordsAhead` words.
  static func around(_ ayah: Ayah, _ counting: CountingSystem) -> FollowedGrammar {
    func words(_ ayah: Ayah) -> Int { AyahSounds.words(of: ayah, in: counting)?.count ?? 0 }
    let start = ayah.number > 0 ? ayah : Ayah(ayah.surah, 1)
    var (first, last) = (start, start)
    var count = 0
    while count < wordsBehind, let before = counting.previous(before: first) {
      first = before
      count += words(before)
    }
    count = 0
    while count < wordsAhead, let next = counting.next(after: last) {
      last = next
      count += words(next)
    }
    return FollowedGrammar([AyahRange(first, last)], counting, .found)
  }

  private static let wordsBehind = 60
  private static let wordsAhead = 200

  /// In the rows of `PhoneScores`.
  func graph(_ model: AcousticModel, tempo: Double) -> WordGraph { graph(passage.chainItems, model, tempo) }

  /// Returns the graph of the words from the last to the first: as many sounds of the same kind that are
  /// never recited.
  func reverseGraph(_ model: AcousticModel, tempo: Double) -> WordGraph {
    graph(passage.chainItems.wordsInReverse, model, tempo)
  }

  private func graph(_ items: [StateChain.Item], _ model: AcousticModel, _ tempo: Double) -> WordGraph {
    WordGraph(items, model, tempo: tempo * Self.withPauses, costs: costs)
  }

  /// The factor on a graph's tempo that leaves time for pauses.
  private static let withPauses = 1.1

  /// The items with which the passage may begin: all that may be left out, and the first that may not.
  var openingItems: Range<Int> {
    0..<min(passage.items.count, (passage.items.firstIndex { !$0.isOptional } ?? 0) + 1)
  }

  /// A word of the graph as people count it; nil for what may be left out.
  func word(_ index: Int, in graph: WordGraph) -> RecitationSlip.Word? {
    guard graph.words.indices.contains(index), let item = graph.words[index].item else { return nil }
    guard !passage.items[item].isOptional, let ayah = passage.items[item].ayah else { return nil }
    return RecitationSlip.Word(ayah: ayah, number: graph.words[index].number + 1)
  }

  /// The word of the graph with which an ayah begins.
  func firstWord(of ayah: Ayah) -> Int? {
    item(of: ayah).map { WordGraph.firstWords(of: passage.chainItems)[$0] }
  }

  /// The item that an ayah is.
  private func item(of ayah: Ayah) -> Int? { passage.items.firstIndex { $0.ayah == ayah } }
}
