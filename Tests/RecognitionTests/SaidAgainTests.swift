import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Ayat that are repeated, or begin in the middle.
@Suite struct SaidAgainTests {
  private func heard(_ passage: AyahRange, in recitation: SpokenRecitation) throws -> RecognisedPassage {
    try RecognisedPassage(of: [passage], in: recitation.features())
  }

  private func utterance(_ ayah: Ayah, from word: Int = 0, tempo: Double? = nil) throws
    -> SpokenRecitation.Utterance
  {
    let words = try #require(AyahSounds.words(of: ayah, in: .kufi))
    var utterance = SpokenRecitation.Utterance(Array(words[word...]), ayah: ayah)
    utterance.voice = tempo.map { SpokenRecitation.Voice(pitch: 130, tempo: $0) }
    return utterance
  }

  /// In a lesson each ayah is said twice, and a search would prefer to continue with the next surah.
  @Test func theLastAyahOfASurahIsNotTheFirstOfTheNext() throws {
    let lesson = SpokenRecitation(AyahRange(Ayah(91, 13), Ayah(91, 15)), AyahRange(Ayah(91, 15)))
    let found = try heard(AyahRange(Ayah(91, 13), Ayah(92, 1)), in: lesson)
    #expect(found.parts.map(\.item.ayah?.number) == [13, 14, 15, 15])
    #expect(found.unheard == [AyahRange(Ayah(92, 1))])
  }

  @Test func norIsTheNextSurahTheLastAyahAgain() throws {
    let passage = AyahRange(Ayah(91, 13), Ayah(92, 1))
    let found = try heard(passage, in: SpokenRecitation(passage))
    #expect(found.parts.map(\.item.ayah) == [Ayah(91, 13), Ayah(91, 14), Ayah(91, 15), Ayah(92, 1)])
  }

  /// A call to prayer between two ayat has long vowels, over which some part of the passage can be laid.
  @Test func whatWouldBeFarTooSlowIsNoneOfThem() throws {
    let ayat = (1...4).map { Ayah(112, $0) }
    let slow = try utterance(Ayah(112, 1), tempo: 3.5)
    let recitation = SpokenRecitation(try ayat.map { try utterance($0) } + [slow])
    let found = try heard(AyahRange(ayat[0], ayat[3]), in: recitation)
    #expect(found.parts.compactMap(\.item.ayah) == ayat)
    #expect(found.parts.last?.others.sounds.isEmpty == false)
  }

  @Test func halfAnAyahAtTheEdgeOfARecordingIsNeverSure() throws {
    let recitation = SpokenRecitation([try utterance(Ayah(66, 4), from: 11), try utterance(Ayah(66, 5))])
    let first = try #require(try heard(AyahRange(Ayah(66, 4), Ayah(66, 5)), in: recitation).parts.first)
    #expect(first.item.ayah == Ayah(66, 4) && first.words.first?.number ?? 0 > 1)
    #expect(MarkConfidence.shipped.probability(of: first.signs) < 0.9)
  }
}
