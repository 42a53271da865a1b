import Testing
import TilawaQuran
import TilawaTestSupport

@testable import TilawaSound

@Suite struct SpeechFeatureStreamTests {
  private static let samples = SpokenRecitation(AyahRange(Ayah(67, 1), Ayah(67, 4)), seed: 5).samples()

  @Test func comesToWhatTheWholeRecordingSays() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.wav")
    try SpokenRecitation(AyahRange(Ayah(67, 1), Ayah(67, 4)), seed: 5).write(to: path, encoding: .wav)
    let whole = try SpeechFeatures(ofFileAt: path)
    var stream = SpeechFeatureStream(sampleRate: 16_000)
    for first in stride(from: 0, to: Self.samples.count, by: 1000) {
      stream.add(Array(Self.samples[first..<min(first + 1000, Self.samples.count)]))
    }
    stream.add([], isLast: true)
    #expect(abs(stream.count - whole.count) <= 1)
    let frames = 200..<min(stream.count, whole.count) - 200
    let heard = stream.features(of: frames)
    #expect(heard.count == frames.count)
    for row in 0..<SpeechFeatures.dimensions {
      let pairs = frames.enumerated().map { index, t in
        (Double(heard.values[row * heard.count + index]), Double(whole.values[row * whole.count + t]))
      }
      #expect(correlation(pairs) > 0.9, "row \(row)")
    }
  }

  private func correlation(_ pairs: [(Double, Double)]) -> Double {
    let count = Double(pairs.count)
    let (a, b) = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    let (both, left, right) = pairs.reduce((0.0, 1e-12, 1e-12)) { sums, pair in
      let (x, y) = (pair.0 - a, pair.1 - b)
      return (sums.0 + x * y, sums.1 + x * x, sums.2 + y * y)
    }
    return both / (left * right).squareRoot()
  }

  @Test func keepsNoMoreThanItsWindow() {
    var stream = SpeechFeatureStream(sampleRate: 8000)
    let second = (0..<8000).map { Float($0 % 50) / 500 }
    for _ in 0..<100 { stream.add(second) }
    #expect(stream.count > 98 * SpeechFeatures.framesPerSecond)
    #expect(stream.features(of: 0..<100).count == 0)
    #expect(stream.features(of: stream.count - 100..<stream.count).count == 100)
  }
}
