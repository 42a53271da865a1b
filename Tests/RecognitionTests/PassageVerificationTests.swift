import Testing

@testable import Recognition

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
}
