import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@Suite struct RecordingOffsetTests {
  private static let rate = SpokenRecitation.sampleRate
  private static let samples = recitation(seed: 1).samples()

  private static func recitation(seed: UInt64) -> SpokenRecitation {
    var recitation = SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(114, 3)), seed: seed)
    recitation.noiseDBFS = -50
    return recitation
  }

  private func write(
    _ samples: [Float], _ path: String, _ encoding: AudioEncoding = .flac, rate: Int = Self.rate
  ) throws {
    var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: rate, channels: 1)
    try writer.write(samples)
    try writer.finish()
  }

  private func cut(from start: Double, to end: Double? = nil) -> [Float] {
    let last = end.map { Int($0 * Double(Self.rate)) } ?? Self.samples.count
    return Array(Self.samples[Int(start * Double(Self.rate))..<last])
  }

  private func noise(_ samples: [Float], _ amplitude: Float) -> [Float] {
    var random = SplitMix64(state: 5)
    return samples.map { $0 + Float.random(in: -amplitude...amplitude, using: &random) }
  }

  @Test func trimmedAndEncodedAnewIsFoundToTheMillisecond() throws {
    try withScratchDirectory { directory in
      let first = directory + "/first.flac"
      try write(Self.samples, first)
      // Half as many samples a second.
      let halved = stride(from: 0, to: Self.samples.count - 1, by: 2).map {
        (Self.samples[$0] + Self.samples[$0 + 1]) / 2
      }
      let silence = [Float](repeating: 0, count: Self.rate * 2)
      let others: [(samples: [Float], encoding: AudioEncoding, rate: Int, offset: Int64)] = [
        (Self.samples, .mp3, Self.rate, 0), (cut(from: 3.25), .mp3, Self.rate, -3250),
        (cut(from: 7.123, to: 30), .opus, Self.rate, -7123), (cut(from: 1.5), .ogg, Self.rate, -1500),
        (silence + Self.samples, .flac, Self.rate, 2000), (halved, .flac, Self.rate / 2, 0),
        (cut(from: 10).map { -0.2 * $0 }, .flac, Self.rate, -10_000),
        (noise(cut(from: 5), 0.05), .mp3, Self.rate, -5000),
        (cut(from: 12, to: 20), .flac, Self.rate, -12_000),
      ]
      for (number, other) in others.enumerated() {
        let second = directory + "/\(number)"
        try write(other.samples, second, other.encoding, rate: other.rate)
        let turned = number == 2 ? [(second, first, Int64(-1))] : []
        for (a, b, sign) in [(first, second, Int64(1))] + turned {
          guard case .found(let offset, let confidence) = try RecordingOffset.find(from: a, to: b) else {
            Issue.record("\(number) is not found")
            continue
          }
          #expect(abs(offset.count - sign * other.offset) <= 1, "\(number): \(offset)")
          #expect(confidence >= 0.8)
        }
      }
    }
  }

  @Test func otherRecordingsAreRefused() throws {
    try withScratchDirectory { directory in
      let first = directory + "/first.flac"
      try write(Self.samples, first)
      let others: [[Float]] = [
        // The same ayat, by the same voice, another time.
        Self.recitation(seed: 2).samples(),
        SpokenRecitation(AyahRange(Ayah(1, 1), Ayah(1, 7)), seed: 3).samples(),
        noise([Float](repeating: 0, count: Self.rate * 20), 0.1),
        SpokenRecitation([.istiadhah], seed: 4).samples(),
      ]
      for (number, samples) in others.enumerated() {
        let second = directory + "/\(number).flac"
        try write(samples, second)
        guard case .different = try RecordingOffset.find(from: first, to: second) else {
          Issue.record(
            "\(number) is taken for the same: \(try RecordingOffset.find(from: first, to: second))")
          continue
        }
      }
      let blip = directory + "/blip.flac"
      try write(cut(from: 3, to: 4), blip)
      #expect(try RecordingOffset.find(from: first, to: blip) == .tooShort)
      let silence = directory + "/silence.flac"
      try write([Float](repeating: 0, count: Self.rate * 20), silence)
      #expect(try RecordingOffset.find(from: first, to: silence) == .different(confidence: 1))
    }
  }

  @Test func anotherSpeedIsTold() throws {
    try withScratchDirectory { directory in
      let first = directory + "/first.flac"
      try write(Self.samples, first)
      for rate in [Self.rate + 32, Self.rate - 160] {
        let second = directory + "/\(rate).flac"
        try write(cut(from: 2), second, rate: rate)
        guard case .otherSpeed(let found, _) = try RecordingOffset.find(from: first, to: second) else {
          Issue.record("\(rate): \(try RecordingOffset.find(from: first, to: second))")
          continue
        }
        #expect(abs(found - Double(Self.rate) / Double(rate)) < 0.0015)
      }
    }
  }

  @Test func aCutInTheMiddleIsTold() throws {
    try withScratchDirectory { directory in
      let (first, second) = (directory + "/first.flac", directory + "/second.flac")
      try write(Self.samples, first)
      // The second cut is within the reach of the places that are looked at.
      for length in [5, 0.3] {
        try write(cut(from: 1, to: 20) + cut(from: 20 + length), second)
        guard case .pieces(let pieces, _) = try RecordingOffset.find(from: first, to: second) else {
          Issue.record("\(length): \(try RecordingOffset.find(from: first, to: second))")
          return
        }
        let last = -1000 - Int64(length * 1000)
        #expect(pieces.first.map { abs($0.offset.count + 1000) <= 20 } ?? false)
        #expect(pieces.last.map { abs($0.offset.count - last) <= 20 } ?? false)
      }
    }
  }
}
