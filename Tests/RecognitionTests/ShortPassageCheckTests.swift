import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Passages that are stated of a few seconds.
@Suite struct ShortPassageCheckTests {
  private func signs(
    standing: Double, misfits: Double, evidence: Double, elsewhere: Double, sounds: Int
  ) -> ShortPassageCheck.Signs {
    let words = ShortPassageCheck.Comparison(
      standing: standing, misfits: misfits, duration: -3, sounds: sounds)
    return ShortPassageCheck.Signs(words: words, evidence: evidence, elsewhere: elsewhere)
  }

  /// Right and wrong ones as they were measured in ayat of studio reciters.
  @Test func tellsRightFromWrong() {
    let right = signs(standing: 7.34, misfits: 0.13, evidence: -0.08, elsewhere: 0, sounds: 54)
    let wrong = signs(standing: 0.14, misfits: 0.67, evidence: -0.28, elsewhere: 0, sounds: 104)
    #expect(right.confidence > 0.9)
    #expect(wrong.confidence < 0.01)
    // It fits better than most others, and better than its reverse, by chance.
    let lucky = signs(standing: 3.1, misfits: 0.58, evidence: 0.11, elsewhere: 0, sounds: 19)
    #expect(lucky.confidence < ShortPassageCheck.least)
    // "Ha mim", picked out of an ayah of another surah.
    let picked = signs(standing: 3, misfits: 0.2, evidence: 0.26, elsewhere: 0.48, sounds: 5)
    #expect(picked.confidence < 0.6)
    // The same, which is all that is recited but for its letters: "Ya sin" was.
    let letters = signs(standing: 3.66, misfits: 0.2, evidence: 0.03, elsewhere: 0, sounds: 5)
    #expect(letters.confidence >= ShortPassageCheck.least && letters.confidence < 0.9)
  }

  private func heard(_ passage: AyahRange, in features: SpeechFeatures) throws -> RecognisedPassage {
    try RecognisedPassage(of: [passage], in: features)
  }

  @Test func noMarkIsSurerThanItsPassage() throws {
    let own = AyahRange(Ayah(110, 1), Ayah(110, 2))
    let features = try SpokenRecitation(own, seed: 3).features()
    let found = try heard(own, in: features)
    #expect(found.parts.allSatisfy { $0.signs.passageConfidence > 0.5 })
    #expect(found.parts.allSatisfy { $0.signs.passageConfidence < 1 })
    var doubted = try #require(found.parts.first?.signs)
    doubted.passageConfidence = 0.4
    #expect(MarkConfidence.shipped.probability(of: doubted) <= 0.4)
  }

  /// Other passages as long as the recited one aren't sure.
  @Test(arguments: [
    AyahRange(Ayah(68, 3), Ayah(68, 5)), AyahRange(Ayah(31, 2), Ayah(31, 3)),
    AyahRange(Ayah(88, 8), Ayah(88, 11)), AyahRange(Ayah(52, 1), Ayah(52, 6)),
  ])
  func nothingElseIsSure(_ other: AyahRange) throws {
    let features = try SpokenRecitation(AyahRange(Ayah(110, 1), Ayah(110, 2)), seed: 3).features()
    let found = try? heard(other, in: features)
    let confidences = found?.parts.map { MarkConfidence.shipped.probability(of: $0.signs) } ?? []
    #expect(confidences.allSatisfy { $0 < 0.9 }, "\(confidences)")
  }

  /// Passages that are recited often are likelier, in a short recording and in a short piece of a long one.
  @Test(arguments: [false, true]) func whatIsRecitedMostIsLikelier(isLong: Bool) throws {
    var spoken = SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 2))).utterances
    spoken[1].pauseAfter = Milliseconds(isLong ? 30_000 : 500)
    let features = try SpokenRecitation(spoken, seed: 3).features()
    let sounds = QuranSounds(surahs: 105...114)
    let scores = CoarseScores(PhoneScores(.shipped, features), frames: features.count)
    let piece = try #require(
      QuranSearch(sounds, .shipped, scores).pieces { _, _ in }.first { !$0.sounds.isEmpty })
    let check = PassageCheck(features: features, sounds: sounds)
    let signs = try #require(check.shortSigns(of: piece))
    let prior = try #require(sounds.passage(piece.sounds)).prior
    try #require(signs.confidence(prior: prior) > signs.confidence(prior: 0))
    #expect(check.confidence(of: piece) == signs.confidence(prior: prior))
  }
}
