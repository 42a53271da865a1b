import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

/// A file that ffmpeg encodes has every sample in its place. If that fails, there is no file.
@Suite struct PipedEncoderTests {
  private static let samples = (0..<50_001).map { Float(sin(Double($0 * $0 % 70_001) / 20)) / 3 }

  private func write(_ folder: TemporaryFolder, rate: Int = 44_100, tags: AudioTags = AudioTags()) throws
    -> String
  {
    let path = folder.path(of: "a.m4a")
    var writer = try AudioWriter(path: path, encoding: .m4a, sampleRate: rate, channels: 1, tags: tags)
    try writer.write(Self.samples)
    try writer.finish()
    return path
  }

  @Test(.enabled(if: AudioPrograms.areInstalled), arguments: [8000, 22_050, 44_100, 48_000])
  func holdsEverySample(rate: Int) throws {
    let folder = try TemporaryFolder()
    let path = try write(folder, rate: rate)
    let properties = try AudioProbe.properties(ofFileAt: path)
    #expect(properties.frames == 50_001 && properties.sampleRate == rate && properties.format == "m4a")
  }

  @Test(
    .enabled(if: AudioPrograms.areInstalled),
    arguments: [AudioEncoding.m4a, .flac, .ogg, .opus, .mp3, .mka, .webm])
  func keepsTags(encoding: AudioEncoding) throws {
    let folder = try TemporaryFolder()
    var tags = AudioTags()
    tags.title = "K 1:2 = \"x\"; الكهف\n"
    tags.artist = "-y"
    tags.album = "Al-Kahf"
    tags.track = 10
    tags.disc = 18
    let path = folder.path(of: "a.\(encoding.fileEnding)")
    var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: 48_000, channels: 1, tags: tags)
    try writer.write(Self.samples)
    try writer.finish()
    let read = try ProbedAudio.of(path, container: nil).tags
    #expect(
      read["title"] == "K 1:2 = \"x\"; الكهف" && read["artist"] == "-y" && read["album"] == "Al-Kahf")
    if encoding == .mka || encoding == .webm { return }
    #expect((read["track"] ?? read["tracknumber"]) == "10")
    #expect(read["disc"] == (encoding == .m4a || encoding == .mp3 ? "18" : nil))
  }

  @Test func saysWhatIsMissing() throws {
    let folder = try TemporaryFolder()
    let error = AudioPrograms.$searchPath.withValue("") {
      #expect(throws: AudioError.self) { try write(folder) }
    }
    #expect(
      error?.description == """
        cannot write \(folder.path(of: "a.m4a")): m4a requires ffmpeg, which is not installed; install ffmpeg and try again
        """)
    #expect(try folder.names().isEmpty)
  }

  /// A full disk is reported by the program, or detected in the file.
  @Test(arguments: [
    ("echo 'No space left on device' >&2; exit 1", "ffmpeg failed: No space left on device"),
    ("cat > /dev/null; exit 1", "ffmpeg failed: exit status 1"),
    ("cat > /dev/null", "only 0 of 50001 frames were written"),
    ("exec 0<&-", "ffmpeg exited before everything was written"),
  ]) func whatIsNotWrittenIsTold(script: String, message: String) throws {
    let folder = try TemporaryFolder(["bin/ffmpeg": "#!/bin/sh\n\(script)\n"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "bin/ffmpeg"))
    var error: AudioError?
    // A script can't be run while another test's child, just forked, still has it open.
    for _ in 0..<20 where error == nil || error?.message.contains("text file busy") == true {
      error = AudioPrograms.$searchPath.withValue(folder.path(of: "bin") + ":/usr/bin:/bin") {
        #expect(throws: AudioError.self) { try write(folder) }
      }
    }
    #expect(error?.kind == .unwritable && error?.message == message, "\(error?.message ?? "")")
  }

  @Test func devicesAreRefused() throws {
    let error = #expect(throws: AudioError.self) {
      _ = try AudioWriter(path: "/dev/null", encoding: .m4a, sampleRate: 8000, channels: 1)
    }
    #expect(error?.kind == .unsupported)
  }
}
