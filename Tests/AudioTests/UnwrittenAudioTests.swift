import Foundation
import TestSupport
import Testing

@testable import Audio

/// Audio that doesn't reach the disk wholly is told, whichever of its writes fails.
@Suite struct UnwrittenAudioTests {
  @Test(arguments: AudioEncoding.allCases) func everyWriteThatFailsIsTold(_ encoding: AudioEncoding) throws {
    try withScratchDirectory { directory in
      let path = directory + "/a"
      let samples = (0..<24_000).map { Float(sin(Double($0) / 20)) / 2 }
      func write() throws {
        var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: 8000, channels: 1)
        try writer.write(samples)
        try writer.finish()
      }
      var number = 1
      while number < 1000 {
        var thrown: AudioError?
        try OutputFile.$failingWrite.withValue(number) {
          do { try write() } catch let error as AudioError { thrown = error }
        }
        guard let error = thrown else { break }
        #expect(error.kind == .unwritable)
        #expect(error.message.hasSuffix("no space is left on the device"), "write \(number): \(error)")
        number += 1
      }
      // A header, samples and an end at least.
      #expect(number > 3 && number < 1000)
      #expect(try AudioProbe.properties(ofFileAt: path).frames >= 24_000)
    }
  }

  @Test func aFullDeviceIsToldSo() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    var thrown: AudioError?
    do {
      var writer = try AudioWriter(path: "/dev/full", encoding: .mp3, sampleRate: 8000, channels: 1)
      try writer.write([Float](repeating: 0.1, count: 80_000))
      try writer.finish()
    } catch { thrown = error }
    #expect(thrown?.kind == .unwritable)
  }
}

/// The length that a header names is not believed where the decoder finds another.
@Suite struct LyingLengthTests {
  @Test func moreThanThereIs() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.flac"
      var writer = try AudioWriter(path: path, encoding: .flac, sampleRate: 16_000, channels: 1)
      try writer.write((0..<16_000).map { Float(sin(Double($0) / 20)) / 2 })
      try writer.finish()
      var bytes = Array(try Data(contentsOf: URL(filePath: path)))
      // STREAMINFO begins at 8; its total of 36 bits ends 18 bytes further on.
      bytes[21] |= 0x0f
      bytes.replaceSubrange(22..<26, with: [0xff, 0xff, 0xff, 0xff])
      try Data(bytes).write(to: URL(filePath: path))
      let properties = try AudioProbe.properties(ofFileAt: path)
      #expect(properties.frames == 16_000)
      #expect(!properties.isComplete)
    }
  }

  @Test func anAUFileOfUnknownLength() throws {
    try withScratchDirectory { directory in
      for size in [0xffff_ffff, 0xffff_fffe, 0x7fff_fff0] as [UInt32] {
        let path = directory + "/a.au"
        var bytes = Array(".snd".utf8)
        for number in [24, size, 3, 8000, 1] {
          bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
        }
        bytes += [UInt8](repeating: 1, count: 16_000)
        try Data(bytes).write(to: URL(filePath: path))
        if size == 0xffff_ffff {
          #expect(try AudioProbe.properties(ofFileAt: path).frames == 8000)
        } else {
          // The decoder believes the header, and gives nothing.
          let error = #expect(throws: AudioError.self) { try AudioProbe.properties(ofFileAt: path) }
          #expect(error?.kind == .damaged, "\(size)")
        }
      }
    }
  }
}
