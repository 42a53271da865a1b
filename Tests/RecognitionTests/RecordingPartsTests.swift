import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// A long recording is listened to in parts.
@Suite struct RecordingPartsTests {
  private let maun = AyahRange(Ayah(107, 1), Ayah(107, 7))
  private let kawthar = AyahRange(Ayah(108, 1), Ayah(108, 3))

  private func span(_ start: Double, _ end: Double) throws -> TimeSpan {
    try #require(TimeSpan(Milliseconds(Int64(start * 1000)), Milliseconds(Int64(end * 1000))))
  }

  private func piece(
    _ passage: AyahRange, _ span: TimeSpan, confidence: Double = 0.99
  ) -> PassageIdentification.Piece {
    PassageIdentification.Piece(
      span: span, passage: passage, confidence: confidence, same: [], others: [], margin: 30)
  }

  /// Nothing but sound and silences; these in seconds, of which `length` frames at most are silent.
  private func features(seconds: Int, silent: [Range<Int>], length: Int = .max) -> SpeechFeatures {
    let rate = SpeechFeatures.framesPerSecond
    let isLoud = (0..<seconds * rate).map { frame in
      !silent.contains { $0.contains(frame / rate) && frame - $0.lowerBound * rate < length }
    }
    return SpeechFeatures(
      values: Array(repeating: 0, count: SpeechFeatures.dimensions * isLoud.count), isLoud: isLoud,
      power: Array(repeating: 0, count: 2 * isLoud.count),
      duration: Milliseconds(Int64(seconds) * 1000))
  }

  private func parts(seconds: Int, silent: [Range<Int>], _ pieces: [PassageIdentification.Piece]) -> [Range<
    Int
  >] {
    let rate = SpeechFeatures.framesPerSecond
    return PassageIdentification(pieces: pieces).parts(of: features(seconds: seconds, silent: silent)).map {
      $0.lowerBound / rate..<$0.upperBound / rate
    }
  }

  @Test func isCutAtTheLongestSilencesBetweenSurahsThatAreSure() throws {
    let surahs = [107, 108, 107, 108, 107].map { $0 == 107 ? maun : kawthar }
    let pieces = try surahs.enumerated().map { index, passage in
      piece(passage, try span(Double(140 * index), Double(140 * index + 130)))
    }
    // Between two surahs each; the shortest needn't be cut at.
    let silences = [132..<138, 272..<274, 412..<420, 553..<557]
    #expect(parts(seconds: 700, silent: silences, pieces) == [0..<135, 135..<416, 416..<700])
    // Where nothing is silent it is left whole, and so is what isn't long.
    #expect(parts(seconds: 700, silent: [], pieces) == [0..<700])
    #expect(parts(seconds: 290, silent: silences, Array(pieces.prefix(2))) == [0..<290])
  }

  @Test func whatIsFarTooLongIsCutAtABreath() throws {
    func parts(seconds: Int, silent length: Int) throws -> [Range<Int>] {
      let pieces = [piece(maun, try span(0, 190)), piece(kawthar, try span(200, Double(seconds)))]
      return PassageIdentification(pieces: pieces).parts(
        of: features(seconds: seconds, silent: [195..<197], length: length))
    }
    #expect(try parts(seconds: 601, silent: 20) == [0..<9760, 9760..<30_050])
    #expect(try parts(seconds: 601, silent: 19) == [0..<30_050])
    #expect(try parts(seconds: 600, silent: 20) == [0..<30_000])
    #expect(try parts(seconds: 600, silent: 50) == [0..<9775, 9775..<30_000])
  }

  @Test func isNotCutWithinASurahNorBesideAGuess() throws {
    let pieces = [
      piece(AyahRange(Ayah(67, 1), Ayah(67, 9)), try span(0, 190)),
      piece(AyahRange(Ayah(67, 12), Ayah(67, 20)), try span(210, 390)),
      piece(kawthar, try span(410, 600), confidence: 0.5),
    ]
    #expect(parts(seconds: 600, silent: [195..<205, 395..<405], pieces) == [0..<600])
  }

  @Test func whatIsFoundInAPartIsCountedFromItsStart() throws {
    let found = PassageIdentification(pieces: [
      piece(maun, try span(1, 5)), piece(kawthar, try span(8, 14)), piece(maun, try span(20, 25)),
    ])
    let part = found.part(500..<1100)
    let spans = try [span(0, 4), span(10, 12)]
    #expect(part.pieces.map(\.span) == spans)
    #expect(part.passages == [kawthar, maun])
  }

  /// 107 and 108 with something else in between, and where each ayah begins.
  private func recording(pause: Int64) throws -> (heard: SpeechFeatures, starts: [Double], cut: Int) {
    var all = SpokenRecitation(maun).utterances
    all[all.count - 1].pauseAfter = Milliseconds(4000)
    var talk = SpokenRecitation.Utterance.talk(sounds: 40, seed: 9)
    talk.voice = .init(pitch: 190, throat: 1.12, tempo: 0.8)
    talk.pauseAfter = Milliseconds(pause)
    all += [talk] + SpokenRecitation(kawthar).utterances
    let recitation = SpokenRecitation(all, seed: 5)
    let hearings = recitation.hearings.filter { $0.ayah != nil }
    let first = kawthar.first
    let cut = try #require(hearings.first { $0.ayah == first }).span.start - Milliseconds(pause / 2)
    return (
      try recitation.features(), hearings.map(\.span.start.seconds), SpeechFeatures.frame(at: cut)
    )
  }

  private func stretches(_ heard: SpeechFeatures, cut: Int) -> [HeardPassages.Stretch] {
    [.init(frames: 0..<cut, passages: [maun]), .init(frames: cut..<heard.count, passages: [kawthar])]
  }

  @Test func whatIsHeardInPartsIsOneRecitation() throws {
    let (heard, starts, cut) = try recording(pause: 4000)
    let known = HeardPassages(stretches(heard, cut: cut), .kufi)
    let found = try RecognisedPassage(of: [maun, kawthar], in: heard, known: known)
    #expect(
      found.parts.compactMap(\.item.ayah) == CountingSystem.kufi.ayat(in: maun)
        + CountingSystem.kufi.ayat(in: kawthar))
    #expect(found.statedCount == 10 && found.isInParts && found.unheard.isEmpty && !found.mayBeAnother)
    let places = found.parts.map { SpeechFeatures.time(ofFrame: $0.frames.lowerBound).seconds }
    #expect(zip(places, starts).allSatisfy { abs($0 - $1) < 0.3 }, "\(places), \(starts)")
    // Words and what is heard in between are where they are in the recording.
    #expect(
      found.parts.allSatisfy { part in
        part.words.allSatisfy {
          part.frames.lowerBound <= $0.frames.lowerBound && $0.frames.upperBound <= part.frames.upperBound
        }
      })
    let others = found.parts.flatMap(\.others.sounds)
    #expect(!others.isEmpty && others.allSatisfy { $0.lowerBound > found.parts[6].frames.upperBound })
    // And of other passages nothing is known.
    #expect(!known.isOf([maun], .kufi) && !known.isOf([maun, kawthar], .madaniLast))
  }

  @Test func whatIsSettledCountsInItsPart() throws {
    let (heard, starts, cut) = try recording(pause: 4000)
    let known = HeardPassages(stretches(heard, cut: cut), .kufi)
    let settled = Milliseconds(Int64(starts[8] * 1000) + 120)
    let found = try RecognisedPassage(
      of: [maun, kawthar], in: heard, settled: [Anchor(start: settled, ayah: AyahRange(Ayah(108, 2)))],
      known: known)
    #expect(found.parts.filter(\.isSettled).compactMap(\.item.ayah) == [Ayah(108, 2)])
    let place = try #require(found.parts.first { $0.isSettled }).frames.lowerBound
    #expect(abs(place - SpeechFeatures.frame(nearest: settled)) <= 1)
    // What lies across a cut is of both.
    let across = [Anchor(start: Milliseconds(900), end: Milliseconds(2100), isSkip: true)]
    #expect(across.part(0..<50) == [Anchor(start: Milliseconds(900), end: Milliseconds(1000), isSkip: true)])
    #expect(across.part(50..<200) == [Anchor(start: .zero, end: Milliseconds(1100), isSkip: true)])
    #expect(across.part(105..<200).isEmpty)
  }

  /// The second part doesn't contain the passage that it was assigned.
  @Test func ofAPartThatIsNotBelievedNothingIsHeard() throws {
    let (heard, starts, cut) = try recording(pause: 4000)
    var stretches = stretches(heard, cut: cut)
    let other = AyahRange(Ayah(78, 1), Ayah(78, 30))
    stretches[1].passages = [other]
    let found = try RecognisedPassage(
      of: [maun, other], in: heard, known: HeardPassages(stretches, .kufi))
    #expect(found.parts.compactMap(\.item.ayah) == CountingSystem.kufi.ayat(in: maun))
    #expect(found.unheard == [other] && found.statedCount == 37)
    let start = SpeechFeatures.frame(at: Milliseconds(Int64(starts[7] * 1000)))
    let last = try #require(found.parts.last)
    #expect(last.others.sounds.contains { $0.lowerBound >= cut && abs($0.lowerBound - start) < 20 })
    #expect(last.others.fillers.last.map { $0.frames.upperBound > cut && $0.kind == "other" } ?? false)
    stretches[0].passages = [other]
    #expect(throws: PassageMisfit.self) {
      try RecognisedPassage(of: [other, other], in: heard, known: HeardPassages(stretches, .kufi))
    }
  }

  @Test func aPartInWhichNothingIsRecitedIsNoneOfItsOwn() {
    let all = [[], [maun], [], [], [kawthar]]
    let known = HeardPassages(
      all.enumerated().map { .init(frames: 100 * $0..<100 * ($0 + 1), passages: $1) }, .kufi)
    #expect(known.stretches.map(\.frames) == [0..<400, 400..<500])
    #expect(known.isOf([maun, kawthar], .kufi))
    let nothing = HeardPassages(
      [.init(frames: 0..<9, passages: []), .init(frames: 9..<20, passages: [])], .kufi)
    #expect(nothing.stretches.map(\.frames) == [0..<20])
  }

  /// Five minutes and more, most of them silent.
  @Test func aLongRecordingIsNamedInParts() throws {
    let (heard, starts, cut) = try recording(pause: 290_000)
    let found = try PassageIdentification(pieces: [
      piece(maun, span(0, SpeechFeatures.time(ofFrame: cut).seconds - 150)),
      piece(kawthar, span(starts[7], heard.duration.seconds)),
    ])
    #expect(found.parts(of: heard).count == 2)
    let named = UnaidedPassages(found, in: heard)
    #expect(named.passages == [maun, kawthar] && named.heard.stretches.count == 2)
    #expect(zip(named.starts.map(\.seconds), [starts[0], starts[7]]).allSatisfy { abs($0 - $1) < 0.5 })
    #expect(named.sure.map(\.passage) == [maun, kawthar])
    #expect(abs(named.sure[1].span.start.seconds - starts[7]) < 1)
    let again = try RecognisedPassage(of: named.passages, in: heard, known: named.heard)
    let places = again.parts.map { SpeechFeatures.time(ofFrame: $0.frames.lowerBound).seconds }
    #expect(
      places.count == 10 && zip(places, starts).allSatisfy { abs($0 - $1) < 0.3 }, "\(places), \(starts)")
  }
}
