import Testing
import TilawaBase
import TilawaSound

@testable import TilawaRecognition

/// The drop of the sound level where an ayah begins.
@Suite struct SoundDipTests {
  /// Four seconds of a sound whose mean square is 1, and in some hops of 10 ms another.
  private func features(_ power: Float = 1, in hops: Range<Int> = 0..<0) -> SpeechFeatures {
    var powers = [Float](repeating: 1, count: 400)
    for hop in hops { powers[hop] = power }
    return SpeechFeatures(
      values: [Float](repeating: 0, count: 200 * SpeechFeatures.dimensions),
      isLoud: [Bool](repeating: true, count: 200), power: powers, duration: Milliseconds(4000))
  }

  @Test func isMeasuredAgainstWhatIsBeside() {
    #expect(features().dip(between: 0..<100, and: 100..<200) == 0)
    let faint = features(0.01, in: 196..<204)
    #expect(abs(faint.dip(between: 0..<100, and: 100..<200) - 20) < 0.1)
    // In the pause between two items, or just beside one.
    #expect(faint.dip(between: 0..<90, and: 120..<200) > 19)
    #expect(faint.dip(between: 0..<103, and: 103..<200) > 19)
    #expect(faint.dip(between: 0..<120, and: 120..<200) < 1)
    // Items that run into each other.
    #expect(faint.dip(between: 0..<110, and: 90..<200) > 19)
  }

  @Test func isNoneWhereOnlyOneSideIsLoud() {
    // A voice that is soft from there on has not paused.
    #expect(features(0.01, in: 200..<400).dip(between: 0..<100, and: 100..<200) < 0.1)
  }

  @Test func atAnEdgeTheOtherSideTells() {
    #expect(features(0.01, in: 0..<10).dip(between: 0..<2, and: 2..<200) > 19)
    #expect(features(0.01, in: 390..<400).dip(between: 0..<198, and: 198..<200) > 19)
  }

  @Test func whatIsTooShortHasNothingToCompare() {
    let short = SpeechFeatures(
      values: [Float](repeating: 0, count: 4 * SpeechFeatures.dimensions), isLoud: [true, true, true, true],
      power: [Float](repeating: 1, count: 8), duration: Milliseconds(80))
    #expect(short.dip(between: 0..<2, and: 2..<4) == .infinity)
    #expect(features(0, in: 0..<400).dip(between: 0..<100, and: 100..<200) == 0)
  }

  /// In recitation without a stop, no other sign shows that an ayah begins elsewhere.
  @Test func aMarkInTheMiddleOfASoundIsLessSure() throws {
    let fatihah = try HeardFatihah()
    let features = fatihah.utterance.features
    let signs = fatihah.heard.signs(in: features)
    #expect(signs[0][.noDip] == 0)
    #expect(signs.allSatisfy { MarkConfidence.shipped.probability(of: $0) >= 0.98 })
    let early = fatihah.heard.found.heard[4].frames.lowerBound
    let vowel = try #require(
      (5...60).first { by in
        let boundary = early - by
        return features.dip(between: 0..<boundary, and: boundary..<features.count) < 1
      })
    var wrong = fatihah.moved(by: vowel)
    wrong.phones = fatihah.heard.phones
    wrong.found.alternatives.quicker = wrong.found.heard
    wrong.found.alternatives.soundsFirst = wrong.found.heard
    let sign = wrong.signs(in: features)[4]
    #expect(sign[.noDip] > 0.8)
    #expect(MarkConfidence.shipped.probability(of: sign) < MarkConfidence.shipped.probability(of: signs[4]))
  }
}
