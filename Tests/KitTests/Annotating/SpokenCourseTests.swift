import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaKit
@testable import TilawaRecognition

/// The course of a recitation through its passage, in a synthesiser's voices: two reciters, parts of ayat,
/// ayat left out, passages that come twice.
@Suite struct SpokenCourseTests {
  private typealias Utterance = SpokenRecitation.Utterance

  private func range(_ surah: Int, _ ayat: ClosedRange<Int>) -> AyahRange {
    AyahRange(Ayah(surah, ayat.lowerBound), Ayah(surah, ayat.upperBound))
  }

  private func names(_ surah: Int, _ ayat: ClosedRange<Int>) -> [String] { ayat.map { "\(surah):\($0)" } }

  private func ayat(_ passage: AyahRange, by voice: SpokenRecitation.Voice? = nil) -> [Utterance] {
    SpokenRecitation(passage).utterances.map { utterance in
      var utterance = utterance
      utterance.voice = voice
      return utterance
    }
  }

  private func marks(
    _ utterances: [Utterance], _ passage: AyahRange..., seed: UInt64, opening: PassageOpening = .auto
  ) throws -> (marks: RecordingMarks, recitation: SpokenRecitation) {
    let recitation = SpokenRecitation(utterances, seed: seed)
    let features = try withScratchDirectory { directory in
      try recitation.write(to: directory + "/a.wav", encoding: .wav)
      return try SpeechFeatures(ofFileAt: directory + "/a.wav")
    }
    return (try RecordingMarks(aligning: features, passage: passage, opening: opening), recitation)
  }

  private func rows(_ marks: RecordingMarks) -> [String] {
    marks.markers.map { $0.ayah?.description ?? $0.skip ?? "" }
  }

  private let slow = SpokenRecitation.Voice(pitch: 105, throat: 0.95, tempo: 1.7)
  private let quick = SpokenRecitation.Voice(pitch: 170, throat: 1.1, tempo: 0.6)

  @Test func aQuickReciterBeforeASlowOneIsHeard() throws {
    let utterances = ayat(range(97, 1...3), by: quick) + ayat(range(97, 4...5), by: slow)
    let found = try marks(utterances, range(97, 1...5), seed: 41)
    #expect(rows(found.marks) == names(97, 1...5))
    #expect(found.marks.unheard.isEmpty)
  }

  @Test func twoRecitersTakeTurns() throws {
    let (low, high) = (
      SpokenRecitation.Voice(pitch: 105, tempo: 1.2), SpokenRecitation.Voice(pitch: 165, throat: 1.08)
    )
    let utterances = (1...4).flatMap { ayat(range(112, $0...$0), by: $0.isMultiple(of: 2) ? low : high) }
    let found = try marks(utterances, range(112, 1...4), seed: 42)
    #expect(rows(found.marks) == names(112, 1...4))
    for (marker, hearing) in zip(found.marks.markers, found.recitation.hearings).dropFirst() {
      let late = hearing.span.start - marker.at
      #expect((Milliseconds(-100)...Milliseconds(800)).contains(late), "\(marker)")
    }
  }

  @Test func aRecordingMayBeginAndEndInsideAnAyah() throws {
    var utterances = ayat(range(97, 2...5))
    utterances[0].words.removeFirst(2)
    utterances[3].words.removeLast(3)
    let found = try marks(utterances, range(97, 1...5), seed: 43)
    #expect(rows(found.marks) == names(97, 2...5))
    #expect(found.marks.unheard == [range(97, 1...1)])
  }

  @Test func anAyahThatIsLeftOutIsReported() throws {
    let found = try marks(
      ayat(range(109, 1...2)) + ayat(range(109, 4...6)), range(109, 1...6), seed: 44)
    #expect(rows(found.marks) == names(109, 1...2) + names(109, 4...6))
    #expect(found.marks.unheard == [range(109, 3...3)])
  }

  @Test func aPassageMayComeTwice() throws {
    let (first, second) = (range(112, 1...4), range(108, 1...3))
    let found = try marks(
      ayat(first) + ayat(second) + ayat(first), first, second, first, seed: 45)
    #expect(rows(found.marks) == names(112, 1...4) + names(108, 1...3) + names(112, 1...4))
  }

  @Test func theBasmalahBetweenSurahsIsThereOrNot() throws {
    let passage = AyahRange(Ayah(112, 3), Ayah(113, 2))
    let (end, start) = (ayat(range(112, 3...4)), ayat(range(113, 1...2)))
    let basmalah = ayat(range(113, 0...0))
    var found = try marks(end + basmalah + start, passage, seed: 46)
    #expect(rows(found.marks) == names(112, 3...4) + names(113, 0...2))
    found = try marks(end + start, passage, seed: 47)
    #expect(rows(found.marks) == names(112, 3...4) + names(113, 1...2))
  }

  @Test func noBasmalahIsLookedForBeforeTheNinthSurah() throws {
    let passage = AyahRange(Ayah(8, 75), Ayah(9, 1))
    let found = try marks(
      SpokenRecitation(AyahRange(Ayah(8, 75))).utterances + ayat(range(9, 1...1)), passage, seed: 48)
    #expect(rows(found.marks) == ["8:75", "9:1"])
  }

  @Test func theOpeningMayBeDenied() throws {
    let found = try marks(ayat(range(112, 1...4)), range(112, 1...4), seed: 49, opening: .no)
    #expect(rows(found.marks) == names(112, 1...4))
  }
}
