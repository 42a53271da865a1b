import Testing

@testable import TilawaRecognition

@Suite struct WordConfidenceTests {
  @Test func sharesAreThoseOfKnownWordsDrawnToAll() {
    let words: [(agreement: WordAgreement, isRight: Bool)] =
      (0..<60).map { (.close, $0 < 54) } + (0..<20).map { (.near, $0 < 16) }
      + (0..<20).map { (.loose, $0 < 10) }
    let shares = WordConfidence(fitting: words).shares
    // 80 of 100 are right, drawn to a half by ten.
    let usual = 85.0 / 110
    #expect(abs(shares[0] - (54 + 10 * usual) / 70) < 1e-9)
    #expect(abs(shares[1] - (16 + 10 * usual) / 30) < 1e-9)
    #expect(abs(shares[2] - (10 + 10 * usual) / 30) < 1e-9)
  }

  @Test func closerAgreementIsNeverTheWorseForIt() {
    let words: [(agreement: WordAgreement, isRight: Bool)] =
      (0..<40).map { (.close, $0 < 20) } + (0..<40).map { (.loose, $0 < 40) }
    let shares = WordConfidence(fitting: words).shares
    #expect(shares == shares.sorted(by: >))
    #expect(WordConfidence(fitting: []).shares.allSatisfy { $0 == 0.5 })
  }

  @Test func agreementIsToldByFrames() {
    #expect(
      [0, 1, 2, 5, 6, nil].map { WordAgreement($0) } == [.close, .close, .near, .near, .loose, .loose])
  }
}
