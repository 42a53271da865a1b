import TilawaQuran
import TilawaSound

/// Passages that were taken to be recited in a stretch of a recording, one after the other, and the
/// recognition of each.
///
/// The searches are those for passages that a user stated (`Pipeline`), with their results arranged by
/// passage.
struct ListenedPassages: Sendable {
  /// A recognised item of a passage.
  struct Item: Hashable, Sendable {
    /// Which of the passages it belongs to.
    var passage: Int
    /// Nil for what may precede a passage.
    var ayah: Ayah?
    /// Its words as they are recited.
    var words: [AyahSounds.Word]
    /// From its first sound to the end of its last, in frames of the whole recording.
    var frames: Range<Int>
    /// The probability that it begins where it was found, from 0 to 1.
    var confidence: Double
  }

  /// The items in the order of recitation.
  private(set) var items: [Item]
  /// The part of the passages that is recognised, by words.
  let share: Double
  /// The recognition, for another search for these passages; nil if only a part of the recording was
  /// searched.
  let known: Recitation?
  private let heard: Recitation
  private let stated: RecitedPassage
  private let utterance: Utterance

  /// Searches some frames for `passages`, except frames of `others`; nil if there is too little time for
  /// them, or nothing is recognised.
  init?(
    _ passages: [AyahRange], _ counting: CountingSystem, in features: SpeechFeatures, frames: Range<Int>,
    except others: [Range<Int>] = [], model: AcousticModel
  ) {
    let frames = frames.clamped(to: 0..<features.count)
    guard !passages.isEmpty, frames.count >= SpeechFeatures.framesPerSecond else { return nil }
    let part = frames.count == features.count ? features : features.part(frames)
    guard part.isLoud.contains(true) else { return nil }
    stated = RecitedPassage(passages, counting, opening: .auto, anchors: [])
    let silent = others.map { $0.clamped(to: frames) }.filter { !$0.isEmpty }.map {
      $0.lowerBound - frames.lowerBound..<$0.upperBound - frames.lowerBound
    }
    utterance = Utterance(features: part, model: model, silent: silent)
    guard let heard = Pipeline.recitation(of: stated, in: utterance), !heard.found.heard.isEmpty,
      Pipeline.tempi.contains(heard.found.tempo)
    else { return nil }
    let allSigns = heard.signs(in: part)
    items = heard.found.heard.indices.map { place in
      let item = heard.found.heard[place]
      let what = heard.recited.items[item.item]
      return Item(
        passage: heard.recited.chainItems[item.item].part, ayah: what.isOptional ? nil : what.ayah,
        words: heard.recited.chainItems[item.item].words,
        frames: frames.lowerBound + item.frames.lowerBound..<frames.lowerBound + item.frames.upperBound,
        confidence: MarkConfidence.shipped.probability(of: allSigns[place]))
    }
    share = heard.recited.share
    let isAll = frames.count == features.count && silent.isEmpty
    known = isAll ? heard : nil
    self.heard = heard
  }

  /// The difference by which the passages fit better than as many other sounds (`PhoneFit`).
  var evidence: Double { heard.phones?.evidence ?? -.infinity }

  /// True if no other passage can be meant.
  var isClear: Bool {
    PassageVerification.Signs(heard, of: utterance.features.count)?.confidence ?? 0
      >= PassageIdentification.leastConfidence
  }

  /// Returns the recognised ayat of a passage, as items in the order of recitation.
  func ayat(of passage: Int) -> [Item] { items.filter { $0.passage == passage && $0.ayah != nil } }

  /// Removes the items of each passage outside of the frames where it can be: its element of `rooms`.
  mutating func keep(within rooms: [Range<Int>]) {
    items.removeAll { !rooms[$0.passage].contains(($0.frames.lowerBound + $0.frames.upperBound) / 2) }
  }

  /// Replaces the items of a passage by those of a search for it alone, if that recognised more.
  mutating func take(_ passage: Int, from other: ListenedPassages) {
    guard other.known(of: 0).count > known(of: passage).count else { return }
    items.removeAll { $0.passage == passage }
    items += other.items.map {
      var item = $0
      item.passage = passage
      return item
    }
    items.sort { $0.frames.lowerBound < $1.frames.lowerBound }
  }

  /// Returns the ayat of a passage that are more than guessed, each as often as it is recognised.
  func known(of passage: Int) -> [Ayah] {
    ayat(of: passage).filter { $0.confidence >= Self.leastBelieved }.compactMap(\.ayah)
  }

  /// The items without runs in which each is hardly more than a guess: something else is recited there.
  var believed: [Item] {
    items.indices.filter { index in
      let around = [index - 1, index + 1].filter(items.indices.contains)
      return !(isGuess(index) && around.contains(where: isGuess))
    }.map { items[$0] }
  }

  private func isGuess(_ index: Int) -> Bool { items[index].confidence < Self.leastBelieved }

  /// The confidence from which on an item is more than a guess.
  private static let leastBelieved = 0.3

  /// Returns the frames from the first sound of a passage, with its openings, to its last; nil if nothing of
  /// it is recognised.
  func frames(of passage: Int) -> Range<Int>? {
    let own = items.filter { $0.passage == passage }.map(\.frames)
    guard let first = own.map(\.lowerBound).min(), let last = own.map(\.upperBound).max() else { return nil }
    return first..<last
  }
}
