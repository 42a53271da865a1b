import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

@Suite struct OpusStreamTests {
  private func write(_ rate: Int, _ gains: [Float], seconds: Int64, to path: String) throws {
    var recitation = GeneratedRecitation([.init(seconds * 1000 - 800, pauseAfter: 300)])
    recitation.sampleRate = rate
    recitation.channelGains = gains
    try recitation.write(to: path, encoding: .opus)
  }

  private func samples(_ source: any SampleSource, block: Int = 1111) throws -> [Float] {
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: block * source.channels)
    defer { buffer.deallocate() }
    var all: [Float] = []
    while case let got = try source.read(buffer), got > 0 { all += buffer[..<(got * source.channels)] }
    return all
  }

  /// A page may state any end position. Its use must not overflow.
  @Test func positionsBeyondAllNumbersAreNoLength() throws {
    try withScratchDirectory { directory in
      let path = "\(directory)/a.opus"
      try write(8000, [1], seconds: 1, to: path)
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let last = try #require(bytes.indices.reversed().first { bytes[$0...].starts(with: "OggS".utf8) })
      bytes.replaceSubrange(last + 6..<last + 14, with: [UInt8](repeating: 0xFF, count: 7) + [0x7F])
      bytes.replaceSubrange(last + 22..<last + 26, with: [0, 0, 0, 0])
      let sum = OggPages.sum(Array(bytes[last...]))
      bytes.replaceSubrange(
        last + 22..<last + 26, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) })
      // What stands before the first sound would keep the sum below all numbers.
      let head = try #require(bytes.indices.first { bytes[$0...].starts(with: "OpusHead".utf8) })
      bytes.replaceSubrange(head + 10..<head + 12, with: [0, 0])
      bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      let first = OggPages.sum(Array(bytes[..<(head + 19)]))
      bytes.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: first >> (8 * $0)) })
      try Data(bytes).write(to: URL(filePath: path))
      let properties = try? AudioProbe.properties(ofFileAt: path)
      #expect((properties?.duration ?? .zero) <= Milliseconds(3_700_000))
      do {
        var reader = try AudioReader(fileAt: path)
        try reader.seek(toFrame: .max)
        _ = try reader.read(frames: 10)
      } catch is AudioError {}
    }
  }

  @Test func samplesAreThoseOfAnotherReader() throws {
    try withScratchDirectory { directory in
      let path = "\(directory)/a.opus"
      for rate in [8000, 12_000, 16_000, 24_000, 48_000] {
        for gains in [[1], [1, 0.3], [0.2, 1, 0.5]] as [[Float]] {
          try write(rate, gains, seconds: 2, to: path)
          let ours = try openSource(path)
          let other = try SoundFile(reading: path, AudioFileStart(path))
          #expect(ours is OpusStream && ours.channels == gains.count)
          // What libopusfile decodes itself is at its own rate.
          guard gains.count < 3 || rate == 48_000 else { continue }
          #expect(ours.sampleRate == rate && ours.declaredFrames == other.declaredFrames)
          let (a, b) = (try samples(ours), try samples(other))
          let worst = zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
          #expect(a.count == b.count && worst < 1e-6, "\(rate) Hz, \(gains.count) channels: \(worst)")
        }
      }
    }
  }

  @Test func whatFollowsDamageStaysWhereItIs() throws {
    try withScratchDirectory { directory in
      let (path, cut) = ("\(directory)/a.opus", "\(directory)/b.opus")
      for rate in [16_000, 48_000] {
        try write(rate, [1], seconds: 20, to: path)
        let whole = try samples(try openSource(path))
        var bytes = try Data(contentsOf: URL(filePath: path))
        // Not all pages are there, and the rest of one.
        let pages = bytes.ranges(of: Data("OggS".utf8)).map(\.lowerBound)
        try #require(pages.count > 8)
        bytes.removeSubrange(pages[4]..<pages[5] + 100)
        try bytes.write(to: URL(filePath: cut))
        let source = try openSource(cut)
        let found = try samples(source)
        #expect(source.declaredFrames == Int64(whole.count) && found.count == whole.count, "\(rate)")
        let end = 3 * rate
        let apart = zip(found.suffix(end), whole.suffix(end)).map { abs($0 - $1) }
        #expect(
          apart.allSatisfy { $0 < 1e-4 } && zip(found, whole).contains { abs($0 - $1) > 0.01 }, "\(rate)")
        try source.seek(toFrame: Int64(whole.count - end))
        #expect(try samples(source) == Array(found.suffix(end)))
      }
    }
  }

  @Test func damageAnywhereNeverCrashes() throws {
    try withScratchDirectory { directory in
      let path = "\(directory)/a.opus"
      try write(16_000, [1, 0.5], seconds: 3, to: path)
      let whole = try Data(contentsOf: URL(filePath: path))
      let frames = try #require(try openSource(path).declaredFrames)
      var random = SplitMix64(state: 5)
      for _ in 0..<150 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let at = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...500, using: &random)))
          default: bytes.insert(contentsOf: bytes.prefix(at % 300), at: at)
          }
          if bytes.isEmpty { break }
        }
        try bytes.write(to: URL(filePath: path))
        do {
          let source = try openSource(path)
          let found = try samples(source)
          #expect(found.count / source.channels <= 2 * Int(frames))
          _ = try AudioProbe.properties(ofFileAt: path)
          _ = try PauseFinder.pauses(inFileAt: path)
        } catch let error as AudioError {
          #expect([.unknownFormat, .damaged, .empty].contains(error.kind), "\(error)")
        }
      }
    }
  }
}
