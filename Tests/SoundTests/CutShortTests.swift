import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaSound

/// One rule decides whether a file is complete, whatever its format.
@Suite struct CutShortTests {
  private static func isComplete(_ path: String) throws -> Bool {
    let told = try AudioProbe.properties(ofFileAt: path).isComplete
    let heard = try PauseFinder.pauses(inFileAt: path)
    #expect(heard.breaksOff == !told, "\(path)")
    return told
  }

  /// A whole file, and its first half, as an interrupted copy leaves it.
  @Test(arguments: AudioEncoding.written) func halfOfAFileIsNoWhole(_ encoding: AudioEncoding) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.\(encoding.fileEnding)")
    var recitation = GeneratedRecitation([.init(4000, pauseAfter: 500)])
    recitation.sampleRate = encoding.nearestRate(to: 16_000)
    try recitation.write(to: path, encoding: encoding)
    #expect(try Self.isComplete(path))
    let half = folder.path(of: "half.\(encoding.fileEnding)")
    try halve(path, to: half)
    // The tables of M4A may stand at its end; without them nothing can be read.
    #expect(encoding == .m4a ? (try? Self.isComplete(half)) != true : try !Self.isComplete(half))
  }

  /// Forms that only ffmpeg writes here; old recorders have some of them.
  @Test(
    .enabled(if: AudioPrograms.areInstalled, "needs ffmpeg and ffprobe"),
    arguments: [
      ("gsm.wav", ["-ar", "8000", "-c:a", "libgsm_ms"]), ("mp3.wav", ["-c:a", "libmp3lame"]),
      ("adpcm.wav", ["-c:a", "adpcm_ima_wav"]), ("rf64.wav", ["-rf64", "always"]), ("a.w64", []),
      ("a.au", []), ("pcm.caf", ["-c:a", "pcm_s16le"]), ("a.aac", []), ("a.wma", []), ("a.tta", []),
    ] as [(String, [String])]) func formsOfOthers(_ name: String, _ options: [String]) throws
  {
    let folder = try TemporaryFolder()
    var recitation = GeneratedRecitation([.init(4000, pauseAfter: 500)])
    recitation.sampleRate = 16_000
    try recitation.write(to: folder.path(of: "source.wav"), encoding: .wav)
    let path = folder.path(of: name)
    try PipedDecoderTests.ffmpeg(["-i", folder.path(of: "source.wav")] + options + ["-y", path])
    #expect(try Self.isComplete(path))
    try halve(path, to: folder.path(of: "half-\(name)"))
    #expect(try !Self.isComplete(folder.path(of: "half-\(name)")))
  }

  /// A file from a pipe states no length, and counts as complete.
  @Test(
    .enabled(if: AudioPrograms.areInstalled, "needs ffmpeg and ffprobe"), arguments: ["flac", "wav", "aiff"])
  func whatNamesNoLengthIsWhole(_ form: String) throws {
    let folder = try TemporaryFolder()
    var recitation = GeneratedRecitation([.init(4000, pauseAfter: 500)])
    recitation.sampleRate = 16_000
    try recitation.write(to: folder.path(of: "source.wav"), encoding: .wav)
    let ffmpeg = try #require(AudioPrograms.ffmpeg)
    let answer = try ffmpeg.ask(
      ["-v", "error", "-nostdin", "-i", folder.path(of: "source.wav"), "-f", form, "pipe:1"], within: 60,
      atMost: 1 << 20)
    let path = folder.path(of: "a.\(form)")
    try Data(try #require(answer).output).write(to: URL(filePath: path))
    #expect(try Self.isComplete(path))
    #expect(
      try AudioProbe.properties(ofFileAt: path).duration
        == AudioProbe.properties(ofFileAt: folder.path(of: "source.wav")).duration)
  }
}
