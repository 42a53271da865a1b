import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Passages that a search of the Quran is sure of. The tests supply them, and they are then listened to
/// again.
@Suite struct UnaidedPassagesTests {
  private func piece(
    _ first: Ayah, _ last: Ayah, _ from: Double, _ to: Double, confidence: Double
  ) throws -> PassageIdentification.Piece {
    let span = try #require(TimeSpan(Milliseconds(Int64(from * 1000)), Milliseconds(Int64(to * 1000))))
    return PassageIdentification.Piece(
      span: span, passage: AyahRange(first, last), confidence: confidence, same: [], others: [], margin: 30)
  }

  @Test func extendsWhatIsSureToTheEndsOfItsSurah() throws {
    let heard = try SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 7)), seed: 3).features()
    let length = heard.duration.seconds
    let sure = try piece(Ayah(107, 3), Ayah(107, 5), 0.35 * length, 0.7 * length, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard)
    #expect(found.passages.map(\.description) == ["107:1-7"])
    #expect(found.unnamed.isEmpty && found.starts.count == 1)
    // What it was sure of before is; what was added only where it is found again.
    #expect(found.sure.first?.passage == AyahRange(Ayah(107, 3), Ayah(107, 5)))
  }

  /// Marks are made from the last alignment of the passages.
  @Test func whatWasHeardIsNotListenedForAgain() throws {
    let heard = try SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 7)), seed: 3).features()
    let sure = try piece(Ayah(107, 1), Ayah(107, 7), 0, heard.duration.seconds, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard)
    let known = found.heard
    let again = try RecognisedPassage(of: found.passages, in: heard, known: known)
    let anew = try RecognisedPassage(of: found.passages, in: heard)
    #expect(again.parts.map(\.frames) == anew.parts.map(\.frames))
    #expect(again.parts.map(\.signs) == anew.parts.map(\.signs))
    // It is an answer to the same question only.
    func isKnown(
      _ passages: [AyahRange], _ counting: CountingSystem = .kufi, _ opening: PassageOpening = .auto,
      settled: [Anchor] = []
    ) -> Bool { known.recitation(of: passages, counting, opening, settled: settled) != nil }
    #expect(isKnown(found.passages))
    #expect(!isKnown([AyahRange(Ayah(107, 1), Ayah(107, 6))]))
    #expect(!isKnown(found.passages, .madaniLast) && !isKnown(found.passages, .kufi, .no))
    #expect(!isKnown(found.passages, settled: [Anchor(start: .zero, end: Milliseconds(500), isSkip: true)]))
  }

  /// 109:3 and 109:5 are the same words, and what a search took for the ayah before them isn't heard.
  @Test func whatIsLeftOfAPassageMayBeAnother() throws {
    let words = try #require(AyahSounds.words(of: Ayah(109, 4), in: .kufi))
    var before = SpokenRecitation.Utterance(words.suffix(2))
    before.pauseAfter = Milliseconds(500)
    let own = SpokenRecitation(AyahRange(Ayah(109, 5), Ayah(109, 6))).utterances
    let heard = try SpokenRecitation([before] + own.prefix(1), seed: 3).features()
    let sure = try piece(Ayah(109, 2), Ayah(109, 3), 0, heard.duration.seconds, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard)
    #expect(found.passages.isEmpty, "\(found.passages)")
    #expect(found.unnamed.flatMap(\.guesses).map(\.description) == ["109:2-3"])
  }

  @Test func doesNotNameWhatNobodyIsSureOf() throws {
    let heard = try SpokenRecitation([.talk(sounds: 60, seed: 9)], seed: 3).features()
    let guess = try piece(Ayah(90, 5), Ayah(90, 9), 0, heard.duration.seconds, confidence: 0.4)
    let found = UnaidedPassages(PassageIdentification(pieces: [guess]), in: heard)
    #expect(found.passages.isEmpty && found.starts.isEmpty)
    #expect(found.unnamed.flatMap(\.guesses).map(\.description) == ["90:5-9"])
  }

  /// The search that found nothing searched all that is loud.
  @Test func aRecordingOfWhichNothingIsSureIsNotSearchedAgainAsAWhole() throws {
    let heard = try SpokenRecitation([.talk(sounds: 300, seed: 9)], seed: 3).features()
    var blocks = 0
    let found = PassageIdentification(heard, listensAgain: false) { _, total in blocks = total }
    try #require(found.passages.isEmpty && blocks > 3)
    // A search is told to go on for each block.
    var checks = 0
    let named = UnaidedPassages(found, in: heard) { checks += 1 }
    #expect(named.passages.isEmpty && named.unnamed.count == 1 && checks < blocks)
  }

  @Test func listensToAnUnsureGuessOfAWholeSurahAgain() throws {
    let heard = try SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 7)), seed: 3).features()
    let guess = try piece(Ayah(107, 2), Ayah(107, 7), 0, heard.duration.seconds, confidence: 0.6)
    let found = UnaidedPassages(PassageIdentification(pieces: [guess]), in: heard)
    #expect(found.passages.isEmpty || found.passages.map(\.description) == ["107:1-7"])
  }

  @Test func endsWhenItIsCalledOff() throws {
    let heard = try SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 3).features()
    let sure = try piece(Ayah(112, 1), Ayah(112, 4), 0, heard.duration.seconds, confidence: 0.99)
    #expect(throws: CancellationError.self) {
      try UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard) { throw CancellationError() }
    }
  }

  private func recitation(
    of passages: AyahRange..., then talk: Int = 0, seed: UInt64 = 5
  ) -> SpokenRecitation {
    var all: [SpokenRecitation.Utterance] = []
    for passage in passages {
      all += SpokenRecitation(passage).utterances
      all[all.count - 1].pauseAfter = Milliseconds(2500)
    }
    if talk > 0 {
      var other = SpokenRecitation.Utterance.talk(sounds: talk, seed: 9)
      other.voice = .init(pitch: 190, throat: 1.12, tempo: 0.8)
      all.append(other)
    }
    return SpokenRecitation(all, seed: seed)
  }

  /// Whatever a search of all of it takes it for.
  @Test func aShortSurahIsNamedAsOftenAsItIsSaid() throws {
    let kawthar = AyahRange(Ayah(108, 1), Ayah(108, 3))
    let recitation = recitation(of: kawthar, kawthar, seed: 1)
    let heard = try recitation.features()
    let guess = try piece(Ayah(90, 5), Ayah(90, 9), 0, heard.duration.seconds, confidence: 0.4)
    let found = UnaidedPassages(PassageIdentification(pieces: [guess]), in: heard)
    #expect(found.passages == [kawthar, kawthar] && found.sure.map(\.passage) == [kawthar, kawthar])
    let starts = recitation.hearings.filter { $0.ayah?.number == 1 }.map(\.span.start.seconds)
    let places = found.starts.map(\.seconds)
    #expect(zip(places, starts).allSatisfy { abs($0 - $1) < 1 }, "\(places), \(starts)")
  }

  /// One search was sure of a surah that is said twice, all in all.
  @Test func whatASearchHeardOnceIsToldApart() throws {
    let ikhlas = AyahRange(Ayah(112, 1), Ayah(112, 4))
    let recitation = recitation(of: ikhlas, ikhlas)
    let heard = try recitation.features()
    let sure = try piece(Ayah(112, 1), Ayah(112, 4), 0, heard.duration.seconds, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard)
    #expect(found.passages == [ikhlas, ikhlas])
    // In all of it nobody knew which of the two was meant; so each is found by itself.
    #expect(found.sure.map(\.passage.last) == [Ayah(112, 4), Ayah(112, 4)], "\(found.sure)")
    let starts = recitation.hearings.filter { $0.ayah?.number == 1 }.map(\.span.start.seconds)
    let places = found.starts.map(\.seconds)
    #expect(zip(places, starts).allSatisfy { abs($0 - $1) < 1 }, "\(places), \(starts)")
  }

  /// A reciter who repeats an ayah continues from there, so it is one passage.
  @Test func anAyahThatIsSaidTwiceIsNoPassageOfItsOwn() throws {
    let passage = AyahRange(Ayah(112, 1), Ayah(112, 4))
    let utterances = SpokenRecitation(passage).utterances
    let last = SpokenRecitation(AyahRange(Ayah(112, 3), Ayah(112, 4))).utterances
    let heard = try SpokenRecitation(utterances + last, seed: 5).features()
    let sure = try piece(Ayah(112, 1), Ayah(112, 4), 0, heard.duration.seconds, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard)
    #expect(found.passages == [passage])
  }

  /// A passage that a search is sure of may begin with the first ayah, even though the search names the
  /// second.
  @Test func theFirstAyahIsHeardWhereASearchNamedTheSecond() throws {
    let ikhlas = AyahRange(Ayah(112, 1), Ayah(112, 4))
    var talk = SpokenRecitation.Utterance.talk(sounds: 10, seed: 9)
    talk.pauseAfter = Milliseconds(1500)
    let recitation = SpokenRecitation([talk] + SpokenRecitation(ikhlas).utterances, seed: 3)
    let heard = try recitation.features()
    let start = try #require(recitation.hearings.first { $0.ayah?.number == 1 }).span.start.seconds
    let sure = try piece(Ayah(112, 2), Ayah(112, 4), start, heard.duration.seconds, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard)
    #expect(found.passages == [ikhlas])
    // And where nothing precedes the second, it isn't.
    let second = try #require(recitation.hearings.first { $0.ayah?.number == 2 }).span.start.seconds
    let rest = heard.part(SpeechFeatures.frame(at: Milliseconds(Int64(second * 1000)))..<heard.count)
    let late = try piece(Ayah(112, 2), Ayah(112, 4), 0, rest.duration.seconds, confidence: 0.99)
    #expect(
      UnaidedPassages(PassageIdentification(pieces: [late]), in: rest).passages.map(\.description) == [
        "112:2-4"
      ])
  }

  /// A search is coarse at its edges. It took the beginning of the talk after a surah for the first ayah of
  /// the next.
  @Test func anAyahAtTheEdgeOfWhatIsSureHasToBeHeard() throws {
    let recitation = recitation(of: AyahRange(Ayah(112, 1), Ayah(112, 4)), then: 40)
    let heard = try recitation.features()
    let sure = try piece(Ayah(112, 1), Ayah(113, 1), 0, heard.duration.seconds, confidence: 0.99)
    let found = UnaidedPassages(PassageIdentification(pieces: [sure]), in: heard)
    #expect(found.passages.map(\.description) == ["112:1-4"])
  }

  /// A surah is recited before another and after it. The search is sure of the last one, and the first one is
  /// searched separately.
  @Test func aPassageIsHeardWhereItIsSureAndWhereItComesBefore() throws {
    let ikhlas = AyahRange(Ayah(112, 1), Ayah(112, 4))
    let recitation = recitation(of: ikhlas, AyahRange(Ayah(107, 1), Ayah(107, 7)), ikhlas)
    let heard = try recitation.features()
    let starts = recitation.hearings.filter { $0.ayah?.number == 1 }.map(\.span.start.seconds)
    try #require(starts.count == 3)
    let sure = try [
      piece(Ayah(107, 1), Ayah(107, 7), starts[1], starts[2] - 3, confidence: 0.99),
      piece(Ayah(112, 1), Ayah(112, 4), starts[2] - 1, heard.duration.seconds, confidence: 0.99),
    ]
    let found = UnaidedPassages(PassageIdentification(pieces: sure), in: heard)
    #expect(found.passages.map(\.description) == ["112:1-4", "107:1-7", "112:1-4"])
    let places = found.starts.map(\.seconds)
    #expect(zip(places, starts).allSatisfy { abs($0 - $1) < 1 }, "\(places), \(starts)")
  }
}
