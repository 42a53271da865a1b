import Audio
import QuranIndex

extension SoundAligner {
  /// A course with what it leaves out put back where that fits better.
  ///
  /// The search of a course knows one tempo, and steps coarsely; where the reading is far quicker than elsewhere it can be
  /// cheaper to leave ayat out. So each place where some are is searched exactly, with them and without, at tempi of its own.
  func repaired(
    _ course: KnownCourse, of stated: RecitedPassage, _ scores: SoundScores, tempo: Double
  ) -> KnownCourse {
    let origins = course.recited.origins
    var found: [Restoration] = []
    for (place, (before, after)) in zip([-1] + origins, origins + [stated.items.count]).enumerated()
    where after > before + 1 {
      // What was moved already is not moved again.
      let gap = CourseGap(
        stated, course.recited, place: place, missing: before + 1..<after,
        from: found.last?.neighbours.upperBound ?? 0)
      if let restoration = gap.restoration(scores, course.model, tempo: tempo) { found.append(restoration) }
    }
    guard !found.isEmpty else { return course }
    var result = course
    result.recited = stated.restoring(found, in: course.recited)
    result.layout = PassageLayout(result.recited.spans, tempo: course.layout.tempo)
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
private struct CourseGap {
  private let place: Int
  private let missing: Range<Int>
  /// Items of the course on both sides.
  private let neighbours: Range<Int>
  /// These as the course has them, and with what is missing.
  private var without: [SoundChain.Item] = []
  private var with: [SoundChain.Item] = []
  private let frames: Range<Int>

  /// So many items on each side may be elsewhere than the course says.
  private static let reach = 2
  /// Longer stretches aren't searched, in frames.
  private static let longest = 240 * SpeechFeatures.framesPerSecond
  private static let tempi = [0.6, 0.85, 1.2]
  private static let stride = 2
  /// To leave something out costs as much as in the search of the course.
  private static let cost = Double(CourseGraph.Costs.free.leap)

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
  func restoration(_ scores: SoundScores, _ model: SoundModel, tempo: Double) -> Restoration? {
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
    _ items: [SoundChain.Item], _ part: SoundScores, _ model: SoundModel, tempo: Double
  ) -> Layout? {
    let chain = SoundChain(items, .before([]))
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
    _ chain: SoundChain, _ part: SoundScores, _ model: SoundModel, _ tempi: [Double]
  ) -> Layout? {
    let lengths = LengthScores(model, tempi: tempi).coarser(by: Self.stride)
    guard let path = SegmentSearch.whole(chain, part, lengths, stride: Self.stride) else { return nil }
    var spans = tempi.map { _ in 0..<0 }
    for (link, frames) in zip(chain.links, path.frames)
    where link.item >= 0 && (link.kind == .sound || link.kind == .droppedVowel) {
      let start = spans[link.item].isEmpty ? frames.lowerBound : spans[link.item].lowerBound
      spans[link.item] = start..<max(start, frames.upperBound)
    }
    return Layout(score: path.score(chain, part, lengths), spans: spans)
  }
}

extension SoundChain.Item {
  fileprivate var isSettled: Bool { start != nil || end != nil }
}

extension SegmentSearch {
  /// The best path over all of a recording, wherever each link may lie.
  static func whole(
    _ chain: SoundChain, _ scores: SoundScores, _ lengths: LengthScores, stride: Int
  ) -> Path? {
    let last = chain.links.map { _ in scores.count }
    var first = chain.links.map { _ in 0 }
    first[first.count - 1] = scores.count
    return SegmentSearch(chain, scores, lengths, band: Band(first: first, last: last), stride: stride).best()
  }
}

extension SegmentSearch.Path {
  /// The score of this path.
  func score(_ chain: SoundChain, _ scores: SoundScores, _ lengths: LengthScores) -> Double {
    var sum = 0.0
    for (index, link) in chain.links.enumerated() {
      if let source = link.bypassFrom, !isUsed[index - 1], isUsed[source] { sum += Double(link.bypass) }
      guard isUsed[index], link.kind != .joint else { continue }
      let frames = frames[index]
      guard !frames.isEmpty else {
        sum += Double(link.absent)
        continue
      }
      sum += scores.sum(link.heard, frames)
      switch link.kind {
      case .sound, .droppedVowel:
        let row = lengths.row(link)
        sum += Double(row[min(frames.count, row.count) - 1])
      case .silence where link.isEnding:
        sum += Double(link.present + (lengths.pauses?.score(frames.count) ?? 0))
      default: sum += Double(link.present)
      }
    }
    return sum
  }
}
