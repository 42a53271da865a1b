import TilawaBase
import TilawaQuran
import TilawaSound

@testable import TilawaRecognition

/// Recitations as features, made of one Gaussian a class: no voice, and every boundary known.
struct GeneratedFeatures {
  /// Where each class of sound lies in the 28 dimensions, apart enough to be told from the others.
  private let means: [[Float]]
  private var state: UInt64

  init(seed: UInt64) {
    var numbers = Self.Numbers(state: 7)
    means = AcousticModel.PhoneClass.allCases.map { sound in
      var mean = (0..<SpeechFeatures.dimensions).map { _ in 1.2 * numbers.deviation() }
      // Silence is quiet by both energies.
      mean[12] = sound == .silence ? -3 : -0.3
      mean[13] = sound == .silence ? 0.3 : 2.6
      return mean
    }
    state = seed
  }

  private struct Numbers {
    var state: UInt64

    /// Evenly from 0 to 1.
    mutating func fraction() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / Float(1 << 24)
    }

    /// Of mean 0 and variance 1, near enough.
    mutating func deviation() -> Float { (0..<12).reduce(-6) { sum, _ in sum + fraction() } }
  }

  /// Seconds that a class of length takes.
  static let lengths: [AcousticModel.DurationClass: Double] = [
    .short: 0.15, .long: 0.3, .prolonged: 0.8, .prolongedSix: 1.5, .final: 0.9, .nasalHold: 0.4,
  ]

  /// Some items with half a second of silence after each, and the frames of each.
  mutating func recitation(
    _ items: [[AyahSounds.Word]], tempo: Double = 1
  ) -> (features: SpeechFeatures, spans: [Range<Int>]) {
    var numbers = Numbers(state: state)
    var frames: [[Float]] = []
    func add(_ sound: AcousticModel.PhoneClass, _ count: Int) {
      for _ in 0..<count { frames.append(means[sound.rawValue].map { $0 + 0.5 * numbers.deviation() }) }
    }
    add(.silence, 25)
    var spans: [Range<Int>] = []
    for words in items {
      let start = frames.count
      for sound in words.flatMap(\.sounds) {
        let length = 50 * tempo * (Self.lengths[sound.duration] ?? 0.1)
        add(sound.phone, max(2, Int(length * Double(0.8 + 0.4 * numbers.fraction()))))
      }
      spans.append(start..<frames.count)
      add(.silence, 25)
    }
    state = numbers.state
    let count = frames.count
    var values = [Float](repeating: 0, count: SpeechFeatures.dimensions * count)
    for (t, frame) in frames.enumerated() {
      for (dimension, value) in frame.enumerated() { values[dimension * count + t] = value }
    }
    let features = SpeechFeatures(
      values: values, isLoud: frames.map { $0[13] > 1.35 },
      power: [Float](repeating: 0.1, count: 2 * count), duration: Milliseconds(Int64(20 * count)))
    return (features, spans)
  }
}
