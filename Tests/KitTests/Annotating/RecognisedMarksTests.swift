import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaKit
@testable import TilawaRecognition

/// Marks for recitations in an artificial voice, with every boundary known.
@Suite struct RecognisedMarksTests {
  /// Returns features of some items with pauses between them, and the frame at which each item begins. If
  /// `tail` isn't 0, the features begin with the last `tail` frames of a vowel.
  private func recitation(
    _ items: [[AyahSounds.Word]], after tail: Int = 0, pause: Int = 25, tempo: Double = 1.2, seed: UInt64 = 1
  ) throws -> (features: SpeechFeatures, starts: [Int]) {
    var utterances = items.map { SpokenRecitation.Utterance($0, pauseAfter: Milliseconds(Int64(20 * pause))) }
    if tail > 0 {
      utterances.insert(.init(sounds: "A", pauseAfter: Milliseconds(400)), at: 0)
    }
    var spoken = SpokenRecitation(utterances, seed: seed)
    spoken.leadIn = Milliseconds(tail > 0 ? 0 : 400)
    spoken.tempo = tempo
    var features = try spoken.features()
    var starts = spoken.hearings.map { SpeechFeatures.frame(at: $0.span.start) }
    if tail > 0 {
      let first = SpeechFeatures.frame(at: spoken.hearings[0].span.end) - tail
      features = features.part(first..<features.count)
      starts = starts.dropFirst().map { $0 - first }
    }
    return (features, starts)
  }

  private func words(_ ayat: ClosedRange<Int>, of surah: Int) -> [[AyahSounds.Word]] {
    ayat.map { AyahSounds.words(of: Ayah(surah, $0)) ?? [] }
  }

  private func passage(_ surah: Int, _ ayat: ClosedRange<Int>) -> AyahRange {
    AyahRange(Ayah(surah, ayat.lowerBound), Ayah(surah, ayat.upperBound))
  }

  private func expect(
    _ marks: RecordingMarks, _ names: [String], at starts: [Int],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      marks.markers.map { $0.ayah?.description ?? $0.skip ?? "" } == names, sourceLocation: location)
    for (marker, start) in zip(marks.markers, starts) {
      let late = Int64(20 * start) - marker.at.count
      // Marks lie in the half second of silence before.
      #expect((-100...500).contains(late), "\(marker)", sourceLocation: location)
    }
  }

  @Test func findsEveryAyahWhetherItIsPrecededByAnythingOrNot() throws {
    let ayat = words(1...4, of: 112)
    let names = ["112:1", "112:2", "112:3", "112:4"]
    var (features, starts) = try recitation(ayat)
    expect(try RecordingMarks(aligning: features, passage: [passage(112, 1...4)]), names, at: starts)
    (features, starts) = try recitation([AyahSounds.istiadhah, AyahSounds.basmalah] + ayat)
    let marks = try RecordingMarks(aligning: features, passage: [passage(112, 1...4)])
    expect(marks, ["istiadhah", "112:0"] + names, at: starts)
    #expect(marks.naming == .bySound && marks.ayat == 4)
    #expect(marks.markers.allSatisfy { ($0.confidence ?? 0) >= 0.5 })
  }

  /// Much of a long pause may be a voice that dies away.
  @Test func inALongPauseAMarkLiesNotLongBeforeItsAyah() throws {
    let (features, starts) = try recitation(words(1...4, of: 112), pause: 150)
    let marks = try RecordingMarks(aligning: features, passage: [passage(112, 1...4)])
    #expect(marks.markers.map(\.ayah) == (1...4).map { AyahRange(Ayah(112, $0)) })
    for (marker, start) in zip(marks.markers, starts).dropFirst() {
      #expect((250...600).contains(Int64(20 * start) - marker.at.count), "\(marker)")
    }
  }

  @Test func whatIsCutOffAtTheStartIsNoneOfTheFirstAyah() throws {
    let (features, starts) = try recitation(words(1...4, of: 112), after: 8)
    let marks = try RecordingMarks(aligning: features, passage: [passage(112, 1...4)])
    let first = try #require(marks.markers.first { $0.ayah == AyahRange(Ayah(112, 1)) })
    #expect(abs(first.at.count - Int64(20 * starts[0])) <= 200, "\(first)")
    #expect(marks.followsSound && marks.markers.first == first)
  }

  /// A basmalah may open another surah.
  @Test func anOpeningIsNoSurerThanWhatItOpens() throws {
    let said = [AyahSounds.basmalah] + words(1...1, of: 103) + words(2...4, of: 112)
    let (features, _) = try recitation(said)
    let marks = try RecordingMarks(aligning: features, passage: [passage(112, 1...4)], opening: .yes)
    func confidence(_ number: Int) -> Double? {
      marks.markers.first { $0.ayah == AyahRange(Ayah(112, number)) }?.confidence
    }
    let first = try #require(confidence(1))
    #expect(first < 0.5)
    #expect(try #require(confidence(0)) <= first)
    // Behind an ayah that is another one nobody knows where the next begins; further on that is forgotten.
    #expect(try #require(confidence(3)) > 0.9)
  }

  @Test func findsAyatThatRunOn() throws {
    let (features, starts) = try recitation(words(1...4, of: 112), pause: 0)
    let marks = try RecordingMarks(aligning: features, passage: [passage(112, 1...4)])
    expect(marks, ["112:1", "112:2", "112:3", "112:4"], at: starts)
  }

  @Test func refusesAnotherPassageAndSilence() throws {
    let (features, _) = try recitation(words(1...6, of: 109))
    #expect(throws: PassageMisfit.self) {
      try RecordingMarks(aligning: features, passage: [passage(114, 1...6)])
    }
    let silence = SpeechFeatures(
      values: [Float](repeating: 0, count: 28 * 100), isLoud: [Bool](repeating: false, count: 100),
      power: [], duration: Milliseconds(2000))
    #expect(throws: PassageMisfit.silent) {
      try RecordingMarks(aligning: silence, passage: [passage(114, 1...6)])
    }
  }

  @Test func keepsWhatAPersonHasSettled() throws {
    let (features, starts) = try recitation(words(1...4, of: 112))
    let settled = Milliseconds(Int64(20 * starts[2]) - 200)
    let marks = try RecordingMarks(
      aligning: features, passage: [passage(112, 1...4)],
      anchors: [Anchor(start: settled, ayah: passage(112, 3...3))])
    expect(marks, ["112:1", "112:2", "112:4"], at: [starts[0], starts[1], starts[3]])
    let verified = try RecordingMarks(
      aligning: features, passage: [passage(112, 1...4)],
      anchors: [
        Anchor(
          start: Milliseconds(Int64(20 * starts[1])), end: Milliseconds(Int64(20 * starts[3]) - 300),
          ayah: passage(112, 2...3))
      ])
    expect(verified, ["112:1", "112:4"], at: [starts[0], starts[3]])
    #expect(verified.markers.first?.end == Milliseconds(Int64(20 * starts[1])))
  }

  @Test func aSettledPlaceAnywhereInAPauseLeavesTheOthersWhereTheyAre() throws {
    let (features, starts) = try recitation(words(1...8, of: 91), pause: 70)
    let free = try RecordingMarks(aligning: features, passage: [passage(91, 1...8)])
    let anchors = [1, 3, 5, 7].map { index in
      Anchor(
        start: Milliseconds(Int64(20 * starts[index]) - 1100), ayah: passage(91, (index + 1)...(index + 1)))
    }
    let marks = try RecordingMarks(
      aligning: features, passage: [passage(91, 1...8)], anchors: anchors)
    #expect(marks.markers.map { $0.ayah?.first.number } == [1, 3, 5, 7])
    for marker in marks.markers {
      let same = free.markers.first { $0.ayah == marker.ayah }
      #expect(abs((same?.at.count ?? 0) - marker.at.count) <= 60, "\(marker)")
    }
  }

  @Test func everythingMayBeSettled() throws {
    let (features, _) = try recitation(words(1...6, of: 109))
    let free = try RecordingMarks(aligning: features, passage: [passage(109, 1...6)])
    let anchors = free.markers.map { Anchor(start: $0.at, end: $0.end, ayah: $0.ayah) }
    let marks = try RecordingMarks(
      aligning: features, passage: [passage(109, 1...6)], anchors: anchors)
    #expect(marks.markers.isEmpty)
    let withoutOne = try RecordingMarks(
      aligning: features, passage: [passage(109, 1...6)], anchors: anchors.filter { $0 != anchors[3] })
    #expect(withoutOne.markers.map(\.ayah) == [passage(109, 4...4)])
    #expect(abs((withoutOne.markers.first?.at.count ?? 0) - free.markers[3].at.count) <= 60)
  }

  @Test func talkBetweenPassagesIsSkipped() throws {
    let talk = AyahSounds.words(spelt: "balakum.tasifa.nukari.dabala")
    let (features, starts) = try recitation(
      words(1...4, of: 112) + [talk] + words(1...3, of: 108), pause: 30)
    let marks = try RecordingMarks(
      aligning: features, passage: [passage(112, 1...4), passage(108, 1...3)])
    let names = marks.markers.map { $0.ayah?.description ?? $0.skip ?? "" }
    #expect(
      names.filter { $0 != "other" } == ["112:1", "112:2", "112:3", "112:4", "108:1", "108:2", "108:3"])
    #expect(names.contains("other"))
    let first = marks.markers.first { $0.ayah == passage(108, 1...1) }
    #expect(abs((first?.at.count ?? 0) - Int64(20 * starts[5])) <= 300)
  }

  @Test func listsWhatIsRepeatedAgain() throws {
    let ayat = words(1...6, of: 109)
    let (features, starts) = try recitation(Array(ayat[0...2]) + Array(ayat[1...5]))
    let marks = try RecordingMarks(aligning: features, passage: [passage(109, 1...6)])
    expect(
      marks, ["109:1", "109:2", "109:3", "109:2", "109:3", "109:4", "109:5", "109:6"], at: starts)
    #expect(marks.unheard.isEmpty)
  }

  @Test func aPhraseThatIsRepeatedStaysInItsAyah() throws {
    // Five words come again after a breath.
    let long = words(5...5, of: 98)[0]
    let (features, starts) = try recitation(
      words(4...4, of: 98) + [Array(long[..<11]), Array(long[6...])] + words(6...6, of: 98))
    let marks = try RecordingMarks(aligning: features, passage: [passage(98, 4...6)])
    expect(marks, ["98:4", "98:5", "98:6"], at: [starts[0], starts[1], starts[3]])
  }

  @Test func tellsWhatIsNotHeard() throws {
    let ayat = words(1...6, of: 91)
    var (features, starts) = try recitation(Array(ayat[..<2]) + Array(ayat[4...]))
    var marks = try RecordingMarks(aligning: features, passage: [passage(91, 1...6)])
    expect(marks, ["91:1", "91:2", "91:5", "91:6"], at: starts)
    #expect(marks.unheard == [passage(91, 3...4)])
    (features, starts) = try recitation(Array(ayat[2...3]))
    marks = try RecordingMarks(aligning: features, passage: [passage(91, 1...6)])
    expect(marks, ["91:3", "91:4"], at: starts)
    #expect(marks.unheard == [passage(91, 1...2), passage(91, 5...6)])
  }

  @Test func aShortSilenceInFrontBelongsToTheFirstAyah() throws {
    let (features, _) = try recitation(words(1...4, of: 112))
    let marks = try RecordingMarks(aligning: features, passage: [passage(112, 1...4)])
    #expect(marks.markers.first?.at == .zero && !marks.followsSound)
  }
}
