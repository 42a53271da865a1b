import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

@Suite struct VoiceChannelsTests {
  private let recitation = {
    var recitation = GeneratedRecitation([
      .init(1730, pauseAfter: 700), .init(2210, pauseAfter: 455), .init(905, pauseAfter: 1200),
      .init(1404, pauseAfter: 620),
    ])
    recitation.sampleRate = 8000
    return recitation
  }()

  /// The voice and what another channel has at the same time.
  private func cases(_ voice: [Float]) -> [(name: String, channels: [[Float]], weights: [Float])] {
    var random = SplitMix64(state: 11)
    func noise(_ height: Float) -> [Float] {
      voice.map { _ in height * Float.random(in: -1...1, using: &random) }
    }
    func hum(_ hertz: Double, _ height: Float) -> [Float] {
      voice.indices.map { index in
        let phase = 2 * Double.pi * hertz * Double(index) / 8000
        return height * Float(sin(phase) + 0.5 * sin(3 * phase)) / 1.5
      }
    }
    let dead = [Float](repeating: 0, count: voice.count)
    let inverted = voice.map { -$0 }
    let quieter = zip(voice, noise(0.001)).map { 0.3 * $0 + $1 }
    let noisy = zip(voice, noise(0.5)).map { $0 + $1 }
    return [
      ("alike", [voice, voice], [0.5, 0.5]), ("quieter", [voice, quieter], [0.5, 0.5]),
      ("dead", [dead, voice], [0, 1]), ("offset", [voice, dead.map { _ in 0.9 }], [1, 0]),
      ("hiss of nothing", [noise(0.0001), voice], [0, 1]), ("hum", [hum(50, 0.9), voice], [0, 1]),
      ("other hum", [voice, hum(60, 0.5)], [1, 0]), ("noise as loud", [noise(0.35), voice], [0, 1]),
      ("loud noise", [voice, noise(1)], [1, 0]), ("voice in noise", [noisy, voice], [0, 1]),
      ("upside down", [voice, inverted], [0.5, -0.5]),
      ("one of three", [voice, inverted, dead], [0.5, -0.5, 0]),
      ("silence", [dead, dead], [0.5, 0.5]),
    ]
  }

  private func write(_ channels: [[Float]], to path: String) throws {
    var writer = try AudioWriter(
      path: path, encoding: .wavFloat, sampleRate: recitation.sampleRate, channels: channels.count)
    try writer.write(channels[0].indices.flatMap { index in channels.map { $0[index] } })
    try writer.finish()
  }

  @Test func whatHasNoVoiceIsLeftOutAndWhatIsUpsideDownTurned() throws {
    try withScratchDirectory { directory in
      let path = "\(directory)/a.wav"
      let voice = recitation.samples()
      try write([voice], to: path)
      let alone = try PauseFinder.pauses(inFileAt: path).pauses
      #expect(alone.count == 5)
      for (name, channels, weights) in cases(voice) {
        try write(channels, to: path)
        #expect(try VoiceChannels(ofFileAt: path).weights == weights, "\(name)")
        let found = try PauseFinder.pauses(inFileAt: path).pauses
        guard name != "silence" else { continue }
        #expect(found.count == alone.count, "\(name)")
        for (a, b) in zip(found, alone) {
          #expect(abs((a.span.start - b.span.start).count) <= 20, "\(name)")
          #expect(abs((a.span.end - b.span.end).count) <= 20, "\(name)")
        }
        // The mix is the voice and nothing else.
        let mix = channels[0].indices.flatMap { index in channels.map { $0[index] } }
          .withUnsafeBufferPointer { try? VoiceChannels(ofFileAt: path).mix($0) }
        let worst = zip(try #require(mix), voice).reduce(0) { max($0, abs(abs($1.0) - abs($1.1))) }
        #expect(worst < (name == "quieter" ? 0.3 : 1e-6), "\(name)")
      }
    }
  }

  @Test func quietPlacesAreFoundWhereChannelsCancel() throws {
    try withScratchDirectory { directory in
      let path = "\(directory)/a.wav"
      let voice = recitation.samples()
      try write([voice, voice.map { -$0 }], to: path)
      let pause = try #require(TimeSpan(recitation.spans[0].end, recitation.spans[1].start))
      var points = try QuietPoints(fileAt: path)
      let found = try points.quietest(
        near: pause.start - Milliseconds(400), from: pause.start - Milliseconds(500), to: pause.end)
      #expect(pause.start <= found && found <= pause.end)
    }
  }

  @Test func placesAllOverALongFileAreHeard() throws {
    try withScratchDirectory { directory in
      // The left channel is dead for the first third.
      var long = recitation
      long.passages = (0..<40).flatMap { _ in recitation.passages }
      long.sampleRate = 4000
      let voice = long.samples()
      let left = voice.indices.map { 3 * $0 < voice.count ? 0 : voice[$0] }
      var writer = try AudioWriter(path: "\(directory)/a.wav", encoding: .wav, sampleRate: 4000, channels: 2)
      try writer.write(zip(left, voice).flatMap { [$0, $1] })
      try writer.finish()
      #expect(try VoiceChannels(ofFileAt: "\(directory)/a.wav").weights == [0.5, 0.5])
    }
  }
}
