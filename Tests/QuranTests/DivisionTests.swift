import Testing
import TilawaQuran

@Suite struct DivisionTests {
  @Test func portionsTileTheQuran() {
    let counts: [Division: Int] = [.page: 604, .juz: 30, .hizb: 60, .rub: 240, .manzil: 7, .ruku: 556]
    let kufi = CountingSystem.kufi
    for division in Division.allCases {
      #expect(division.count == counts[division])
      var next: Ayah? = Ayah(1, 1)
      for number in 1...division.count {
        let range = division.range(of: number)
        #expect(range?.first == next && range.map(kufi.contains) == true, "\(division) \(number)")
        #expect(range?.first == division.start(of: number))
        #expect(range.flatMap { division.number(of: $0.first) } == number)
        #expect(range.flatMap { division.number(of: $0.last) } == number)
        next = range.flatMap { kufi.next(after: $0.last) }
      }
      #expect(next == nil)
      #expect(division.range(of: 0) == nil)
      #expect(division.range(of: division.count + 1) == nil)
      #expect(division.number(of: Ayah(2, 287)) == nil)
    }
  }

  @Test func knownPlaces() {
    #expect(Division.page.range(of: 2)?.description == "2:1-5")
    #expect(Division.page.range(of: 604)?.description == "112:1-114:6")
    #expect(Division.juz.range(of: 2)?.description == "2:142-252")
    #expect(Division.juz.range(of: 30)?.description == "78:1-114:6")
    #expect(Division.hizb.start(of: 3) == Ayah(2, 142))
    #expect(Division.rub.start(of: 106) == Ayah(15, 49))
    #expect(Division.manzil.start(of: 7) == Ayah(50, 1))
    #expect(Division.page.number(of: Ayah(2, 255)) == 42)
    #expect(Division.page.number(of: Ayah(18, 0)) == 293)
    #expect(Division.page.numbers(of: AyahRange(Ayah(1, 1), Ayah(2, 6))) == 1...3)
    #expect(Division.juz.numbers(of: AyahRange(Ayah(2, 2), Ayah(2, 1))) == nil)
  }

  @Test func surahsBeginOnTheirPagesAndWithARuku() {
    for surah in Surah.all {
      let first = Ayah(surah.number, 1)
      #expect(Division.page.number(of: first) == surah.startPage)
      #expect(Division.ruku.number(of: first).flatMap(Division.ruku.start) == first)
      let last = Ayah(surah.number, surah.ayahCount)
      #expect(Division.ruku.numbers(of: AyahRange(first, last))?.count == surah.rukuCount)
    }
  }

  @Test func portionsInAnotherCountCoverTheSameText() {
    #expect(Division.page.range(of: 1, in: .madaniLast)?.description == "1:1-7")
    #expect(Division.page.range(of: 2, in: .madaniLast)?.description == "2:1-4")
    #expect(Division.juz.range(of: 30, in: .shami)?.last == Ayah(114, 7))
    #expect(Division.juz.number(of: Ayah(2, 141), in: .madaniLast) == 2)
    #expect(Division.juz.number(of: Ayah(2, 140), in: .madaniLast) == 1)
  }

  @Test func placesOfProstration() {
    #expect(Sajdah.all.count == 15)
    #expect(zip(Sajdah.all, Sajdah.all.dropFirst()).allSatisfy { $0.ayah < $1.ayah })
    #expect(Sajdah.all.allSatisfy { CountingSystem.kufi.contains($0.ayah) })
    #expect(Sajdah.all.count(where: \.isMarkedInWarshAndQaloon) == 11)
    #expect(
      Sajdah.all.filter(\.isAzimah).map(\.ayah) == [Ayah(32, 15), Ayah(41, 38), Ayah(53, 62), Ayah(96, 19)])
    #expect(Sajdah.at(Ayah(32, 15))?.number == 10)
    #expect(Sajdah.at(Ayah(32, 16)) == nil)
  }

  @Test func printedPagesAscendAndHoldEveryAyah() {
    for riwayah in Riwayah.allCases {
      guard let pages = PrintedPages.of(riwayah) else { continue }
      #expect(pages.counting == riwayah.counting)
      #expect(pages.count == 604)
      var held: Set<Ayah> = []
      for page in 1...604 {
        guard let range = pages.range(of: page), pages.counting.contains(range) else {
          Issue.record("\(riwayah) page \(page)")
          continue
        }
        held.formUnion(pages.counting.ayat(in: range))
        let begins = pages.page(of: range.first)
        #expect(pages.opensInsideAyah(page) ? begins ?? 605 < page : begins == page, "\(riwayah) \(page)")
        if page > 1, let before = pages.start(of: page - 1), let start = pages.start(of: page) {
          #expect(before < start || before == start && pages.opensInsideAyah(page))
        }
      }
      #expect(held.subtracting(allAyat(pages.counting)).allSatisfy { $0.number == 0 })
      #expect(held.count { $0.number > 0 } == pages.counting.total)
    }
    #expect(PrintedPages.of(.hisham) == nil)
    let hafs = PrintedPages.of(.hafs)
    #expect((1...604).count { hafs?.start(of: $0) != Division.page.start(of: $0) } == 25)
    #expect(hafs?.start(of: 605) == nil)
  }
}
