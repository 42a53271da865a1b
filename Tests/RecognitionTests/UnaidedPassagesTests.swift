import Audio
import QuranIndex
import TestSupport
import Testing
import Timing

@testable import Recognition

/// What a search of the Quran is sure of, given by hand, and listened to again.
@Suite struct UnaidedPassagesTests {
  private func piece(
    _ first: Ayah, _ last: Ayah, _ from: Double, _ to: Double, confidence: Double
  ) throws -> PassageIdentification.Piece {
    let span = try #require(TimeSpan(Milliseconds(Int64(from * 1000)), Milliseconds(Int64(to * 1000))))
    return PassageIdentification.Piece(
      span: span, passage: AyahRange(first, last), confidence: confidence, same: [], others: [], margin: 30)
  }

  private func features(of recitation: SpokenRecitation) throws -> SpeechFeatures {
    let folder = try TemporaryFolder([:])
    try recitation.write(to: folder.path(of: "a.wav"), encoding: .wav)
    return try SpeechFeatures(ofFileAt: folder.path(of: "a.wav"))
  }

  @Test func extendsWhatIsSureToTheEndsOfItsSurah() throws {
    let heard = try features(of: SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 7)), seed: 3))
    let length = heard.duration.seconds
    let sure = try piece(Ayah(107, 3), Ayah(107, 5), 0.35 * length, 0.7 * length, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard)
    #expect(found.passages.map(\.description) == ["107:1-7"])
    #expect(found.unnamed.isEmpty && found.starts.count == 1)
    // What it was sure of before is; what was added only where it is found again.
    #expect(found.sure.first?.passage == AyahRange(Ayah(107, 3), Ayah(107, 5)))
  }

  @Test func doesNotNameWhatNobodyIsSureOf() throws {
    let heard = try features(of: SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 7)), seed: 3))
    let length = heard.duration.seconds
    let guess = try piece(Ayah(90, 5), Ayah(90, 9), 0, length, confidence: 0.4)
    let found = UnaidedPassages(PassageIdentification(pieces: [guess]), in: heard)
    #expect(found.passages.isEmpty && found.starts.isEmpty)
    #expect(found.unnamed.flatMap(\.guesses).map(\.description) == ["90:5-9"])
  }

  @Test func listensToAnUnsureGuessOfAWholeSurahAgain() throws {
    let heard = try features(of: SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 7)), seed: 3))
    let guess = try piece(Ayah(107, 2), Ayah(107, 7), 0, heard.duration.seconds, confidence: 0.6)
    let found = UnaidedPassages(PassageIdentification(pieces: [guess]), in: heard)
    #expect(found.passages.isEmpty || found.passages.map(\.description) == ["107:1-7"])
  }

  @Test func endsWhenItIsCalledOff() throws {
    let heard = try features(of: SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 3))
    let sure = try piece(Ayah(112, 1), Ayah(112, 4), 0, heard.duration.seconds, confidence: 0.99)
    #expect(throws: CancellationError.self) {
      try UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard) { throw CancellationError() }
    }
  }
}
