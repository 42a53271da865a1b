import Testing
import TilawaQuran
import TilawaTestSupport

@testable import TilawaRecognition

/// The signs to which the weights of checks are fitted.
@Suite struct JudgedRecordingTests {
  private func recording(of passage: AyahRange) throws -> JudgedRecording {
    var recitation = SpokenRecitation(passage, seed: 4)
    recitation.pitch = 130
    recitation.noiseDBFS = -60
    return JudgedRecording(try recitation.features(), model: .shipped)
  }

  @Test func tellsWhatSpeaksForAPassageAndForAnother() throws {
    let passage = AyahRange(Ayah(110, 1), Ayah(110, 2))
    let recording = try recording(of: passage)
    let weights = JudgedRecording.Check.stated.shipped
    let right = try #require(recording.signs(ofStated: passage, counting: .kufi))
    let wrong = try #require(recording.signs(ofStated: AyahRange(Ayah(96, 1), Ayah(96, 2)), counting: .kufi))
    #expect(right.count == weights.weights.count)
    #expect(weights.probability(of: right) > 0.9 && weights.probability(of: wrong) < 0.5)
  }

  @Test func searchesTheQuranWithoutASurah() throws {
    let recording = try recording(of: AyahRange(Ayah(107, 1), Ayah(107, 4)))
    let (found, others) = (recording.found(), recording.found(besides: 107))
    #expect(found.contains { $0.passage.first.surah == 107 }, "\(found)")
    #expect(others.allSatisfy { $0.passage.first.surah != 107 }, "\(others)")
    let weights = JudgedRecording.Check.found.shipped.weights
    #expect((found + others).allSatisfy { $0.signs.count == weights.count })
  }

  @Test func comparesWholeAyatWithoutASurah() throws {
    let passage = AyahRange(Ayah(103, 2))
    let recording = try recording(of: passage)
    let whole = try #require(recording.wholeAyat())
    let other = try #require(recording.wholeAyat(besides: 103))
    #expect(whole.passage == passage && other.passage.first.surah != 103)
    let weights = JudgedRecording.Check.wholeAyat.shipped
    #expect(weights.probability(of: whole.signs) > weights.probability(of: other.signs))
  }

  /// If surah 67 is recited and left out of the search, 23:78 isn't wrong, because it is nearly the same. Nor
  /// is 37:182 for 1:2.
  @Test(arguments: [
    (Ayah(67, 23), 67, true), (Ayah(23, 78), 67, true), (Ayah(37, 182), 1, true), (Ayah(91, 4), 92, true),
    (Ayah(23, 80), 67, false), (Ayah(112, 1), 67, false), (Ayah(91, 5), 92, false),
  ])
  func knowsWhatIsNearlySaid(_ ayah: Ayah, _ surah: Int, _ isSaid: Bool) throws {
    let phones = try #require(AyahSounds.words(of: ayah)).flatMap(\.phones).map(\.rawValue)
    #expect(JudgedRecording.isSaid(phones, in: surah) == isSaid)
    #expect(!JudgedRecording.isSaid(phones, in: nil))
  }
}

@Suite struct LogisticRegressionTests {
  private typealias Known = LogisticRegression.Known

  /// Returns `right` right and `wrong` wrong examples with the same sign.
  private func known(_ sign: Double, right: Int, wrong: Int) -> [Known] {
    (0..<right + wrong).map { Known(signs: [sign], isRight: $0 < right) }
  }

  @Test func saysHowManyAreRight() {
    let fit = LogisticRegression(fitting: known(0, right: 200, wrong: 800) + known(1, right: 700, wrong: 300))
    #expect(abs(fit.probability(of: [0]) - 0.2) < 0.01)
    #expect(abs(fit.probability(of: [1]) - 0.7) < 0.01)
  }

  @Test func whatCountsThriceIsThereThreeTimes() {
    let right = known(0, right: 20, wrong: 0) + known(1, right: 50, wrong: 0)
    let wrong = known(0, right: 0, wrong: 30) + known(1, right: 0, wrong: 8)
    let thrice = LogisticRegression(
      fitting: right + wrong.map { Known(signs: $0.signs, isRight: false, count: 3) })
    let copied = LogisticRegression(fitting: right + wrong + wrong + wrong)
    let once = LogisticRegression(fitting: right + wrong)
    for sign in [0.0, 1] {
      // Weights are drawn to nothing by the spread of what there is.
      #expect(abs(thrice.probability(of: [sign]) - copied.probability(of: [sign])) < 0.02)
      #expect(thrice.probability(of: [sign]) < once.probability(of: [sign]) - 0.05)
    }
  }

  @Test func nothingKnownTellsNothing() {
    #expect(LogisticRegression(fitting: []).probability(of: []) == 0.5)
  }
}
