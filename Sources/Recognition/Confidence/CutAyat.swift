import TilawaQuran
import TilawaSound

/// Finds whether the first recognised ayah lacks its beginning, or the last its end, because the recording begins
/// or breaks off amid it.
///
/// Mostly the search itself finds that words are missing. It may also have squeezed them into the frames at the
/// edge, when the recording begins or ends without a moment of silence. So where there is none, the words beside
/// the edge are aligned with the frames there, and so are they without a part of the word at the edge.
struct CutAyat: Sendable {
  /// True if the first ayah lacks its beginning.
  private(set) var isAtStart = false
  /// True if the last ayah lacks its end.
  private(set) var isAtEnd = false

  /// Silent frames that are more than a moment.
  private static let pause = 4
  /// The frames of the words that are aligned, or at least one word.
  private static let longest = 20 * SpeechFeatures.framesPerSecond
  /// The least log-score by which a part of the word at the edge must fit better than all of it.
  ///
  /// Of 458 edges of pieces that were cut between two ayat, one differs by more, at the end of a piece without
  /// pauses and in another riwayah. Of 45 that were cut amid an ayah and whose words all were found, 27 do.
  private static let clearLead = 15.0
  private static let stride = WordGraph.framesPerStep

  init(_ heard: Recitation, of stated: RecitedPassage, in utterance: Utterance) {
    let recited = heard.recited
    func words(of item: AlignedItem) -> (all: [AyahSounds.Word], numbers: [Int]?)? {
      guard recited.items[item.item].ayah != nil, !recited.items[item.item].isOptional,
        !recited.settled.contains(item.item)
      else { return nil }
      return (
        stated.chainItems[recited.origins[item.item]].words, recited.chainItems[item.item].numbers
      )
    }
    let isLoud = utterance.features.isLoud
    let tempi = WholeFit.tempi(utterance.model, stride: Self.stride)
    func isLed(over frames: Range<Int>, _ all: [AyahSounds.Word], by fewer: [[AyahSounds.Word]]) -> Bool {
      let start = frames.lowerBound / Self.stride * Self.stride
      guard !fewer.isEmpty, start < frames.upperBound else { return false }
      let scores = utterance.scores(of: start..<frames.upperBound, stride: Self.stride)
      func score(_ words: [AyahSounds.Word]) -> Double? {
        WholeFit(of: [StateChain.Item(words: words)], in: scores, at: tempi)?.score
      }
      guard let whole = score(all), let best = fewer.compactMap(score).max() else { return false }
      return best - whole >= Self.clearLead
    }
    if let first = heard.found.heard.first, let (all, numbers) = words(of: first) {
      if let numbers {
        isAtStart = !numbers.contains(0)
      } else if heard.found.othersBefore.isEmpty, isLoud.prefix(Self.pause).contains(true),
        first.words.count == all.count
      {
        let last = first.words.lastIndex { !$0.isEmpty && $0.upperBound <= Self.longest } ?? 0
        let near = all[...last]
        isAtStart = isLed(
          over: 0..<first.words[last].upperBound, Array(near),
          by: (1..<max(1, all[0].sounds.count)).map {
            [all[0].part($0..<all[0].sounds.count)] + near.dropFirst()
          })
      }
    }
    if let last = heard.found.heard.last, let (all, numbers) = words(of: last) {
      if let numbers {
        isAtEnd = !numbers.contains(all.count - 1)
      } else if last.others.isEmpty, isLoud.suffix(Self.pause).contains(true), last.words.count == all.count {
        let start = isLoud.count - Self.longest
        let first = last.words.firstIndex { !$0.isEmpty && $0.lowerBound >= start } ?? all.count - 1
        let near = all[first...]
        isAtEnd = isLed(
          over: last.words[first].lowerBound..<isLoud.count, Array(near),
          by: (1..<max(1, near[all.count - 1].sounds.count)).map {
            near.dropLast() + [near[all.count - 1].part(0..<$0)]
          })
      }
    }
  }
}
