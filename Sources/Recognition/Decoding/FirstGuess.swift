import TilawaQuran
import TilawaSound

/// A first guess at the places of items: the passage is laid out by the usual durations of its sounds.
///
/// It lies between the first and the last loud frame and around what is pinned. Pauses are not used: in a
/// reverberant room they mislead far worse than this.
struct FirstGuess {
  /// The slowness that the reading must have.
  let tempo: Double
  /// Where each item begins and ends, in frames; what may be left out takes no time.
  let spans: [Range<Int>]

  /// The range of tempi. A tempo beyond it means that the passage isn't there.
  private static let tempi = 0.2...5.0

  /// Items whose places are known about, read so slowly.
  init(_ spans: [Range<Int>], tempo: Double) {
    self.spans = spans
    self.tempo = tempo
  }

  init(_ items: [StateChain.Item], _ features: SpeechFeatures, _ model: AcousticModel) {
    let lengths = items.map { item in
      item.isOptional
        ? 0 : item.words.reduce(0) { $0 + model.usualSeconds(of: $1.sounds) }
    }
    let voice =
      (features.isLoud.firstIndex(of: true) ?? 0)...(features.isLoud.lastIndex(of: true) ?? features.count)
    var spans: [Range<Int>] = []
    var taken = 0.0
    var index = 0
    while index < items.count {
      // From here to the next place that is pinned.
      let start = items[index].start ?? spans.last?.upperBound ?? voice.lowerBound
      var next = index
      var end: Int?
      while next < items.count, end == nil {
        end = items[next].end ?? (next + 1 < items.count ? items[next + 1].start : nil)
        next += 1
      }
      let length = max(0, (end ?? max(start, voice.upperBound)) - start)
      let total = max(lengths[index..<next].reduce(0, +), 1e-9)
      taken += Double(length)
      var before = 0.0
      for item in index..<next {
        let from = start + Int(before / total * Double(length))
        before += lengths[item]
        spans.append(from..<max(from, start + Int(before / total * Double(length))))
      }
      index = next
    }
    self.spans = spans
    let expected = lengths.reduce(0, +) * Double(SpeechFeatures.framesPerSecond)
    tempo = min(max(taken / max(expected, 1e-9), Self.tempi.lowerBound), Self.tempi.upperBound)
  }

  /// The frame at which each state of the chain ends, about.
  func ends(_ chain: StateChain, _ model: AcousticModel) -> [Int] {
    var totals = [Double](repeating: 0, count: spans.count)
    func length(_ state: StateChain.State) -> Double { state.isSound ? model.medians[state.duration] : 0 }
    // What is known to be something else inside an item takes none of its time.
    var elsewhere = [Int](repeating: 0, count: spans.count)
    for state in chain.states {
      guard let item = state.item else { continue }
      totals[item] += length(state)
      if state.word != nil { elsewhere[item] += state.about?.count ?? 0 }
    }
    var passed = 0.0
    var other = 0
    var item: Int?
    var highest = 0
    return chain.states.indices.map { index in
      let state = chain.states[index]
      if state.item != item {
        item = state.item
        passed = 0
        other = 0
      }
      if let about = state.about {
        if state.word != nil { other += about.count }
        highest = max(highest, about.upperBound)
      } else if index + 1 < chain.states.count, let next = chain.states[index + 1].about {
        highest = max(highest, next.lowerBound)
      } else if let item {
        passed += length(state)
        let span = spans[item]
        // A silence after an item lasts until the next begins, however long that is.
        if state.isEnding, spans.indices.contains(item + 1) {
          highest = max(highest, spans[item + 1].lowerBound)
        }
        let length = Double(max(0, span.count - elsewhere[item]))
        highest = max(
          highest, span.lowerBound + other + Int(passed / max(totals[item], 1e-9) * length))
      } else if let first = spans.first {
        highest = max(highest, first.lowerBound)
      }
      return highest
    }
  }
}
