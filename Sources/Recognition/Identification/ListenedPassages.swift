import TilawaQuran
import TilawaSound

/// Passages that were taken to be recited in a stretch of a recording, one after the other, and how each is heard there.
///
/// The same searches as for passages that somebody stated (`Pipeline`), with their answer laid out by passage.
struct ListenedPassages: Sendable {
  /// An item of a passage that is heard.
  struct Item: Hashable, Sendable {
    /// Which of the passages it belongs to.
    var passage: Int
    /// Nil for what may precede a passage.
    var ayah: Ayah?
    /// As they are heard.
    var words: [AyahSounds.Word]
    /// From its first sound to the end of its last, in frames of the whole recording.
    var frames: Range<Int>
    /// How likely it begins where it was found, from 0 to 1.
    var confidence: Double
  }

  /// In the order in which they are heard.
  private(set) var items: [Item]
  /// The part of the passages that is heard, by words.
  let share: Double
  /// The same, for who looks for these passages once more; nil where only a part of the recording was listened to.
  let known: Recitation?
  private let heard: Recitation
  private let stated: RecitedPassage
  private let utterance: Utterance

  /// Listens for `passages` in some frames, but not in those of `others`; nil when there is no room for them, or nothing is heard.
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

  /// How much better the passages fit what is heard than as many other sounds (`PhoneFit`).
  var evidence: Double { heard.phones?.evidence ?? -.infinity }

  /// Whether nothing else can be meant.
  var isClear: Bool {
    PassageVerification.Signs(heard, of: utterance.features.count)?.confidence ?? 0
      >= PassageIdentification.leastConfidence
  }

  /// The ayat of a passage that are heard, as items in the order in which they are heard.
  func ayat(of passage: Int) -> [Item] { items.filter { $0.passage == passage && $0.ayah != nil } }

  /// Drops what is heard of a passage outside of where it can be: `rooms` are of each, in frames.
  mutating func keep(within rooms: [Range<Int>]) {
    items.removeAll { !rooms[$0.passage].contains(($0.frames.lowerBound + $0.frames.upperBound) / 2) }
  }

  /// Takes for a passage what another search heard of it alone, where that heard more.
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

  /// The ayat of a passage that are more than guessed, as often as they are heard.
  func known(of passage: Int) -> [Ayah] {
    ayat(of: passage).filter { $0.confidence >= Self.leastBelieved }.compactMap(\.ayah)
  }

  /// Without runs of items of which each is hardly more than a guess: something else is recited there.
  var believed: [Item] {
    items.indices.filter { index in
      let around = [index - 1, index + 1].filter(items.indices.contains)
      return !(isGuess(index) && around.contains(where: isGuess))
    }.map { items[$0] }
  }

  private func isGuess(_ index: Int) -> Bool { items[index].confidence < Self.leastBelieved }

  /// The confidence from which on an item is more than a guess.
  private static let leastBelieved = 0.3

  /// From the first sound of a passage to its last, with what precedes it; nil when nothing of it is heard.
  func frames(of passage: Int) -> Range<Int>? {
    let own = items.filter { $0.passage == passage }.map(\.frames)
    guard let first = own.map(\.lowerBound).min(), let last = own.map(\.upperBound).max() else { return nil }
    return first..<last
  }
}
