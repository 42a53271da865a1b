import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran

@testable import TilawaKit
@testable import TilawaRecognition
@testable import TilawaSound

@Suite struct UnnamedStretchesTests {
  private func marker(_ at: Int64, _ ayah: Ayah? = nil, skip: String? = nil, end: Int64? = nil) -> Marker {
    var marker = Marker(at: Milliseconds(at), confidence: 0.95)
    marker.ayah = ayah.map { AyahRange($0) }
    marker.skip = skip
    marker.end = end.map { Milliseconds($0) }
    return marker
  }

  private func marks(_ markers: [Marker]) -> RecordingMarks {
    var marks = RecordingMarks([])
    marks.markers = markers
    return marks
  }

  private func pauses(at times: Int64...) -> PauseAnalysis {
    PauseAnalysis(
      pauses: times.map { time in
        Pause(
          span: TimeSpan(length: .zero), quietest: Milliseconds(time), depth: 20, confidence: 0.6)
      }, noiseFloor: -60, speechLevel: -20, threshold: -40, duration: Milliseconds(60_000),
      declaredDuration: nil, breaksOff: false, unusableSamples: 0)
  }

  @Test func whatNobodyKnowsGetsMarkersInItsPausesAndNothingElseChanges() throws {
    var found = marks([
      marker(0, Ayah(1, 7)), marker(20_000, skip: "other"), marker(40_000, Ayah(112, 1)),
    ])
    let stretch = try #require(TimeSpan(Milliseconds(15_000), Milliseconds(35_000)))
    found.leaveUnnamed([stretch], pauses: pauses(at: 5_000, 25_000, 45_000))
    #expect(found.markers.map(\.at.count) == [0, 15_000, 25_000, 40_000])
    #expect(found.markers.map(\.skip) == [nil, nil, nil, nil])
    #expect(found.markers.map(\.ayah?.description) == ["1:7", nil, nil, "112:1"])
    #expect(found.markers.map(\.end?.count) == [15_000, nil, 35_000, nil])
    #expect(found.markers.allSatisfy { $0.confidence != nil })
  }

  /// Marks of one stretch must not be taken for rows of another.
  @Test func stretchesDoNotEndEachOther() throws {
    var found = marks([marker(12_000, Ayah(1, 7)), marker(40_000, Ayah(112, 1), end: 45_000)])
    let stretches = try [(0, 12_100), (19_900, 39_000), (44_900, 55_000)].map {
      try #require(TimeSpan(Milliseconds($0.0), Milliseconds($0.1)))
    }
    found.leaveUnnamed(stretches, pauses: pauses(at: 5_000, 12_050, 25_000, 50_000))
    let settled = found.settled(until: Milliseconds(60_000))
    #expect(settled.markers.map(\.at.count) == [0, 5_000, 12_000, 19_900, 25_000, 40_000, 44_900, 50_000])
    #expect(
      settled.markers.map(\.end?.count) == [nil, nil, 19_900, nil, 39_000, 44_900, nil, 55_000])
  }

  @Test func whatIsNoRecitationIsOneRowThatSaysSo() throws {
    var found = marks([marker(0, skip: "other"), marker(20_000, Ayah(1, 1), end: 25_000)])
    found.leaveOut([try #require(TimeSpan(.zero, Milliseconds(18_000)))], until: Milliseconds(60_000))
    #expect(found.markers.map(\.skip) == ["other", nil])
    #expect(found.markers.map(\.end?.count) == [18_000, 25_000])
    #expect(found.markers[0].confidence ?? 1 < Review.sure)
  }

  /// 109:6 takes three seconds, so a minute of talk and of other ayat can't be it. A slow reciter takes long
  /// for all ayat.
  @Test func noAyahIsStatedOverManyTimesItsLength() throws {
    let count = SpeechFeatures.frame(at: Milliseconds(121_000))
    let features = SpeechFeatures(
      values: [], isLoud: Array(repeating: true, count: count), power: [], duration: Milliseconds(121_000))
    var found = marks([marker(2_000, skip: "other"), marker(62_000, Ayah(109, 6), end: 121_000)])
    let dropped = found.dropTooLong(in: features, counting: .kufi)
    #expect(dropped.map(\.passage) == [AyahRange(Ayah(109, 6))])
    #expect(dropped.map(\.span.end.count) == [121_000])
    #expect(found.markers.map(\.ayah) == [nil])
    var plain = marks([marker(118_000, Ayah(109, 6), end: 121_000)])
    #expect(plain.dropTooLong(in: features, counting: .kufi).isEmpty && plain.markers.count == 1)
    let slow = (0..<4).map { marker(Int64($0) * 25_000, Ayah(112, $0 + 1), end: Int64($0) * 25_000 + 25_000) }
    var all = marks(slow)
    #expect(all.dropTooLong(in: features, counting: .kufi).isEmpty && all.markers.count == 4)
    #expect(
      found.hasRows(of: AyahRange(Ayah(109, 6)), in: try #require(TimeSpan(.zero, Milliseconds(9)))) == false)
  }

  @Test func onlyWhatASearchIsSureOfThereStaysSure() throws {
    var found = marks([
      marker(2_000, Ayah(1, 6)), marker(5_000, Ayah(1, 7), end: 9_000), marker(10_000, skip: "other"),
      marker(12_000, Ayah(1, 7)), marker(14_000, Ayah(112, 1), end: 20_000),
    ])
    found.markers[1].confidence = 0.5
    let sure = try [(Ayah(1, 1), Ayah(1, 7), 0, 9_000), (Ayah(112, 1), Ayah(112, 4), 17_500, 30_000)].map {
      UnaidedPassages.Sure(
        span: try #require(TimeSpan(Milliseconds(Int64($0.2)), Milliseconds(Int64($0.3)))),
        passage: AyahRange($0.0, $0.1))
    }
    found.doubt(besides: sure, until: Milliseconds(60_000))
    let most = RecordingMarks.mostExpected
    #expect(found.markers.map(\.confidence) == [0.95, 0.5, 0.95, most, most])
    #expect(most < Review.sure)
  }

  @Test func anAyahThatIsFoundTwiceWhereASearchHeardItOnceIsNotSure() throws {
    var found = marks([
      marker(0, Ayah(1, 1)), marker(5_000, Ayah(1, 2)), marker(9_000, Ayah(1, 1)), marker(12_000, Ayah(1, 3)),
    ])
    let span = try #require(TimeSpan(.zero, Milliseconds(20_000)))
    found.doubt(
      besides: [UnaidedPassages.Sure(span: span, passage: AyahRange(Ayah(1, 1), Ayah(1, 7)))],
      until: Milliseconds(15_000))
    let most = RecordingMarks.mostExpected
    #expect(found.markers.map(\.confidence) == [most, 0.95, most, 0.95])
  }

  /// So isn't one behind a sound that has no row.
  @Test(arguments: [
    (0, false, 2, true), (900, false, 2, true), (1_100, false, 2, false), (1_100, true, 2, true),
    (0, false, 1, false), (1_100, true, 1, false),
  ])
  func theFirstAyahIsNotSureWhereARecordingBeginsAmidASurah(
    _ start: Int64, _ followsSound: Bool, _ first: Int, _ isDoubted: Bool
  ) throws {
    var found = marks([marker(start, Ayah(112, first)), marker(5_000, Ayah(112, first + 1))])
    found.followsSound = followsSound
    let span = try #require(TimeSpan(.zero, Milliseconds(9_000)))
    found.doubt(
      besides: [UnaidedPassages.Sure(span: span, passage: AyahRange(Ayah(112, 1), Ayah(112, 4)))],
      until: Milliseconds(9_000))
    #expect(found.markers.map(\.confidence) == [isDoubted ? RecordingMarks.mostExpected : 0.95, 0.95])
  }

  @Test(arguments: [("other", 0, 2, 2), ("takbir", 0, 2, 0), ("other", 2_000, 2, 0), ("other", 0, 1, 0)])
  func theFirstTwoAreNotSureWhereSomethingElseIsHeardBeforeThem(
    _ skip: String, _ start: Int64, _ first: Int, _ doubted: Int
  ) throws {
    var found = marks(
      [marker(start, skip: skip)]
        + (0..<3).map { marker(4_000 + 2_000 * Int64($0), Ayah(109, first + $0)) })
    let span = try #require(TimeSpan(.zero, Milliseconds(12_000)))
    found.doubt(
      besides: [UnaidedPassages.Sure(span: span, passage: AyahRange(Ayah(109, 1), Ayah(109, 6)))],
      until: Milliseconds(12_000))
    let most = RecordingMarks.mostExpected
    #expect(found.markers.map(\.confidence) == [0.95] + (0..<3).map { $0 < doubted ? most : 0.95 })
  }

  /// Two passages in sequence are judged separately, and sure marks stay.
  @Test func passagesThatMayBeOthersHaveNoNames() throws {
    var found = marks([
      marker(0, Ayah(1, 1)), marker(4_000, Ayah(1, 2)), marker(9_000, Ayah(112, 1)),
      marker(12_000, skip: "other"),
      marker(14_000, Ayah(112, 2), end: 16_000), marker(20_000, Ayah(113, 1)), marker(25_000, Ayah(108, 1)),
    ])
    for place in found.markers.indices {
      var signs = MarkSigns { _ in 0 }
      signs.mayBeAnother = [2, 4, 6].contains(place)
      found.signs[found.markers[place].at] = signs
    }
    let doubted = found.dropDoubted(until: Milliseconds(30_000))
    #expect(doubted.map(\.passage.description) == ["112:1-2", "108:1"])
    #expect(doubted.map(\.span.start.count) == [9_000, 25_000])
    #expect(doubted.map(\.span.end.count) == [16_000, 30_000])
    #expect(found.markers.map { $0.ayah?.description ?? $0.skip } == ["1:1", "1:2", "other", "113:1"])
    #expect(found.markers[1].end?.count == 9_000 && found.dropDoubted(until: .zero).isEmpty)
  }

  @Test func whatFollowsAGuessIsNotSure() throws {
    var found = marks([
      marker(0, Ayah(112, 1)), marker(3_000, skip: "other"), marker(5_000, Ayah(112, 2)),
      marker(7_000, Ayah(112, 3)),
    ])
    found.markers[0].confidence = 0.02
    let span = try #require(TimeSpan(.zero, Milliseconds(9_000)))
    found.doubt(
      besides: [UnaidedPassages.Sure(span: span, passage: AyahRange(Ayah(112, 1), Ayah(112, 4)))],
      until: Milliseconds(9_000))
    #expect(found.markers.map(\.confidence) == [0.02, 0.95, RecordingMarks.mostExpected, 0.95])
  }

  @Test func muchElseAsksForAnotherListening() {
    let end = Milliseconds(60_000)
    let whole = marks([marker(0, Ayah(1, 1)), marker(50_000, skip: "other", end: 55_000)])
    #expect(!whole.leavesMuchOpen(in: .kufi, until: end))
    let part = marks([marker(0, Ayah(1, 1)), marker(40_000, skip: "other")])
    #expect(part.leavesMuchOpen(in: .kufi, until: end))
    var unheard = marks([marker(0, Ayah(1, 1))])
    unheard.unheard = [AyahRange(Ayah(1, 3), Ayah(1, 5))]
    #expect(unheard.leavesMuchOpen(in: .kufi, until: end))
  }
}
