import TilawaQuran
import TilawaSound

/// Searches again for ayah boundaries whose places are in doubt, and notes evidence against the others.
///
/// The two items around such a boundary are aligned with their frames once more, by themselves. A recording
/// may begin within its first ayah, and break off within its last. If such an ayah were aligned as a whole,
/// it would take frames from the one beside it, so it is also tried without some of its words.
///
/// In a reverberant room a vowel rings on into the next ayah, and a soft "n" that is held sounds like
/// reverberation in a pause. So for sure boundaries, a few words on both sides are aligned with their frames,
/// too. If these fit much better when the next ayah begins elsewhere, the mark is in doubt, and stays.
struct BoundaryRescoring {
  private let utterance: Utterance
  /// The durations of sounds at each tempo that is tried.
  private let tempi: [DurationScores]

  /// A mark that is surer isn't moved.
  private static let sure = 0.9
  /// The frames of words that are aligned on each side of a sure boundary, or at least one word; and the
  /// frames before the first item.
  private static let beside = 2 * SpeechFeatures.framesPerSecond
  /// Frames, just fewer than those by which a mark may be off to be right.
  private static let far = 2 * SpeechFeatures.framesPerSecond / 5
  /// In log-scores. By less another place of many a right mark fits better.
  private static let clearLead = 8.0
  /// Frames of a longer item, which takes time with the square of it.
  private static let longest = 60 * SpeechFeatures.framesPerSecond
  /// The cost of taking an ayah for a part of it, in log-scores. Then the frames of the beginning and the end
  /// of a recording.
  private static let costOfPart: Float = 50
  private static let edge = SpeechFeatures.framesPerSecond
  /// The least difference by which an ayah that may have broken off must fit worse than the others.
  private static let clearMisfit = 0.25
  /// The frames by which a difference is inaudible.
  private static let near = SpeechFeatures.framesPerSecond / 4
  private static let stride = WordGraph.framesPerStep

  init(utterance: Utterance) {
    self.utterance = utterance
    tempi = WholeFit.tempi(utterance.model, stride: Self.stride)
  }

  /// Returns the recitation with its doubtful boundaries searched again. The fit by phones is computed anew
  /// if one has moved.
  func rescored(_ heard: Recitation) -> Recitation {
    var result = heard
    let signs = heard.signs(in: utterance.features)
    for place in heard.found.heard.indices {
      let items = (before: place > 0 ? result.found.heard[place - 1] : nil, result.found.heard[place])
      guard
        !([items.before, items.1].compactMap { $0?.item }.contains(where: heard.recited.settled.contains)),
        isReadOn(items, heard.recited)
      else { continue }
      let isSure = MarkConfidence.shipped.probability(of: signs[place]) >= Self.sure
      if let before = items.before, let moved = moved((before, items.1), place, signs[place], isSure, heard) {
        (result.found.heard[place - 1], result.found.heard[place]) = (moved.before.item, moved.next.item)
        result.recited = result.recited.hearing(moved.before.words, of: before.item)
          .hearing(moved.next.words, of: items.1.item)
      } else if isSure, let lead = leadElsewhere(items, heard), lead >= Self.clearLead {
        result.elsewhereByPhones.insert(items.1.item)
      }
    }
    if result.found.heard != heard.found.heard {
      result.phones = PhoneFit(of: result, in: utterance, known: heard.phones)
    }
    return result
  }

  /// Returns true if nothing else is recognised in two items or between them, and no word twice.
  private func isReadOn(_ items: (before: AlignedItem?, AlignedItem), _ recited: RecitedPassage) -> Bool {
    let next = recited.chainItems[items.1.item]
    guard next.numbers == nil || next.isBroken, next.others.keys.allSatisfy({ $0 == next.words.count - 1 })
    else { return false }
    guard let before = items.before else { return true }
    let words = recited.chainItems[before.item]
    return words.numbers == nil && words.others.isEmpty && before.others.isEmpty
  }

  /// Returns the gain in fit if phones place the beginning of the second item far from the boundary; nil if
  /// they don't.
  ///
  /// The words compared are those on both sides of the boundary, or of the beginning of the first item. Also
  /// nil if something else is recognised just before the first.
  private func leadElsewhere(_ items: (before: AlignedItem?, AlignedItem), _ heard: Recitation) -> Double? {
    func words(of item: AlignedItem) -> [AyahSounds.Word]? {
      let words = heard.recited.chainItems[item.item].words
      return words.count == item.words.count ? words : nil
    }
    let middle = items.1.frames.lowerBound
    guard let next = words(of: items.1),
      let last = items.1.words.firstIndex(where: { $0.upperBound >= middle + Self.beside })
        ?? items.1.words.indices.last
    else { return nil }
    let after = [StateChain.Item(words: Array(next[...last]))]
    var (before, start) = ([StateChain.Item](), max(0, middle - Self.beside))
    if let item = items.before {
      guard let earlier = words(of: item),
        let first = item.words.lastIndex(where: { $0.lowerBound <= item.frames.upperBound - Self.beside })
          ?? item.words.indices.first
      else { return nil }
      before = [StateChain.Item(words: Array(earlier[first...]))]
      start = item.words[first].lowerBound
    } else if heard.found.othersBefore.contains(where: { $0.upperBound > start }) {
      return nil
    }
    let end = items.1.words[last].upperBound
    guard let elsewhere = laidOut(before + after, over: start..<end),
      let begins = elsewhere.items.last?.words.first?.lowerBound, abs(begins - middle) >= Self.far,
      let earlier = laidOut(before, over: start..<middle), let later = laidOut(after, over: middle..<end)
    else { return nil }
    return elsewhere.score - earlier.score - later.score
  }

  /// An item where phones have it, and which of its words.
  private typealias Moved = (item: AlignedItem, words: Range<Int>)

  /// Returns two items, one after the other, as phones place them. Returns nil if they can't be aligned, or
  /// are about where they were.
  ///
  /// A recording may begin within the first item of all, and break off within the last. For a sure boundary
  /// only these cases are tried.
  private func moved(
    _ items: (AlignedItem, AlignedItem), _ place: Int, _ signs: MarkSigns, _ isSure: Bool, _ heard: Recitation
  ) -> (before: Moved, next: Moved)? {
    guard items.0.frames.count <= Self.longest, items.1.frames.count <= Self.longest else { return nil }
    let mayBeginAmid =
      place == 1 && heard.found.othersBefore.isEmpty && items.0.frames.lowerBound <= Self.edge
    let next = heard.recited.chainItems[items.1.item]
    let endsRecording =
      place == heard.found.heard.count - 1 && items.1.others.isEmpty
      && items.1.frames.upperBound >= utterance.features.count - Self.edge
    let mayBreakOff =
      next.isBroken || endsRecording && (!isSure || signs[.phonesAfter] >= Self.clearMisfit)
    guard !isSure || mayBeginAmid || mayBreakOff else { return nil }
    let before = StateChain.Item(
      words: heard.recited.chainItems[items.0.item].words, laterStart: mayBeginAmid ? Self.costOfPart : nil)
    let frames = items.0.frames.lowerBound..<items.1.frames.upperBound
    let count = next.words.count
    guard let phones = phones(over: frames) else { return nil }
    let ways = (mayBreakOff ? 1...count : count...count).compactMap { end in
      laidOut([before, StateChain.Item(words: Array(next.words[..<end]))], over: phones).map { way in
        (
          items: way.items, end: end,
          score: way.score - (end == count || next.isBroken ? 0 : Double(Self.costOfPart))
        )
      }
    }
    guard let best = ways.max(by: { $0.score < $1.score }),
      let first = best.items[0].words.firstIndex(where: { !$0.isEmpty }),
      !isSure || first > 0 || best.end < count,
      let last = best.items[0].words.last?.upperBound, let start = best.items[1].words.first?.lowerBound,
      items.0.frames.lowerBound < last, start < items.1.frames.upperBound,
      abs(last - items.0.frames.upperBound) > Self.near || abs(start - items.1.frames.lowerBound) > Self.near
    else { return nil }
    let places = (first..<before.words.count, 0..<best.end)
    return (
      (
        items.0.moved(
          to: items.0.frames.lowerBound..<last, best.items[0].words,
          share: before.words.share(of: places.0)), places.0
      ),
      (
        items.1.moved(
          to: start..<items.1.frames.upperBound, best.items[1].words, share: next.words.share(of: places.1)),
        places.1
      )
    )
  }

  /// The network's scores of some frames, and the first of the frames.
  private typealias Phones = (scores: EmissionScores, start: Int)

  /// Returns the scores of some frames; nil if there are no frames. Computing them takes longer than a search
  /// of them.
  private func phones(over frames: Range<Int>) -> Phones? {
    let start = frames.lowerBound / Self.stride * Self.stride
    guard start < frames.upperBound else { return nil }
    return (utterance.scores(of: start..<frames.upperBound, stride: Self.stride), start)
  }

  private func laidOut(
    _ items: [StateChain.Item], over frames: Range<Int>
  ) -> (items: [AlignedItem], score: Double)? {
    phones(over: frames).flatMap { laidOut(items, over: $0) }
  }

  /// Aligns items, one after the other, with some phones, and returns their places and their fit.
  ///
  /// Nothing else is assumed to be between them. Returns nil if the frames are too few for them.
  private func laidOut(
    _ items: [StateChain.Item], over phones: Phones
  ) -> (items: [AlignedItem], score: Double)? {
    let (scores, start) = phones
    let chain = StateChain(items)
    guard let (fit, path) = WholeFit.best(through: chain, in: scores, at: tempi) else { return nil }
    var heard = items.indices.map { AlignedItem(item: $0, frames: 0..<0) }
    for (state, frames) in zip(chain.states, path.frames) where state.isSound {
      guard let item = state.item, let word = state.word else { continue }
      heard[item].hear(
        start + Self.stride * frames.lowerBound..<start + Self.stride * frames.upperBound, inWord: word)
    }
    return (heard, fit.score)
  }
}

extension StateChain.Item {
  /// True if it is the beginning of an ayah that breaks off.
  fileprivate var isBroken: Bool { numbers.map { $0 == Array($0.indices) } ?? false }
}

extension [AyahSounds.Word] {
  /// The part of all sounds that some of the words have.
  fileprivate func share(of places: Range<Int>) -> Double {
    func count(_ words: Self.SubSequence) -> Double { Double(words.reduce(0) { $0 + $1.sounds.count }) }
    return Swift.max(1, count(self[places])) / Swift.max(1, count(self[...]))
  }
}

extension AlignedItem {
  /// Returns the item, or a `share` of it, moved to other frames, with its words there.
  fileprivate func moved(to frames: Range<Int>, _ words: [Range<Int>], share: Double) -> AlignedItem {
    var item = self
    item.frames = frames
    item.rate = rate * Double(frames.count) / (share * Double(max(1, self.frames.count)))
    // At its other edge it is where it was.
    item.words = words.map { word in
      let start = min(max(word.lowerBound, frames.lowerBound), frames.upperBound)
      return start..<min(max(start, word.upperBound), frames.upperBound)
    }
    if let first = words.firstIndex(where: { !$0.isEmpty }) {
      item.words[first] = frames.lowerBound..<item.words[first].upperBound
    }
    if let last = item.words.indices.last {
      item.words[last] = item.words[last].lowerBound..<frames.upperBound
    }
    return item
  }
}
