import Foundation
import Testing

@testable import TilawaSound

@Suite struct ResamplerTests {
  private func tone(_ hertz: Double, rate: Int, count: Int) -> [Float] {
    (0..<count).map { Float(sin(2 * Double.pi * hertz * Double($0) / Double(rate))) }
  }

  @Test func tonesOfSpeechStayWhatTheyAre() {
    for rate in [8000, 11025, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000, 37_801] {
      for hertz in [100, 1000, 3000, 5000] where hertz * 8 <= rate * 3 {
        let found = Resampler(from: rate, to: 16_000).convert(tone(Double(hertz), rate: rate, count: rate))
        #expect(found.count == 16_000)
        let expected = tone(Double(hertz), rate: 16_000, count: 16_000)
        let worst = (1000..<15_000).reduce(0) { max($0, abs(found[$1] - expected[$1])) }
        // Rates that share little with 16,000 are rounded to a thousandth of a sample.
        #expect(worst < (rate == 37_801 ? 0.01 : 0.002), "\(rate) Hz, \(hertz): \(worst)")
      }
    }
  }

  @Test func whatCannotBeHeldIsTakenAway() {
    for rate in [24_000, 44_100, 48_000] {
      let found = Resampler(from: rate, to: 16_000).convert(tone(11_000, rate: rate, count: rate))
      #expect((1000..<15_000).reduce(0) { max($0, abs(found[$1])) } < 0.002, "\(rate) Hz")
    }
  }

  @Test func stretchesWithTheirMarginsAreTheWhole() {
    for rate in [8000, 22_050, 44_100, 37_801] {
      let resampler = Resampler(from: rate, to: 16_000)
      let samples = tone(440, rate: rate, count: 3 * rate)
      let whole = resampler.convert(samples)
      let part = resampler.convert(Array(samples[(rate - resampler.margin)...]))
      let lead = resampler.converted(resampler.margin)
      for index in 0..<16_000 { #expect(abs(part[lead + index] - whole[16_000 + index]) < 1e-5) }
    }
  }

  @Test func nothingAndAlmostNothing() {
    let resampler = Resampler(from: 44_100, to: 16_000)
    #expect(resampler.convert([]).isEmpty)
    #expect(resampler.convert([1]).count == 1)
    #expect(Resampler(from: 1_000_000, to: 16_000).convert([Float](repeating: 0, count: 100)).count == 2)
  }
}
