import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

@Suite struct SpeechFeaturesTests {
  private func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / Float(1 << 24) - 0.5
    }
  }

  /// The power of a frequency of a window by the definition of the transform.
  private func power(_ window: [Double], _ frequency: Int) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, value) in window.enumerated() {
      let angle = 2 * Double.pi * Double(frequency * index % window.count) / Double(window.count)
      real += value * cos(angle)
      imaginary += value * sin(angle)
    }
    return real * real + imaginary * imaginary
  }

  @Test func bandsAreWhatTheDefinitionGives() {
    let samples = noise(2500)
    let frames = MelFrames(samples, body: 320..<2240)
    #expect(frames.count == 6)
    let mel = { (hertz: Double) in 2595 * log10(1 + hertz / 700) }
    let edges = (0...23).map {
      700 * (pow(10, (mel(120) + (mel(5000) - mel(120)) * Double($0) / 23) / 2595) - 1)
    }
    for frame in [0, 5] {
      let start = 320 + frame * 320
      let window = (0..<512).map { index -> Double in
        let sharp = Double(samples[start + index]) - 0.97 * Double(samples[start + index - 1])
        return sharp * (0.54 - 0.46 * cos(2 * Double.pi * Double(index) / 511))
      }
      let spectrum = (0...256).map { power(window, $0) }
      for band in 0..<22 {
        var (sum, weights) = (0.0, 0.0)
        for (frequency, power) in spectrum.enumerated() {
          let hertz = Double(frequency) * 31.25
          let up = (hertz - edges[band]) / (edges[band + 1] - edges[band])
          let down = (edges[band + 2] - hertz) / (edges[band + 2] - edges[band + 1])
          let weight = max(0, min(up, down))
          sum += weight * power
          weights += weight
        }
        let found = Double(frames.mel[band * frames.count + frame])
        #expect(abs(found / (sum / weights) - 1) < 1e-3, "frame \(frame) band \(band)")
      }
      let square = samples[start..<start + 512].reduce(0) { $0 + $1 * $1 } / 512
      #expect(abs(frames.power[frame] / square - 1) < 1e-4)
    }
  }

  @Test func runningValuesAreWhatTheyAreOneByOne() {
    let values = noise(60)
    func at(_ index: Int) -> Float {
      values[index < 0 ? -1 - index : index >= values.count ? 2 * values.count - 1 - index : index]
    }
    for width in [3, 20] {
      let means = runningMean(values, width: width)
      let maxima = runningMaximum(values, width: width)
      for index in values.indices {
        let around = (index - width / 2..<index - width / 2 + width).map(at)
        #expect(abs(means[index] - around.reduce(0, +) / Float(width)) < 1e-5)
        #expect(maxima[index] == around.max())
      }
    }
    #expect(percentile([3, 1, 2], 0.25) == 1.5)
  }

  @Test func featuresOfAFileAreThoseOfItsSamplesAtAnyRate() throws {
    let folder = try TemporaryFolder()
    // Long enough for two pieces, so that a seam lies inside.
    let rate = 8000
    let samples = noise(rate * 11).enumerated().map { index, value in
      value * (index / 4000 % 2 == 0 ? 0.5 : 0.01) + 0.2 * Float(sin(Double(index) * 0.3))
    }
    let path = folder.path(of: "a.wav")
    var writer = try AudioWriter(path: path, encoding: .wavFloat, sampleRate: rate, channels: 2)
    try writer.write(samples.flatMap { [$0 * 2, 0] })
    try writer.finish()
    let features = try SpeechFeatures(ofFileAt: path)
    #expect(features.count == 550 && features.duration.count == 11_000)
    let whole = Resampler(from: rate, to: 16_000).convert(samples)
    let expected = SpeechFeatures(
      MelFrames(whole, body: 0..<whole.count), duration: features.duration, breaksOff: false)
    #expect(expected.count == 550)
    var furthest: Float = 0
    for (one, other) in zip(features.values, expected.values) { furthest = max(furthest, abs(one - other)) }
    #expect(furthest < 0.02)
    #expect(features.values.allSatisfy { $0.isFinite })
  }

  @Test func aStretchIsLikeTheWholeThere() {
    let samples = noise(16_000 * 3)
    let whole = SpeechFeatures(
      MelFrames(samples, body: 0..<samples.count), duration: .zero, breaksOff: false)
    func values(_ frames: Range<Int>) -> [Float] {
      (0..<SpeechFeatures.dimensions).flatMap { row in
        whole.values[row * whole.count + frames.lowerBound..<row * whole.count + frames.upperBound]
      }
    }
    for frames in [0..<1, 0..<150, 1..<5, 40..<41, 70..<149, 148..<150] {
      #expect(whole.values(of: frames) == values(frames), "\(frames)")
      // Slopes at its ends know of what lies around it.
      #expect(whole.part(frames).values == values(frames), "\(frames)")
      let wider = max(0, frames.lowerBound - 1)..<min(150, frames.upperBound + 3)
      let inner = frames.lowerBound - wider.lowerBound..<frames.upperBound - wider.lowerBound
      #expect(whole.part(wider).part(inner).values == values(frames), "\(frames)")
    }
  }

  @Test func piecesMakeTheSameFeatures() {
    let samples = noise(16_000 * 3)
    let pieces = [0..<16_000, 16_000..<16_320, 16_320..<48_000].map { MelFrames(samples, body: $0) }
    let whole = SpeechFeatures(
      MelFrames(samples, body: 0..<samples.count), duration: .zero, breaksOff: false)
    let joined = SpeechFeatures(pieces, duration: .zero, breaksOff: false)
    #expect(joined.values == whole.values && joined.isLoud == whole.isLoud && joined.power == whole.power)
  }

  @Test func silenceAndNothingHaveFeatures() throws {
    let silent = SpeechFeatures(
      MelFrames([Float](repeating: 0, count: 16_000), body: 0..<16_000), duration: .zero, breaksOff: false)
    #expect(silent.count == 50 && silent.values.allSatisfy { $0.isFinite })
    #expect(!silent.isLoud.contains(true))
    let nothing = SpeechFeatures(MelFrames([], body: 0..<0), duration: .zero, breaksOff: false)
    #expect(nothing.count == 0)
  }
}
