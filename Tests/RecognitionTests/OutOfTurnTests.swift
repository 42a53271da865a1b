import Testing
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Ayat whose beginning may be something else that is said.
@Suite struct OutOfTurnTests {
  private func areOutOfTurn(_ passage: AyahRange) throws -> [Bool] {
    let features = try SpokenRecitation(passage).features()
    return try RecognisedPassage(of: [passage], in: features).parts.map(\.signs.isOutOfTurn)
  }

  /// The basmalah may have been too soft to be heard. The beginning of the next ayah may then be taken for
  /// it.
  @Test func alFatihahWithoutItsBasmalahIsNotSureToBeginThere() throws {
    let ayat = AyahRange(Ayah(1, 2), Ayah(1, 7))
    #expect(try areOutOfTurn(ayat) == [true, false, false, false, false, false])
    let first = try RecognisedPassage(of: [ayat], in: SpokenRecitation(ayat).features()).parts[0]
    #expect(MarkConfidence.shipped.probability(of: first.signs) == 0.89)
  }

  @Test func withItsBasmalahItIs() throws {
    #expect(try areOutOfTurn(AyahRange(Ayah(1, 1), Ayah(1, 7))) == Array(repeating: false, count: 7))
  }

  @Test func soIsAnotherPassageThatBeginsWithinItsSurah() throws {
    #expect(try areOutOfTurn(AyahRange(Ayah(112, 2), Ayah(112, 4))) == [false, false, false])
  }
}
