import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// What an ayah of a stated passage took up that is none of it.
@Suite struct SwallowedSoundsTests {
  private let ikhlas = AyahRange(Ayah(112, 1), Ayah(112, 4))

  /// A passage as it is heard, with its third ayah from where something before it begins on.
  private struct Drawn {
    let heard: Recitation
    let decoded: DecodedPassage
    let utterance: Utterance
    let recitation: SpokenRecitation

    init(
      _ utterances: [SpokenRecitation.Utterance], of passage: AyahRange,
      from start: (SpokenRecitation) -> Milliseconds
    ) throws {
      recitation = SpokenRecitation(utterances, seed: 3)
      utterance = Utterance(features: try recitation.features())
      let stated = RecitedPassage([passage], .kufi, opening: .no, anchors: [])
      decoded = try #require(PassageDecoder(utterance: utterance).decode(stated))
      var heard = try #require(Pipeline.recitation(of: stated, in: utterance))
      try #require(heard.found.heard.count == 4)
      let start = SpeechFeatures.frame(at: start(recitation))
      let own = heard.found.heard[2].frames
      heard.found.heard[2].frames = start..<own.upperBound
      heard.found.heard[2].rate *= Double(own.upperBound - start) / Double(own.count)
      heard.phones = PhoneFit(of: heard, in: utterance)
      self.heard = heard
    }

    /// Where the third ayah is said.
    var said: Range<Int> {
      let spans = recitation.hearings.filter { $0.ayah?.number == 3 }.map(\.span)
      return spans.last.map { SpeechFeatures.frame(at: $0.start)..<SpeechFeatures.frame(at: $0.end) } ?? 0..<0
    }

    /// The same, heard as if its last two words had been said before it.
    var sayingTheEndFirst: Recitation {
      var result = heard
      let entries = heard.recited.chainItems.enumerated().map { place, item in
        var item = item
        if place == 2 {
          let count = item.words.count
          item.numbers = [count - 2, count - 1] + Array(0..<count)
          item.words = item.words.suffix(2) + item.words
        }
        return RecitedPassage.Entry(place, item, heard.recited.spans[place])
      }
      result.recited = heard.recited.entered(entries, share: 1, othersBefore: [])
      result.phones = PhoneFit(of: result, in: utterance)
      return result
    }

    func swallowed(in heard: Recitation) -> [Int: SwallowedSounds.Parts] {
      SwallowedSounds(features: utterance.features, model: utterance.model).swallowed(in: heard)
    }
  }

  private func utterances(
    _ more: SpokenRecitation.Utterance, in passage: AyahRange
  ) -> [SpokenRecitation.Utterance] {
    var (own, more) = (SpokenRecitation(passage).utterances, more)
    own[1].pauseAfter = Milliseconds(1200)
    more.pauseAfter = Milliseconds(1200)
    own.insert(more, at: 2)
    return own
  }

  @Test(arguments: [false, true])
  func somethingElseBeforeASilenceIsNoneOfTheAyahBehindIt(isHeardAsItsWordsAgain: Bool) throws {
    let other = SpokenRecitation(AyahRange(Ayah(107, 2), Ayah(107, 2))).utterances[0]
    let drawn = try Drawn(utterances(other, in: ikhlas), of: ikhlas) { $0.hearings[2].span.start }
    let heard = isHeardAsItsWordsAgain ? drawn.sayingTheEndFirst : drawn.heard
    let swallowed = drawn.swallowed(in: heard)
    let parts = try #require(swallowed[2])
    #expect(swallowed.count == 1)
    #expect(abs(parts.own.lowerBound - drawn.said.lowerBound) < 15)
    #expect(parts.words == AyahSounds.words(of: Ayah(112, 3), in: .kufi))
    // It is aligned anew, and something else stands before it.
    let alone = Pipeline.alone(heard, drawn.decoded, in: drawn.utterance)
    let items = alone.found.heard
    #expect(items.count == 4 && alone.recited.chainItems[2].numbers == nil)
    #expect(abs(items[2].frames.lowerBound - drawn.said.lowerBound) < 15)
    #expect(items[1].frames.upperBound < parts.rest[0].lowerBound + 15)
    #expect(items[1].others.contains { $0.overlaps(parts.rest[0]) })
  }

  @Test func halfAnAyahThatIsSaidBeforeAllOfItIsOfIt() throws {
    let maun = AyahRange(Ayah(107, 1), Ayah(107, 4))
    var half = SpokenRecitation(maun).utterances[2]
    half.words = Array(half.words.prefix(3))
    let drawn = try Drawn(utterances(half, in: maun), of: maun) { $0.hearings[2].span.start }
    try #require(drawn.heard.found.heard[2].frames.lowerBound < drawn.said.lowerBound - 50)
    #expect(drawn.swallowed(in: drawn.heard).isEmpty)
    #expect(
      Pipeline.alone(drawn.heard, drawn.decoded, in: drawn.utterance).found.heard == drawn.heard.found.heard)
  }

  @Test func aLongSilenceBeforeItsFirstSoundIsNoneOfAnAyah() throws {
    var own = SpokenRecitation(ikhlas).utterances
    own[1].pauseAfter = Milliseconds(6000)
    let drawn = try Drawn(own, of: ikhlas) { $0.hearings[2].span.start - Milliseconds(5000) }
    let parts = try #require(drawn.swallowed(in: drawn.heard)[2])
    #expect(abs(parts.own.lowerBound - drawn.said.lowerBound) < 15)
    #expect(parts.rest.count == 1)
  }

  @Test func anAyahThatIsReadWithALongBreathIsOne() throws {
    var own = SpokenRecitation(ikhlas).utterances
    own[2].breathsAfter = [1: Milliseconds(1500)]
    let drawn = try Drawn(own, of: ikhlas) { $0.hearings[2].span.start }
    let frames = drawn.heard.found.heard[2].frames
    try #require(drawn.utterance.features.silences(in: frames, of: 25).count == 1)
    #expect(drawn.swallowed(in: drawn.heard).isEmpty)
  }
}
