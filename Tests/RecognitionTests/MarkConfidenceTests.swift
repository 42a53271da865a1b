import Testing
import TilawaTestSupport

@testable import TilawaRecognition

@Suite struct MarkConfidenceTests {
  private func signs(misfit: Double, pause: Double = 0) -> MarkSigns {
    MarkSigns { sign in
      switch sign {
      case .misfitAfter: misfit
      case .pause: pause
      default: 0
      }
    }
  }

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

  /// What is known wrongly of a few marks that nothing is amiss with doesn't make all others unsure.
  @Test func aFewMistakesAboutKnownMarksFlattenNothing() {
    let (plain, mistaken) = (MarkConfidence(fitting: marks()), MarkConfidence(fitting: marks(mistaken: 100)))
    for misfit in [0.36, 0.4, 0.6] {
      let both = [plain, mistaken].map { $0.probability(of: signs(misfit: misfit)) }
      #expect(abs(both[0] - both[1]) < 0.03, "\(misfit): \(both)")
    }
  }

  @Test func noSignSpeaksAgainstWhatItMeans() {
    // The worse these fit the oftener they are right, and the longer the pause the more seldom.
    let odd = marks().map {
      (signs: signs(misfit: 1 - $0.signs[.misfitAfter], pause: 1), isRight: $0.isRight)
    }
    let confidence = MarkConfidence(fitting: odd + marks().map { (signs(misfit: 0.9), $0.isRight) })
    #expect(
      MarkSigns.Sign.allCases.allSatisfy { sign in
        let weight = confidence.weights[sign] ?? 0
        return sign.speaksFor ? weight >= 0 : weight <= 0
      })
  }
}
