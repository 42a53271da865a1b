import TilawaQuran
import TilawaSound

/// Puts back what a hypothesis leaves out, where that fits better: against the deletion errors of the beam search.
///
/// That search knows one tempo, and steps coarsely; where the reading is far quicker than elsewhere it can be
/// cheaper to leave ayat out. So each place where some are is searched exactly, with them and without, at tempi of its own.
struct DeletionRepair {
  let scores: EmissionScores
  let model: AcousticModel
  let tempo: Double

  func repaired(_ decoded: DecodedPassage, of stated: RecitedPassage) -> DecodedPassage {
    let ends = [nil] + decoded.recited.origins.map { Optional($0) }
    var found: [Restoration] = []
    for (place, (before, after)) in zip(ends, decoded.recited.origins + [stated.items.count]).enumerated() {
      let first = before.map { $0 + 1 } ?? 0
      guard first < after else { continue }
      // What was moved already is not moved again.
      let gap = Deletion(
        stated, decoded.recited, place: place, missing: first..<after,
        from: found.last?.neighbours.upperBound ?? 0)
      if let restoration = gap.restoration(scores, model, tempo: tempo) { found.append(restoration) }
    }
    guard !found.isEmpty else { return decoded }
    var result = decoded
    result.recited = stated.restoring(found, in: decoded.recited)
    result.guess = FirstGuess(result.recited.spans, tempo: decoded.guess.tempo)
    return result
  }
}

/// Items that a hypothesis left out, and where they are heard after all.
private struct Restoration {
  /// Items of the hypothesis around them, which are heard elsewhere then, and where.
  var neighbours: Range<Int>
  var neighbourSpans: [Range<Int>]
  /// Behind how many of the hypothesis's items they are.
  var place: Int
  var missing: Range<Int>
  var spans: [Range<Int>]
}

/// A place where a hypothesis leaves items out.
private struct Deletion {
  private let place: Int
  private let missing: Range<Int>
  /// Items of the hypothesis on both sides.
  private let neighbours: Range<Int>
  /// These as the hypothesis has them, and with what is missing.
  private var without: [StateChain.Item] = []
  private var with: [StateChain.Item] = []
  private let frames: Range<Int>

  /// So many items on each side may be elsewhere than the hypothesis says.
  private static let reach = 2
  /// Longer stretches aren't searched, in frames.
  private static let longest = 240 * SpeechFeatures.framesPerSecond
  private static let tempi = [0.6, 0.85, 1.2]
  private static let stride = 2
  /// To leave something out costs as much as in the beam search.
  private static let cost = Double(TransitionCosts.free.leap)
  /// No tempo of an item's own is further from the reading's.
  private static let ownTempi = 0.5...2.0
  /// At this part of the time that items usually take they can't be heard.
  private static let leastTime = 0.4

  init(
    _ stated: RecitedPassage, _ recited: RecitedPassage, place: Int, missing: Range<Int>, from first: Int
  ) {
    self.place = place
    self.missing = missing
    let count = recited.chainItems.count
    let low = min(place, max(first, place - Self.reach))
    neighbours = low..<min(count, place + Self.reach)
    let start = low == 0 && place == 0 ? 0 : low < count ? recited.spans[low].lowerBound : Int.max
    let end = neighbours.upperBound == place ? Int.max : recited.spans[neighbours.upperBound - 1].upperBound
    frames = min(start, end)..<end
    for index in neighbours {
      if index == place { with += stated.chainItems[missing] }
      without.append(recited.chainItems[index])
      with.append(stated.whole(recited.origins[index], as: recited.chainItems[index]))
    }
    if neighbours.upperBound == place { with += stated.chainItems[missing] }
    for index in with.indices { with[index].mayPrecedeOther = true }
    for index in without.indices { without[index].mayPrecedeOther = true }
  }

  /// What is put back; nil when the hypothesis is right, or that can't be told.
  func restoration(_ scores: EmissionScores, _ model: AcousticModel, tempo: Double) -> Restoration? {
    let frames = frames.clamped(to: 0..<scores.count)
    guard !with.contains(where: \.isSettled), !without.isEmpty, (1...Self.longest).contains(frames.count)
    else { return nil }
    // There must be time for them.
    let usual = model.usualSeconds(of: with.flatMap(\.words).flatMap(\.sounds))
    let seconds = Double(frames.count) / Double(SpeechFeatures.framesPerSecond)
    guard usual * tempo * Self.leastTime < seconds else { return nil }
    let part = scores.slice(frames).coarser(by: Self.stride)
    guard let known = best(without, part, model, tempo: tempo),
      let new = best(with, part, model, tempo: tempo),
      new.score > known.score - Self.cost
    else { return nil }
    var spans = new.spans.map {
      frames.lowerBound + $0.lowerBound * Self.stride..<frames.lowerBound + $0.upperBound * Self.stride
    }
    let own = place - neighbours.lowerBound..<place - neighbours.lowerBound + missing.count
    let ownSpans = Array(spans[own])
    spans.removeSubrange(own)
    return Restoration(
      neighbours: neighbours, neighbourSpans: spans, place: place, missing: missing, spans: ownSpans)
  }

  /// The best path of items over a stretch, and where each is then.
  private func best(
    _ items: [StateChain.Item], _ part: EmissionScores, _ model: AcousticModel, tempo: Double
  ) -> Layout? {
    let chain = StateChain(items, .before([]))
    var best: Layout?
    for factor in Self.tempi {
      guard let first = layout(chain, part, model, items.map { _ in tempo * factor }) else { continue }
      // Two reciters may meet here: each item is then read as slowly as it seems, within reason.
      let own = zip(items, first.spans).map { item, span in
        let usual = model.usualSeconds(of: item.words.flatMap(\.sounds))
        let taken = Double(span.count * Self.stride) / Double(SpeechFeatures.framesPerSecond)
        let ratio = taken / max(usual, 1e-9) / tempo
        return tempo * min(max(ratio, Self.ownTempi.lowerBound), Self.ownTempi.upperBound)
      }
      for layout in [first, layout(chain, part, model, own)] {
        if let layout, layout.score > best?.score ?? -.infinity { best = layout }
      }
    }
    return best
  }

  private struct Layout {
    var score: Double
    var spans: [Range<Int>]
  }

  /// The same where each item has a tempo of its own.
  private func layout(
    _ chain: StateChain, _ part: EmissionScores, _ model: AcousticModel, _ tempi: [Double]
  ) -> Layout? {
    let durations = DurationScores(model, tempi: tempi).coarser(by: Self.stride)
    guard let path = SegmentalViterbi.whole(chain, part, durations, stride: Self.stride) else { return nil }
    var spans = tempi.map { _ in 0..<0 }
    for (state, frames) in zip(chain.states, path.frames) where state.isSound {
      guard let item = state.item else { continue }
      let start = spans[item].isEmpty ? frames.lowerBound : spans[item].lowerBound
      spans[item] = start..<max(start, frames.upperBound)
    }
    return Layout(score: path.score(chain, part, durations), spans: spans)
  }
}

extension StateChain.Item {
  fileprivate var isSettled: Bool { start != nil || end != nil }
}

extension RecitedPassage {
  /// This passage as a hypothesis has it, with items put back that the hypothesis left out.
  fileprivate func restoring(_ restorations: [Restoration], in heard: RecitedPassage) -> RecitedPassage {
    var spans = heard.spans
    var chain = heard.chainItems
    for restoration in restorations {
      for (place, span) in zip(restoration.neighbours, restoration.neighbourSpans) {
        spans[place] = span
        chain[place] = whole(heard.origins[place], as: chain[place])
      }
    }
    var entries: [Entry] = []
    for place in 0...heard.items.count {
      if let restoration = restorations.first(where: { $0.place == place }) {
        entries += zip(restoration.missing, restoration.spans).map { Entry($0, chainItems[$0], $1) }
      }
      if place < heard.items.count {
        entries.append(Entry(heard.origins[place], chain[place], spans[place]))
      }
    }
    return entered(entries, share: heard.share, othersBefore: heard.othersBefore)
  }

  /// An item as a hypothesis has it, but with all its words, unless some of them come again.
  fileprivate func whole(_ index: Int, as part: StateChain.Item) -> StateChain.Item {
    guard let numbers = part.numbers, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 + 1 == $1 }) else {
      return part
    }
    var item = chainItems[index]
    item.mayPrecedeOther = part.mayPrecedeOther
    item.others = part.others[numbers.count - 1].map { [item.words.count - 1: $0] } ?? [:]
    return item
  }
}
