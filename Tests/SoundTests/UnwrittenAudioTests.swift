import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

/// Audio that isn't completely written to the disk is reported, whichever write fails.
@Suite struct UnwrittenAudioTests {
  @Test(arguments: AudioEncoding.allCases.filter { !$0.needsFFmpeg }) func everyWriteThatFailsIsTold(
    _ encoding: AudioEncoding
  ) throws {
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
        #expect(error.message.hasSuffix("no space left on the device"), "write \(number): \(error)")
        number += 1
      }
      // A header, samples and an end at least.
      #expect(number > 3 && number < 1000)
      #expect(try AudioProbe.properties(ofFileAt: path).frames >= 24_000)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func aFullDeviceIsToldSo() throws {
    var thrown: AudioError?
    do {
      var writer = try AudioWriter(path: "/dev/full", encoding: .mp3, sampleRate: 8000, channels: 1)
      try writer.write([Float](repeating: 0.1, count: 80_000))
      try writer.finish()
    } catch { thrown = error }
    #expect(thrown?.kind == .unwritable)
  }
}
