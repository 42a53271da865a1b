import Testing
import TilawaTestSupport

@testable import TilawaSound

@Suite struct SampleTests {
  @Test func wholeNumbersHaveThePowerOfTheirFloats() {
    var random = SplitMix64(state: 5)
    for channels in [1, 2, 3, 4, 6, 8] {
      for frames in Array(0...40) + [441] {
        let loud = frames.isMultiple(of: 2)
        let numbers = (0..<frames * channels).map { _ in
          loud ? Int16.random(in: .min ... .max, using: &random) : Int16.random(in: -3...5, using: &random)
        }
        let floats = numbers.map { Float($0) / 32_768 }
        let isHeard = (0..<channels).map { $0 != 1 }
        let power = numbers.withUnsafeBufferPointer { loudestPower($0, of: isHeard) }
        let expected = floats.withUnsafeBufferPointer { loudestPower($0, of: isHeard) }
        #expect(power == expected, "\(channels) channels, \(frames) frames")
        #expect(frames < 9 || power > 0)
      }
    }
  }

  @Test func levelsAreThoseOfTheSameSamplesInFloats() throws {
    try withScratchDirectory { directory in
      for (encoding, gains) in [(.wav, [1]), (.aiff, [0.4, 1]), (.flac, [1, 0.5, 0])]
        as [(AudioEncoding, [Float])]
      {
        // Long enough for two stretches.
        var recitation = GeneratedRecitation([.init(21_100, pauseAfter: 507), .init(14_300, pauseAfter: 800)])
        recitation.sampleRate = 8000
        recitation.channelGains = gains
        let (path, twin) = ("\(directory)/a", "\(directory)/twin.wav")
        try recitation.write(to: path, encoding: encoding)
        var reader = try AudioReader(fileAt: path)
        let samples = try reader.read(frames: 400_000)
        var writer = try AudioWriter(path: twin, encoding: .wavFloat, sampleRate: 8000, channels: gains.count)
        try writer.write(samples)
        try writer.finish()
        let levels = try PauseFinder.levels(ofFileAt: path) { _, _ in }
        let expected = try PauseFinder.levels(ofFileAt: twin) { _, _ in }
        #expect(levels.curve.levels == expected.curve.levels, "\(encoding)")
        #expect(levels.duration == expected.duration && levels.duration == recitation.duration)
      }
    }
  }

  @Test func onlyNumbersOf16BitsAreReadAsSuch() throws {
    try withScratchDirectory { directory in
      let block = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 1000)
      defer { block.deallocate() }
      for (encoding, frames) in [(.wav, 1000), (.flac, 1000), (.flac24, 0), (.wavFloat, 0), (.mp3, 0)]
        as [(AudioEncoding, Int)]
      {
        let path = "\(directory)/a.\(encoding.rawValue)"
        var recitation = GeneratedRecitation([.init(500, pauseAfter: 100)])
        recitation.sampleRate = 16_000
        try recitation.write(to: path, encoding: encoding)
        var reader = try AudioReader(fileAt: path)
        let (holds16Bits, got) = (reader.holds16Bits, try reader.read(into: block))
        #expect(holds16Bits == (frames > 0) && got == frames, "\(encoding)")
        guard frames > 0 else { continue }
        var floats = try AudioReader(fileAt: path)
        let expected = try floats.read(frames: 1000)
        #expect(block.map { Float($0) / 32_768 } == expected, "\(encoding)")
      }
    }
  }
}
