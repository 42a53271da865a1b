import QuranIndex
import Recognition
import Testing

@Suite struct PassagePriorTests {
  @Test func whatIsRecitedMostIsLikelierAndTheRestHardlyLess() {
    let fatihah = AyahRange(Ayah(1, 2), Ayah(1, 7)).prior
    #expect(fatihah > 2 && fatihah == AyahRange(Ayah(112, 1), Ayah(114, 6)).prior)
    let others = AyahRange(Ayah(2, 255)).prior
    #expect(others < 0 && others > -0.5)
    // What goes on into the short surahs, or from al-Fatihah into al-Baqarah, is not of them.
    #expect(AyahRange(Ayah(92, 20), Ayah(93, 2)).prior == others)
    #expect(AyahRange(Ayah(1, 6), Ayah(2, 3)).prior == others)
    #expect(AyahRange(Ayah(1, 1), Ayah(114, 6)).prior == others)
  }

  @Test func theSharesOfAllAyatAreOne() {
    let ayat = CountingSystem.kufi.ayat(in: AyahRange(Ayah(1, 1), Ayah(114, 6)))
    let odds = ayat.reduce(0) { $0 + exponential(AyahRange($1).prior) }
    #expect(abs(odds / Double(ayat.count) - 1) < 1e-9)
  }
}
