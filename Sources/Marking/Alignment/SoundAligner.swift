import Audio
import Dispatch
import Synchronization

/// Finds where the items of a passage are heard in a recording.
///
/// A first guess lays the passage out in proportion to what its sounds usually take. Around it the best path is searched, the
/// model learns from that path how this reciter and this room sound, and the search is repeated.
struct SoundAligner: Sendable {
  let features: SpeechFeatures
  var model = SoundModel.shipped
  /// Frames of which a person has said that nothing of the passage is heard there.
  var silent: [Range<Int>] = []

  /// Where an item is heard.
  struct Heard: Hashable, Sendable {
    /// Its place in the list of items.
    var item: Int
    /// From its first sound to the end of its last.
    var frames: Range<Int>
    /// How long that is, against what its sounds take at tempo 1.
    var rate: Double
    /// Something else that is heard after it.
    var other: Range<Int>?
  }

  /// What was found.
  struct Alignment: Sendable {
    /// What is heard, in order. Items that may be left out are missing where they were.
    var heard: [Heard]
    /// Something else that is heard before the first item.
    var other: Range<Int>?
    /// How slow the reading is, against the model's.
    var tempo: Double
    /// How much worse than the best class of a frame the assigned one is, on average over the sounds; 0 or less.
    var fit: Double
    /// What searches with other weights of the scores found; nil where they found nothing.
    var alternatives: [[Heard]?] = []
  }

  /// Recordings below two minutes are searched as a whole.
  private static let whole = 120 * SpeechFeatures.framesPerSecond
  private static let firstReach = 45 * SpeechFeatures.framesPerSecond
  private static let laterReach = 15 * SpeechFeatures.framesPerSecond
  /// A path that comes so near to the rim of its band may want to leave it.
  private static let rim = 3 * SpeechFeatures.framesPerSecond
  private static let rounds = 3

  /// Aligns the items; nil when there is no way to.
  func align(_ items: [SoundChain.Item], allowsOther: Bool) -> Alignment? {
    guard features.count > 0, !items.isEmpty else { return nil }
    var kept = Array(items.indices)
    var chain = SoundChain(items, allowsOther: allowsOther)
    let layout = PassageLayout(items, features, model)
    var guess = layout.guess(chain, model)
    var tempo = layout.tempo
    var model = model
    var reach = Self.firstReach
    for round in 0...Self.rounds {
      let scores = SoundScores(model, features, silent: silent)
      let lengths = LengthScores(model, tempo: tempo)
      guard let found = search(chain, scores, lengths, around: guess, &reach) else { return nil }
      tempo = model.tempo(of: found.path, chain)
      if round == Self.rounds {
        return alignment(found, chain, scores, lengths, kept: kept, tempo: tempo)
      }
      model = model.adapted(to: found.path, of: chain, features)
      reach = min(reach, Self.laterReach)
      guess = found.path.frames.map(\.upperBound)
      // What precedes a passage, or doesn't, is decided once: after adaptation the two are harder to tell apart.
      if chain.items.contains(where: \.isOptional) {
        // Its joint is passed in any case.
        let used = Set(
          zip(chain.links, found.path.isUsed).filter { $0.1 && $0.0.kind == .sound }.map(\.0.item))
        kept = kept.indices.filter(used.contains).map { kept[$0] }
        let old = chain
        chain = SoundChain(
          kept.map { index in
            var item = items[index]
            item.isOptional = false
            return item
          }, allowsOther: allowsOther)
        // The links that stay are the same ones in the same order.
        guess = zip(old.links, guess).filter { $0.0.item < 0 || used.contains($0.0.item) }.map(\.1)
      }
    }
    return nil
  }

  private typealias Found = (path: SegmentSearch.Path, band: SegmentSearch.Band)

  private func search(
    _ chain: SoundChain, _ scores: SoundScores, _ lengths: LengthScores, around guess: [Int],
    _ reach: inout Int
  ) -> Found? {
    var guess = guess
    for attempt in 0..<4 {
      let isWhole = features.count < Self.whole
      let band = band(chain, around: guess, reach: isWhole ? features.count + 1 : reach)
      let path = SegmentSearch(chain, scores, lengths, band: band).best()
      if let path, isWhole || attempt == 3 || !touchesRim(path, band, chain) { return (path, band) }
      if isWhole { return nil }
      reach = reach * 8 / 5
      if let path { guess = path.frames.map(\.upperBound) }
    }
    return nil
  }

  /// `reach` frames either side of the guess, and never beyond what is pinned.
  private func band(_ chain: SoundChain, around guess: [Int], reach: Int) -> SegmentSearch.Band {
    let end = features.count
    let width = min(end, 2 * reach)
    var first: [Int] = []
    var highest = 0
    for place in guess {
      highest = max(highest, min(max(0, place - width / 2), end - width))
      first.append(highest)
    }
    var last = first.map { $0 + width }
    first[0] = 0
    // What follows the last sound lasts to the end of the recording.
    if let final = chain.links.indices.last {
      last[final] = end
      first[final] = end
      if final > 0 {
        last[final - 1] = end
        first[final - 1] = max(first[final - 1], end - width)
      }
    }
    var low = 0
    for index in first.indices {
      low = max(low, chain.links[index].pin ?? 0)
      first[index] = max(first[index], low)
      last[index] = max(last[index], first[index])
    }
    var high = end
    for index in first.indices.reversed() {
      high = min(high, chain.links[index].pin ?? end)
      last[index] = min(last[index], high)
      first[index] = min(first[index], high)
    }
    return SegmentSearch.Band(first: first, last: last)
  }

  private func touchesRim(
    _ path: SegmentSearch.Path, _ band: SegmentSearch.Band, _ chain: SoundChain
  ) -> Bool {
    let end = features.count
    var low = 0
    var highs = [Int](repeating: end, count: chain.links.count)
    var high = end
    for index in chain.links.indices.reversed() {
      high = min(high, chain.links[index].pin ?? end)
      highs[index] = high
    }
    for (index, frames) in path.frames.enumerated() where path.isUsed[index] {
      low = max(low, chain.links[index].pin ?? 0)
      // The rim of the recording, and of what is pinned, is none.
      if frames.upperBound - band.first[index] < Self.rim, band.first[index] > low { return true }
      if band.last[index] - frames.upperBound < Self.rim, band.last[index] < highs[index] { return true }
    }
    return false
  }

  // MARK: What was found

  private func alignment(
    _ found: Found, _ chain: SoundChain, _ scores: SoundScores, _ lengths: LengthScores, kept: [Int],
    tempo: Double
  ) -> Alignment {
    var result = Alignment(
      heard: heard(found.path, chain, kept), tempo: tempo, fit: fit(found.path, chain, scores))
    for (link, frames) in zip(chain.links, found.path.frames) where link.kind == .other && link.item < 0 {
      if !frames.isEmpty { result.other = frames }
    }
    let others = Mutex([[Heard]?](repeating: nil, count: 2))
    let band = found.band
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let search = SegmentSearch(chain, scores, lengths, band: band, scale: index == 0 ? 0.4 : 2)
      let path = search.best()
      others.withLock { $0[index] = path.map { heard($0, chain, kept) } }
    }
    result.alternatives = others.withLock { $0 }
    return result
  }

  private func heard(_ path: SegmentSearch.Path, _ chain: SoundChain, _ kept: [Int]) -> [Heard] {
    var result: [Heard] = []
    var expected = 0.0
    for (link, frames) in zip(chain.links, path.frames) where link.item >= 0 {
      switch link.kind {
      case .sound, .droppedVowel:
        if result.last?.item != kept[link.item] {
          expected = 0
          result.append(Heard(item: kept[link.item], frames: frames, rate: 1))
        }
        let last = result.count - 1
        expected += model.medians[link.length]
        result[last].frames = result[last].frames.lowerBound..<frames.upperBound
        result[last].rate =
          Double(result[last].frames.count) / Double(SpeechFeatures.framesPerSecond) / expected
      case .other where !frames.isEmpty && !result.isEmpty: result[result.count - 1].other = frames
      default: break
      }
    }
    return result
  }

  private func fit(_ path: SegmentSearch.Path, _ chain: SoundChain, _ scores: SoundScores) -> Double {
    var sum = 0.0
    var count = 0
    for (link, frames) in zip(chain.links, path.frames)
    where link.kind == .sound || link.kind == .droppedVowel {
      sum += scores.sum(link.heard, frames)
      count += frames.count
    }
    return sum / Double(max(1, count))
  }
}
