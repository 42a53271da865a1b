import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

/// Streams of Ogg that follow one another in a file.
@Suite struct OggChainTests {
  private static func write(
    _ folder: TemporaryFolder, _ name: String, _ encoding: AudioEncoding = .ogg, rate: Int = 16_000,
    channels: Int = 1, seed: UInt64 = 1
  ) throws -> [UInt8] {
    let path = folder.path(of: name)
    var random = SplitMix64(state: seed)
    var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: rate, channels: channels)
    try writer.write(
      (0..<rate * channels * 3 / 2 + 77).map { _ in Float.random(in: -0.5...0.5, using: &random) })
    try writer.finish()
    return try FileContents.read(path)
  }

  private static func samples(_ path: String) throws -> [Float] {
    var reader = try AudioReader(fileAt: path)
    var samples: [Float] = []
    while case let more = try reader.read(frames: 1000), !more.isEmpty { samples += more }
    return samples
  }

  @Test(arguments: [1, 2]) func allOfThemAreRead(channels: Int) throws {
    let folder = try TemporaryFolder()
    let one = try Self.write(folder, "a.ogg", channels: channels)
    let other = try Self.write(folder, "b.ogg", channels: channels, seed: 2)
    let (first, second) = (
      try Self.samples(folder.path(of: "a.ogg")), try Self.samples(folder.path(of: "b.ogg"))
    )
    // Twice the same stream has the same number in its pages.
    for (bytes, expected) in [
      (one + other, first + second), (one + one, first + first), (one + other + one, first + second + first),
    ] {
      let path = folder.path(of: "chain.ogg")
      try AtomicFile.write(bytes, to: path)
      let properties = try AudioProbe.properties(ofFileAt: path)
      #expect(Int(properties.frames) * channels == expected.count && properties.isComplete)
      #expect(try Self.samples(path) == expected)
      var reader = try AudioReader(fileAt: path)
      for frame in [30_000, 10, 24_076, 24_077, 24_078, expected.count / channels - 5] {
        try reader.seek(toFrame: Int64(frame))
        #expect(try reader.read(frames: 500) == Array(expected[(frame * channels)...].prefix(500 * channels)))
      }
      #expect(!(try PauseFinder.pauses(inFileAt: path).breaksOff))
    }
    try AtomicFile.write(one + other.prefix(other.count / 2), to: folder.path(of: "cut.ogg"))
    let cut = try AudioProbe.properties(ofFileAt: folder.path(of: "cut.ogg"))
    #expect(!cut.isComplete && cut.frames >= first.count / channels)
    // One that was broken off before another was put behind it.
    try AtomicFile.write(one.prefix(one.count * 3 / 4) + other, to: folder.path(of: "torn.ogg"))
    _ = try? Self.samples(folder.path(of: "torn.ogg"))
  }

  @Test func tagsAreThoseOfTheFirst() throws {
    let folder = try TemporaryFolder()
    var writer = try AudioWriter(
      path: folder.path(of: "a.ogg"), encoding: .ogg, sampleRate: 16_000, channels: 1,
      tags: {
        var tags = AudioTags()
        tags.title = "Al-Kahf"
        return tags
      }())
    try writer.write([Float](repeating: 0.1, count: 16_000))
    try writer.finish()
    let bytes = try FileContents.read(folder.path(of: "a.ogg")) + Self.write(folder, "b.ogg")
    try AtomicFile.write(bytes, to: folder.path(of: "c.ogg"))
    #expect(try AudioMetadata.read(fromFileAt: folder.path(of: "c.ogg")).title == "Al-Kahf")
  }

  /// A chain that continues in another format is refused, rather than read in part without a message.
  @Test func otherFormsAreRefusedByName() throws {
    let folder = try TemporaryFolder()
    let vorbis = try Self.write(folder, "a.ogg")
    let rate = try Self.write(folder, "b.ogg", rate: 22_050)
    let opus = try Self.write(folder, "a.opus", .opus)
    let stereo = try Self.write(folder, "b.opus", .opus, channels: 2)
    func refusal(_ bytes: [UInt8]) throws -> String {
      try AtomicFile.write(bytes, to: folder.path(of: "chain.ogg"))
      let error = AudioPrograms.$searchPath.withValue("") {
        #expect(throws: AudioError.self) {
          try AudioProbe.properties(ofFileAt: folder.path(of: "chain.ogg"))
        }
      }
      return error?.message ?? ""
    }
    #expect(
      try refusal(vorbis + rate)
        == "it changes from 16000 Hz with 1 channels to 22050 Hz with 1 channels part-way; first convert it to a single format, for example with ffmpeg"
    )
    #expect(try refusal(vorbis + opus).hasPrefix("it changes from Vorbis to Opus part-way"))
    #expect(try refusal(opus + vorbis).hasPrefix("it changes from Opus to Vorbis part-way"))
    #expect(try refusal(opus + stereo).hasPrefix("it changes from 1 channels to 2 part-way"))
  }
}
