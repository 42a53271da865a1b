import Testing
import TilawaQuran

@testable import TilawaRecognition

/// The rest of a stated passage after its recited parts are known.
@Suite struct RecitedPassageTests {
  private let fatihah = AyahRange(Ayah(1, 1), Ayah(1, 7))
  private let kafirun = AyahRange(Ayah(109, 1), Ayah(109, 6))

  private func stated() -> RecitedPassage {
    RecitedPassage([kafirun, fatihah], .kufi, opening: .no, anchors: [])
  }

  /// The last ayah of one passage and the first of the next aren't one range, which would run backwards.
  @Test func whatIsNotHeardIsToldPassageByPassage() {
    let stated = stated()
    let entries = stated.items.indices.filter { index in
      let ayah = stated.items[index].ayah
      return ayah != Ayah(109, 6) && ayah != Ayah(1, 1) && ayah != Ayah(1, 2)
    }.map { RecitedPassage.Entry($0, stated.chainItems[$0]) }
    let heard = stated.entered(entries, share: 0.8, othersBefore: [])
    #expect(heard.unheard.map(\.ayat.description) == ["109:6", "1:1-2"])
    #expect(heard.unheard.map(\.part) == [0, 1])
  }

  @Test func itemsStayNearWhereTheyWereDecoded() {
    let stated = stated()
    let entries = (0..<3).map {
      RecitedPassage.Entry($0, stated.chainItems[$0], 100 * $0 + 50..<100 * $0 + 150)
    }
    let near = stated.entered(entries, share: 0.2, othersBefore: []).staying(within: 60, of: 1000)
    #expect(near.chainItems.map(\.within) == [0..<210, 90..<310, 190..<1000])
  }
}
