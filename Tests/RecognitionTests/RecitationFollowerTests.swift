import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Following a recitation while it is heard.
@Suite struct RecitationFollowerTests {
  private func follow(
    _ samples: [Float], _ passage: [AyahRange]?, block: Int = 1600
  ) -> [RecitationFollower.Event] {
    let follower = RecitationFollower(passage, sampleRate: SpokenRecitation.sampleRate)
    return stride(from: 0, to: samples.count, by: block).flatMap { first in
      let last = min(first + block, samples.count)
      return follower.hear(Array(samples[first..<last]), isLast: last == samples.count)
    }
  }

  private func places(_ events: [RecitationFollower.Event]) -> [RecitationFollower.Place] {
    events.compactMap { if case .place(let place) = $0 { place } else { nil } }
  }

  @Test func everyAyahOfAStatedPassageIsToldWithinTwoSeconds() throws {
    let passage = AyahRange(Ayah(67, 1), Ayah(67, 6))
    let recitation = SpokenRecitation(passage, seed: 2)
    let told = places(follow(recitation.samples(), [passage]))
    for hearing in recitation.hearings {
      let start = hearing.span.start.seconds
      let first = try #require(told.first { $0.ayah == hearing.ayah }, "\(String(describing: hearing.ayah))")
      #expect(abs(first.at.seconds - start) < 2, "\(first) \(start)")
      #expect((0...1).contains(first.confidence) && first.word >= 1)
    }
    #expect(told.last?.ayah == Ayah(67, 6))
  }

  @Test func howTheSoundIsCutChangesNothing() {
    let passage = AyahRange(Ayah(112, 1), Ayah(112, 4))
    let samples = SpokenRecitation(passage, seed: 3).samples()
    let told = follow(samples, [passage])
    #expect(!told.isEmpty && follow(samples, [passage], block: 37_001) == told)
  }

  @Test func leapsAreFollowedAndTold() {
    let recitation = LeapingRecitation.recitation
    let events = follow(recitation.samples(), [AyahRange(Ayah(67, 1), Ayah(67, 12))])
    let told = places(events)
    for hearing in recitation.hearings {
      let middle = Milliseconds((hearing.span.start.count + hearing.span.end.count) / 2 + 300)
      #expect(told.last { $0.at <= middle }?.ayah == hearing.ayah, "\(middle)")
    }
    let slips = events.compactMap { if case .slip(let slip) = $0 { slip } else { nil } }
    #expect(slips.map(\.kind) == [.repeated, .leftOut], "\(slips)")
    #expect(slips.first?.first == .init(ayah: Ayah(67, 3), number: 1))
    #expect(slips.last?.first.ayah == Ayah(67, 6) && slips.last?.last.ayah == Ayah(67, 8))
  }

  @Test func silenceAndNothingSayNothing() {
    let passage = [AyahRange(Ayah(112, 1), Ayah(112, 4))]
    #expect(places(follow([Float](repeating: 0, count: 80_000), passage)).allSatisfy { $0.ayah == nil })
    #expect(RecitationFollower(passage, sampleRate: 16_000).hear([], isLast: true).isEmpty)
  }

  /// Features of a long silence aren't kept, so they can't be searched again when a voice begins.
  @Test func aVoiceBehindALongSilenceIsFollowed() {
    let passage = AyahRange(Ayah(112, 1), Ayah(112, 4))
    let silence = [Float](repeating: 0, count: 80 * SpokenRecitation.sampleRate)
    let told = places(follow(silence + SpokenRecitation(passage, seed: 3).samples(), [passage]))
    #expect(told.last?.ayah == Ayah(112, 4))
  }

  @Test func anotherPassageThanTheStatedOneIsNotTold() {
    let samples = SpokenRecitation(AyahRange(Ayah(67, 1), Ayah(67, 6)), seed: 2).samples()
    let told = places(follow(samples, [AyahRange(Ayah(18, 1), Ayah(18, 20))]))
    #expect(told.last?.ayah == nil, "\(told)")
    #expect(told.allSatisfy { $0.ayah == nil || $0.confidence < 0.9 }, "\(told)")
  }

  @Test func whatNobodyStatedIsFoundAndSoIsWhatComesNext() {
    let recitation = SpokenRecitation(
      SpokenRecitation(AyahRange(Ayah(67, 1), Ayah(67, 4)), seed: 2).utterances
        + SpokenRecitation(AyahRange(Ayah(109, 1), Ayah(109, 6)), seed: 3).utterances)
    let told = places(follow(recitation.samples(), nil))
    #expect(told.contains { $0.ayah == Ayah(67, 3) || $0.ayah == Ayah(67, 4) }, "\(told)")
    #expect(told.last?.ayah == Ayah(109, 6), "\(told)")
  }

  @Test func ofWhatIsNoRecitationNothingIsTold() {
    let talk = (1...4).map { SpokenRecitation.Utterance.talk(sounds: 80, seed: UInt64($0)) }
    #expect(follow(SpokenRecitation(talk).samples(), nil).isEmpty)
  }

  @Test func wordsThatAWindowHasNotAnyMoreAreForgotten() {
    var heard = FollowedWords()
    for word in 1...4 { heard.add(word, at: 10 * word) }
    heard.shift(by: 2)
    #expect(heard.all == [.init(word: 1, frame: 30), .init(word: 2, frame: 40)])
  }

  @Test func whatFollowsInAnEchoingRoomIsTold() {
    let passage = AyahRange(Ayah(67, 1), Ayah(67, 6))
    var recitation = SpokenRecitation(passage, seed: 2)
    recitation.reverberation = 1.5
    let told = places(follow(recitation.samples(), [passage]))
    let right = recitation.hearings.filter { hearing in
      let middle = Milliseconds((hearing.span.start.count + hearing.span.end.count) / 2 + 500)
      return told.last { $0.at <= middle }?.ayah == hearing.ayah
    }
    #expect(right.count >= recitation.hearings.count - 1, "\(told)")
  }

  @Test func aPassageIsDoubtedWhereItFitsNoBetterThanItsReverse() {
    var evidence = PassageEvidence()
    #expect(evidence.probability > 0.8 && evidence.probability < 0.9)
    for _ in 0..<150 { evidence.add(own: -0.5, reverse: -1.5) }
    #expect(evidence.probability > 0.99)
    evidence.add(own: -100, reverse: 0)
    #expect(evidence.probability > 0.98)
    // However long it fitted: half a minute of another passage tells.
    for _ in 0..<750 { evidence.add(own: -1.8, reverse: -1.8) }
    #expect(evidence.probability < 0.1)
    for _ in 0..<150 { evidence.add(own: -0.5, reverse: -1.5) }
    #expect(evidence.probability > 0.5)
  }

  @Test func aLeapCountsWhenTheReciterGoesOn() {
    var detector = LeapDetector()
    for word in 1...10 { #expect(detector.add(word) == nil) }
    // A moment elsewhere is none.
    #expect(detector.add(30) == nil && detector.add(11) == nil && detector.add(9) == nil)
    #expect(detector.add(4) == nil && detector.add(5) == nil)
    #expect(detector.add(6) == LeapDetector.Leap(after: 11, to: 4))
    #expect(detector.add(20) == nil && detector.add(21) == nil)
    #expect(detector.add(22) == LeapDetector.Leap(after: 6, to: 20))
  }
}
