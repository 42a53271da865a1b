import TilawaQuran
import TilawaSound

/// What an ayah took up that is none of it: the mixtures read it on through the silence behind it or before it, and through what is recited or said
/// there, as if it had been read so slowly.
///
/// Its words, laid over it by phones, fit what precedes a silence within it, or what follows one, clearly better than all of it.
struct SwallowedSounds {
  let features: SpeechFeatures
  let model: AcousticModel

  /// What of an item's frames is of its words, and what isn't.
  struct Parts {
    var own: Range<Int>
    var rest: [Range<Int>]
    /// As they are read, each once.
    var words: [AyahSounds.Word]
  }

  private typealias Cut = (own: Range<Int>, rest: Range<Int>)

  private static let stride = WordGraph.framesPerStep
  /// In frames. Exact searches take time with the square of it.
  private static let longest = 120 * SpeechFeatures.framesPerSecond
  /// Mean scores of a frame, by phones: from where on a part of the item fits, and by how much better than all of it.
  private static let least = -1.0
  private static let difference = 0.15
  /// An ayah that is read quicker, against most, took nothing up.
  private static let quickest = 0.75
  /// Fewer don't tell how slow the reading is.
  private static let fewestItems = 3
  /// In frames: a silence within an ayah, what goes at least, and how much of it may be quiet by phones before its first sound and
  /// after its last.
  private static let shortestSilence = SpeechFeatures.framesPerSecond / 2
  private static let fewest = SpeechFeatures.framesPerSecond
  private static let longQuiet = Durations.longestPause / 2
  /// How slow what is said again may be, against the model, and by how much worse it may fit than all of the ayah: five halves fitted by up to 0.55
  /// worse, speech by 0.8 and more.
  private static let tempi = 0.5...2.8
  private static let worse = 0.6

  /// The items of a passage that took something up, by their places, of those that fit worse than most.
  func swallowed(in heard: Recitation) -> [Int: Parts] {
    guard let phones = heard.phones else { return [:] }
    let items = heard.found.heard
    let rates = items.map(\.rate).sorted()
    guard rates.count >= Self.fewestItems else { return [:] }
    let usual = rates[rates.count / 2]
    let fits = items.indices.compactMap { phones.fit($0)?.misfit }.sorted()
    var result: [Int: Parts] = [:]
    for (place, item) in items.enumerated()
    where item.rate > Self.quickest * usual && !heard.recited.settled.contains(item.item) {
      let chain = heard.recited.chainItems[item.item]
      guard let whole = phones.fit(place), let words = chain.wordsInOrder else { continue }
      if whole.misfit >= Self.least, chain.numbers == nil,
        let parts = quietParts(of: item.frames, sounds: whole.sounds, words)
      {
        result[place] = parts
        continue
      }
      guard whole.misfit <= min(fits[fits.count / 2], -Self.difference), item.frames.count <= Self.longest
      else { continue }
      let silences = features.silences(in: item.frames, of: Self.shortestSilence)
      let cuts = cuts(of: item.frames, at: silences).filter { $0.rest.count >= Self.fewest }
      if let cut = best(of: cuts, words, whole: whole.misfit), !isSaidAgain(words, in: cut) {
        result[place] = Parts(own: cut.own, rest: [cut.rest], words: words)
      }
    }
    return result
  }

  /// What is no sound by phones, where that is long: in noise the mixtures read an ayah on through a long silence.
  private func quietParts(
    of frames: Range<Int>, sounds: Range<Int>, _ words: [AyahSounds.Word]
  ) -> Parts? {
    let sounds = sounds.clamped(to: frames)
    let quiet = [frames.lowerBound..<sounds.lowerBound, sounds.upperBound..<frames.upperBound].filter {
      $0.count >= Self.longQuiet
    }
    guard !quiet.isEmpty else { return nil }
    let start = quiet.contains { $0.lowerBound == frames.lowerBound } ? sounds.lowerBound : frames.lowerBound
    let end = quiet.contains { $0.upperBound == frames.upperBound } ? sounds.upperBound : frames.upperBound
    return Parts(own: start..<end, rest: quiet, words: words)
  }

  /// Whether what lies before an ayah is its own beginning, or what lies behind it its end: whoever loses his breath, or the thread, says it again.
  private func isSaidAgain(_ words: [AyahSounds.Word], in cut: Cut) -> Bool {
    guard let own = fit(of: words, in: cut.own) else { return false }
    let loud = features.isLoud[cut.rest].count { $0 }
    let seconds = Double(loud) / Double(SpeechFeatures.framesPerSecond)
    let isBefore = cut.rest.lowerBound < cut.own.lowerBound
    return words.indices.contains { count in
      let some = Array(isBefore ? words.prefix(count + 1) : words.suffix(count + 1))
      let usual = model.usualSeconds(of: some.flatMap(\.sounds))
      guard usual > 0, Self.tempi.contains(seconds / usual) else { return false }
      return fit(of: some, in: cut.rest) ?? -.infinity >= min(Self.least, own - Self.worse)
    }
  }

  private func cuts(of frames: Range<Int>, at silences: [Range<Int>]) -> [Cut] {
    silences.filter { $0.lowerBound > frames.lowerBound && $0.upperBound < frames.upperBound }.flatMap {
      silence in
      [
        (own: frames.lowerBound..<silence.lowerBound, rest: silence.upperBound..<frames.upperBound),
        (own: silence.upperBound..<frames.upperBound, rest: frames.lowerBound..<silence.lowerBound),
      ]
    }
  }

  /// The cut in which words fit best, where they fit clearly better than the `whole`.
  private func best(of cuts: [Cut], _ words: [AyahSounds.Word], whole: Double) -> Cut? {
    let fits = cuts.map { cut in fit(of: words, in: cut.own) ?? -.infinity }
    guard let best = fits.indices.max(by: { fits[$0] < fits[$1] }), fits[best] >= Self.least,
      fits[best] >= whole + Self.difference
    else { return nil }
    return cuts[best]
  }

  /// The mean score of the frames of the words' sounds; nil where there is no room for them.
  private func fit(of words: [AyahSounds.Word], in frames: Range<Int>) -> Double? {
    let part = features.part(frames.lowerBound / Self.stride * Self.stride..<frames.upperBound)
    let scores = EmissionScores(
      phones: PhoneScores(model, part, scale: .followed), frames: part.count, stride: Self.stride)
    return WholeFit(
      of: [StateChain.Item(words: words)], in: scores, rows: .phones,
      at: WholeFit.tempi(model, stride: Self.stride)
    )?.misfit
  }
}

extension StateChain.Item {
  /// The words of an ayah that are heard, each once, from its first on; nil where one of them is left out.
  fileprivate var wordsInOrder: [AyahSounds.Word]? {
    guard let numbers else { return words }
    let places = (0...(numbers.max() ?? 0)).map { numbers.firstIndex(of: $0) }
    return places.contains(nil) ? nil : places.compactMap(\.self).map { words[$0] }
  }
}
