import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

@Suite struct AcousticTrainingTests {
  /// Training with surahs in a voice, and how they are heard.
  private func training(_ surahs: [Int], tempo: Double = 1, seed: UInt64 = 1, isStrange: Bool = false) throws
    -> AcousticTraining
  {
    var training = AcousticTraining()
    for surah in surahs {
      let range = try #require(CountingSystem.kufi.range(ofSurah: surah))
      var spoken = SpokenRecitation(AyahRange(Ayah(surah, 1), range.last), seed: seed)
      spoken.tempo = tempo
      if isStrange { spoken.soundStrange() }
      let stretches = spoken.hearings.compactMap { hearing in
        hearing.ayah.map { AcousticTraining.Stretch(hearing.span, [$0]) }
      }
      #expect(training.add(try spoken.features(), stretches) == stretches.count)
    }
    return training
  }

  @Test func learnsHowLongSoundsLastAndHowTheySound() throws {
    let model = try #require(try training([97, 109, 112], isStrange: true).model())
    let shipped = AcousticModel.shipped
    let (short, long) = (
      AcousticModel.DurationClass.short.rawValue, AcousticModel.DurationClass.long.rawValue
    )
    #expect(model.medians[short] < 0.7 * model.medians[long])
    #expect(model.network.lines.dropLast(40) != shipped.network.lines.dropLast(40))
    // All layers but the last stay.
    #expect(
      model.network.layers.dropLast().map(\.weights) == shipped.network.layers.dropLast().map(\.weights))

    // The voice fits better then.
    var other = SpokenRecitation(AyahRange(Ayah(108, 1), Ayah(108, 3)), seed: 99)
    other.soundStrange()
    func fit(_ model: AcousticModel) throws -> Double {
      let stated = RecitedPassage([AyahRange(Ayah(108, 1), Ayah(108, 3))], .kufi, opening: .auto, anchors: [])
      let utterance = Utterance(features: try other.features(), model: model)
      let heard = try #require(Pipeline.recitation(of: stated, in: utterance))
      #expect(heard.found.heard.count == 3)
      return try #require(heard.phones).own
    }
    let (learnt, usual) = (try fit(model), try fit(.shipped))
    #expect(learnt > usual, "\(learnt), \(usual)")
  }

  @Test func theSameRecitationsGiveTheSameModel() throws {
    let first = try #require(try training([108]).model())
    let second = try #require(try training([108]).model())
    #expect(first.text == second.text)
    #expect(try #require(try training([108], seed: 2).model()).text != first.text)
  }

  @Test func nothingIsLearntFromNothing() throws {
    #expect(AcousticTraining().model() == nil)
    var training = AcousticTraining()
    let silence = SpeechFeatures(
      values: [Float](repeating: 0, count: 28 * 100), isLoud: [Bool](repeating: false, count: 100),
      power: [], duration: Milliseconds(2000))
    let span = try #require(TimeSpan(.zero, Milliseconds(2000)))
    #expect(training.add(silence, [AcousticTraining.Stretch(span, [Ayah(112, 1)])]) == 1)
    #expect(training.model() == nil)
    let moment = try #require(TimeSpan(.zero, Milliseconds(300)))
    #expect(training.add(silence, [AcousticTraining.Stretch(moment, [Ayah(112, 1)])]) == 0)
  }
}

extension SpokenRecitation {
  /// Sets a voice and an echo that the shipped network wasn't trained on.
  fileprivate mutating func soundStrange() { (pitch, reverberation, noiseDBFS) = (300, 1.5, -24) }
}
