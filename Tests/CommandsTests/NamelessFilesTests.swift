import Foundation
import Testing
import TilawaSound
import TilawaTestSupport

/// A file of a set that is known by its names never goes missing without a message, and a set without content
/// has no result.
struct NamelessFilesTests {
  private static func set(_ names: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names {
      _ = try folder.write("", to: "set/\(name)")
      try GeneratedRecitation([.init(300, pauseAfter: 0)]).write(
        to: folder.path(of: "set/\(name)"), encoding: .wav)
    }
    return folder
  }

  @Test func filesThatNameNoAyahAreReported() throws {
    let folder = try Self.set([
      "001001.wav", "001002.wav", "001004 (1).wav", "00105.wav", "1001003.wav", "audhubillah.wav",
      "001001-003.wav", "old/001005.wav", "001.wav",
    ])
    let said = transcript(
      "convert", "set", "out/", "--from", "everyayah", "--riwayah", "hafs", in: folder.path)
    #expect(
      said.contains(
        """
        6 of the files are left out, because no ayah or surah is in the name: "001001-003.wav", "001004 (1).wav", "00105.wav", \
        "1001003.wav", "audhubillah.wav", "old" [X202
        """), "\(said)")
    #expect(said.contains("surah 1 also has a file for each ayah; this one is ignored [X202"), "\(said)")
  }

  /// Those that a set names itself are taken, whatever they are called.
  @Test func filesOfOtherSetsAreReported() throws {
    let folder = try Self.set(["001.wav", "one.wav", "002.WAV", "002.wav"])
    let times =
      #"{"audio_files":[{"chapter_id":1,"audio_url":"https://a.example/one.wav","verse_timings":[{"verse_key":"1:1","timestamp_from":0,"timestamp_to":200}]}]}"#
    _ = try folder.write(times, to: "times.json")
    let said = transcript(
      "convert", "times.json", "out/", "--audio", "set", "--riwayah", "hafs", in: folder.path)
    #expect(!said.contains("no ayah or surah is in the name"), "\(said)")
    _ = try folder.write(times.replacingOccurrences(of: "one.wav", with: "1.wav"), to: "other.json")
    let other = transcript(
      "convert", "other.json", "other/", "--audio", "set", "--riwayah", "hafs", in: folder.path)
    #expect(
      other.contains("1 of the files is left out, because no ayah or surah is in the name: \"one.wav\""),
      "\(other)")
  }

  @Test(arguments: ["qua-timestamps", "textgrid", "jams", "audacity", "m3u8", "whisper"])
  func nothingIsMadeOfNothing(format: String) throws {
    let folder = try TemporaryFolder([
      "a.x": format == "textgrid" || format == "audacity" || format == "m3u8" ? "\n" : "{}"
    ])
    let said = transcript("convert", "a.x", "out.tilawa", "--from", format, in: folder.path)
    #expect(said.contains("[exit "), "\(said)")
    #expect(try !folder.names().contains("out.tilawa"))
  }
}
