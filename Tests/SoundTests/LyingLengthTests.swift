import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

/// The length that a header names is not believed where there is another.
@Suite struct LyingLengthTests {
  /// Writes a file of 16,000 frames, changes it and reads it. Returns its properties, its samples, and those
  /// from before the change. Samples after seeking must be the same.
  private static func heard(
    _ encoding: AudioEncoding, channels: Int = 1, behind tag: [UInt8] = [], _ change: (inout [UInt8]) -> Void
  ) throws -> (AudioProperties, samples: [Float], original: [Float]) {
    try withScratchDirectory { directory in
      let path = directory + "/a." + encoding.rawValue
      var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: 16_000, channels: channels)
      var random = SplitMix64(state: 1)
      try writer.write((0..<16_000 * channels).map { _ in Float.random(in: -0.5...0.5, using: &random) })
      try writer.finish()
      var original = try AudioReader(fileAt: path)
      let before = try original.read(frames: 20_000)
      var bytes = Array(try Data(contentsOf: URL(filePath: path)))
      change(&bytes)
      try Data(tag + bytes).write(to: URL(filePath: path))
      let properties = try AudioProbe.properties(ofFileAt: path)
      var reader = try AudioReader(fileAt: path)
      let samples = try reader.read(frames: 20_000)
      if properties.frames > 12_000, properties.isComplete {
        try reader.seek(toFrame: 12_000)
        #expect(try reader.read(frames: 20_000) == Array(samples[(12_000 * channels)...]))
      }
      return (properties, samples, before)
    }
  }

  /// STREAMINFO begins at 8; its total of 36 bits ends 18 bytes further on.
  private static func setTotal(_ total: UInt64, _ bytes: inout [UInt8]) {
    bytes[21] = bytes[21] & 0xf0 | UInt8(total >> 32)
    bytes.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: total >> (24 - 8 * $0)) })
  }

  @Test(arguments: [AudioEncoding.flac, .flac24], [1, 2])
  func aFLACFileIsReadToItsEnd(_ encoding: AudioEncoding, _ channels: Int) throws {
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
    for (total, tag) in [(1, []), (1, tag), (8000, []), (15_999, tag), (0, []), (16_000, tag)]
      as [(UInt64, [UInt8])]
    {
      let (properties, samples, original) = try Self.heard(encoding, channels: channels, behind: tag) {
        Self.setTotal(total, &$0)
      }
      #expect(properties.frames == 16_000 && samples == original, "\(total)")
      // With 0 the file says that it doesn't know, and nothing is missing.
      #expect(properties.isComplete, "\(total)")
    }
    let (properties, samples, original) = try Self.heard(encoding, channels: channels) {
      Self.setTotal(0xf_ffff_ffff, &$0)
    }
    #expect(properties.frames == 16_000 && !properties.isComplete && samples == original)
  }

  @Test func anAUFileIsReadToItsEnd() throws {
    for size in [0xffff_ffff, 0xffff_fffe, 0x7fff_fff0, 16_001, 16_000, 15_999, 8, 1, 0] as [UInt32] {
      try withScratchDirectory { directory in
        let path = directory + "/a.au"
        try Data(Self.auFile(dataAt: 24, size)).write(to: URL(filePath: path))
        let properties = try AudioProbe.properties(ofFileAt: path)
        #expect(properties.frames == 8000, "\(size)")
        // All ones are the format's way of saying that nobody knows.
        #expect(properties.isComplete == (size <= 16_000 || size == .max), "\(size)")
        var reader = try AudioReader(fileAt: path)
        #expect(try reader.read(frames: 9000) == [Float](repeating: 257 / 32_768, count: 8000), "\(size)")
      }
    }
  }

  /// There is nothing that could be taken for its sound.
  @Test func anAUFileWhoseSoundLiesBehindItsEndIsRefused() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.au"
      try Data(Self.auFile(dataAt: 0x7fff_ff00, 16_000)).write(to: URL(filePath: path))
      let error = #expect(throws: AudioError.self) { try AudioProbe.properties(ofFileAt: path) }
      #expect(error?.kind == .damaged)
    }
  }

  private static func auFile(dataAt start: UInt32, _ size: UInt32) -> [UInt8] {
    [start, size, 3, 8000, 1].reduce(Array(".snd".utf8)) { bytes, number in
      bytes + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
    } + [UInt8](repeating: 1, count: 16_000)
  }

  /// A recorder that was stopped hard has written no length yet.
  @Test func anUnfinishedWAVFileIsReadToItsEnd() throws {
    for length in [[0, 0, 0, 0], [0xff, 0xff, 0xff, 0xff], [0, 0xf0, 0xff, 0x7f]] as [[UInt8]] {
      let (properties, samples, original) = try Self.heard(.wav) { bytes in
        bytes.replaceSubrange(40..<44, with: length)
        bytes.replaceSubrange(4..<8, with: length)
      }
      #expect(properties.frames == 16_000 && samples == original, "\(length)")
    }
    // What follows the sound is none of it: no frame, or 100, and then a chunk.
    for size in [0, 200] as [UInt8] {
      let (properties, _, _) = try Self.heard(.wav) { bytes in
        bytes.replaceSubrange(40..., with: [size, 0, 0, 0] + [UInt8](repeating: 1, count: Int(size)))
        bytes += Array("note".utf8) + [16, 0, 0, 0] + [UInt8](repeating: 7, count: 16)
      }
      #expect(properties.frames == Int64(size) / 2)
    }
  }

  @Test func anUnfinishedAIFFFileIsReadToItsEnd() throws {
    try withScratchDirectory { directory in
      for size in [0, 8] as [UInt8] {
        let path = directory + "/a.aiff"
        let sound = [UInt8](repeating: 1, count: 16_000)
        // 8,000 samples a second as a float of 80 bits.
        let common: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 16, 0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0]
        let head = Array("FORM".utf8) + [0, 0, 0, 0] + Array("AIFFCOMM".utf8) + [0, 0, 0, 18] + common
        let data = Array("SSND".utf8) + [0, 0, 0, size] + [UInt8](repeating: 0, count: 8) + sound
        try Data(head + data).write(to: URL(filePath: path))
        #expect(try AudioProbe.properties(ofFileAt: path).frames == 8000, "\(size)")
      }
    }
  }
}
