import Testing
import TilawaQuran

@Suite struct AyahLengthTests {
  @Test func totals() throws {
    let whole = try #require(AyahLength.of(AyahRange(Ayah(1, 1), Ayah(114, 6))))
    #expect(
      whole == AyahLength(words: 77433, letters: 325_387, phonemes: 495_812, units: 631_496, pauseMarks: 4272)
    )
  }

  @Test func knownAyat() {
    #expect(
      AyahLength.of(Ayah(1, 1)) == AyahLength(words: 4, letters: 19, phonemes: 24, units: 29, pauseMarks: 0))
    #expect(AyahLength.of(Ayah(2, 255))?.words == 50)
    #expect(AyahLength.of(Ayah(2, 282))?.words == 128)
    #expect(AyahLength.of(Ayah(114, 6))?.words == 3)
    #expect(AyahLength.of(Ayah(18, 0)) == AyahLength.of(Ayah(1, 1)))
    #expect(AyahLength.of(Ayah(9, 0)) == nil)
    #expect(AyahLength.of(Ayah(2, 287)) == nil)
    #expect(AyahLength.of(AyahRange(Ayah(2, 2), Ayah(2, 1))) == nil)
    #expect(AyahLength.of(AyahRange(Ayah(112, 1), Ayah(112, 2)))?.words == 6)
  }

  @Test func everyAyahHasSound() {
    for ayah in allAyat(.kufi) {
      guard let length = AyahLength.of(ayah) else {
        Issue.record("\(ayah) has no length")
        continue
      }
      let isSane =
        length.words >= 1 && length.letters >= length.words && length.units >= length.phonemes
        && length.phonemes >= 3
      if !isSane { Issue.record("\(ayah): \(length)") }
    }
  }

  @Test func otherCountsShareTheSameWords() {
    for counting in CountingSystem.allCases {
      let words = allAyat(counting).compactMap { AyahLength.words(of: $0, in: counting) }
      let units = allAyat(counting).compactMap { AyahLength.units(of: $0, in: counting) }
      #expect(words.count == counting.total)
      #expect(words.allSatisfy { $0 > 0 } && units.allSatisfy { $0 > 0 })
      #expect(words.reduce(0, +) == 77433 - (counting.numbersBasmalah ? 0 : 4))
      #expect(units.reduce(0, +) == 631_496 - (counting.numbersBasmalah ? 0 : 29))
    }
    #expect(AyahLength.words(of: Ayah(2, 253), in: .madaniLast) == 7)
    #expect(AyahLength.words(of: Ayah(2, 254), in: .madaniLast) == 43)
    #expect(AyahLength.words(of: Ayah(1, 0), in: .madaniLast) == 4)
    #expect(AyahLength.words(of: Ayah(1, 0), in: .kufi) == nil)
  }
}
