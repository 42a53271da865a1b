import Testing
import TilawaBase
import TilawaKit
import TilawaTestSupport

@Suite struct SampleInputTests {
  private func read(_ bytes: [UInt8], by piece: Int) throws -> (format: RenderFormat, samples: [Float]) {
    var rest = bytes[...]
    let input = SampleInput(raw: RenderFormat(sampleRate: 8000, channels: 2), shownAs: "a pipe") {
      () throws(FileError) in
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
    var samples: [Float] = []
    while let more = try input.read() { samples += more }
    return (input.format, samples)
  }

  @Test func readsWhatPipesCarry() throws {
    let values: [Float] = [0, 0.5, -0.25, -1, 0.125, 0.75]
    let raw = WAVWriter.bytes(of: values)
    let stereo = RenderFormat(sampleRate: 8000, channels: 2)
    let wave = WAVWriter.streamHeader(RenderFormat(sampleRate: 48000, channels: 1)) + raw
    // Big-endian 16 bits, 11025 Hz, one channel, length unknown, four bytes of remark.
    let au =
      Array(".snd".utf8) + [0, 0, 0, 28, 255, 255, 255, 255, 0, 0, 0, 3, 0, 0, 0x2b, 0x11, 0, 0, 0, 1]
      + [1, 2, 3, 4] + stride(from: 0, to: raw.count, by: 2).flatMap { [raw[$0 + 1], raw[$0]] }
    for piece in [1, 3, 5, 4096] {
      var result = try read(raw, by: piece)
      #expect(result.format == stereo && result.samples == values)
      result = try read(wave, by: piece)
      #expect(result.format == RenderFormat(sampleRate: 48000, channels: 1) && result.samples == values)
      result = try read(au, by: piece)
      #expect(result.format == RenderFormat(sampleRate: 11025, channels: 1) && result.samples == values)
      // Half a frame at the end is none.
      #expect(try read(raw + [1, 2, 3], by: piece).samples == values)
    }
    #expect(try read([], by: 10).samples.isEmpty)
  }

  @Test func refusesWhatItCanNotRead() throws {
    var wave = WAVWriter.streamHeader(RenderFormat(sampleRate: 48000, channels: 1))
    #expect(throws: (any Error).self) { try read(Array(wave.prefix(40)), by: 7) }
    wave[56] = 6
    #expect(throws: (any Error).self) { try read(wave + [0, 0], by: 4096) }
  }
}
