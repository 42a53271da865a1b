import Audio
import QuranIndex

extension ForcedAligner {
  /// A course with what it leaves out put back where that fits better.
  ///
  /// The search of a course knows one tempo, and steps coarsely; where the reading is far quicker than elsewhere it can be
  /// cheaper to leave ayat out. So each place where some are is searched exactly, with them and without, at tempi of its own.
  func repaired(
    _ course: DecodedPassage, of stated: RecitedPassage, _ scores: EmissionScores, tempo: Double
  ) -> DecodedPassage {
    let origins = course.recited.origins
    var found: [Restoration] = []
    for (place, (before, after)) in zip([-1] + origins, origins + [stated.items.count]).enumerated()
    where after > before + 1 {
      // What was moved already is not moved again.
      let gap = Deletion(
        stated, course.recited, place: place, missing: before + 1..<after,
        from: found.last?.neighbours.upperBound ?? 0)
      if let restoration = gap.restoration(scores, course.model, tempo: tempo) { found.append(restoration) }
    }
    guard !found.isEmpty else { return course }
    var result = course
    result.recited = stated.restoring(found, in: course.recited)
    result.layout = FirstGuess(result.recited.spans, tempo: course.layout.tempo)
    return result
  }
}

/// Items that a course left out, and where they are heard after all.
struct Restoration {
  /// Items of the course around them, which are heard elsewhere then, and where.
  var neighbours: Range<Int>
  var neighbourSpans: [Range<Int>]
  /// Behind how many of the course's items they are.
  var place: Int
  var missing: Range<Int>
  var spans: [Range<Int>]
}

/// A place where a course leaves items out.
private struct Deletion {
  private let place: Int
  private let missing: Range<Int>
  /// Items of the course on both sides.
  private let neighbours: Range<Int>
  /// These as the course has them, and with what is missing.
  private var without: [StateChain.Item] = []
  private var with: [StateChain.Item] = []
  private let frames: Range<Int>

  /// So many items on each side may be elsewhere than the course says.
  private static let reach = 2
  /// Longer stretches aren't searched, in frames.
  private static let longest = 240 * SpeechFeatures.framesPerSecond
  private static let tempi = [0.6, 0.85, 1.2]
  private static let stride = 2
  /// To leave something out costs as much as in the search of the course.
  private static let cost = Double(WordGraph.Costs.free.leap)

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

  /// What is put back; nil when the course is right, or that can't be told.
  func restoration(_ scores: EmissionScores, _ model: AcousticModel, tempo: Double) -> Restoration? {
    let frames = frames.lowerBound..<min(frames.upperBound, scores.count)
    guard !with.contains(where: \.isSettled), !without.isEmpty, (1...Self.longest).contains(frames.count)
    else { return nil }
    // There must be time for them.
    let usual = with.flatMap(\.words).flatMap(\.sounds).reduce(0) { $0 + model.medians[$1.length.rawValue] }
    let seconds = Double(frames.count) / Double(SpeechFeatures.framesPerSecond)
    guard usual * tempo * 0.4 < seconds else { return nil }
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

  /// The best way to lay items over a stretch, and where each is then.
  private func best(
    _ items: [StateChain.Item], _ part: EmissionScores, _ model: AcousticModel, tempo: Double
  ) -> Layout? {
    let chain = StateChain(items, .before([]))
    var best: Layout?
    for factor in Self.tempi {
      guard let first = layout(chain, part, model, items.map { _ in tempo * factor }) else { continue }
      // Two reciters may meet here: each item is then read as slowly as it seems, within reason.
      let own = zip(items, first.spans).map { item, span in
        let usual = item.words.flatMap(\.sounds).reduce(0) { $0 + model.medians[$1.length.rawValue] }
        let taken = Double(span.count * Self.stride) / Double(SpeechFeatures.framesPerSecond)
        return tempo * min(max(taken / max(usual, 1e-9) / tempo, Self.tempi[0] - 0.1), 2)
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
    let lengths = DurationScores(model, tempi: tempi).coarser(by: Self.stride)
    guard let path = SegmentalViterbi.whole(chain, part, lengths, stride: Self.stride) else { return nil }
    var spans = tempi.map { _ in 0..<0 }
    for (state, frames) in zip(chain.states, path.frames)
    where state.item >= 0 && (state.kind == .sound || state.kind == .droppedVowel) {
      let start = spans[state.item].isEmpty ? frames.lowerBound : spans[state.item].lowerBound
      spans[state.item] = start..<max(start, frames.upperBound)
    }
    return Layout(score: path.score(chain, part, lengths), spans: spans)
  }
}

extension StateChain.Item {
  fileprivate var isSettled: Bool { start != nil || end != nil }
}

extension SegmentalViterbi {
  /// The best path over all of a recording, wherever each state may lie.
  static func whole(
    _ chain: StateChain, _ scores: EmissionScores, _ lengths: DurationScores, stride: Int
  ) -> Path? {
    let last = chain.states.map { _ in scores.count }
    var first = chain.states.map { _ in 0 }
    first[first.count - 1] = scores.count
    return SegmentalViterbi(chain, scores, lengths, band: Band(first: first, last: last), stride: stride)
      .best()
  }
}

extension SegmentalViterbi.Path {
  /// The score of this path.
  func score(_ chain: StateChain, _ scores: EmissionScores, _ lengths: DurationScores) -> Double {
    var sum = 0.0
    for (index, state) in chain.states.enumerated() {
      if let source = state.bypassFrom, !isUsed[index - 1], isUsed[source] { sum += Double(state.bypass) }
      guard isUsed[index], state.kind != .joint else { continue }
      let frames = frames[index]
      guard !frames.isEmpty else {
        sum += Double(state.absent)
        continue
      }
      sum += scores.sum(state.heard, frames)
      switch state.kind {
      case .sound, .droppedVowel:
        let row = lengths.row(state)
        sum += Double(row[min(frames.count, row.count) - 1])
      case .silence where state.isEnding:
        sum += Double(state.present + (lengths.pauses?.score(frames.count) ?? 0))
      default: sum += Double(state.present)
      }
    }
    return sum
  }
}
