import Testing
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

@Suite struct PassageVerificationTests {
  /// A recited passage fits better than the same words in reverse; other passages fit less well.
  @Test func aRightPassageFitsBetterThanItsReverse() throws {
    let features = try SpokenRecitation(AyahRange(Ayah(1, 1), Ayah(1, 7))).features()
    func heard(_ passage: AyahRange) -> Recitation? {
      let stated = RecitedPassage([passage], .kufi, opening: .auto, anchors: [])
      return Pipeline.recitation(of: stated, in: Utterance(features: features))
    }
    let right = try #require(heard(AyahRange(Ayah(1, 1), Ayah(1, 7))))
    let wrong = try #require(heard(AyahRange(Ayah(92, 1), Ayah(92, 10))))
    let (fit, other) = (try #require(right.phones), try #require(wrong.phones))
    #expect(fit.own > fit.reverse)
    #expect(fit.evidence > other.evidence + 0.3, "\(fit), \(other)")
    func confidence(_ heard: Recitation) -> Double {
      PassageVerification.Signs(heard, of: features.count)?.confidence ?? 0
    }
    #expect(confidence(right) > 0.9 && confidence(wrong) < ShortPassageCheck.least)
  }
}
