import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

@Suite struct ParallelDecoderTests {
  /// Returns the samples of all stretches without their margins, and the number of frames.
  private func inStretches(_ path: String, margin: Int) throws -> (samples: [Float], frames: Int64) {
    let decoder = try ParallelDecoder(fileAt: path)
    let progress: (Milliseconds, Milliseconds?) -> Void = { _, _ in }
    let result = try decoder.map(margin: margin, progress: progress) { (stretch) throws(AudioError) in
      let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 5000)
      defer { block.deallocate() }
      var samples: [Float] = []
      while case let frames = try stretch.read(into: block), frames > 0 { samples += block[..<frames] }
      return Array(samples[min(stretch.lead, samples.count)...].prefix(Int(stretch.ownFrames)))
    }
    #expect(result.parts.count <= decoder.stretches.count)
    return (result.parts.flatMap { $0 }, result.frames)
  }

  private func inOnePass(_ path: String) throws -> [Float] {
    var reader = try AudioReader(fileAt: path)
    var samples: [Float] = []
    while case let more = try reader.read(frames: 65_536), !more.isEmpty { samples += more }
    return samples
  }

  private let recitation = {
    var recitation = GeneratedRecitation([.init(40_100, pauseAfter: 500), .init(30_300, pauseAfter: 500)])
    recitation.sampleRate = 8000
    return recitation
  }()

  @Test func stretchesAreTheWhole() throws {
    try withScratchDirectory { directory in
      for encoding in [AudioEncoding.wav, .wavFloat, .flac, .ogg, .mp3, .opus] {
        let path = "\(directory)/a.\(encoding.rawValue)"
        try recitation.write(to: path, encoding: encoding)
        let whole = try inOnePass(path)
        for margin in [0, 400] {
          let (samples, frames) = try inStretches(path, margin: margin)
          #expect(samples.count == whole.count && frames == Int64(whole.count), "\(encoding)")
          let worst = zip(samples, whole).reduce(0) { max($0, abs($1.0 - $1.1)) }
          #expect(worst < 1e-4, "\(encoding): \(worst)")
        }
        // As long as the file says, and entered at three places, unless frames of any length follow each other.
        if encoding != .mp3 { #expect(try ParallelDecoder(fileAt: path).stretches.count == 3, "\(encoding)") }
      }
    }
  }

  @Test func whatBreaksOffEndsWhereItDoesInOnePass() throws {
    try withScratchDirectory { directory in
      for encoding in [AudioEncoding.wav, .flac, .ogg, .mp3, .opus] {
        let path = "\(directory)/a.\(encoding.rawValue)"
        try recitation.write(to: path, encoding: encoding)
        let bytes = try Data(contentsOf: URL(filePath: path))
        for percent in [20, 43, 60, 97] {
          let cut = "\(directory)/cut.\(encoding.rawValue)"
          try bytes.prefix(bytes.count * percent / 100).write(to: URL(filePath: cut))
          let whole = try inOnePass(cut)
          let (samples, frames) = try inStretches(cut, margin: 400)
          #expect(abs(Int(frames) - whole.count) <= 1, "\(encoding) \(percent) %: \(frames), \(whole.count)")
          #expect(abs(samples.count - whole.count) <= 1, "\(encoding) \(percent) %")
        }
      }
    }
  }
}
