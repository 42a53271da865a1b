import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

/// `tilawa cut` and `tilawa render` as their user sees them.
struct CutCommandTests {
  /// A folder with two recordings at different rates: 1:1-3 by one reciter, 1:3-4 by another.
  private static func library() throws -> TemporaryFolder {
    func recording(_ id: String, _ reciter: String) -> String {
      """
      tilawa: 1
      id: \(id)
      title: \(id)
      audio: { file: audio.flac, duration: 4.000 }
      reciter: \(reciter)
      riwayah: hafs

      """
    }
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": recording("a", "ali"),
      "a.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 0.250, end: 1.000, verified: true }
        - { ayah: "1:2", start: 1.000, end: 1.750 }
        - { ayah: "1:3", start: 2.000, end: 2.500 }

      """,
      "b.tilawa/recording.yaml": recording("b", "bilal"),
      "b.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "1:3", start: 0.000, end: 1.000, verified: true }
        - { ayah: "1:4-5", start: 1.000, end: 2.000 }

      """,
    ])
    var recitation = GeneratedRecitation([.init(3500, pauseAfter: 500)])
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "a.tilawa/audio.flac"), encoding: .flac)
    recitation.sampleRate = 16000
    try recitation.write(to: folder.path(of: "b.tilawa/audio.flac"), encoding: .flac24)
    return folder
  }

  private func frames(_ name: String, in folder: TemporaryFolder) throws -> Int64 {
    try AudioProbe.properties(ofFileAt: folder.path(of: name)).frames
  }

  /// If any write fails, even the last one, the command doesn't report success, and an existing file stays.
  @Test(arguments: ["one.wav", "one.flac", "one.mp3"]) func whatIsNotWrittenIsTold(_ name: String) throws {
    let folder = try Self.library()
    try folder.write("old", to: name)
    var number = 1
    while number < 200 {
      let said = OutputFile.$failingWrite.withValue(number) {
        transcript("cut", "1:1-2", "-o", name, "--force", in: folder.path)
      }
      guard said.contains("[exit") else { break }
      #expect(said.hasSuffix("no space left on the device\n[exit 2]\n"), "\(said)")
      #expect(try folder.text(of: name) == "old")
      #expect(try folder.names() == ["a.tilawa", "b.tilawa", name].sorted())
      number += 1
    }
    #expect(number > 2 && number < 200)
    #expect(
      OutputFile.$failingWrite.withValue(1) {
        transcript("render", "1:1-2", "-o", name, "--force", in: folder.path)
      }
      .contains("no space left on the device"))
  }

  @Test(arguments: ["cut", "render"]) func whatIsThereStays(_ command: String) throws {
    let folder = try Self.library()
    for name in ["x.mp3", "x.cue"] {
      try folder.write("old", to: name)
      guard command == "render" || name == "x.mp3" else { continue }
      #expect(
        transcript(command, "1:1", "-o", "x.mp3", in: folder.path).hasSuffix(
          "use --force to replace \(name == "x.mp3" ? "it" : "them")\n[exit 2]\n"))
      #expect(try folder.text(of: name) == "old")
    }
    #expect(!transcript(command, "1:1", "-o", "x.mp3", "--force", in: folder.path).contains("[exit"))
    #expect(
      !transcript("render", "1:1", "-o", "/dev/null", "--no-basmalah", in: folder.path).contains("already"))
    try folder.write("old", to: "001002.wav")
    #expect(
      transcript("cut", "1:1-2", "-o", "{surah3}{ayah3}.wav", in: folder.path) == """
        [stderr]
        tilawa: 001002.wav already exists; use --force to replace it
        [exit 2]

        """)
    #expect(!(try folder.names().contains("001001.wav")), "nothing is written when not all may be")
  }

  @Test func coversAreChecked() throws {
    let folder = try Self.library()
    try folder.write("no picture", to: "a.jpg")
    #expect(
      transcript("cut", "1:1", "-o", "x.mp3", "--cover", "a.jpg", in: folder.path).contains(
        "a.jpg is not a JPEG or PNG picture"))
    #expect(
      transcript("render", "1:1", "-o", "x.wav", "--cover", "a.jpg", in: folder.path).contains(
        "--cover does not work with wav"))
    #expect(try folder.names() == ["a.jpg", "a.tilawa", "b.tilawa"])
  }

  /// Opus and MP3 have a few rates; the nearest above the recording's is taken, as `render` does.
  @Test(arguments: [8000, 11_025, 22_050, 44_100, 96_000]) func cutsIntoEncodingsOfFewRates(_ rate: Int)
    throws
  {
    let folder = try Self.library()
    var recitation = GeneratedRecitation([.init(3500, pauseAfter: 500)])
    recitation.sampleRate = rate
    try recitation.write(to: folder.path(of: "a.tilawa/audio.flac"), encoding: .flac)
    for name in ["one.opus", "one.mp3", "one.ogg"] {
      let said = transcript("cut", "1:1-2", "-o", name, "--force", in: folder.path)
      #expect(!said.contains("[exit"), "\(name): \(said)")
      let properties = try AudioProbe.properties(ofFileAt: folder.path(of: name))
      #expect(abs(properties.duration.count - 1500) < 60, "\(name): \(properties)")
    }
  }

  @Test func cutsWhatWasAskedFor() throws {
    let folder = try Self.library()
    #expect(
      transcript("cut", "1:1-2", "-o", "one.wav", in: folder.path) == """
        [stderr]
        one.wav: 1:1-2, a.tilawa/audio.flac from 0.250 to 1.750

        """)
    #expect(try frames("one.wav", in: folder) == 12000)
    #expect(
      transcript("cut", "1:3-4", "-o", "each/{surah3}{ayah3}.flac", "--quiet", in: folder.path) == "")
    #expect(try folder.names(in: "each") == ["001003.flac", "001004.flac"])
    #expect(try AudioProbe.depth(ofFileAt: folder.path(of: "each/001003.flac")) == .integers(bits: 24))
    #expect(try frames("each/001004.flac", in: folder) == 16000)
    #expect(
      transcript("cut", "1:5", "-o", "five.wav", in: folder.path).contains("shared with other ayat"))
  }

  @Test func tagsWhoRecitesWhat() throws {
    let folder = try Self.library()
    try folder.write("tilawa: 1\nid: ali\nname: Ali al-Qari\n", to: "a.tilawa/reciter.yaml")
    _ = transcript("cut", "1:2", "-o", "two.flac", in: folder.path)
    let tags = try AudioMetadata.read(fromFileAt: folder.path(of: "two.flac"))
    #expect(tags.title == "Al-Fatihah 1:2" && tags.album == "Al-Fatihah")
    #expect(tags.artist == "Ali al-Qari" && tags.trackNumber == "2")
    _ = transcript("render", "1:1-2", "-o", "both.flac", in: folder.path)
    let both = try AudioMetadata.read(fromFileAt: folder.path(of: "both.flac"))
    #expect(both.title == "Al-Fatihah 1:1-2" && both.artist == "Ali al-Qari" && both.album == "Al-Fatihah")
  }

  @Test(.enabled(if: AudioPrograms.areInstalled)) func cutsAndRendersWhatFFmpegMakes() throws {
    let folder = try Self.library()
    let said = transcript("cut", "1:2", "-o", "two.m4a", in: folder.path)
    #expect(said == "[stderr]\ntwo.m4a: 1:2, a.tilawa/audio.flac from 1.000 to 1.750\n")
    #expect(try frames("two.m4a", in: folder) == 6000)
    #expect(try AudioMetadata.read(fromFileAt: folder.path(of: "two.m4a")).title == "Al-Fatihah 1:2")
    _ = transcript("render", "1:1-2", "-o", "both.m4a", "--chapters", "none", in: folder.path)
    #expect(try frames("both.m4a", in: folder) == 12_000)
    // And back: what is cut out of it begins where it did.
    _ = transcript(
      "import", "both.m4a", "--name", "c", "--riwayah", "hafs", "--reciter", "ca", in: folder.path)
    try folder.write(
      "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 0.750, end: 1.250 }\n",
      to: "c.tilawa/segments.yaml")
    _ = transcript("cut", "112:1", "-o", "back.wav", in: folder.path)
    #expect(try frames("back.wav", in: folder) == 4000)
    #expect(try folder.names().filter { $0.contains("tmp") }.isEmpty)
  }

  @Test(arguments: ["m4a", "mka", "webm"]) func saysThatFFmpegIsMissing(_ ending: String) throws {
    let folder = try Self.library()
    try folder.write("old", to: "one.\(ending)")
    for command in [["cut", "1:1"], ["render", "1:1"]] {
      #expect(
        transcript(command + ["-o", "one.\(ending)", "--force"], in: folder.path, environment: ["PATH": ""])
          .hasSuffix(
            "cannot write one.\(ending): \(ending) requires ffmpeg, which is not installed; install ffmpeg and try again\n[exit 2]\n"
          ))
      #expect(try folder.text(of: "one.\(ending)") == "old")
    }
    #expect(try folder.names() == ["a.tilawa", "b.tilawa", "one.\(ending)"])
  }

  @Test func saysWhatItCanNotCut() throws {
    let folder = try Self.library()
    #expect(
      transcript("cut", "1:2-3", "-o", "one.wav", in: folder.path) == """
        [stderr]
        tilawa: 1:3 does not follow 1:2 without a gap in one recording (a.tilawa/audio.flac to 1.750, \
        b.tilawa/audio.flac from 0.000); use `tilawa render`, or write a file for each ayah: -o "{surah3}{ayah3}.wav"
        [exit 2]

        """)
    #expect(
      transcript("cut", "1:1", "-o", "one.xyz", in: folder.path) == """
        [stderr]
        tilawa: unknown audio format: "one.xyz" (expected .wav, .flac, .aiff, .ogg, .opus, .mp3, .m4a, .mka or .webm)
        [exit 2]

        """)
    #expect(
      transcript("cut", "1:1", "-o", "{sura}.wav", in: folder.path) == """
        [stderr]
        tilawa: "{sura}.wav" does not name a file for each ayah; use {surah3} and {ayah3}, {surah} and {ayah}, \
        or {number}
        [exit 2]

        """)
    #expect(
      transcript("cut", "1:6", "-o", "six.wav", in: folder.path) == """
        [stderr]
        tilawa: nothing plays 1:6: none of 2 bundles has a row that contains it
        [exit 1]

        """)
    #expect(
      transcript("cut", "1:1", "-o", "a.tilawa/audio.flac", "--force", in: folder.path)
        .contains("a.tilawa/audio.flac is the recording itself; name another file"))
    #expect(try folder.names() == ["a.tilawa", "b.tilawa"])
  }
}
