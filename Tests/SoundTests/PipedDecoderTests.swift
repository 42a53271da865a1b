import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaSound

private func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// True if ffmpeg is installed. Tests that need it are skipped otherwise.
private let hasFFmpeg = AudioPrograms.areInstalled

/// Files that only ffmpeg can decode are delivered sample for sample as ffmpeg delivers them, from any
/// starting point.
@Suite(.enabled(if: hasFFmpeg)) struct PipedDecoderTests {
  /// Formats of one recording that libraries don't read, with ffmpeg's options for making them.
  static let forms: [(name: String, options: [String])] = [
    ("a.m4a", ["-c:a", "aac", "-aac_pns", "0"]),
    ("fast.m4a", ["-c:a", "aac", "-aac_pns", "0", "-movflags", "+faststart"]),
    (
      "fragments.mp4", ["-c:a", "aac", "-movflags", "+frag_keyframe+empty_moov", "-frag_duration", "1000000"]
    ),
    ("lossless.m4a", ["-c:a", "alac"]), ("a.aac", ["-c:a", "aac"]), ("a.webm", ["-c:a", "libopus"]),
    ("a.mka", ["-c:a", "libvorbis"]), ("opus.mp4", ["-c:a", "libopus"]), ("a.mov", ["-c:a", "pcm_s16le"]),
    ("a.wma", ["-c:a", "wmav2"]),
  ]

  /// Makes noise of changing loudness, so that no two places are alike. Its length isn't a whole number of
  /// packets.
  static func source(_ folder: TemporaryFolder, seconds: Double, rate: Int = 44_100, channels: Int = 1) throws
    -> [Float]
  {
    var random = SplitMix64(state: 5)
    var level: Float = 0
    let frames = Int(seconds * Double(rate)) + 123
    let samples = (0..<frames * channels).map { index -> Float in
      if index % 2205 == 0 { level = Float(random.next() % 1000) / 2500 }
      return level * (Float(random.next() % 2001) / 1000 - 1)
    }
    var writer = try AudioWriter(
      path: folder.path(of: "source.wav"), encoding: .wav, sampleRate: rate, channels: channels)
    try writer.write(samples)
    try writer.finish()
    return samples
  }

  static func encode(_ folder: TemporaryFolder, _ form: (name: String, options: [String])) throws -> String {
    let path = folder.path(of: form.name)
    try ffmpeg(["-i", folder.path(of: "source.wav")] + form.options + ["-y", path])
    return path
  }

  static func ffmpeg(_ arguments: [String]) throws {
    let program = try #require(AudioPrograms.ffmpeg)
    let ending = try program.run(["-v", "error", "-nostdin"] + arguments)
    try #require(ending.status == 0, "\(ending.talk)")
  }

  /// All that ffmpeg decodes, by itself.
  static func wholly(_ path: String, _ folder: TemporaryFolder) throws -> [Float] {
    let raw = folder.path(of: "whole.f32")
    try ffmpeg(["-i", path, "-map", "0:a:0", "-f", "f32le", "-y", raw])
    return try FileContents.read(raw).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test(arguments: forms.map(\.name)) func readsWhatFFmpegDecodes(name: String) throws {
    let form = try #require(Self.forms.first { $0.name == name })
    let folder = try TemporaryFolder()
    let original = try Self.source(folder, seconds: 8.3, channels: 2)
    let path = try Self.encode(folder, form)
    let whole = try Self.wholly(path, folder)
    let properties = try AudioProbe.properties(ofFileAt: path)
    var reader = try AudioReader(fileAt: path)
    var samples: [Float] = []
    while case let more = try reader.read(frames: 1000), !more.isEmpty { samples += more }
    #expect(samples.count == Int(properties.frames) * 2 && properties.isComplete)
    #expect(samples[...] == whole.prefix(samples.count), "\(name)")
    #expect(whole.count - samples.count < 2 * 1024)
    // What the encoder added at the end is left out where the file says how much that is.
    if name.hasSuffix("m4a") { #expect(samples.count == original.count) }
  }

  @Test(arguments: forms.map(\.name)) func beginsAnywhere(name: String) throws {
    let form = try #require(Self.forms.first { $0.name == name })
    let folder = try TemporaryFolder()
    _ = try Self.source(folder, seconds: 100)
    let path = try Self.encode(folder, form)
    let whole = try Self.wholly(path, folder)
    var reader = try AudioReader(fileAt: path)
    let rate = reader.sampleRate
    for second in [71.3, 0.001, 40.017, 40.5, 99.9, 3, 65] {
      let place = Int(second * Double(rate))
      try reader.seek(toFrame: Int64(place))
      let samples = try reader.read(frames: rate / 10)
      #expect(samples.count == min(rate / 10, max(0, whole.count - place)) || second > 99)
      let expected = whole[place..<place + samples.count]
      let power = expected.reduce(0) { $0 + $1 * $1 }
      let difference = zip(samples, expected).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      // A shift by a sample would be twice the power. Encoded without PNS, for which decoders make noise of their own.
      #expect(difference <= 1e-6 * power, "\(name) at \(second): \(difference / power)")
    }
    try reader.seek(toFrame: Int64(whole.count) + 5000)
    #expect(try reader.read(frames: 10).isEmpty)
  }

  @Test func fileThatBreaksOffIsNotWhole() throws {
    let folder = try TemporaryFolder()
    _ = try Self.source(folder, seconds: 20)
    for form in Self.forms where ["fast.m4a", "a.webm"].contains(form.name) {
      let path = try Self.encode(folder, form)
      let bytes = try FileContents.read(path)
      try write(Array(bytes.prefix(bytes.count / 2)), to: folder.path(of: "half"))
      let properties = try AudioProbe.properties(ofFileAt: folder.path(of: "half"))
      #expect(!properties.isComplete && (5_000...15_000).contains(properties.duration.count), "\(form.name)")
    }
  }

  @Test func namesAreNamesOfFiles() throws {
    let folder = try TemporaryFolder()
    _ = try Self.source(folder, seconds: 1)
    let path = try Self.encode(folder, Self.forms[0])
    let odd = folder.path(of: "-i concat:a|b %03d 'x'.m4a")
    try FileManager.default.moveItem(atPath: path, toPath: odd)
    #expect(try AudioProbe.properties(ofFileAt: odd).duration.count == 1003)
  }

  /// A playlist could name any file of its reader's.
  @Test(arguments: [
    "#EXTM3U\n#EXTINF:1,\nfile://NAME\n", "ffconcat version 1.0\nfile 'NAME'\n",
    "<?xml version=\"1.0\"?><MPD><Period><BaseURL>NAME</BaseURL></Period></MPD>",
  ]) func listsOpenNothing(list: String) throws {
    let folder = try TemporaryFolder()
    _ = try Self.source(folder, seconds: 1)
    let text = list.replacingOccurrences(of: "NAME", with: folder.path(of: "source.wav"))
    for name in ["a.m4a", "a.m3u8", "a.ffconcat", "a"] {
      try folder.write(text, to: name)
      let error = #expect(throws: AudioError.self) {
        try AudioProbe.properties(ofFileAt: folder.path(of: name))
      }
      #expect(error?.kind == .unknownFormat, "\(name)")
    }
  }

  @Test func tellsWhatTheContainerIsTaggedWith() throws {
    let folder = try TemporaryFolder()
    _ = try Self.source(folder, seconds: 1)
    let path = try Self.encode(
      folder,
      (
        "a.m4a",
        [
          "-c:a", "aac", "-metadata", "title=A \"night\"\nof \\ two", "-metadata",
          "creation_time=2024-01-05T09:30:00Z",
        ]
      ))
    let metadata = try AudioMetadata.read(fromFileAt: path)
    #expect(metadata.title == "A \"night\"\nof \\ two")
    #expect(metadata.created == "2024-01-05T09:30:00.000000Z")
  }
}

/// Decoding without ffmpeg, or with one that fails.
@Suite struct MissingDecoderTests {
  private static let start: [UInt8] = [0, 0, 0, 28] + Array("ftypM4A \0\0\0\0".utf8)

  private func folder(_ programs: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try write(Self.start + [UInt8](repeating: 0, count: 100), to: folder.path(of: "a.m4a"))
    for (name, script) in programs {
      try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "bin/\(name)"))
    }
    return folder
  }

  private func failure(_ folder: TemporaryFolder) throws -> AudioError? {
    AudioPrograms.$searchPath.withValue(folder.path(of: "bin") + ":/nowhere") {
      #expect(throws: AudioError.self) {
        var reader = try AudioReader(fileAt: folder.path(of: "a.m4a"))
        while try !reader.read(frames: 1000).isEmpty {}
      }
    }
  }

  private static let facts = """
    echo 'format.format_name="mov,mp4"'; echo 'streams.stream.0.sample_rate="8000"'; echo 'streams.stream.0.channels=1'
    """

  @Test func saysWhatToInstall() throws {
    let error = try failure(folder([:]))
    #expect(error?.kind == .needsProgram)
    #expect(
      error?.message
        == "M4A requires ffmpeg, which is not installed; install ffmpeg and try again")
  }

  @Test func saysWhatTheProgramSays() throws {
    let folder = try self.folder([
      "ffprobe": "echo 'some warning' >&2; echo \"file:$(dirname $0)/../a.m4a: no moov\" >&2; exit 1",
      "ffmpeg": "exit 1",
    ])
    let error = try failure(folder)
    #expect(error?.kind == .unknownFormat)
    #expect(error?.message.hasPrefix("ffprobe cannot read it: ") == true)
    #expect(error?.message.contains("\n") == false)
  }

  @Test func aDecoderThatFailsIsAFault() throws {
    let error = try failure(folder(["ffprobe": Self.facts, "ffmpeg": "echo broken >&2; exit 1"]))
    #expect(error?.kind == .damaged && error?.message == "ffmpeg cannot decode it: broken")
  }

  @Test func whoeverSaysNothingIsEnded() throws {
    let start = ContinuousClock.now
    let error = try AudioPrograms.$patience.withValue(1) {
      try failure(folder(["ffprobe": Self.facts, "ffmpeg": "exec /bin/sleep 30"]))
    }
    #expect(error?.kind == .unreadable && error?.message == "ffmpeg did not respond for 1 s and was stopped")
    let silent = try AudioPrograms.$patience.withValue(1) {
      try failure(folder(["ffprobe": "exec /bin/sleep 30", "ffmpeg": "exit 1"]))
    }
    #expect(silent?.message == "ffprobe did not respond for 1 s")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func framesInPiecesAreWhole() throws {
    // Five bytes, then the rest: a frame has four.
    let folder = try self.folder([
      "ffprobe": Self.facts,
      "ffmpeg": "printf '\\0\\0\\200\\077\\0'; sleep 0.2; printf '\\0\\0\\077\\0\\0'",
    ])
    let samples = try AudioPrograms.$searchPath.withValue(folder.path(of: "bin") + ":/usr/bin:/bin") {
      var reader = try AudioReader(fileAt: folder.path(of: "a.m4a"))
      return try reader.read(frames: 100)
    }
    #expect(samples == [1, 0.5])
  }

  @Test func noProgramIsStartedWhenNoneMayBe() throws {
    let folder = try self.folder(["ffprobe": "touch \"$0.ran\"", "ffmpeg": "touch \"$0.ran\""])
    let error = AudioPrograms.$searchPath.withValue(folder.path(of: "bin") + ":/usr/bin:/bin") {
      #expect(throws: AudioError.self) {
        try AudioProbe.properties(ofFileAt: folder.path(of: "a.m4a"), isReadHere: true)
      }
    }
    #expect(error?.kind == .needsProgram)
    #expect(try folder.names(in: "bin") == ["ffmpeg", "ffprobe"])
  }
}
