import Testing

@testable import Marking

/// How slow a reading is, item by item.
@Suite struct ReadingTempoTests {
  /// Items of so many sounds each, read at these tempi.
  private func tempo(_ tempi: [Double], sounds: Double) -> ReadingTempo {
    ReadingTempo(
      logarithms: tempi.map { sounds * logarithm($0) }, counts: tempi.map { _ in sounds })
  }

  @Test func followsAReadingThatBecomesSlower() {
    let found = tempo([0.7, 0.7, 0.7, 0.7, 1.6, 1.6, 1.6, 1.6], sounds: 80)
    #expect((0.65...0.85).contains(found.items[0]) && (1.35...1.65).contains(found.items[7]))
    #expect((1.0...1.1).contains(found.whole))
    #expect(found.items[3] < found.whole && found.items[4] > found.whole)
  }

  @Test func aShortAyahIsDrawnToItsNeighbours() {
    let found = tempo([1, 1, 2, 1, 1], sounds: 10)
    for item in found.items { #expect((1...1.25).contains(item)) }
  }

  @Test func keepsWhatIsKnownOfItems() {
    let found = tempo([0.5, 1, 2], sounds: 200)
    let kept = found.keeping([0, 2]).times(2)
    #expect(kept.items == [2 * found.items[0], 2 * found.items[2]] && kept.whole == 2 * found.whole)
  }
}
