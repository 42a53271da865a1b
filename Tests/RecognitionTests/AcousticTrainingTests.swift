import Testing
import TilawaBase
import TilawaQuran
import TilawaSound

@testable import TilawaRecognition

@Suite struct AcousticTrainingTests {
  private func ayat(_ surah: Int) -> [Ayah] {
    CountingSystem.kufi.range(ofSurah: surah).map { CountingSystem.kufi.ayat(in: $0) }?
      .filter { $0.number > 0 } ?? []
  }

  private func words(_ ayat: [Ayah]) -> [[AyahSounds.Word]] { ayat.map { AyahSounds.words(of: $0) ?? [] } }

  private func training(_ surahs: [Int], seed: UInt64 = 1) -> AcousticTraining {
    var generated = GeneratedFeatures(seed: seed)
    var training = AcousticTraining()
    training.rounds = [1, 1, 1, 2]
    for (index, surah) in surahs.enumerated() {
      let ayat = ayat(surah)
      let (features, spans) = generated.recitation(words(ayat), tempo: 0.8 + 0.2 * Double(index))
      let stretches = zip(ayat, spans).compactMap { ayah, span in
        TimeSpan(
          Milliseconds(Int64(span.lowerBound - 5) * 20), Milliseconds(Int64(span.upperBound + 5) * 20)
        ).map { AcousticTraining.Stretch($0, [ayah]) }
      }
      #expect(training.add(features, stretches) == stretches.count)
    }
    return training
  }

  @Test func learnsFromNothingButWhatIsLoud() throws {
    let model = try #require(training([97, 109, 112]).model())
    let medians = model.medians
    let (short, long) = (
      AcousticModel.DurationClass.short.rawValue, AcousticModel.DurationClass.long.rawValue
    )
    #expect(medians[short] < 0.7 * medians[long])
    #expect(medians[long] < 0.8 * medians[AcousticModel.DurationClass.prolonged.rawValue])

    var generated = GeneratedFeatures(seed: 99)
    let ayat = ayat(108)
    let (features, spans) = generated.recitation(words(ayat), tempo: 1.1)
    let passage = AyahRange(Ayah(108, 1), Ayah(108, 3))
    let heard = try RecognisedPassage(of: [passage], in: features, model: model)
    #expect(heard.parts.map(\.item.ayah) == ayat)
    for (part, span) in zip(heard.parts, spans).dropFirst() {
      #expect(abs(span.lowerBound - part.frames.lowerBound) <= 3, "\(part)")
    }
  }

  @Test func theSameRecitationsGiveTheSameModel() throws {
    let first = try #require(training([108]).model())
    let second = try #require(training([108]).model())
    #expect(first.medians == second.medians && first.spreads == second.spreads)
    #expect(first.mixtures.map(\.means) == second.mixtures.map(\.means))
    #expect(try #require(training([108], seed: 2).model()).medians != first.medians)
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
