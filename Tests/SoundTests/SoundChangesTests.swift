import Testing
import TilawaBase
import TilawaQuran
import TilawaTestSupport

@testable import TilawaSound

/// The places where the sound of a recording changes.
@Suite struct SoundChangesTests {
  private let rate = SpeechFeatures.framesPerSecond

  /// Returns the stretches of a generated sound. For each part it has three cepstra around `mean`, in words
  /// of 1.6 s with pauses of 0.4 s, and a level.
  private func stretches(_ parts: [(seconds: Int, mean: Float, level: Float)]) -> [Range<Int>] {
    var random = SplitMix64(state: 5)
    func deviation() -> Float {
      (0..<12).reduce(-6) { sum, _ in sum + Float(random.next() >> 40) / Float(1 << 24) }
    }
    var (values, level): ([[Float]], [Float]) = ([], [])
    for part in parts {
      for frame in 0..<part.seconds * rate {
        let isSilent = frame % 100 >= 80
        level.append(isSilent ? -70 : part.level + deviation())
        values.append((0..<3).map { _ in (isSilent ? -4 : part.mean) + deviation() })
      }
    }
    let rows = (0..<3).flatMap { row in values.map { $0[row] } }
    return rows.withUnsafeBufferPointer { rows in
      rows.baseAddress.map { SoundChanges(in: $0, count: level.count, cepstra: 3, level: level).stretches }
        ?? []
    }
  }

  @Test func isHeardWhereTheMeansOfWhatIsLoudMove() {
    let found = stretches([(100, 0, -20), (90, 1, -20), (120, 0.1, -24)])
    #expect(found.count == 3, "\(found)")
    #expect(found.first?.lowerBound == 0 && found.last?.upperBound == 310 * rate)
    for (stretch, change) in zip(found.dropFirst(), [100, 190]) {
      #expect(abs(stretch.lowerBound - change * rate) < 3 * rate, "\(stretch)")
      // In a pause, where nobody is heard.
      #expect((80...100).contains(stretch.lowerBound % 100) || stretch.lowerBound % 100 == 0)
    }
  }

  @Test func isNotHeardInWhatMovesLittleNorInWhatIsShort() {
    #expect(stretches([(200, 0, -20), (200, 0.3, -20)]) == [0..<400 * rate])
    #expect(stretches([(50, 0, -20), (50, 2, -20)]) == [0..<100 * rate])
    #expect(stretches([(200, 0, -20)]) == [0..<200 * rate])
    #expect(stretches([]) == [0..<0])
    // What is silent for long changes nothing.
    #expect(stretches([(100, 0, -20), (120, 3, -68), (100, 0, -20)]).count == 1)
  }

  /// A voice, and from then on another through a wall.
  @Test func eachStretchIsMeasuredByItself() throws {
    // A whole number of frames.
    var near = SpokenRecitation(.init(Ayah(78, 1), Ayah(78, 30)), seed: 3).samples()
    near.removeLast(near.count % MelFrames.hop)
    var thin = SpokenRecitation(.init(Ayah(78, 1), Ayah(78, 30)), seed: 4).samples()
    for _ in 0..<2 {
      var before: Float = 0
      for index in thin.indices {
        before = 0.4 * thin[index] + 0.6 * before
        thin[index] = before
      }
    }
    func features(_ samples: [Float]) throws -> SpeechFeatures {
      try withScratchDirectory { folder in
        let path = folder + "/a.wav"
        var writer = try AudioWriter(path: path, encoding: .wav, sampleRate: 16_000, channels: 1)
        try writer.write(samples)
        try writer.finish()
        return try SpeechFeatures(ofFileAt: path)
      }
    }
    let whole = try features(near + thin)
    let alone = try features(thin)
    let start = near.count / MelFrames.hop + 3 * rate
    let frames = start..<whole.count - 10
    let own = start - near.count / MelFrames.hop..<frames.upperBound - near.count / MelFrames.hop
    let isSame = zip(whole.isLoud[frames], alone.isLoud[own]).count { $0 == $1 }
    #expect(Double(isSame) > 0.97 * Double(frames.count))
    let (values, expected) = (whole.values(of: frames), alone.values(of: own))
    let apart = zip(values.prefix(12 * frames.count), expected).reduce(0) { $0 + abs($1.0 - $1.1) }
    #expect(apart / Float(12 * frames.count) < 0.12)
  }
}
