import Synchronization
import TilawaBase
import TilawaQuran
import TilawaSound

/// The fit of a recognised passage by phones, and of its words in reverse order, ayah by ayah where each was
/// found.
struct PhoneFit: Sendable {
  /// The mean score of a frame of its sounds, by phones; 0 or less.
  var own: Double
  /// The fit of as many other sounds: those that the passage has in its other half, read from its end.
  var reverse: Double
  /// For each recognised item, its misfit: 0 or more.
  ///
  /// It is nil if the item is too short for its sounds. It is the mean of all items if the item is too long
  /// to be checked.
  var misfits: [Double?]
  private let fits: [Item?]

  /// The fit of an item's words where it was found, and of as many sounds of the reverse.
  private struct Item: Sendable {
    var own: WholeFit
    var reverse: WholeFit
    var frames: Range<Int>
  }

  /// The evidence for the passage: its fit, plus the difference by which it is better than the reverse's.
  var evidence: Double { 2 * own - reverse }

  private static let stride = WordGraph.framesPerStep
  /// In frames. Exact searches take time with the square of it, and only the longest ayah takes so long.
  private static let longest = 240 * SpeechFeatures.framesPerSecond

  /// Computes the fit; nil if nothing is long enough for it. The fit of items that are where they were is
  /// taken from `known`.
  init?(of heard: Recitation, in utterance: Utterance, known: PhoneFit? = nil) {
    let durations = WholeFit.tempi(utterance.model, stride: Self.stride)
    let items = heard.found.heard.map { heard.recited.chainItems[$0.item].words }
    var rest = items.flatMap(\.self).reversed()[...]
    let others = items.map { words in
      // As many sounds of the reverse.
      var left = words.reduce(0) { $0 + $1.sounds.count }
      var taken: [AyahSounds.Word] = []
      while left > 0, let word = rest.popFirst() {
        taken.append(word)
        left -= word.sounds.count
      }
      return taken
    }
    let before = known.flatMap { $0.fits.count == items.count ? $0.fits : nil }
    let found = Mutex(
      zip(heard.found.heard, before ?? Array(repeating: nil, count: items.count)).map { item, fit in
        fit.flatMap { $0.frames == item.frames ? $0 : nil }
      })
    let unknown = found.withLock { fits in fits.indices.filter { fits[$0] == nil } }
    Processors.share(unknown.count) { number in
      let place = unknown[number]
      let frames = heard.found.heard[place].frames
      guard frames.count <= Self.longest else { return }
      let scores = utterance.scores(
        of: frames.lowerBound / Self.stride * Self.stride..<frames.upperBound, stride: Self.stride)
      func fit(_ words: [AyahSounds.Word]) -> WholeFit? {
        WholeFit(of: [StateChain.Item(words: words)], in: scores, at: durations)
      }
      guard let own = fit(items[place]), let reverse = fit(others[place]) else { return }
      found.withLock { $0[place] = Item(own: own, reverse: reverse, frames: frames) }
    }
    fits = found.withLock(\.self)
    let all = fits.compactMap(\.self)
    let count = Double(all.reduce(0) { $0 + $1.frames.count })
    guard count > 0 else { return nil }
    let mean = all.reduce(0) { $0 + $1.own.misfit * Double($1.frames.count) } / count
    own = mean
    misfits = zip(fits, heard.found.heard).map { fit, item in
      fit.map { -$0.own.misfit } ?? (item.frames.count > Self.longest ? -mean : nil)
    }
    reverse = all.reduce(0) { $0 + $1.reverse.misfit * Double($1.frames.count) } / count
  }
}
