import Testing
import TilawaQuran

@Suite struct AyahSoundsTests {
  @Test func everyAyahHasAsManyWordsAsItsLengthSays() {
    for counting in [CountingSystem.kufi, .madaniLast, .basri] {
      var wrong: [Ayah] = []
      for index in 0..<counting.total {
        guard let ayah = counting.ayah(at: index) else { continue }
        let words = AyahSounds.words(of: ayah, in: counting)
        if words?.count != AyahLength.words(of: ayah, in: counting) { wrong.append(ayah) }
        if words?.contains(where: \.sounds.isEmpty) ?? true { wrong.append(ayah) }
      }
      #expect(wrong.isEmpty, "\(counting)")
    }
  }

  @Test func theWholeQuranIsTheSameInEveryCount() {
    func all(_ counting: CountingSystem, surah: Int) -> [AyahSounds.Word] {
      (1...(counting.ayahCount(ofSurah: surah) ?? 1)).flatMap {
        AyahSounds.words(of: Ayah(surah, $0), in: counting) ?? []
      }
    }
    for surah in [2, 20, 67, 114] {
      #expect(all(.kufi, surah: surah) == all(.madaniLast, surah: surah))
      #expect(all(.kufi, surah: surah) == all(.shami, surah: surah))
    }
  }

  @Test func ayahZeroIsTheBasmalah() {
    #expect(AyahSounds.words(of: Ayah(2, 0)) == AyahSounds.words(of: Ayah(1, 1)))
    #expect(AyahSounds.words(of: Ayah(1, 0), in: .madaniLast) == AyahSounds.basmalah)
    #expect(AyahSounds.words(of: Ayah(9, 0)) == nil)
    #expect(AyahSounds.words(of: Ayah(1, 8)) == nil)
    #expect(AyahSounds.basmalah.count == 4 && AyahSounds.istiadhah.count == 4)
  }
}
