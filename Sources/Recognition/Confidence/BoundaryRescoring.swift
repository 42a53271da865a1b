import Audio
import QuranIndex

/// Decides again, by phones, where ayat begin whose places the mixtures leave in doubt, or phones do.
///
/// The two items around such a boundary are laid over their frames once more, as the network tells phones apart, which the nine classes
/// of the mixtures don't: where a long vowel ends an ayah and a short one begins the next, a fast reading or a room leaves these seconds to choose from.
/// Of 107 marks of less than 0.9 in the harder recordings (`Tests/harder-recordings`, models and networks that never heard the reciter) 68 were within half a
/// second of where their ayah begins, and 91 are since; none moved away from there.
///
/// In a room nothing may tell the mixtures that they are wrong. So of what is sure, too, a few words on both sides are laid over their frames,
/// and both items where these are elsewhere: that takes 2 % of the time of a stated passage, and both items of all ayat 37 %.
struct BoundaryRescoring {
  let utterance: Utterance

  /// Of a mark that is surer only the words beside it are asked at first.
  private static let sure = 0.9
  /// So many frames of words on both sides, or a word.
  private static let beside = 2 * SpeechFeatures.framesPerSecond
  /// In frames. What is sure moves no further: there phones mostly hear something else for the ayah.
  private static let furthest = SpeechFeatures.framesPerSecond * 3 / 2
  /// Frames of a longer item, which takes time with the square of it.
  private static let longest = 60 * SpeechFeatures.framesPerSecond
  /// Frames by which nobody hears a difference: below that the mixtures are the more exact.
  private static let near = SpeechFeatures.framesPerSecond / 4
  private static let stride = WordGraph.framesPerStep

  /// The same with places that are decided again; how well they fit by phones is asked anew where one has moved.
  func rescored(_ heard: Recitation) -> Recitation {
    guard utterance.model.network != nil else { return heard }
    var result = heard
    let signs = heard.signs
    for place in heard.found.heard.indices.dropFirst() {
      let items = (result.found.heard[place - 1], result.found.heard[place])
      guard !heard.recited.settled.contains(items.0.item), !heard.recited.settled.contains(items.1.item),
        isReadOn(items, heard.recited)
      else { continue }
      let isSure = MarkConfidence.ofFirstHearing.probability(of: signs[place]) >= Self.sure
      guard !isSure || isElsewhereByWords(items, heard.recited), let moved = moved(items, heard.recited),
        !isSure || abs(moved.1.frames.lowerBound - items.1.frames.lowerBound) <= Self.furthest
      else { continue }
      (result.found.heard[place - 1], result.found.heard[place]) = moved
    }
    if result.found.heard != heard.found.heard {
      result.phones = PhoneFit(of: result, in: utterance, known: heard.phones)
    }
    return result
  }

  /// Whether nothing else is heard in two items or between them, and no word twice.
  private func isReadOn(_ items: (AlignedItem, AlignedItem), _ recited: RecitedPassage) -> Bool {
    let words = [items.0, items.1].map { recited.chainItems[$0.item] }
    return words.allSatisfy({ $0.numbers == nil }) && words[0].others.isEmpty && items.0.others.isEmpty
      && words[1].others.keys.allSatisfy({ $0 == words[1].words.count - 1 })
  }

  /// Whether by phones the last words of an item end elsewhere, or the first of the next begin elsewhere, when nothing else can.
  private func isElsewhereByWords(_ items: (AlignedItem, AlignedItem), _ recited: RecitedPassage) -> Bool {
    let words = [items.0, items.1].map { recited.chainItems[$0.item].words }
    guard words[0].count == items.0.words.count, words[1].count == items.1.words.count,
      let first = items.0.words.lastIndex(where: { $0.lowerBound <= items.0.frames.upperBound - Self.beside })
        ?? items.0.words.indices.first,
      let last = items.1.words.firstIndex(where: { $0.upperBound >= items.1.frames.lowerBound + Self.beside })
        ?? items.1.words.indices.last,
      let heard = laidOut(
        (words[0][first...], words[1][...last]),
        over: items.0.words[first].lowerBound..<items.1.words[last].upperBound),
      let end = heard.0.last?.upperBound, let start = heard.1.first?.lowerBound
    else { return false }
    return isFar(end, from: items.0.frames.upperBound) || isFar(start, from: items.1.frames.lowerBound)
  }

  private func isFar(_ frame: Int, from other: Int) -> Bool { abs(frame - other) > Self.near }

  /// Two items one after the other as phones have them; nil where they can't be laid out, or are about where they were.
  private func moved(
    _ items: (AlignedItem, AlignedItem), _ recited: RecitedPassage
  ) -> (AlignedItem, AlignedItem)? {
    let words = [items.0, items.1].map { recited.chainItems[$0.item].words }
    guard items.0.frames.count <= Self.longest, items.1.frames.count <= Self.longest,
      let heard = laidOut(
        (words[0][...], words[1][...]), over: items.0.frames.lowerBound..<items.1.frames.upperBound),
      let last = heard.0.last?.upperBound, let first = heard.1.first?.lowerBound,
      items.0.frames.lowerBound < last, first < items.1.frames.upperBound,
      isFar(last, from: items.0.frames.upperBound) || isFar(first, from: items.1.frames.lowerBound)
    else { return nil }
    return (
      items.0.moved(to: items.0.frames.lowerBound..<last, heard.0),
      items.1.moved(to: first..<items.1.frames.upperBound, heard.1)
    )
  }

  /// The frames of words of two items one after the other, as phones have them when nothing else is heard there; nil where there is no room.
  private func laidOut(
    _ words: (ArraySlice<AyahSounds.Word>, ArraySlice<AyahSounds.Word>), over frames: Range<Int>
  ) -> ([Range<Int>], [Range<Int>])? {
    let start = frames.lowerBound / Self.stride * Self.stride
    guard start < frames.upperBound else { return nil }
    let part = utterance.features.part(start..<frames.upperBound)
    let scores = EmissionScores(
      phones: PhoneScores(utterance.model, part, scale: .followed), frames: part.count, stride: Self.stride)
    let chain = StateChain([words.0, words.1].map { StateChain.Item(words: Array($0)) }, rows: .phones)
    guard
      let path = WholeFit.path(
        through: chain, in: scores, at: WholeFit.tempi(utterance.model, stride: Self.stride))
    else { return nil }
    var heard = [AlignedItem(item: 0, frames: 0..<0), AlignedItem(item: 1, frames: 0..<0)]
    for (state, frames) in zip(chain.states, path.frames) where state.isSound {
      guard let item = state.item, let word = state.word else { continue }
      heard[item].hear(
        start + Self.stride * frames.lowerBound..<start + Self.stride * frames.upperBound, inWord: word)
    }
    return (heard[0].words, heard[1].words)
  }
}

extension AlignedItem {
  /// The same item, heard in other frames, with its words there.
  fileprivate func moved(to frames: Range<Int>, _ words: [Range<Int>]) -> AlignedItem {
    var item = self
    item.frames = frames
    item.rate = rate * Double(frames.count) / Double(max(1, self.frames.count))
    // At its other edge it is where it was.
    item.words = words.map { word in
      let start = min(max(word.lowerBound, frames.lowerBound), frames.upperBound)
      return start..<min(max(start, word.upperBound), frames.upperBound)
    }
    if let first = item.words.indices.first {
      item.words[first] = frames.lowerBound..<item.words[first].upperBound
    }
    if let last = item.words.indices.last {
      item.words[last] = item.words[last].lowerBound..<frames.upperBound
    }
    return item
  }
}
