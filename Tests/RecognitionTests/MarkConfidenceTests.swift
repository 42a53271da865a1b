import Testing
import TilawaTestSupport

@testable import TilawaRecognition

@Suite struct MarkConfidenceTests {
  private func signs(misfit: Double) -> MarkSigns { MarkSigns { $0 == .misfitAfter ? misfit : 0 } }

  /// Marks that fit better than 0.5 are right, as far as that can be known.
  private func marks(mistaken: Int = 0) -> [(signs: MarkSigns, isRight: Bool)] {
    var random = SplitMix64(state: 3)
    return (0..<4000).map { number in
      let misfit = Double.random(in: 0...1, using: &random)
      let isRight = Double.random(in: 0...1, using: &random) < 1 / (1 + exponential(25 * (misfit - 0.5)))
      return (signs(misfit: misfit), number < mistaken && misfit < 0.2 ? false : isRight)
    }
  }

  @Test func statesHowOftenSuchMarksAreRight() {
    let confidence = MarkConfidence(fitting: marks())
    #expect(confidence.probability(of: signs(misfit: 0.3)) > 0.95)
    #expect((0.35...0.65).contains(confidence.probability(of: signs(misfit: 0.5))))
    #expect(confidence.probability(of: signs(misfit: 0.7)) < 0.05)
  }

  /// Wrong labels of a few marks with good signs don't make all other marks unsure.
  @Test func aFewMistakesAboutKnownMarksFlattenNothing() {
    let (plain, mistaken) = (MarkConfidence(fitting: marks()), MarkConfidence(fitting: marks(mistaken: 100)))
    for misfit in [0.36, 0.4, 0.6] {
      let both = [plain, mistaken].map { $0.probability(of: signs(misfit: misfit)) }
      #expect(abs(both[0] - both[1]) < 0.03, "\(misfit): \(both)")
    }
  }

  @Test func noSignSpeaksForAMark() {
    // The worse these fit the oftener they are right.
    let odd = marks().map { (signs: signs(misfit: 1 - $0.signs[.misfitAfter]), isRight: $0.isRight) }
    let confidence = MarkConfidence(fitting: odd)
    #expect(confidence.weights.values.allSatisfy { $0 <= 0 })
    #expect(confidence.weights[.misfitAfter] == nil)
  }
}
