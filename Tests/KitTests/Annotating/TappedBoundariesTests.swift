import Testing
import TilawaBase
import TilawaKit
import TilawaSound
import TilawaTestSupport

@Suite struct TappedBoundariesTests {
  /// Returns uneven pauses. Every second one is a breath within an ayah, at which no key is pressed.
  private func pauses(_ count: Int, _ random: inout SplitMix64) -> [Pause] {
    var time: Int64 = 1000
    return (0..<count).compactMap { index in
      let length = Int64.random(in: 250...900, using: &random)
      let start = time
      time += length + Int64.random(in: 2500...7000, using: &random)
      let quietest = Milliseconds(start + length * 7 / 10)
      return TimeSpan(Milliseconds(start), Milliseconds(start + length)).map {
        Pause(span: $0, quietest: quietest, depth: 30, confidence: index % 2 == 0 ? 0.9 : 0.4)
      }
    }
  }

  @Test func measuresHowLatePressesCome() {
    var random = SplitMix64(state: 5)
    for lateness in [Int64(-150), 0, 180, 300, 450, 700, 1000] {
      let all = pauses(40, &random)
      let meant = stride(from: 0, to: 40, by: 2).map { all[$0] }
      let taps = meant.map {
        $0.span.end + Milliseconds(lateness + Int64.random(in: -80...80, using: &random))
      }
      let tapped = TappedBoundaries(taps: taps, pauses: all)
      #expect(tapped.isMeasured)
      #expect(abs(tapped.reaction.count - lateness) <= 60, "\(lateness): \(tapped.reaction)")
      #expect(tapped.boundaries == meant.map(\.quietest))
      #expect(tapped.atPauses == meant.count)
    }
  }

  @Test func staysWhereThePressSaysWithoutPauses() {
    let taps = [Milliseconds(5000), Milliseconds(1000), Milliseconds(100)]
    let tapped = TappedBoundaries(taps: taps, pauses: [])
    #expect(!tapped.isMeasured)
    #expect(tapped.boundaries == [.zero, Milliseconds(750), Milliseconds(4750)])
    #expect(tapped.atPauses == 0)
    let told = TappedBoundaries(taps: taps, pauses: [], reaction: .zero)
    #expect(told.boundaries == taps.sorted())
  }
}
