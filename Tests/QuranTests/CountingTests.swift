import Testing
import TilawaQuran

@Suite struct CountingTests {
  @Test func totalsAreThoseOfTheSchools() {
    let totals: [CountingSystem: Int] = [
      .kufi: 6236, .madaniFirst: 6217, .madaniFirstAbuJafar: 6214, .madaniLast: 6214, .makki: 6219,
      .makkiKFGQPC: 6220, .basri: 6204, .shami: 6226,
    ]
    for counting in CountingSystem.allCases {
      #expect(counting.total == totals[counting])
      let sum = (1...114).reduce(0) { $0 + (counting.ayahCount(ofSurah: $1) ?? 0) }
      #expect(sum == counting.total)
      #expect(counting.ayahCount(ofSurah: 0) == nil)
      #expect(counting.ayahCount(ofSurah: 115) == nil)
    }
  }

  @Test func countsOfSurahsThatDiffer() {
    func counts(_ surah: Int) -> [Int?] { CountingSystem.allCases.map { $0.ayahCount(ofSurah: surah) } }
    #expect(counts(1) == [7, 7, 7, 7, 7, 7, 7, 7])
    #expect(counts(2) == [286, 285, 285, 285, 285, 285, 287, 285])
    #expect(counts(3) == [200, 200, 200, 200, 200, 200, 200, 200])
    #expect(counts(4) == [176, 175, 175, 175, 175, 175, 175, 177])
    #expect(counts(98) == [8, 8, 8, 8, 8, 8, 9, 9])
    #expect(counts(112) == [4, 4, 4, 4, 5, 5, 4, 5])
  }

  @Test func basmalahExistsWhereItBearsNoNumber() {
    for counting in CountingSystem.allCases {
      #expect(counting.contains(Ayah(1, 0)) != counting.numbersBasmalah)
      for surah in 2...114 { #expect(counting.contains(Ayah(surah, 0)) == (surah != 9)) }
    }
    #expect(CountingSystem.kufi.numbersBasmalah)
    #expect(CountingSystem.makki.numbersBasmalah)
    #expect(!CountingSystem.madaniLast.numbersBasmalah)
  }

  @Test func whatDoesNotExist() {
    let kufi = CountingSystem.kufi
    for ayah in [Ayah(0, 1), Ayah(115, 1), Ayah(2, 287), Ayah(2, -1), Ayah(-3, 0), Ayah(.max, .max)] {
      #expect(!kufi.contains(ayah))
      #expect(kufi.index(of: ayah) == nil)
      #expect(kufi.next(after: ayah) == nil)
      #expect(kufi.previous(before: ayah) == nil)
    }
    #expect(kufi.ayah(at: -1) == nil)
    #expect(kufi.ayah(at: 6236) == nil)
    #expect(!kufi.contains(AyahRange(Ayah(2, 5), Ayah(2, 1))))
    #expect(kufi.ayat(in: AyahRange(Ayah(2, 5), Ayah(2, 1))).isEmpty)
    #expect(kufi.count(of: AyahRange(Ayah(2, 1), Ayah(2, 287))) == 0)
  }

  @Test func walkingForthAndBackMeetsEveryAyahOnce() {
    for counting in CountingSystem.allCases {
      var ayah = Ayah(1, 1)
      var wrong = 0
      for index in 0..<counting.total {
        if counting.index(of: ayah) != index || counting.ayah(at: index) != ayah { wrong += 1 }
        let next = counting.next(after: ayah)
        if index < counting.total - 1 {
          if next.flatMap(counting.previous) != ayah { wrong += 1 }
          ayah = next ?? ayah
        } else if next != nil {
          wrong += 1
        }
      }
      #expect(wrong == 0, "\(counting)")
      #expect(ayah.surah == 114)
      #expect(counting.previous(before: Ayah(1, 1)) == nil)
    }
  }

  @Test func neighboursOfTheBasmalah() {
    #expect(CountingSystem.kufi.next(after: Ayah(2, 0)) == Ayah(2, 1))
    #expect(CountingSystem.kufi.previous(before: Ayah(2, 0)) == Ayah(1, 7))
    #expect(CountingSystem.kufi.index(of: Ayah(2, 0)) == nil)
    #expect(CountingSystem.madaniLast.next(after: Ayah(1, 0)) == Ayah(1, 1))
    #expect(CountingSystem.madaniLast.previous(before: Ayah(1, 0)) == nil)
  }

  @Test func rangesHoldTheirCountedAyat() {
    let kufi = CountingSystem.kufi
    #expect(kufi.ayat(in: AyahRange(Ayah(8, 75), Ayah(9, 1))) == [Ayah(8, 75), Ayah(9, 1)])
    #expect(
      kufi.ayat(in: AyahRange(Ayah(1, 6), Ayah(2, 2))) == [Ayah(1, 6), Ayah(1, 7), Ayah(2, 1), Ayah(2, 2)])
    #expect(kufi.ayat(in: AyahRange(Ayah(2, 0), Ayah(2, 2))) == [Ayah(2, 0), Ayah(2, 1), Ayah(2, 2)])
    #expect(kufi.ayat(in: AyahRange(Ayah(1, 7), Ayah(2, 0))) == [Ayah(1, 7), Ayah(2, 0)])
    #expect(kufi.ayat(in: AyahRange(Ayah(2, 0))) == [Ayah(2, 0)])
    #expect(kufi.ayat(in: AyahRange(Ayah(111, 5), Ayah(113, 0))).count == 6)
    let ends = [Ayah(1, 1), Ayah(1, 7), Ayah(2, 0), Ayah(2, 1), Ayah(2, 286), Ayah(3, 0), Ayah(4, 7)]
    for first in ends {
      for last in ends {
        let range = AyahRange(first, last)
        #expect(kufi.count(of: range) == kufi.ayat(in: range).count, "\(range)")
      }
    }
    #expect(kufi.count(of: AyahRange(Ayah(1, 1), Ayah(114, 6))) == 6236)
  }

  @Test func spellings() {
    for counting in CountingSystem.allCases {
      #expect(CountingSystem(counting.rawValue) == counting)
      #expect(CountingSystem(counting.displayName) == counting)
    }
    #expect(CountingSystem("Madani-Last") == .madaniLast)
    #expect(CountingSystem("himsi") == nil)
    #expect(CountingSystem("") == nil)
  }
}
