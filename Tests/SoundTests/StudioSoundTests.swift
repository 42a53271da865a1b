import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// The sound and the waveform of a recording that a page shows and plays.
@Suite struct StudioSoundTests {
  private let folder: TemporaryFolder
  private let path: String
  private let samples: [Float]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "a.flac")
    // Forty seconds, two channels: silence, then louder and louder.
    let rate = 22_050
    samples = (0..<40 * rate).flatMap { frame -> [Float] in
      let loudness = Float(frame / rate) / 80
      let sign: Float = frame % 50 < 25 ? 1 : -1
      return [sign * loudness, sign * loudness / 2]
    }
    var writer = try AudioWriter(path: path, encoding: .flac, sampleRate: rate, channels: 2)
    try writer.write(samples)
    try writer.finish()
  }

  private func expected(_ level: Int, _ number: Int) -> [Int8] {
    let (from, to) = ((number << level) * 22_050 / 1000, ((number + 1) << level) * 22_050 / 1000)
    let part = samples[min(samples.count, 2 * from)..<min(samples.count, 2 * to)]
    return [part.min() ?? 0, part.max() ?? 0].map { Int8(($0 * 127).rounded()) }
  }

  private func pairs(_ tile: PeakPyramid.Tile) throws -> [[Int8]] {
    guard case .peaks(let bytes) = tile else { throw Unexpected(tile: tile) }
    return stride(from: 0, to: bytes.count, by: 2).map { bytes[$0...$0 + 1].map { Int8(bitPattern: $0) } }
  }

  private struct Unexpected: Error { let tile: PeakPyramid.Tile }

  @Test func peaksAreThoseOfTheSamplesAtEveryLevel() throws {
    let pyramid = PeakPyramid(fileAt: path, duration: Milliseconds(40_000))
    #expect(try pyramid.tile(level: 4, number: 0) == .notYet)
    #expect(try pyramid.tile(level: 4, number: 2) == .none)
    try pyramid.fill {
      false
    } progress: {
    }
    #expect(pyramid.isComplete)
    for level in 0...13 {
      let count = (40_000 + (1 << level) - 1) >> level
      for number in [0, 1, 2, 19] where number * 2048 < count {
        let found = try pairs(try pyramid.tile(level: level, number: number))
        #expect(found.count == min(2048, count - number * 2048), "level \(level), tile \(number)")
        for (index, pair) in found.enumerated() where index % 97 == 0 {
          // FLAC keeps sixteen bits of each sample.
          let wanted = expected(level, number * 2048 + index)
          #expect(
            abs(Int(pair[0]) - Int(wanted[0])) <= 1 && abs(Int(pair[1]) - Int(wanted[1])) <= 1,
            "level \(level), peak \(number * 2048 + index): \(pair), \(wanted)")
        }
      }
      #expect(try pyramid.tile(level: level, number: count / 2048 + 1) == .none)
    }
    #expect(try pyramid.tile(level: 14, number: 0) == .none)
    #expect(try pyramid.tile(level: -1, number: 0) == .none)
    #expect(try pyramid.tile(level: 0, number: -1) == .none)
  }

  @Test func aPassThatIsCalledOffIsNotComplete() throws {
    let pyramid = PeakPyramid(fileAt: path, duration: Milliseconds(40_000))
    var asked = 0
    try pyramid.fill {
      asked += 1
      return asked > 2
    } progress: {
    }
    #expect(!pyramid.isComplete && pyramid.done > .zero)
  }

  @Test func anyPartOfTheWAVIsWhatDecodingAllGives() throws {
    let wav = try DecodedWAV(fileAt: path)
    let frames = samples.count / 2
    #expect(wav.length == Int64(44 + 2 * frames))
    var all: [UInt8] = []
    while Int64(all.count) < wav.length { all += try wav.bytes(from: Int64(all.count), atMost: 70_001) }
    #expect(Int64(all.count) == wav.length && Array(all[0..<4]) == Array("RIFF".utf8))
    for (offset, count) in [
      (0, 44), (40, 10), (43, 3), (45, 7), (1_000_001, 1000), (500_000, 333), (1_763_000, 5000),
    ] {
      var part: [UInt8] = []
      while part.count < count,
        case let more = try wav.bytes(from: Int64(offset + part.count), atMost: count - part.count),
        !more.isEmpty
      { part += more }
      #expect(part == Array(all[offset..<min(all.count, offset + count)]), "\(count) bytes from \(offset)")
    }
    let copy = folder.path(of: "copy.wav")
    try AtomicFile.write(all, to: copy)
    #expect(try AudioProbe.properties(ofFileAt: copy).frames == Int64(frames))
    #expect(try wav.bytes(from: wav.length, atMost: 10).isEmpty)
  }

  @Test func theSpectrogramShowsWhereATone() throws {
    let tone = folder.path(of: "tone.flac")
    var writer = try AudioWriter(path: tone, encoding: .flac, sampleRate: 16_000, channels: 1)
    // Two seconds of silence, two of 1 kHz at a tenth of full scale.
    let samples = (0..<64_000).map { frame -> Float in
      frame < 32_000 ? 0 : 0.1 * sine(Double(frame) * 2 * .pi / 16)
    }
    try writer.write(samples)
    try writer.finish()
    let tiles = try SpectrogramTiles(fileAt: tone)
    let bytes = try #require(try tiles.tile(0))
    #expect(bytes.count == 400 * SpectrogramTiles.bands)
    #expect(bytes[..<(190 * 64)].allSatisfy { $0 == 0 })
    let frame = Array(bytes[(300 * 64)..<(301 * 64)])
    // 1000 Hz is 1000 mel: of 64 bands from 50 Hz to 8 kHz the 22nd.
    let loudest = try #require(frame.indices.max { frame[$0] < frame[$1] })
    #expect((19...24).contains(loudest), "\(frame)")
    // 20 dB below full scale, of 80 that are shown below -12 dB; the window spreads it over some more.
    #expect((225...250).contains(frame[loudest]), "\(frame[loudest])")
    #expect(try tiles.tile(1) == nil && tiles.tile(-1) == nil)
  }

  private func sine(_ angle: Double) -> Float {
    let turn = angle / (2 * .pi)
    let x = 2 * .pi * (turn - turn.rounded())
    // Taylor's row is exact enough for a test within half a turn.
    var (term, sum) = (x, x)
    for step in 1...12 {
      term *= -x * x / Double(2 * step * (2 * step + 1))
      sum += term
    }
    return Float(sum)
  }
}
