import Audio

/// What tells whether the beginning of an ayah was found at its place.
///
/// Each sign is a number that is larger the more is amiss, except for the length of the pause.
public struct MarkSigns: Hashable, Sendable {
  /// The signs, in the order of `MarkSigns.names`.
  public internal(set) var values: [Double]
  /// Whether the passage as a whole fits badly.
  public internal(set) var isDoubtful = false
  /// Whether it is hardly more like the recording than its words in reverse, and so may be another one.
  public internal(set) var mayBeAnother = false

  /// What the signs are.
  public static let names = [
    "tempo of the ayat on both sides against the usual",
    "found elsewhere by a model that never heard the recording and a quicker tempo",
    "found elsewhere when the sounds count more", "length of the pause", "no pause",
    "misfit of the sounds before", "misfit of the sounds after", "odd lengths before", "odd lengths after",
    "another pause near by", "misfit of the recording",
  ]
  /// Signs of which more is better: the length of the pause.
  static let speakingFor: Set<Int> = [3]
}

extension ForcedAligner {
  /// How well the ends of an item fit.
  struct Edges: Hashable, Sendable {
    /// Means over the first sounds of an item, and over its last: of scores, and of log likelihoods of lengths; negated.
    var firstMisfit = 0.0
    var lastMisfit = 0.0
    var firstOddity = 0.0
    var lastOddity = 0.0
    /// The longest silence near its beginning and near its end, in seconds.
    var firstPause = 0.0
    var lastPause = 0.0

    /// So many sounds are the first, and the last.
    static let sounds = 10
    /// Silences within so many frames are near.
    static let nearness = 3 * SpeechFeatures.framesPerSecond
  }

  /// The ends of every item that is heard, in the order of `heard`.
  func edges(
    _ path: SegmentalViterbi.Path, _ chain: StateChain, _ scores: EmissionScores, _ lengths: DurationScores
  ) -> [Edges] {
    var items: [(item: Int, sounds: [Int], silences: [Range<Int>])] = []
    for (index, state) in chain.states.enumerated() where state.item >= 0 && !path.frames[index].isEmpty {
      switch state.kind {
      case .sound, .droppedVowel:
        if items.last?.item != state.item { items.append((state.item, [], [])) }
        items[items.count - 1].sounds.append(index)
      case .silence where state.word >= 0 && items.last?.item == state.item:
        items[items.count - 1].silences.append(path.frames[index])
      default: break
      }
    }
    func misfit(_ sounds: some Sequence<Int>) -> Double {
      var (sum, count) = (0.0, 0)
      for index in sounds {
        sum -= scores.sum(chain.states[index].heard, path.frames[index])
        count += path.frames[index].count
      }
      return sum / Double(max(count, 1))
    }
    func oddity(_ sounds: some Collection<Int>) -> Double {
      let sum = sounds.reduce(0.0) { sum, index in
        let row = lengths.row(chain.states[index])
        // Likelihoods of longer classes are lower as such.
        let usual = Double(row.max() ?? 0)
        return sum + usual - Double(row[min(path.frames[index].count, row.count) - 1])
      }
      return sum / Double(max(sounds.count, 1))
    }
    let second = Double(SpeechFeatures.framesPerSecond)
    return items.map { item in
      var edges = Edges()
      let (first, last) = (item.sounds.prefix(Edges.sounds), item.sounds.suffix(Edges.sounds))
      (edges.firstMisfit, edges.lastMisfit) = (misfit(first), misfit(last))
      (edges.firstOddity, edges.lastOddity) = (oddity(first), oddity(last))
      let start = path.frames[first.first ?? 0].lowerBound
      let end = path.frames[last.last ?? 0].upperBound
      for silence in item.silences {
        let length = Double(silence.count) / second
        if silence.lowerBound - start <= Edges.nearness { edges.firstPause = max(edges.firstPause, length) }
        if end - silence.upperBound <= Edges.nearness { edges.lastPause = max(edges.lastPause, length) }
      }
      return edges
    }
  }
}

extension MarkSigns {
  /// The signs of the beginning of `found.heard[place]`.
  init(_ found: ForcedAligner.Alignment, _ place: Int, usualRate: Double) {
    let heard = found.heard[place]
    let before = place > 0 ? place - 1 : nil
    let tempo = found.heard[(before ?? place)...place].map { abs(logarithm($0.rate / usualRate)) }.max() ?? 0
    func isElsewhere(_ other: [ForcedAligner.Heard]?) -> Double {
      guard let same = other?.first(where: { $0.item == heard.item }) else { return 1 }
      let distance = abs(same.frames.lowerBound - heard.frames.lowerBound)
      return distance <= SpeechFeatures.framesPerSecond / 4 ? 0 : 1
    }
    let pause =
      before.map {
        Double(max(0, heard.frames.lowerBound - found.heard[$0].frames.upperBound))
          / Double(SpeechFeatures.framesPerSecond)
      } ?? 1
    let edges = found.edges.indices.contains(place) ? found.edges[place] : .init()
    let earlier = before.flatMap { found.edges.indices.contains($0) ? found.edges[$0] : nil } ?? .init()
    values = [
      min(tempo, 1.5), isElsewhere(found.alternatives.first ?? nil),
      isElsewhere(found.alternatives.last ?? nil),
      min(pause, 1), pause < 0.1 ? 1 : 0, min(earlier.lastMisfit, 1), min(edges.firstMisfit, 1),
      min(earlier.lastOddity, 5), min(edges.firstOddity, 5), min(max(earlier.lastPause, edges.firstPause), 1),
      min(-found.fit, 1),
    ]
  }
}
