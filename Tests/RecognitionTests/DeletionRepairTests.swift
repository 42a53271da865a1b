import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Ayat that a hypothesis leaves out though they are heard.
@Suite struct DeletionRepairTests {
  /// What is put back may reach the end of the hypothesis, and there is nothing beside what is missing behind it.
  @Test func putsBackWhatIsHeardBeforeWhatIsNot() throws {
    let spoken = SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 3)), seed: 3)
    let utterance = Utterance(features: try spoken.features(), model: .shipped)
    let stated = RecitedPassage([AyahRange(Ayah(107, 1), Ayah(107, 7))], .kufi, opening: .no, anchors: [])
    let spans = spoken.hearings.filter { $0.ayah != nil }.map {
      SpeechFeatures.frame(at: $0.span.start)..<SpeechFeatures.frame(at: $0.span.end)
    }
    try #require(spans.count == 3)
    let entries = [0, 2].map { RecitedPassage.Entry($0, stated.chainItems[$0], spans[$0]) }
    let recited = stated.entered(entries, share: 0.5, othersBefore: [])
    let hypothesis = DecodedPassage(
      recited: recited, guess: FirstGuess(recited.spans, tempo: 1), model: utterance.model, score: 0)
    let scores = utterance.scores(utterance.model)
    let repaired = DeletionRepair(scores: scores, model: utterance.model, tempo: 1).repaired(
      hypothesis, of: stated)
    #expect(repaired.recited.origins == [0, 1, 2])
    #expect(repaired.recited.unheard.map(\.ayat) == [AyahRange(Ayah(107, 4), Ayah(107, 7))])
    for (found, spoken) in zip(repaired.recited.spans, spans) {
      #expect(abs(found.lowerBound - spoken.lowerBound) < SpeechFeatures.framesPerSecond / 2)
    }
  }
}
