import Testing
import TilawaBase
import TilawaKit
import TilawaSound
import TilawaTestSupport

/// Returns samples that show their position: a slow ramp without equal places.
private func ramp(_ frames: Int) -> [Float] {
  (0..<frames).map { Float($0 % 20011 - 10000) / 32768 }
}

private func write(
  _ samples: [Float], to path: String, rate: Int, channels: Int = 1, _ encoding: AudioEncoding = .wav
) throws {
  var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: rate, channels: channels)
  try writer.write(samples)
  try writer.finish()
}

private func span(_ start: Int64, _ end: Int64) throws -> TimeSpan {
  try #require(TimeSpan(Milliseconds(start), Milliseconds(end)))
}

private func all(_ stream: RenderStream) throws -> [Float] {
  var result: [Float] = []
  while let samples = try stream.read() { result += samples }
  return result
}

/// The sine's samples.
private func tone(_ hertz: Double, seconds: Double, rate: Int, amplitude: Float = 0.25) -> [Float] {
  let step: Double = hertz / Double(rate)
  return (0..<Int(seconds * Double(rate))).map { frame -> Float in
    amplitude * Float(sinApproximately(step * Double(frame)))
  }
}

/// Returns an approximate sine of a number of turns. A pair of parabolas is near enough, and needs no C
/// library.
private func sinApproximately(_ turns: Double) -> Double {
  let part = turns - turns.rounded(.down)
  return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
}

@Suite struct RenderStreamTests {
  @Test func copiesExactlyWithGapsAndSilence() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      let source = ramp(4 * 8000)
      try write(source, to: path, rate: 8000)
      var settings = RenderStream.Settings(format: RenderFormat(sampleRate: 8000, channels: 1))
      settings.softensCuts = false
      let stream = RenderStream(
        settings,
        of: [
          Stretch(file: path, span: try span(1000, 1500), label: "1:1"),
          Stretch(file: path, span: try span(1500, 2000), label: "1:2"),
          Stretch(file: path, span: try span(1000, 1250), gap: Milliseconds(300), label: "1:1"),
          Stretch(file: nil, span: try span(0, 500), gap: Milliseconds(100), label: "1:3"),
          Stretch(file: path, span: try span(3999, 5000), label: "1:4"),
        ])
      var starts: [Int64] = []
      var shortages: [Milliseconds] = []
      stream.onStart = { starts.append($1) }
      stream.onShortage = { shortages.append($1) }
      let silence = { [Float](repeating: 0, count: $0) }
      var expected = Array(source[8000..<16000])
      expected += silence(2400)
      expected += source[8000..<10000]
      expected += silence(800 + 4000)
      expected += source[31992..<32000]
      #expect(try all(stream) == expected)
      #expect(starts == [0, 4000, 10400, 13200, 17200])
      #expect(shortages == [Milliseconds(1000)])
      #expect(stream.framesOut == Int64(expected.count))
    }
  }

  /// A quiet edge stays as it is; a loud one rises and falls within 5 ms, and only there.
  @Test func fadesOnlyCutsInSound() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      let silence = [Float](repeating: 0, count: 8000)
      let sound = [Float](repeating: 0.5, count: 8000)
      try write(silence + sound + silence, to: path, rate: 8000, .wavFloat)
      let settings = RenderStream.Settings(format: RenderFormat(sampleRate: 8000, channels: 1))
      let quiet = try all(
        RenderStream(settings, of: [Stretch(file: path, span: try span(500, 2500), label: "")]))
      #expect(quiet == Array((silence + sound + silence)[4000..<20000]))
      let loud = try all(
        RenderStream(settings, of: [Stretch(file: path, span: try span(1250, 2500), label: "")]))
      #expect(loud[0] < 0.01)
      #expect(zip(loud[..<40], loud[1..<41]).allSatisfy { $0 < $1 || $0 == 0.5 })
      #expect(loud[40...] == (sound + silence)[2040..<12000])
      let end = try all(
        RenderStream(settings, of: [Stretch(file: path, span: try span(500, 1500), label: "")]))
      #expect(end.last.map { $0 < 0.01 } ?? false)
      #expect(end[..<7960] == (silence + sound)[4000..<11960])
    }
  }

  @Test func lengthsAreExactAtEveryRateAndSpeed() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      try write(tone(300, seconds: 2, rate: 22050), to: path, rate: 22050)
      for (rate, channels, speed) in [
        (22050, 1, 1.0), (22050, 2, 1.25), (44100, 1, 1.0), (48000, 2, 0.8), (16000, 1, 2.0), (8000, 2, 0.5),
      ] {
        var settings = RenderStream.Settings(format: RenderFormat(sampleRate: rate, channels: channels))
        settings.speed = speed
        let stretches = [
          Stretch(file: path, span: try span(100, 700), label: "1"),
          Stretch(file: path, span: try span(700, 1003), label: "2"),
          Stretch(file: path, span: try span(0, 10), label: "3"),
        ]
        let stream = RenderStream(settings, of: stretches)
        var starts: [Int64] = []
        stream.onStart = { starts.append($1) }
        let samples = try all(stream)
        func frames(_ sourceFrames: Int) -> Int64 {
          Int64((Double(sourceFrames) * Double(rate) / 22050 / speed).rounded())
        }
        // 2205, 15435, 22117 are the frames at or after 100, 700 and 1003 ms.
        #expect(starts == [0, frames(13230), frames(19912)])
        #expect(Int64(samples.count / channels) == frames(19912) + frames(221))
      }
    }
  }

  /// Pitch is counted in zero crossings: faster speech has as many a second as before.
  @Test func speedKeepsThePitch() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      try write(tone(200, seconds: 3, rate: 16000), to: path, rate: 16000)
      for speed in [0.5, 0.75, 1.25, 2.0] {
        var settings = RenderStream.Settings(format: RenderFormat(sampleRate: 16000, channels: 1))
        settings.speed = speed
        let samples = try all(
          RenderStream(settings, of: [Stretch(file: path, span: try span(0, 3000), label: "")]))
        let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        let perSecond = Double(crossings) / (Double(samples.count) / 16000)
        #expect(abs(perSecond - 200) < 6, "\(speed): \(perSecond)")
      }
    }
  }

  @Test func goesOnForEverInLittleRoom() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      try write(ramp(800), to: path, rate: 8000)
      let stretch = Stretch(file: path, span: try span(0, 100), label: "1:1")
      let stream = RenderStream(.init(format: RenderFormat(sampleRate: 8000, channels: 1))) { stretch }
      for _ in 0..<2000 { #expect(try stream.read()?.isEmpty == false) }
    }
  }

  @Test func recordingsBecomeEquallyLoud() throws {
    try withScratchDirectory { directory in
      let paths = ["quiet", "loud", "peaky"].map { directory + "/\($0).wav" }
      try write(tone(440, seconds: 3, rate: 16000, amplitude: 0.02), to: paths[0], rate: 16000, .wavFloat)
      try write(tone(440, seconds: 3, rate: 16000, amplitude: 0.5), to: paths[1], rate: 16000, .wavFloat)
      var peaky = tone(440, seconds: 3, rate: 16000, amplitude: 0.1)
      peaky[20000] = 0.9
      try write(peaky, to: paths[2], rate: 16000, .wavFloat)
      let stretches = try paths.map { Stretch(file: $0, span: try span(0, 3000), label: "") }
      let gains = try LevelMatching.gains(for: stretches)
      let levels = try stretches.map { stretch -> Double in
        var settings = RenderStream.Settings(format: RenderFormat(sampleRate: 16000, channels: 1))
        settings.gains = gains
        let samples = try all(RenderStream(settings, of: [stretch]))
        #expect(samples.allSatisfy { abs($0) <= 0.892 })
        let meter = try #require(LoudnessMeter(sampleRate: 16000, channels: 1))
        samples.withUnsafeBufferPointer { meter.add($0) }
        return try #require(meter.loudness)
      }
      #expect(levels.allSatisfy { abs($0 - levels[0]) < 0.3 && $0 >= -23.1 && $0 <= -17.9 }, "\(levels)")
      #expect(try LevelMatching.gains(for: [stretches[0], stretches[0]]).isEmpty)
      let one = try LevelMatching.gains(for: [stretches[1]], target: -30)
      #expect((one[ExactText(paths[1])] ?? 1) < 0.5)
    }
  }
}
