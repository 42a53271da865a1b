import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Another passage that is heard as some of the one beside it, and whole surahs that no search is sure of.
@Suite struct AstrayTests {
  private let ikhlas = AyahRange(Ayah(112, 1), Ayah(112, 4))
  private let maun = AyahRange(Ayah(107, 1), Ayah(107, 7))

  private func piece(
    _ passage: AyahRange, in frames: Range<Int>, confidence: Double
  ) throws -> PassageIdentification.Piece {
    let span = try #require(
      TimeSpan(
        SpeechFeatures.time(ofFrame: frames.lowerBound), SpeechFeatures.time(ofFrame: frames.upperBound)))
    return PassageIdentification.Piece(
      span: span, passage: passage, confidence: confidence, same: [], others: [], margin: 30)
  }

  private func frames(_ span: TimeSpan) -> Range<Int> {
    SpeechFeatures.frame(at: span.start)..<SpeechFeatures.frame(at: span.end)
  }

  private func parted(_ utterances: [SpokenRecitation.Utterance]) -> [SpokenRecitation.Utterance] {
    var utterances = utterances
    utterances[utterances.count - 1].pauseAfter = Milliseconds(2500)
    return utterances
  }

  @Test func aWholeSurahThatIsGuessedIsSaidAsOftenAsItIsHeard() throws {
    let once = SpokenRecitation(ikhlas).utterances
    let recitation = SpokenRecitation(parted(once) + once, seed: 3)
    let heard = try recitation.features()
    let surahs = WholeSurahs(heard, .kufi, .shipped, VoiceMeasure(heard, .kufi))
    let all = 0..<heard.count
    let said = try surahs.said(in: all, guessedBy: [piece(ikhlas, in: all, confidence: 0.4)]) {}
    #expect(said.map(\.passage) == [ikhlas, ikhlas])
    let starts = recitation.hearings.filter { $0.ayah?.number == 1 }.map { frames($0.span).lowerBound }
    #expect(zip(said, starts).allSatisfy { abs($0.frames.lowerBound - $1) < 25 })
    // What isn't said is none of it, nor what is hardly guessed.
    let others = [
      try piece(AyahRange(Ayah(113, 1), Ayah(113, 5)), in: all, confidence: 0.8),
      try piece(ikhlas, in: all, confidence: 0.05),
    ]
    #expect(surahs.said(in: all, guessedBy: others) {}.isEmpty)
    let guess = try piece(ikhlas, in: all, confidence: 0.2)
    #expect(surahs.said(in: all, guessedBy: others + [guess]) {}.count == 2)
  }

  /// The fifth ayah before the first, as if the reciter had begun elsewhere.
  @Test func anAyahOutOfItsOrderIsNoneOfThePassageUnlessASearchIsSureOfIt() throws {
    let own = SpokenRecitation(maun).utterances
    let recitation = SpokenRecitation(parted([own[4]]) + own, seed: 5)
    let heard = try recitation.features()
    let first = frames(recitation.hearings[0].span)
    let start = frames(recitation.hearings[1].span).lowerBound
    let beside = try piece(maun, in: start..<heard.count, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [beside]), in: heard)
    // It is named by itself, as a search of what is left is sure of it.
    #expect(found.passages == [AyahRange(Ayah(107, 5)), maun])
    #expect(abs(SpeechFeatures.frame(at: try #require(found.starts.first)) - first.lowerBound) < 50)
    let all = try piece(maun, in: 0..<heard.count, confidence: 0.99)
    #expect(UnaidedPassages(PassageIdentification(pieces: [all]), in: heard).strange.isEmpty)
  }
}
