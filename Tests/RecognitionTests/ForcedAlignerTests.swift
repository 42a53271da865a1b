import Testing
import TilawaBase
import TilawaQuran
import TilawaSound

@testable import TilawaRecognition

/// Recitations that are made of what the model says its sounds are like: no voice, and every boundary known.
@Suite struct ForcedAlignerTests {
  private func features(of frames: [[Float]]) -> SpeechFeatures {
    let count = frames.count
    var values = [Float](repeating: 0, count: SpeechFeatures.dimensions * count)
    for (t, frame) in frames.enumerated() {
      for (dimension, value) in frame.enumerated() { values[dimension * count + t] = value }
    }
    return SpeechFeatures(
      values: values, isLoud: frames.map { $0[13] > 1.35 },
      power: [Float](repeating: 0.1, count: 2 * count), duration: Milliseconds(Int64(20 * count)))
  }

  private func word(_ letters: String) -> AyahSounds.Word {
    AyahSounds.Word(
      sounds: letters.utf8.compactMap(AyahSounds.Sound.init(rawValue:)), hasPauseMark: false)
  }

  @Test func nothingIsLearntOfSoundsThatLastTooLong() {
    let model = AcousticModel.shipped
    let liquid = AcousticModel.PhoneClass.liquid.rawValue
    let chain = StateChain([StateChain.Item(words: [word("banaranabanaranabana")])])
    func learnt(liquid frames: Int) -> AcousticModel {
      var path = StatePath(frames: [], isUsed: chain.states.map { _ in true })
      for state in chain.states {
        let usual = Int(model.medians[state.duration] * 50)
        let length = state.kind != .sound ? 0 : state.emission == liquid ? frames : usual
        let start = path.frames.last?.upperBound ?? 0
        path.frames.append(start..<start + length)
      }
      let count = path.frames.last?.upperBound ?? 0
      let heard = features(of: [[Float]](repeating: [Float](repeating: 0.5, count: 28), count: count))
      return model.adapted(model, to: path, of: chain, heard)
    }
    #expect(learnt(liquid: 7).mixtures[liquid].means != model.mixtures[liquid].means)
    let held = learnt(liquid: 40)
    #expect(held.mixtures[liquid].means == model.mixtures[liquid].means)
    let vowel = AcousticModel.PhoneClass.vowel.rawValue
    #expect(held.mixtures[vowel].means != model.mixtures[vowel].means)
  }

  /// An ayah that could as well be over at a moment's silence, with the sounds behind it at the beginning of the next.
  @Test func anAyahEndsAtABreathAndNotAtAStop() throws {
    var frames: [[Float]] = []
    func add(_ sound: AcousticModel.PhoneClass, _ count: Int) {
      frames += [[Float]](repeating: AcousticModel.shipped.mixtures[sound.rawValue].means[0], count: count)
    }
    func addPlain() {
      for (sound, count) in [
        (AcousticModel.PhoneClass.voicedStop, 6), (.vowel, 16), (.nasal, 6), (.vowel, 6),
      ] {
        add(sound, count)
      }
      add(.silence, 25)
    }
    add(.silence, 20)
    for _ in 0..<3 { addPlain() }
    add(.voicedStop, 6)
    add(.vowel, 28)
    add(.silence, 5)
    add(.vowel, 20)
    let end = frames.count
    add(.silence, 25)
    let start = frames.count
    add(.vowel, 18)
    add(.voicedStop, 6)
    add(.vowel, 6)
    add(.silence, 25)
    for _ in 0..<3 { addPlain() }
    let plain = StateChain.Item(words: [word("bA"), word("na")])
    let items =
      [
        plain, plain, plain, StateChain.Item(words: [word("bA"), word("A")]),
        StateChain.Item(words: [word("A"), word("Aba")]), plain, plain, plain,
      ]
    let found = try #require(ForcedAligner(utterance: Utterance(features: features(of: frames))).align(items))
    #expect(abs(found.heard[3].frames.upperBound - end) < 8)
    #expect(abs(found.heard[4].frames.lowerBound - start) < 8)
  }

  /// The same word is said twice, and which of the two it is was heard before.
  @Test(arguments: [0, 1]) func anItemStaysWhereItIsKnownToBe(which: Int) throws {
    var frames: [[Float]] = []
    func add(_ sound: AcousticModel.PhoneClass, _ count: Int) {
      frames += [[Float]](repeating: AcousticModel.shipped.mixtures[sound.rawValue].means[0], count: count)
    }
    var said: [Range<Int>] = []
    for _ in 0...1 {
      add(.silence, 40)
      let start = frames.count
      for (sound, count) in [
        (AcousticModel.PhoneClass.voicedStop, 6), (.vowel, 16), (.nasal, 6), (.vowel, 6),
      ] {
        add(sound, count)
      }
      said.append(start..<frames.count)
    }
    add(.silence, 40)
    var item = StateChain.Item(words: [word("bA"), word("na")])
    item.within = said[which].lowerBound - 15..<said[which].upperBound + 15
    let chain = StateChain([item])
    #expect(chain.anywhere.items[0].within == nil && chain.anywhere.states == chain.states)
    let found = try #require(
      ForcedAligner(utterance: Utterance(features: features(of: frames))).align([item]))
    #expect(abs(found.heard[0].frames.lowerBound - said[which].lowerBound) < 8)
    #expect(abs(found.heard[0].frames.upperBound - said[which].upperBound) < 8)
  }
}
