import Testing
import TilawaQuran
import TilawaRecognition

@Suite struct PassagePriorTests {
  @Test func whatIsRecitedMostIsLikelier() {
    let most = AyahRange(Ayah(1, 2), Ayah(1, 7)).prior
    #expect(most > 2 && most == AyahRange(Ayah(112, 1), Ayah(114, 6)).prior)
    // What goes on into the short surahs, or from al-Fatihah into al-Baqarah, is not of them.
    for other in [
      AyahRange(Ayah(2, 255)), AyahRange(Ayah(92, 20), Ayah(93, 2)), AyahRange(Ayah(1, 6), Ayah(2, 3)),
      AyahRange(Ayah(1, 1), Ayah(114, 6)),
    ] {
      #expect(other.prior == 0, "\(other)")
    }
  }

  @Test func oneOfThreeOthersIsOfThem() {
    let ayat = CountingSystem.kufi.ayat(in: AyahRange(Ayah(1, 1), Ayah(114, 6))).map { AyahRange($0).prior }
    let most = ayat.filter { $0 > 0 }
    #expect(abs(most.reduce(0) { $0 + exponential($1) } * 3 / Double(ayat.count - most.count) - 1) < 1e-9)
  }
}
