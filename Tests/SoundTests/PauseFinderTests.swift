import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@Suite struct PauseFinderTests {
  private let passages: [GeneratedRecitation.Passage] = [
    .init(1730, pauseAfter: 700), .init(2210, pauseAfter: 455), .init(905, pauseAfter: 1200),
    .init(1404, pauseAfter: 620),
  ]

  /// Lead-in and every pause behind a passage, as they were generated.
  private func truePauses(_ recitation: GeneratedRecitation) -> [TimeSpan] {
    let spans = recitation.spans
    let starts = [Milliseconds.zero] + spans.map(\.end)
    let ends = spans.map(\.start) + [recitation.duration]
    return zip(starts, ends).compactMap { TimeSpan($0, $1) }
  }

  private func expect(
    _ pauses: [Pause], areThoseOf recitation: GeneratedRecitation, within tolerance: Int64,
    _ comment: Comment
  ) {
    let truth = truePauses(recitation)
    #expect(pauses.count == truth.count, comment)
    for (pause, span) in zip(pauses, truth) {
      #expect(abs(pause.span.start.count - span.start.count) <= tolerance, comment)
      #expect(abs(pause.span.end.count - span.end.count) <= tolerance, comment)
      #expect(pause.span.start <= pause.quietest && pause.quietest <= pause.span.end, comment)
      #expect((0...1).contains(pause.confidence), comment)
    }
  }

  @Test func pausesAreFoundWithin20Milliseconds() throws {
    try withScratchDirectory { directory in
      let cases: [(AudioEncoding, Int, [Float])] = [
        (.wav, 8000, [1]), (.wav, 22050, [1, 1]), (.flac, 44100, [1]), (.flac24, 11025, [1, 0.7, 0.5]),
        (.wavFloat, 48000, [1, 0]), (.wavFloat, 44100, [0, 1]), (.aiff, 22050, [1]), (.ogg, 44100, [1, 1]),
        (.mp3, 22050, [1]), (.opus, 48000, [1]), (.opus, 24000, [0.5, 1]),
      ]
      for (encoding, rate, gains) in cases {
        var recitation = GeneratedRecitation(passages, seed: UInt64(rate))
        recitation.sampleRate = rate
        recitation.channelGains = gains
        let path = directory + "/a"
        try recitation.write(to: path, encoding: encoding)
        for settings in [PauseSettings.adaptive, .fixed] {
          let analysis = try PauseFinder.pauses(inFileAt: path, settings: settings)
          expect(analysis.pauses, areThoseOf: recitation, within: 20, "\(encoding) \(rate) \(gains)")
          #expect(analysis.duration == recitation.duration)
          #expect(!analysis.breaksOff)
        }
      }
    }
  }

  @Test func noiseAndDigitalSilenceMoveTheThresholdAlong() throws {
    try withScratchDirectory { directory in
      for noise in [-.infinity, -90, -60, -45, -35] as [Double] {
        var recitation = GeneratedRecitation(passages)
        recitation.noiseDBFS = noise
        recitation.sampleRate = 16000
        let path = directory + "/a.wav"
        try recitation.write(to: path, encoding: .wavFloat)
        let analysis = try PauseFinder.pauses(inFileAt: path)
        expect(analysis.pauses, areThoseOf: recitation, within: 30, "\(noise) dBFS")
        #expect(analysis.noiseFloor < analysis.threshold && analysis.threshold < analysis.speechLevel)
        #expect(abs(analysis.noiseFloor - max(noise, analysis.speechLevel - 60)) < 1)
      }
    }
  }

  @Test func fixedSettingsMergeAndDropAsDocumented() throws {
    try withScratchDirectory { directory in
      // Clicks of 60 ms in a long pause; a pause of 300 ms is too short, one of 420 isn't.
      let recitation = GeneratedRecitation([
        .init(1000, pauseAfter: 250), .init(60, pauseAfter: 250), .init(1000, pauseAfter: 300),
        .init(1000, pauseAfter: 420), .init(1000, pauseAfter: 0),
      ])
      let path = directory + "/a.wav"
      try recitation.write(to: path, encoding: .wav)
      let found = try PauseFinder.pauses(inFileAt: path, settings: .fixed).pauses.map(\.span)
      let spans = recitation.spans
      let wanted = [
        TimeSpan(.zero, spans[0].start), TimeSpan(spans[0].end, spans[2].start),
        TimeSpan(spans[3].end, spans[4].start),
      ].compactMap { $0 }
      #expect(found.count == wanted.count)
      for (a, b) in zip(found, wanted) {
        #expect(abs(a.start.count - b.start.count) <= 20 && abs(a.end.count - b.end.count) <= 20)
      }
    }
  }

  @Test func theBoundarySettlesOnTheQuietestPlaceNearby() throws {
    try withScratchDirectory { directory in
      let rate = 8000
      var samples = [Float](repeating: 0, count: rate * 3)
      var random = SplitMix64(state: 5)
      for index in samples.indices {
        let time = Double(index) / Double(rate)
        // Voice up to 1 s and from 2 s on; in between noise with a quieter hole around 1.6 s.
        let height: Float = time < 1 || time >= 2 ? 0.5 : (1.58..<1.64).contains(time) ? 0.001 : 0.005
        samples[index] = height * Float.random(in: -1...1, using: &random)
      }
      let path = directory + "/a.wav"
      var writer = try AudioWriter(path: path, encoding: .wavFloat, sampleRate: rate, channels: 1)
      try writer.write(samples)
      try writer.finish()
      let pauses = try PauseFinder.pauses(inFileAt: path).pauses
      let pause = try #require(pauses.first)
      #expect(pauses.count == 1)
      #expect((1580...1640).contains(pause.quietest.count))
      var still = PauseSettings.adaptive
      still.snap = .zero
      still.position = 0.5
      let unmoved = try #require(try PauseFinder.pauses(inFileAt: path, settings: still).pauses.first)
      #expect(abs(unmoved.quietest.count - 1500) <= 10)
      #expect(unmoved.depth == pause.depth)
    }
  }

  @Test func deeperAndLongerPausesAreSurer() throws {
    func confidence(_ pause: Int64, _ noise: Double) throws -> Double {
      try withScratchDirectory { directory in
        var recitation = GeneratedRecitation([.init(2000, pauseAfter: pause), .init(2000, pauseAfter: 0)])
        recitation.leadIn = .zero
        recitation.sampleRate = 16000
        recitation.noiseDBFS = noise
        try recitation.write(to: directory + "/a.wav", encoding: .wav)
        return try #require(try PauseFinder.pauses(inFileAt: directory + "/a.wav").pauses.first).confidence
      }
    }
    let short = try confidence(250, -60)
    let long = try confidence(1000, -60)
    let noisy = try confidence(1000, -35)
    #expect(short < noisy && noisy < long)
  }

  @Test func soundWithoutPausesOrWithoutSoundHasSensibleAnswers() throws {
    try withScratchDirectory { directory in
      func analysis(_ samples: [Float], _ settings: PauseSettings) throws -> PauseAnalysis {
        let path = directory + "/a.wav"
        var writer = try AudioWriter(path: path, encoding: .wavFloat, sampleRate: 8000, channels: 1)
        try writer.write(samples)
        try writer.finish()
        let found = try PauseFinder.pauses(inFileAt: path, settings: settings)
        for number in [found.noiseFloor, found.speechLevel, found.threshold]
          + found.pauses.flatMap({ [$0.depth, $0.confidence] })
        {
          #expect(number.isFinite)
        }
        return found
      }
      var random = SplitMix64(state: 9)
      let loud = (0..<16000).map { _ in Float.random(in: -1...1, using: &random) }
      for settings in [PauseSettings.adaptive, .fixed] {
        #expect(try analysis([], settings).pauses.isEmpty)
        #expect(try analysis([0.1, 0.2, 0.3], settings).duration == Milliseconds(0))
        #expect(try analysis(Array(repeating: 0.3, count: 40), settings).pauses.isEmpty)
        #expect(try analysis(loud, settings).pauses.isEmpty)
        let silent = try analysis([Float](repeating: 0, count: 16000), settings).pauses
        #expect(silent.map(\.span) == [TimeSpan(.zero, Milliseconds(2000))])
        #expect(try analysis([Float](repeating: .nan, count: 8000), settings).unusableSamples == 8000)
        #expect(try analysis([Float](repeating: 1e5, count: 8000) + loud, settings).pauses.count <= 1)
      }
    }
  }

  @Test func aFileThatBreaksOffIsAnalysedAsFarAsItGoes() throws {
    try withScratchDirectory { directory in
      var recitation = GeneratedRecitation(passages)
      recitation.sampleRate = 24000
      for encoding in [AudioEncoding.flac, .ogg, .opus] {
        try recitation.write(to: directory + "/whole", encoding: encoding)
        try halve(directory + "/whole", to: directory + "/half")
        let analysis = try PauseFinder.pauses(inFileAt: directory + "/half")
        #expect(analysis.breaksOff)
        #expect(analysis.duration < recitation.duration - Milliseconds(1000))
        #expect(analysis.pauses.count >= 2)
      }
    }
  }

  @Test func progressGoesToTheEnd() throws {
    try withScratchDirectory { directory in
      var recitation = GeneratedRecitation(passages)
      recitation.sampleRate = 8000
      try recitation.write(to: directory + "/a.wav", encoding: .wav)
      var told: [Milliseconds] = []
      _ = try PauseFinder.pauses(inFileAt: directory + "/a.wav") { done, total in
        told.append(done)
        #expect(total == recitation.duration)
      }
      #expect(told.last == recitation.duration)
      #expect(told == told.sorted())
    }
  }
}
