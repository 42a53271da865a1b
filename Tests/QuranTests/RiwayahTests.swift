import Testing
import TilawaQuran

@Suite struct RiwayahTests {
  @Test func tenReadingsOfTwoRiwayat() {
    #expect(Riwayah.allCases.count == 20)
    #expect(Qiraah.allCases.count == 10)
    for qiraah in Qiraah.allCases { #expect(qiraah.riwayat.count == 2) }
    #expect(Set(Riwayah.allCases.map(\.displayName)).count == 20)
    #expect(Set(Riwayah.allCases.map(\.arabicName)).count == 20)
  }

  @Test func countsOfTheRiwayat() {
    let counts: [Riwayah: CountingSystem] = [
      .hafs: .kufi, .shuabah: .kufi, .warsh: .madaniLast, .qaloon: .madaniLast, .bazzi: .makkiKFGQPC,
      .qunbul: .makkiKFGQPC, .dooriAbuAmr: .madaniFirst, .soosi: .madaniFirst, .hisham: .shami,
      .ibnDhakwan: .shami, .khalafAnHamza: .kufi, .khallad: .kufi, .abulHarith: .kufi, .dooriAlKisai: .kufi,
      .ibnWardan: .madaniFirstAbuJafar, .ibnJammaz: .madaniFirstAbuJafar, .ruways: .basri, .rawh: .basri,
      .ishaq: .kufi, .idris: .kufi,
    ]
    for riwayah in Riwayah.allCases { #expect(riwayah.counting == counts[riwayah]) }
    #expect(Riwayah.allCases.count(where: \.isCountPrinted) == 8)
  }

  @Test func spellings() {
    let expected: [String: Riwayah] = [
      "hafs": .hafs, "HAFS": .hafs, "Hafs A'n Assem": .hafs, "hafs_an_asim": .hafs, "Hafs an Asim": .hafs,
      "shubah": .shuabah, "Sho\u{2019}bah A\u{2019}n Asim": .shuabah, "qalun": .qaloon,
      "doori-abu-amr": .dooriAbuAmr, "duri kisai": .dooriAlKisai, "AlDorai A'n Al-Kisa'ai": .dooriAlKisai,
      "Ibn Thakwan A'n Ibn Amer": .ibnDhakwan, "layth_al_kisai": .abulHarith, "isa_abu_jafar": .ibnWardan,
      "ibn_jummaz_abu_jafar": .ibnJammaz, "Khalaf an Hamza": .khalafAnHamza, "Idris an Khalaf": .idris,
      "ورش عن نافع": .warsh,
    ]
    for (spelling, riwayah) in expected { #expect(Riwayah(spelling) == riwayah, "\(spelling)") }
    for riwayah in Riwayah.allCases {
      for spelling in [
        riwayah.rawValue, riwayah.displayName, riwayah.arabicName, riwayah.rawValue.uppercased(),
      ] {
        #expect(Riwayah(spelling) == riwayah, "\(spelling)")
      }
    }
  }

  @Test func nothingIsGuessed() {
    for spelling in ["", "hafz", "haf", "doori", "khalaf", "hafs.", "hafs an nafi", "warsh1"] {
      #expect(Riwayah(spelling) == nil, "\(spelling)")
    }
  }

  @Test func suggestions() {
    #expect(Riwayah.suggestion(for: "hafz") == .hafs)
    #expect(Riwayah.suggestion(for: "warch") == .warsh)
    #expect(Riwayah.suggestion(for: "Qaloun") == .qaloon)
    #expect(Riwayah.suggestion(for: "doori") == nil)
    #expect(Riwayah.suggestions(for: "doori") == [.dooriAbuAmr, .dooriAlKisai])
    #expect(Riwayah.suggestion(for: "x") == nil)
    #expect(Riwayah.suggestion(for: "something else") == nil)
  }
}
