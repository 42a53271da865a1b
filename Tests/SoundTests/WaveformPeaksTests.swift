import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

@Suite struct WaveformPeaksTests {
  private func file(
    _ samples: [Float], channels: Int = 1, encoding: AudioEncoding = .wav, rate: Int = 8000,
    _ body: (String) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a." + (encoding == .flac ? "flac" : "wav"))
    var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: rate, channels: channels)
    try writer.write(samples)
    try writer.finish()
    try withExtendedLifetime(folder) { try body(path) }
  }

  /// Returns integers that a 16-bit file stores exactly.
  private func noise(_ count: Int) -> [Int16] {
    var random = SplitMix64(state: 3)
    return (0..<count).map { _ in Int16(truncatingIfNeeded: random.next() >> 20) }
  }

  /// The definition, one sample after the other.
  private func expected(_ samples: [Int16], channels: Int, splits: Bool, perPixel: Int) -> [Int16] {
    let frames = stride(from: 0, to: samples.count, by: channels).map { Array(samples[$0..<($0 + channels)]) }
    return stride(from: 0, to: frames.count, by: perPixel).flatMap { start in
      let pixel = frames[start..<min(frames.count, start + perPixel)]
      let lanes: [[Int]] =
        splits
        ? (0..<channels).map { channel in pixel.map { Int($0[channel]) } }
        : [pixel.map { $0.reduce(0) { $0 + Int($1) } / channels }]
      return lanes.flatMap { [Int16($0.min() ?? 0), Int16($0.max() ?? 0)] }
    }
  }

  @Test func peaksAreTheLowestAndHighestOfEveryPixel() throws {
    for channels in [1, 2, 3] {
      let samples = noise(40_003 * channels)
      try file(samples.map { Float($0) / 32768 }, channels: channels) { path in
        for perPixel in [2, 7, 256, 16384, 50_000] {
          for splits in [false, true] {
            let peaks = try WaveformPeaks(
              ofFileAt: path, scale: .samplesPerPixel(perPixel), splitsChannels: splits)
            #expect(
              peaks.values == expected(samples, channels: channels, splits: splits, perPixel: perPixel))
            #expect(peaks.length == (40_003 + perPixel - 1) / perPixel)
          }
        }
      }
    }
  }

  @Test func aRangeIsOfWholeFrames() throws {
    let samples = noise(24_000)
    for encoding in [AudioEncoding.wav, .flac] {
      try file(samples.map { Float($0) / 32768 }, encoding: encoding) { path in
        let peaks = try WaveformPeaks(
          ofFileAt: path, scale: .samplesPerPixel(100), from: Milliseconds(500), to: Milliseconds(1250))
        #expect(
          peaks.values == expected(Array(samples[4000..<10_000]), channels: 1, splits: false, perPixel: 100))
        #expect(peaks.pixels(to: Milliseconds(750)) == 20)
        #expect(throws: AudioError.self) {
          try WaveformPeaks(ofFileAt: path, scale: .samplesPerPixel(100), from: Milliseconds(3000))
        }
      }
    }
  }

  @Test func scalesGiveSamplesPerPixel() throws {
    try file([Float](repeating: 0, count: 24_001)) { path in
      func samples(_ scale: WaveformScale) throws -> [Int] {
        let peaks = try WaveformPeaks(ofFileAt: path, scale: scale)
        return [peaks.samplesPerPixel, peaks.length]
      }
      for (scale, numbers) in [
        (WaveformScale.pixelsPerSecond(3), [2666, 10]), (.pixelsPerSecond(0.5), [16_000, 2]),
        (.width(1000), [25, 961]), (.width(1), [24_001, 1]), (.width(1_000_000), [2, 12_001]),
      ] {
        let found = try samples(scale)
        #expect(found == numbers)
      }
      for scale in [WaveformScale.samplesPerPixel(1), .pixelsPerSecond(5000), .width(0), .pixelsPerSecond(0)]
      {
        #expect(throws: AudioError.self) { try WaveformPeaks(ofFileAt: path, scale: scale) }
      }
    }
  }

  @Test func floatsAreMadeWholeTowardsZeroAndKeptInRange() throws {
    try file([0.5, -0.5, 3, -3, 0.00004, -0.00004, .nan, 0], encoding: .wavFloat) { path in
      let values = try WaveformPeaks(ofFileAt: path, scale: .samplesPerPixel(2)).values
      #expect(values == [-16383, 16383, -32768, 32767, -1, 1, 0, 0])
    }
  }

  @Test func aDeadChannelIsFlat() throws {
    let samples = noise(1000).flatMap { value -> [Float] in [Float(value) / 32768, 0] }
    try file(samples, channels: 2) { path in
      let peaks = try WaveformPeaks(ofFileAt: path, scale: .samplesPerPixel(1000), splitsChannels: true)
      #expect(peaks.values.count == 4)
      #expect(peaks.values[0] < -30_000)
      #expect(peaks.values[2...] == [0, 0])
    }
  }

  @Test func veryShortAndEmptyFiles() throws {
    try file([0.25]) { path in
      let values = try WaveformPeaks(ofFileAt: path, scale: .width(1200)).values
      #expect(values == [8192, 8192])
    }
    try file([]) { path in
      let length = try WaveformPeaks(ofFileAt: path, scale: .width(1200)).length
      #expect(length == 0)
    }
  }

  @Test func dataIsWrittenAsDocumented() throws {
    let mono = WaveformPeaks(
      sampleRate: 44_100, samplesPerPixel: 256, channels: 1, values: [-300, 511, -255, 32767], start: .zero,
      frames: 512)
    #expect(
      String(decoding: mono.json(.eight), as: UTF8.self)
        == "{\"version\":2,\"channels\":1,\"sample_rate\":44100,\"samples_per_pixel\":256,\"bits\":8,\"length\":2,"
        + "\"data\":[-1,1,0,127]}\n")
    #expect(
      mono.binary(.eight)
        == [1, 0, 0, 0, 1, 0, 0, 0, 0x44, 0xAC, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0xFF, 1, 0, 127])
    var stereo = mono
    stereo.channels = 2
    #expect(
      stereo.binary(.sixteen) == [
        2, 0, 0, 0, 0, 0, 0, 0, 0x44, 0xAC, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,
        0xD4, 0xFE, 0xFF, 0x01, 0x01, 0xFF, 0xFF, 0x7F,
      ])
    #expect(
      String(decoding: stereo.json(.sixteen), as: UTF8.self).hasSuffix("\"data\":[-300,511,-255,32767]}\n"))
  }

  @Test func truncatedFilesGiveWhatIsThere() throws {
    try file(noise(40_000).map { Float($0) / 32768 }, encoding: .flac) { path in
      let bytes = try Data(contentsOf: URL(filePath: path))
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
      let peaks = try WaveformPeaks(ofFileAt: path, scale: .samplesPerPixel(100))
      #expect((50...350).contains(peaks.length))
      #expect(peaks.frames < 40_000)
      #expect(peaks.breaksOff)
    }
  }
}
