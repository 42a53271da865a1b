import Testing
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Ayat of which the recording lacks the beginning or the end.
@Suite struct CutAyatTests {
  private let ayat = AyahRange(Ayah(1, 1), Ayah(1, 7))
  private let features: SpeechFeatures

  init() throws { features = try SpokenRecitation(ayat).features() }

  /// Returns the ayat that lack their beginning, and those that lack their end.
  private func cut(_ features: SpeechFeatures) throws -> (start: [Ayah?], end: [Ayah?], signs: [Bool]) {
    let heard = try RecognisedPassage(of: [ayat], in: features, opening: .no)
    return (
      heard.parts.filter(\.lacksBeginning).map(\.item.ayah), heard.parts.filter(\.lacksEnd).map(\.item.ayah),
      heard.parts.map(\.signs.isOutOfTurn)
    )
  }

  @Test func wholeAyatAreNotCut() throws {
    let cut = try cut(features)
    #expect(cut.start.isEmpty && cut.end.isEmpty)
  }

  @Test func ayatAtTheEdgesAreCut() throws {
    let parts = try RecognisedPassage(of: [ayat], in: features, opening: .no).parts
    func middle(_ frames: Range<Int>) -> Int { (frames.lowerBound + frames.upperBound) / 2 }
    let (start, end) = (middle(parts[0].frames), middle(parts[6].frames))
    let both = try cut(features.part(start..<end))
    #expect(both.end == [Ayah(1, 7)] && both.signs.last == true)
    // What is left of the first may also be taken for nothing of the passage.
    #expect(both.start == [Ayah(1, 1)] || both.signs.count == 6)
    let last = try cut(features.part(0..<end))
    #expect(last.start.isEmpty && last.end == [Ayah(1, 7)])
  }
}
