import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Alignments of recitations in an artificial voice, with every boundary known.
@Suite struct ForcedAlignerTests {
  private func words(_ letters: String) -> [AyahSounds.Word] {
    letters.split(separator: ".").map { word in
      AyahSounds.Word(sounds: word.utf8.compactMap(AyahSounds.Sound.init(rawValue:)), hasPauseMark: false)
    }
  }

  private func frames(_ hearing: SpokenRecitation.Hearing) -> Range<Int> {
    SpeechFeatures.frame(at: hearing.span.start)..<SpeechFeatures.frame(at: hearing.span.end)
  }

  /// An ayah that could also end at a moment's silence, with the sounds after it at the beginning of the
  /// next.
  @Test func anAyahEndsAtABreathAndNotAtAStop() throws {
    let said = ["bA.na", "bA.na", "bA.na", "bA.A", "A.Aba", "bA.na", "bA.na", "bA.na"]
    var utterances = said.map { SpokenRecitation.Utterance(words($0), pauseAfter: Milliseconds(500)) }
    utterances[3].breathsAfter = [0: Milliseconds(100)]
    let spoken = SpokenRecitation(utterances, seed: 2)
    let items = said.map { StateChain.Item(words: words($0)) }
    let found = try #require(ForcedAligner(utterance: Utterance(features: spoken.features())).align(items))
    #expect(abs(found.heard[3].frames.upperBound - frames(spoken.hearings[3]).upperBound) < 8)
    #expect(abs(found.heard[4].frames.lowerBound - frames(spoken.hearings[4]).lowerBound) < 8)
  }

  /// An item is recited twice, and the search already knows which of the two places is right.
  @Test(arguments: [0, 1]) func anItemStaysWhereItIsKnownToBe(which: Int) throws {
    let spoken = SpokenRecitation(
      [0, 1].map { _ in SpokenRecitation.Utterance(words("bA.na"), pauseAfter: Milliseconds(800)) }, seed: 2)
    let said = spoken.hearings.map(frames)
    var item = StateChain.Item(words: words("bA.na"))
    item.within = said[which].lowerBound - 15..<said[which].upperBound + 15
    let chain = StateChain([item])
    #expect(chain.anywhere.items[0].within == nil && chain.anywhere.states == chain.states)
    let found = try #require(ForcedAligner(utterance: Utterance(features: spoken.features())).align([item]))
    #expect(abs(found.heard[0].frames.lowerBound - said[which].lowerBound) < 8)
    #expect(abs(found.heard[0].frames.upperBound - said[which].upperBound) < 8)
  }
}
