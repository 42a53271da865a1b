import Audio
import QuranIndex

/// Decides again, by phones, where ayat begin whose places the mixtures leave in doubt.
///
/// The two items around such a boundary are laid over their frames once more, as the network tells phones apart, which the nine classes
/// of the mixtures don't: where a long vowel ends an ayah and a short one begins the next, a fast reading or a room leaves these seconds to choose from.
/// Of 107 marks of less than 0.9 in the harder recordings (`Tests/harder-recordings`, models and networks that never heard the reciter) 68 were within half a
/// second of where their ayah begins, and 91 are since; none moved away from there.
struct BoundaryRescoring {
  let utterance: Utterance

  /// A mark that is surer isn't asked again.
  private static let sure = 0.9
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
    for place in heard.found.heard.indices.dropFirst()
    where MarkConfidence.ofFirstHearing.probability(of: signs[place]) < Self.sure {
      let items = (result.found.heard[place - 1], result.found.heard[place])
      guard !heard.recited.settled.contains(items.0.item), !heard.recited.settled.contains(items.1.item),
        let moved = moved(items, heard.recited)
      else { continue }
      (result.found.heard[place - 1], result.found.heard[place]) = moved
    }
    if result.found.heard != heard.found.heard {
      result.phones = PhoneFit(of: result, in: utterance, known: heard.phones)
    }
    return result
  }

  /// Two items one after the other as phones have them; nil where they can't be laid out, or are about where they were.
  private func moved(
    _ items: (AlignedItem, AlignedItem), _ recited: RecitedPassage
  ) -> (AlignedItem, AlignedItem)? {
    let start = items.0.frames.lowerBound / Self.stride * Self.stride
    let end = items.1.frames.upperBound
    let words = [items.0, items.1].map { recited.chainItems[$0.item] }
    // Nothing else is heard in or between them, and no word twice.
    guard words.allSatisfy({ $0.numbers == nil }), words[0].others.isEmpty,
      words[1].others.keys.allSatisfy({ $0 == words[1].words.count - 1 }),
      items.0.others.isEmpty, items.0.frames.count <= Self.longest, items.1.frames.count <= Self.longest,
      start < end
    else { return nil }
    let part = utterance.features.part(start..<end)
    let scores = EmissionScores(
      phones: PhoneScores(utterance.model, part, scale: .followed), frames: part.count, stride: Self.stride)
    let chain = StateChain(words.map { StateChain.Item(words: $0.words) }, rows: .phones)
    guard
      let path = WholeFit.path(
        through: chain, in: scores, at: WholeFit.tempi(utterance.model, stride: Self.stride))
    else { return nil }
    var heard = [
      AlignedItem(item: items.0.item, frames: 0..<0), AlignedItem(item: items.1.item, frames: 0..<0),
    ]
    for (state, frames) in zip(chain.states, path.frames) where state.isSound {
      guard let item = state.item, let word = state.word else { continue }
      heard[item].hear(
        start + Self.stride * frames.lowerBound..<start + Self.stride * frames.upperBound, inWord: word)
    }
    guard let last = heard[0].words.last?.upperBound, let first = heard[1].words.first?.lowerBound,
      items.0.frames.lowerBound < last, first < items.1.frames.upperBound,
      abs(last - items.0.frames.upperBound) > Self.near || abs(first - items.1.frames.lowerBound) > Self.near
    else { return nil }
    return (
      items.0.moved(to: items.0.frames.lowerBound..<last, heard[0].words),
      items.1.moved(to: first..<items.1.frames.upperBound, heard[1].words)
    )
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
