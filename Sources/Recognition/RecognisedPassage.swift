package import TilawaQuran
import TilawaSound

/// The result of searching a recording for a stated passage.
public struct RecognisedPassage: Sendable {
  /// Frames of silence after which an ayah ends with its last word, whatever follows.
  package static let longestPause = Durations.longestPause

  /// One recitation of an item of the passage.
  package struct Part: Sendable {
    package let item: PassageItem
    /// From its first sound to the end of its last.
    package fileprivate(set) var frames: Range<Int>
    package fileprivate(set) var words: [Word]
    /// The other sounds between it and the next.
    package fileprivate(set) var others: Others
    /// The evidence whether it begins where it was found.
    package fileprivate(set) var signs: MarkSigns
    /// True if its first words aren't in the recording, which begins amid it.
    package fileprivate(set) var lacksBeginning = false
    /// True if its last words aren't in the recording, which breaks off amid it.
    package fileprivate(set) var lacksEnd = false
    /// True if a person has settled where it begins, or a run that contains it.
    package let isSettled: Bool
    /// True if a long silence after it belongs to no ayah.
    package let endsPart: Bool
    /// Which of the stated passages it belongs to, from 0.
    fileprivate(set) var passage: Int
  }

  /// A recognised word of an ayah.
  package struct Word: Sendable {
    /// From 1 in its ayah.
    package let number: Int
    package fileprivate(set) var frames: Range<Int>
    /// The agreement of searches about where it begins.
    package let agreement: WordAgreement
  }

  /// Sounds that don't belong to the passage.
  package struct Others: Sendable {
    /// From silence to silence.
    package fileprivate(set) var sounds: [Range<Int>]
    /// The sounds with names, where they are recognised.
    package fileprivate(set) var fillers: [Filler]
  }

  /// The parts in the order of recitation.
  package private(set) var parts: [Part]
  /// The other sounds before the first part.
  package private(set) var othersBefore: Others
  /// Frames that a person has called something else.
  package private(set) var silent: [Range<Int>]
  /// True if the passage was stated in several parts.
  package let isInParts: Bool
  /// The number of stated ayat, without ayah 0 of surahs.
  package private(set) var statedCount: Int
  /// The ayat that aren't recognised.
  package var unheard: [AyahRange] { unheardAyat.map(\.ayat) }
  private var unheardAyat: [UnheardAyat]
  /// True if the recording is hardly more like the passage than like its words in reverse.
  package private(set) var mayBeAnother: Bool
}

extension RecognisedPassage {
  /// Creates the result of a recognition, with the evidence for it; `features` are those of the recording.
  init(
    _ heard: Recitation, of stated: RecitedPassage, in features: SpeechFeatures,
    _ belief: PassageVerification.Belief, _ cut: CutAyat? = nil
  ) {
    let (recited, found) = (heard.recited, heard.found)
    func others(_ sounds: [Range<Int>], after item: PassageItem?) -> Others {
      Others(sounds: sounds, fillers: Filler.named(sounds, after: item, found.recognition))
    }
    let allSigns = heard.signs(in: features)
    let following = found.heard.map { others($0.others, after: recited.items[$0.item]) }
    let outOfTurn = Self.outOfTurn(found.heard, recited, following)
    parts = found.heard.enumerated().map { place, heard in
      let item = recited.items[heard.item]
      var signs = allSigns[place]
      signs.mayBeAnother = belief.mayBeAnother
      signs.passageConfidence = belief.confidence
      signs.isOutOfTurn = outOfTurn.contains(place)
      return Part(
        item: item, frames: heard.frames, words: found.words(of: heard), others: following[place],
        signs: signs,
        isSettled: recited.settled.contains(heard.item),
        endsPart: recited.chainItems[heard.item].endsPart, passage: recited.chainItems[heard.item].part)
    }
    if let last = parts.indices.last {
      (parts[0].lacksBeginning, parts[last].lacksEnd) = (cut?.isAtStart ?? false, cut?.isAtEnd ?? false)
      for place in [0, last] where parts[place].lacksBeginning || parts[place].lacksEnd {
        parts[place].signs.isOutOfTurn = true
      }
    }
    othersBefore = others(found.othersBefore, after: nil)
    silent = recited.silent
    isInParts = recited.isInParts
    statedCount = stated.items.count { !$0.isOptional }
    unheardAyat = recited.unheard
    mayBeAnother = belief.mayBeAnother
  }
}

extension RecognisedPassage {
  /// Creates the result for a recording that was searched in stretches, each for the passages recited in it.
  ///
  /// If the passages of a stretch aren't believed, it only has other sounds.
  init(
    _ known: HeardPassages, in features: SpeechFeatures, counting: CountingSystem, settled anchors: [Anchor],
    opening: PassageOpening, model: AcousticModel
  ) throws(PassageMisfit) {
    (parts, unheardAyat, silent) = ([], [], [])
    (isInParts, statedCount, mayBeAnother) = (true, 0, false)
    othersBefore = Others(sounds: [], fillers: [])
    var (passages, misfit) = (0, PassageMisfit?.none)
    for (number, stretch) in known.stretches.enumerated() {
      let start = stretch.frames.lowerBound
      func hear(_ others: Others) {
        if let last = parts.indices.last { parts[last].others += others } else { othersBefore += others }
      }
      do throws(PassageMisfit) {
        let heard = try RecognisedPassage(
          of: stretch.passages, in: features.part(stretch.frames), counting: counting,
          settled: anchors.part(stretch.frames), opening: number == 0 ? opening : .auto, model: model,
          known: known.known(stretch))
        hear(heard.othersBefore.shifted(by: start))
        parts += heard.parts.map { part in
          var part = part.shifted(by: start)
          part.passage += passages
          // Only the recording's own edges cut an ayah, and not those of its stretches.
          if number > 0 { part.lacksBeginning = false }
          if number + 1 < known.stretches.count { part.lacksEnd = false }
          return part
        }
        unheardAyat += heard.unheardAyat.map { UnheardAyat(part: $0.part + passages, ayat: $0.ayat) }
        silent += heard.silent.map { $0.shifted(by: start) }
        statedCount += heard.statedCount
        mayBeAnother = mayBeAnother || heard.mayBeAnother
      } catch {
        misfit = misfit ?? error
        let sounds = features.utterances(in: stretch.frames, breath: Durations.longestPause)
        hear(Others(sounds: sounds, fillers: Filler.named(sounds, after: nil, nil)))
        unheardAyat += stretch.passages.enumerated().map {
          UnheardAyat(part: passages + $0.offset, ayat: $0.element)
        }
        statedCount += stretch.passages.reduce(0) { $0 + counting.count(of: $1) }
      }
      passages += stretch.passages.count
    }
    if parts.isEmpty, let misfit { throw misfit }
  }
}

extension RecognisedPassage {
  /// True if most of its marks are at least as likely as not; else something else is recited there.
  var isHeard: Bool {
    let ayat = parts.filter { !$0.item.isOptional }
    return !ayat.isEmpty
      && MarkConfidence.supportsPassage(ayat.map { MarkConfidence.shipped.probability(of: $0.signs) })
  }

  /// Returns the remaining confidence of an open search, now that the passage was searched for by itself.
  ///
  /// If it may be another passage, the search has to be the surer. In a short recording it is no surer than
  /// the passage's own probability.
  func limiting(_ confidence: Double) -> Double {
    let factor = mayBeAnother ? exponential(-MarkConfidence.doubt) : 1
    let left = confidence * factor / (confidence * factor + 1 - confidence)
    return min(left, parts.map(\.signs.passageConfidence).min() ?? 1)
  }
}

extension RecognisedPassage {
  /// Replaces the judgement of one of several passages by that of the passage by itself, where it was found.
  ///
  /// A long recording may have many reciters. The fit of one passage, its tempo, and whether it may be
  /// another one don't depend on the others. `listening` recognises the passage in some frames of the
  /// recording.
  mutating func judge(
    passage number: Int, of count: Int, by listening: (Range<Int>) throws(PassageMisfit) -> RecognisedPassage
  ) {
    let own = parts.indices.filter { parts[$0].passage == number }
    guard let first = own.first, let last = own.last, !own.contains(where: { parts[$0].isSettled }) else {
      return
    }
    let before = first > 0 ? parts[first - 1].frames.upperBound : 0
    let after = last + 1 < parts.count ? parts[last + 1].frames.lowerBound : count
    let unheard = unheardAyat.filter { $0.part == number }.map(\.ayat)
    // What isn't heard at an edge may be beyond it.
    let isFirstUnheard = unheard.contains { ayat in parts[first].item.ayah.map { ayat.last < $0 } ?? false }
    let isLastUnheard = unheard.contains { ayat in parts[last].item.ayah.map { ayat.first > $0 } ?? false }
    let start = isFirstUnheard ? before : max(before, parts[first].frames.lowerBound - Self.margin)
    let end = isLastUnheard ? after : min(after, parts[last].frames.upperBound + Self.margin)
    let frames = start..<max(start, end)
    guard frames.count >= Self.shortestByItself else { return }
    let again: RecognisedPassage
    do {
      again = try listening(frames)
    } catch {
      for place in own { parts[place].signs.mayBeAnother = true }
      return
    }
    let heardAgain = again.parts.map { $0.shifted(by: start) }
    guard heardAgain.map(\.item) == own.map({ parts[$0].item }) else {
      let heard = parts[first...last]
      guard own.count == heard.count, again.hears(moreThan: unheard), again.othersBefore.sounds.isEmpty else {
        return
      }
      replace(first...last, of: number, by: heardAgain)
      unheardAyat.removeAll { $0.part == number }
      unheardAyat += again.unheard.map { UnheardAyat(part: number, ayat: $0) }
      unheardAyat.sort { $0.part < $1.part }
      return
    }
    for (place, heard) in zip(own, heardAgain) {
      let isSame = abs(heard.frames.lowerBound - parts[place].frames.lowerBound) <= Self.precision
      guard isSame else {
        parts[place].signs.isElsewhereAlone = true
        continue
      }
      guard heard.words.map(\.number) == parts[place].words.map(\.number) else { continue }
      parts[place].frames = heard.frames
      parts[place].words = heard.words
      let known = parts[place].signs
      parts[place].signs = heard.signs
      parts[place].signs.isOutOfTurn = known.isOutOfTurn || heard.signs.isOutOfTurn
      // What precedes the passage only the search for all of them has listened to.
      parts[place].signs.isElsewhereByPhones =
        heard.signs.isElsewhereByPhones || place == first && known.isElsewhereByPhones
    }
  }

  /// Returns true if this result is believed and recognises more ayat: those that it lacks are only a part of
  /// `unheard`.
  private func hears(moreThan unheard: [AyahRange]) -> Bool {
    !mayBeAnother && isHeard && self.unheard != unheard
      && self.unheard.allSatisfy { ayat in
        unheard.contains { $0.first <= ayat.first && ayat.last <= $0.last }
      }
  }

  /// Replaces the parts of a passage by those of a search for it alone.
  private mutating func replace(_ places: ClosedRange<Int>, of number: Int, by heard: [Part]) {
    var taken = heard
    for place in taken.indices {
      taken[place].passage = number
      if places.lowerBound > 0 { taken[place].lacksBeginning = false }
      if places.upperBound + 1 < parts.count { taken[place].lacksEnd = false }
    }
    if let last = taken.indices.last, let end = taken.last?.frames.upperBound {
      // Beyond the passage only the search for all of them has listened.
      let following = parts[places.upperBound].others
      taken[last].others += Others(
        sounds: following.sounds.filter { $0.lowerBound >= end },
        fillers: following.fillers.filter { $0.frames.lowerBound >= end })
    }
    parts.replaceSubrange(places, with: taken)
  }

  /// In frames: the margin around a passage, its least length to be judged by itself, and its maximum
  /// distance from where it was.
  private static let margin = SpeechFeatures.framesPerSecond / 2
  private static let shortestByItself = 10 * SpeechFeatures.framesPerSecond
  private static let precision = 2 * SpeechFeatures.framesPerSecond
}

extension RecognisedPassage.Part {
  /// Returns the part later by `count` frames.
  fileprivate func shifted(by count: Int) -> Self {
    var part = self
    part.frames = frames.shifted(by: count)
    for place in words.indices { part.words[place].frames = words[place].frames.shifted(by: count) }
    part.others = others.shifted(by: count)
    return part
  }
}

extension RecognisedPassage.Others {
  /// Returns the sounds later by `count` frames.
  fileprivate func shifted(by count: Int) -> Self {
    var others = self
    others.sounds = sounds.map { $0.shifted(by: count) }
    for place in fillers.indices { others.fillers[place].frames = fillers[place].frames.shifted(by: count) }
    return others
  }

  /// Adds the sounds that come after it.
  fileprivate static func += (others: inout Self, following: Self) {
    others.sounds += following.sounds
    others.fillers += following.fillers
  }
}

extension Range<Int> {
  fileprivate func shifted(by count: Int) -> Self { lowerBound + count..<upperBound + count }
}

extension RecognisedPassage {
  /// Returns the places of items that are recognised out of their turn, more than once, or not from their
  /// first word on.
  ///
  /// Also those that follow an unknown sound within their surah. For al-Fatihah without its basmalah, the
  /// first is included. The basmalah may have been said, and been taken for its beginning, as it was in two
  /// of five prayers (`Tests/Trials/sound/harder-recordings`).
  private static func outOfTurn(
    _ heard: [AlignedItem], _ recited: RecitedPassage, _ following: [Others]
  ) -> Set<Int> {
    let origins = heard.map { recited.origins[$0.item] }
    let counts = origins.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return Set(
      origins.indices.filter { place in
        if counts[origins[place]] ?? 0 > 1 || recited.chainItems[heard[place].item].numbers?.first ?? 0 > 0 {
          return true
        }
        guard place > 0, !recited.chainItems[heard[place - 1].item].endsPart else {
          return recited.chainItems[heard[place].item].words == Self.praise
        }
        return origins[place] != origins[place - 1] + 1
          || following[place - 1].fillers.contains { $0.confidence == nil }
      })
  }

  /// The ayah after the basmalah of al-Fatihah, whichever number it has.
  private static let praise = AyahSounds.words(of: Ayah(1, 2), in: .kufi)
}

extension Alignment {
  /// The words of an item that are heard.
  fileprivate func words(of item: AlignedItem) -> [RecognisedPassage.Word] {
    item.words.enumerated().filter { !$1.isEmpty }.map { index, frames in
      RecognisedPassage.Word(number: index + 1, frames: frames, agreement: agreement(item, index))
    }
  }

  private func agreement(_ heard: AlignedItem, _ word: Int) -> WordAgreement {
    let distances = alternatives.all.map { other -> Int? in
      guard let same = other?.first(where: { $0.item == heard.item }), same.words.indices.contains(word)
      else { return nil }
      return abs(same.words[word].lowerBound - heard.words[word].lowerBound)
    }
    return WordAgreement(distances.contains(nil) ? nil : distances.compactMap { $0 }.max())
  }
}
