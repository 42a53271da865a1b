import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Short recordings that contain whole ayat and nothing else.
@Suite struct WholeAyatTests {
  /// A single ayah of a second or two, some ayat in sequence, and one in noise by a higher voice.
  @Test(arguments: [
    (AyahRange(Ayah(103, 2)), 130.0, -60.0), (AyahRange(Ayah(110, 1), Ayah(110, 2)), 110, -60),
    (AyahRange(Ayah(78, 35)), 200, -45),
  ])
  func findsThem(_ passage: AyahRange, _ pitch: Double, _ noise: Double) throws {
    var recitation = SpokenRecitation(passage, seed: 4)
    recitation.pitch = pitch
    recitation.noiseDBFS = noise
    let search = WholeAyatSearch(try recitation.features())
    let best = try #require(search.hypotheses.first)
    #expect(best.ayat == passage && !best.opens, "\(best.ayat)")
    #expect(search.same.isEmpty)
    // The best come first, and none sounds as another does.
    #expect(zip(search.hypotheses, search.hypotheses.dropFirst()).allSatisfy { $0.score >= $1.score })
    #expect(
      Set(search.hypotheses.map { $0.items.flatMap(\.words).flatMap(\.phones) }).count
        == search.hypotheses.count)
  }

  /// With enough noise, the search alone takes a short ayah for something else, or is in doubt.
  @Test func areAskedForWhereTheSearchIsNotSure() throws {
    let passage = AyahRange(Ayah(103, 2))
    func alone(_ heard: SpeechFeatures) -> PassageIdentification {
      PassageIdentification(searching: heard, model: .shipped, listensAgain: true) { _, _ in }
    }
    var recitation = SpokenRecitation(passage, seed: 4)
    var heard = try recitation.features()
    while !alone(heard).passages.isEmpty, recitation.noiseDBFS < -20 {
      recitation.noiseDBFS += 4
      heard = try recitation.features()
    }
    let whole = try #require(WholeAyatCheck(features: heard).piece)
    #expect(alone(heard).pieces.allSatisfy { $0.confidence < whole.confidence }, "\(whole)")
    let found = PassageIdentification(heard)
    #expect(found.pieces.map(\.passage) == [passage], "\(found.pieces)")
    #expect(found.pieces.map(\.confidence) == [whole.confidence])
  }

  @Test func whatIsRecitedMostIsLikelier() throws {
    let passage = AyahRange(Ayah(103, 2))
    let heard = try SpokenRecitation(passage, seed: 4).features()
    let signs = try #require(JudgedRecording(heard, model: .shipped).wholeAyat()).signs
    let whole = try #require(WholeAyatCheck(features: heard).piece)
    let fitted = WholeAyatCheck.Signs.fitted
    #expect(whole.confidence == fitted.probability(of: signs, prior: passage.prior))
    #expect(whole.confidence > fitted.probability(of: signs))
  }

  @Test func aBasmalahMayPrecedeThem() throws {
    let words = SpokenRecitation.Utterance(AyahSounds.basmalah)
    let ayat = SpokenRecitation(AyahRange(Ayah(108, 1), Ayah(108, 2)), seed: 5).utterances
    let search = WholeAyatSearch(try SpokenRecitation([words] + ayat, seed: 5).features())
    let best = try #require(search.hypotheses.first)
    #expect(best.ayat == AyahRange(Ayah(108, 1), Ayah(108, 2)) && best.opens)
  }

  @Test func saysWhichSoundTheSame() throws {
    // The refrain of surah 55: it is recited 31 times.
    let refrain = AyahRange(Ayah(55, 16))
    let heard = try SpokenRecitation(refrain, seed: 6).features()
    let search = WholeAyatSearch(heard)
    let all = search.same + (search.hypotheses.first.map { [$0.ayat] } ?? [])
    #expect(all.count == 31 && all.contains(refrain))
    let piece = try #require(WholeAyatCheck(features: heard).piece)
    #expect(!piece.isSure && piece.same.count == 30)
  }

  @Test func takesALongRecordingForNone() throws {
    let heard = try SpokenRecitation(AyahRange(Ayah(67, 1), Ayah(67, 4)), seed: 7).features()
    #expect(heard.count > WholeAyatSearch.longest)
    #expect(WholeAyatSearch(heard).hypotheses.isEmpty && WholeAyatCheck(features: heard).piece == nil)
  }

  @Test(arguments: [0.2, 3, 8]) func nothingIsSureOfSilenceAndNoise(seconds: Double) throws {
    var random = SplitMix64(state: 9)
    let folder = try TemporaryFolder([:])
    let samples = (0..<Int(16000 * seconds)).map { _ in Float.random(in: -0.3...0.3, using: &random) }
    for (name, sound) in [("noise", samples), ("silence", samples.map { _ in 0 })] {
      let path = folder.path(of: "\(name).wav")
      var writer = try AudioWriter(path: path, encoding: .wav, sampleRate: 16000, channels: 1)
      try writer.write(sound)
      try writer.finish()
      let found = PassageIdentification(try SpeechFeatures(ofFileAt: path))
      #expect(found.passages.isEmpty, "\(name) of \(seconds) s")
    }
  }

  /// Measured values: of a studio recording, of an amateur, of a voice that fits badly, and of the wrong
  /// place.
  @Test func tellsRightFromWrong() {
    let right = WholeAyatCheck.Signs(margin: 100, duration: -3.13, standing: 7.48, sounds: 17)
    let amateur = WholeAyatCheck.Signs(margin: 94, duration: -2.45, standing: 8.01, sounds: 42)
    let doubtful = WholeAyatCheck.Signs(margin: 68.5, duration: -3.28, standing: 5.36, sounds: 27)
    let wrong = WholeAyatCheck.Signs(margin: 21, duration: -3.58, standing: 5.17, sounds: 51)
    #expect(right.likelihood > 0.98)
    #expect(amateur.likelihood > 0.95)
    #expect((0.2..<0.9).contains(doubtful.likelihood))
    #expect(wrong.likelihood < 0.05)
  }
}
