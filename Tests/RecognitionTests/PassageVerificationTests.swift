import Testing
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Fits as they were measured in recordings of several minutes.
@Suite struct PassageVerificationTests {
  private let long = FitLimits(certainty: 1)
  private let picked = FitLimits(certainty: 1, isPicked: true)

  /// Al-Fatihah in recordings of surah 67: it was found in the tenth of the voice where it fits best.
  @Test(arguments: [(-0.158, -0.239), (-0.158, -0.266), (-0.182, -0.216), (-0.159, -0.18), (-0.219, -0.333)])
  func whatWasPickedOutOfMuchElseIsRefused(fit: Double, reverse: Double) {
    #expect(fit < picked.certain)
    #expect(picked.mayBeAnother(fit: fit, reverse: reverse, share: 1) == nil)
    #expect(long.mayBeAnother(fit: fit, reverse: reverse, share: 1) != nil)
  }

  /// Ayat of surah 67 in the same recordings.
  @Test(arguments: [(-0.107, -0.321), (-0.085, -0.219), (-0.098, -0.197), (-0.126, -0.289), (-0.125, -0.219)])
  func whatIsRecitedThereIsNot(fit: Double, reverse: Double) {
    #expect(fit >= picked.certain)
    #expect(picked.mayBeAnother(fit: fit, reverse: reverse, share: 1) != nil)
  }

  @Test func aFewWordsNeedMoreThanThatTheyFit() {
    // Nine of 29 words, whose reverse found no room.
    #expect(long.mayBeAnother(fit: -0.15, reverse: nil, share: 0.31) == nil)
    #expect(long.mayBeAnother(fit: -0.15, reverse: nil, share: 0.5) == true)
    #expect(long.mayBeAnother(fit: -0.15, reverse: -0.29, share: 0.31) == false)
  }

  /// As mixtures and network heard them, of 30 s and more: a mosque and noise, and other surahs stated of such recordings.
  @Test func mixturesAndPhonesTogetherTellWhatIsRecited() {
    let right = [(-0.18, -0.31), (-0.09, 0.18), (-0.13, -0.1), (0.03, -0.55), (-0.11, 0.9), (0.06, -1.7)]
    for (evidence, phones) in right {
      let likelihood = PassageVerification.likelihood(evidence: evidence, phones: phones)
      #expect(likelihood >= ShortPassageCheck.least, "\(evidence), \(phones)")
    }
    // By the mixtures alone all of these were taken for what is recited.
    for (evidence, phones) in [(0.04, -1.27), (-0.07, -1.03), (-0.1, -0.91), (-0.15, -0.65), (-0.12, -1.42)] {
      #expect(long.mayBeAnother(fit: evidence, reverse: evidence, share: 1) != nil)
      let likelihood = PassageVerification.likelihood(evidence: evidence, phones: phones)
      #expect(likelihood < ShortPassageCheck.least, "\(evidence), \(phones)")
    }
  }

  /// Passages are compared by the phones of a network that a model brings; without one by the mixtures, as before.
  @Test func aRightPassageFitsBetterByPhonesThanItsReverse() throws {
    let features = try SpokenRecitation(AyahRange(Ayah(1, 1), Ayah(1, 7))).features()
    func fit(_ passage: AyahRange, _ model: AcousticModel) -> PhoneFit? {
      let utterance = Utterance(features: features, model: model)
      let stated = RecitedPassage([passage], .kufi, opening: .auto, anchors: [])
      return Pipeline.recitation(of: stated, in: utterance)?.phones
    }
    let right = try #require(fit(AyahRange(Ayah(1, 1), Ayah(1, 7)), .shipped))
    let wrong = try #require(fit(AyahRange(Ayah(92, 1), Ayah(92, 10)), .shipped))
    #expect(right.own > right.reverse)
    #expect(right.evidence > wrong.evidence + 0.3, "\(right), \(wrong)")
    #expect(fit(AyahRange(Ayah(1, 1), Ayah(1, 7)), AcousticModel.shipped.withNetwork(nil)) == nil)
  }
}
