import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaKit
@testable import TilawaRecognition

/// The whole way from samples to marks, on recitations in a synthesiser's voice whose boundaries are known.
@Suite struct SpokenRecitationTests {
  private func range(_ surah: Int, _ ayat: ClosedRange<Int>) -> AyahRange {
    AyahRange(Ayah(surah, ayat.lowerBound), Ayah(surah, ayat.upperBound))
  }

  private func features(_ recitation: SpokenRecitation) throws -> SpeechFeatures {
    try withScratchDirectory { directory in
      try recitation.write(to: directory + "/a.wav", encoding: .wav)
      return try SpeechFeatures(ofFileAt: directory + "/a.wav")
    }
  }

  /// Every ayah is marked, once and by its name, at most 250 ms from the pause before it.
  private func expectAll(
    of recitation: SpokenRecitation, in marks: RecordingMarks,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let named = marks.markers.filter { $0.ayah != nil }
    let hearings = recitation.hearings
    #expect(
      named.map { $0.ayah?.first } == hearings.compactMap(\.ayah).filter { $0 != Ayah(1, 0) },
      sourceLocation: location)
    for (index, hearing) in hearings.enumerated() {
      guard let ayah = hearing.ayah, let marker = named.first(where: { $0.ayah == AyahRange(ayah) }) else {
        continue
      }
      let earliest = index == 0 ? hearing.span.start - Milliseconds(500) : hearings[index - 1].span.end
      let allowed = earliest - Milliseconds(250)...hearing.span.start + Milliseconds(250)
      #expect(
        allowed.contains(marker.at), "\(ayah) at \(marker.at), not \(hearing.span.start)",
        sourceLocation: location)
    }
  }

  private func marks(
    _ recitation: SpokenRecitation, _ passage: AyahRange..., counting: CountingSystem = .kufi,
    opening: PassageOpening = .auto
  ) throws -> RecordingMarks {
    try RecordingMarks(
      aligning: try features(recitation), passage: passage, counting: counting, opening: opening)
  }

  @Test func findsEveryAyah() throws {
    for (tempo, pitch) in [(0.7, 220.0), (1.3, 100.0)] {
      var recitation = SpokenRecitation(range(112, 1...4), seed: UInt64(pitch))
      recitation.tempo = tempo
      recitation.pitch = pitch
      let marks = try marks(recitation, range(112, 1...4))
      expectAll(of: recitation, in: marks)
      #expect(marks.markers.count == 4)
    }
  }

  @Test func tellsWhetherAnythingPrecedes() throws {
    let ayat = SpokenRecitation(range(114, 1...6)).utterances
    let basmalah = SpokenRecitation(AyahRange(Ayah(114, 0))).utterances
    var recitation = SpokenRecitation(basmalah + ayat, seed: 4)
    expectAll(of: recitation, in: try marks(recitation, range(114, 1...6)))

    recitation = SpokenRecitation([.istiadhah] + SpokenRecitation(range(1, 1...7)).utterances, seed: 5)
    recitation.tempo = 0.7
    let found = try marks(recitation, range(1, 1...7))
    expectAll(of: recitation, in: found)
    #expect(found.markers.first?.skip == "istiadhah")
  }

  @Test func theOpeningMayBeTold() throws {
    let ayat = SpokenRecitation(range(112, 0...4)).utterances
    let recitation = SpokenRecitation([.istiadhah] + ayat, seed: 6)
    let found = try marks(recitation, range(112, 1...4), opening: .yes)
    expectAll(of: recitation, in: found)
    #expect(found.markers.map(\.skip) == ["istiadhah", nil, nil, nil, nil, nil])
  }

  @Test func findsAyatThatRunOn() throws {
    var recitation = SpokenRecitation(range(97, 1...5), seed: 7)
    for index in recitation.utterances.indices { recitation.utterances[index].pauseAfter = .zero }
    expectAll(of: recitation, in: try marks(recitation, range(97, 1...5)))
  }

  @Test func pausesInsideAyatAreNoBoundaries() throws {
    var recitation = SpokenRecitation(range(97, 1...5), seed: 8)
    recitation.utterances[3].breathsAfter = [3: Milliseconds(800)]
    recitation.utterances[1].pauseAfter = Milliseconds(100)
    expectAll(of: recitation, in: try marks(recitation, range(97, 1...5)))
  }

  @Test func noiseAndEchoesDoNotMatter() throws {
    var recitation = SpokenRecitation(range(97, 1...5), seed: 9)
    recitation.noiseDBFS = -40
    recitation.reverberation = 0.8
    expectAll(of: recitation, in: try marks(recitation, range(97, 1...5)))
  }

  @Test func aBadChannelDoesNotMatter() throws {
    let recitation = SpokenRecitation(range(112, 1...4), seed: 13)
    let voice = recitation.samples()
    var random = SplitMix64(state: 13)
    let humming = voice.indices.map { Float(0.8 * sin(2 * Double.pi * 50 * Double($0) / 16_000)) }
    let noise = voice.map { _ in Float.random(in: -0.3...0.3, using: &random) }
    let channels: [(name: String, other: [Float])] = [
      ("dead", voice.map { _ in 0 }), ("noise", noise), ("upside down", voice.map { -$0 }), ("hum", humming),
    ]
    func features(_ channels: [Float]...) throws -> SpeechFeatures {
      try withScratchDirectory { directory in
        var writer = try AudioWriter(
          path: directory + "/a.wav", encoding: .wavFloat, sampleRate: SpokenRecitation.sampleRate,
          channels: channels.count)
        try writer.write(voice.indices.flatMap { index in channels.map { $0[index] } })
        try writer.finish()
        return try SpeechFeatures(ofFileAt: directory + "/a.wav")
      }
    }
    let alone = try features(voice)
    for (name, other) in channels {
      let found = try features(other, voice)
      let furthest = zip(found.values, alone.values).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(found.count == alone.count && furthest < 1e-3, "\(name): \(furthest)")
      guard name == "hum" else { continue }
      let marks = try RecordingMarks(aligning: found, passage: [range(112, 1...4)])
      expectAll(of: recitation, in: marks)
    }
  }

  @Test func twoSurahsAndWhatLiesBetween() throws {
    let (first, second) = (range(112, 1...4), range(108, 1...3))
    var utterances = SpokenRecitation(first).utterances
    utterances[3].pauseAfter = Milliseconds(1500)
    utterances.append(.talk(sounds: 40, seed: 3))
    utterances[4].pauseAfter = Milliseconds(1200)
    utterances += SpokenRecitation(second).utterances
    let recitation = SpokenRecitation(utterances, seed: 10)
    let found = try marks(recitation, first, second)
    expectAll(of: recitation, in: found)
    #expect(found.markers.contains { $0.skip == "other" })
  }

  @Test func settledAyatMayLeaveNoRoomForAnythingElse() throws {
    let recitation = SpokenRecitation(range(112, 1...4), seed: 3)
    let features = try features(recitation)
    let spans = recitation.hearings.filter { ($0.ayah?.number ?? 0) > 0 }.map(\.span)
    let missing = 2
    for gap in [0, 10, 60, 200] as [Int64] {
      var anchors: [Anchor] = []
      for (index, span) in spans.enumerated() where index != missing {
        let end = index + 1 < spans.count ? spans[index + 1].start : features.duration
        anchors.append(
          Anchor(
            start: index == 0 ? .zero : span.start, end: end - Milliseconds(gap),
            ayah: AyahRange(Ayah(112, index + 1))))
      }
      let marks = try RecordingMarks(aligning: features, passage: [range(112, 1...4)], anchors: anchors)
      let named = marks.markers.filter { $0.ayah != nil }
      #expect(named.map { $0.ayah?.first } == [Ayah(112, missing + 1)], "with gaps of \(gap) ms")
    }
  }

  @Test func anotherPassageIsRefused() throws {
    let recitation = SpokenRecitation(range(97, 1...5), seed: 11)
    let features = try features(recitation)
    for other in [range(112, 1...4), range(93, 3...8)] {
      #expect(throws: PassageMisfit.self) { try RecordingMarks(aligning: features, passage: [other]) }
    }
  }

  @Test func anotherCountHasItsOwnAyat() throws {
    // Where Kufi counts one ayah, others count two, and the other way about.
    let counting = CountingSystem.madaniLast
    let recitation = SpokenRecitation(range(112, 1...4), counting: counting, seed: 12)
    expectAll(of: recitation, in: try marks(recitation, range(112, 1...4), counting: counting))
  }
}
