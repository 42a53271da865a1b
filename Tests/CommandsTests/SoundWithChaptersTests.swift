import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// Chapters in the sound that `tilawa cut` and `tilawa convert` write.
struct SoundWithChaptersTests {
  private static func library(_ name: String = "audio.flac", _ encoding: AudioEncoding = .flac) throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": """
      tilawa: 1
      id: a
      title: An evening
      audio: { file: \(name), duration: 4.000 }
      reciter: ali
      riwayah: hafs

      """,
      "a.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 0.250, end: 1.000, verified: true }
        - { ayah: "1:2", start: 1.000, end: 1.750 }
        - { ayah: "1:3", start: 2.000, end: 2.500 }

      """,
    ])
    var recitation = GeneratedRecitation([.init(3500, pauseAfter: 500)])
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "a.tilawa/\(name)"), encoding: encoding)
    return folder
  }

  private func chapters(_ name: String, _ folder: TemporaryFolder) throws -> [String] {
    try AudioMetadata.read(fromFileAt: folder.path(of: name)).markers.map { marker in
      "\(marker.label) \(marker.at)" + (marker.end.map { "-\($0)" } ?? "")
    }
  }

  @Test(arguments: [
    ("x.wav", "1:1 0.000-0.750", "1:2 0.750-1.500"), ("x.mp3", "1:1 0.000-0.750", "1:2 0.750-1.500"),
    ("x.flac", "1:1 0.000", "1:2 0.750"), ("x.ogg", "1:1 0.000", "1:2 0.750"),
    ("x.opus", "1:1 0.000", "1:2 0.750"),
  ]) func cutPutsThemInside(_ name: String, _ first: String, _ second: String) throws {
    let folder = try Self.library()
    let plain = transcript("cut", "1:1-2", "-o", "plain-\(name)", in: folder.path)
    #expect(!plain.contains("[exit"), "\(plain)")
    #expect(try chapters("plain-\(name)", folder).isEmpty)
    let said = transcript("cut", "1:1-2", "-o", name, "--chapters", "inside", in: folder.path)
    #expect(!said.contains("[exit"), "\(said)")
    #expect(try chapters(name, folder) == [first, second])
    let frames = try AudioProbe.properties(ofFileAt: folder.path(of: "plain-\(name)")).frames
    #expect(try AudioProbe.properties(ofFileAt: folder.path(of: name)).frames == frames)
  }

  @Test(.enabled(if: AudioPrograms.areInstalled), arguments: ["x.m4a", "x.mka", "x.mkv", "x.webm"])
  func ffmpegPutsThemInside(_ name: String) throws {
    let folder = try Self.library()
    for command in ["cut", "render"] {
      let said = transcript(
        command, "1:1-2", "-o", name, "--chapters", "inside", "--force", in: folder.path)
      #expect(said.contains("\(name): ") && !said.contains("[exit"), "\(said)")
      #expect(try chapters(name, folder) == ["1:1 0.000-0.750", "1:2 0.750-1.500"], "\(command)")
    }
    _ = transcript("cut", "1:1-2", "-o", "plain-\(name)", in: folder.path)
    #expect(try chapters("plain-\(name)", folder).isEmpty)
    #expect(try AudioMetadata.read(fromFileAt: folder.path(of: name)).title == "Al-Fatihah 1:1-2")
    #expect(try folder.names().filter { $0.contains("tilawa-tmp") }.isEmpty)
  }

  /// Writes both ways, and again from the file that was made: its sound is copied as it is.
  @Test(.enabled(if: AudioPrograms.areInstalled), arguments: ["x.mka", "x.mkv", "x.webm"])
  func convertWritesMatroska(_ name: String) throws {
    let folder = try Self.library()
    let rows = ["1:1 0.250-1.000", "1:2 1.000-1.750", "1:3 2.000-2.500"]
    let said = transcript("convert", "a.tilawa", name, in: folder.path)
    #expect(
      !said.contains("[end]") && !said.contains("[gap]") && !said.contains("[exit"), "\(said)")
    #expect(try chapters(name, folder) == rows)
    let back = transcript("convert", name, "back.tilawa", in: folder.path)
    #expect(!back.contains("[exit"), "\(back)")
    #expect(
      try folder.text(of: "back.tilawa/segments.yaml").contains(
        "{ ayah: \"1:3\", start: 2.000, end: 2.500 }"))
    let imported = transcript("import", name, "--name", "b", "--riwayah", "hafs", in: folder.path)
    #expect(imported.contains("3 markers from the file"), "\(imported)")
    // Nothing is encoded a second time.
    let audio = try #require(try folder.names(in: "b.tilawa").first { $0.hasPrefix("audio.") })
    try FileTransfer.remove(folder.path(of: "b.tilawa/\(audio)"))
    try FileTransfer.remove(folder.path(of: "b.tilawa/markers.yaml"))
    let whole = transcript("cut", "1:1-2", "-o", "b.tilawa/\(audio)", in: folder.path)
    #expect(!whole.contains("[exit"), "\(whole)")
    try folder.write(
      "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.125, end: 0.625 }\n", to: "b.tilawa/segments.yaml")
    let taken = transcript("convert", "b.tilawa", "taken-\(name)", in: folder.path)
    #expect(!taken.contains("[exit"), "\(taken)")
    #expect(try chapters("taken-\(name)", folder) == ["1:1 0.125-0.625"])
    #expect(try samples("taken-\(name)", folder) == samples("b.tilawa/\(audio)", folder))
  }

  private func samples(_ name: String, _ folder: TemporaryFolder) throws -> [Float] {
    var reader = try AudioReader(fileAt: folder.path(of: name))
    var all: [Float] = []
    while case let block = try reader.read(frames: 4096), !block.isEmpty { all += block }
    return all
  }

  @Test func exactSamplesStayWithCuePoints() throws {
    let folder = try Self.library("audio.wav", .wav24)
    for form in ["none", "cue"] {
      let said = transcript(
        "cut", "1:1-2", "-o", "\(form).wav", "--chapters", form, "--encoding", "wav24", in: folder.path)
      #expect(!said.contains("[exit"), "\(said)")
    }
    let plain = try FileContents.read(folder.path(of: "none.wav"))
    let cued = try FileContents.read(folder.path(of: "cue.wav"))
    #expect(cued.count > plain.count)
    #expect(cued[8..<plain.count].elementsEqual(plain[8...]))
    #expect(cued[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == cued.count - 8)
    #expect(FileStatus.isAbsent(folder.path(of: "cue.cue")))
  }

  @Test func cutPutsThemBeside() throws {
    let folder = try Self.library()
    _ = transcript("cut", "1:1-2", "-o", "x.mp3", "--chapters", "cue", in: folder.path)
    #expect(try folder.text(of: "x.cue").contains("TITLE \"1:2\"\n    INDEX 01 00:00:56"))
    _ = transcript("cut", "1:1-2", "-o", "x.flac", "--chapters", "ffmetadata", in: folder.path)
    #expect(try folder.text(of: "x.ffmetadata").contains("START=6000\nEND=12000\ntitle=1:2\n"))
    let again = transcript("cut", "1:1-2", "-o", "y.mp3", "--chapters", "none", in: folder.path)
    #expect(!again.contains("[exit") && FileStatus.isAbsent(folder.path(of: "y.cue")))
    // What stands beside is asked for as the file is.
    try folder.write("mine", to: "z.cue")
    let kept = transcript("cut", "1:1-2", "-o", "z.mp3", "--chapters", "cue", in: folder.path)
    #expect(kept.contains("z.cue") && kept.hasSuffix("[exit 2]\n"), "\(kept)")
    #expect(try folder.text(of: "z.cue") == "mine")
  }

  @Test func whereNoneCanBeIsSaid() throws {
    let folder = try Self.library()
    for (name, words) in [
      ("x.aiff", "aiff files cannot contain chapters that players read"),
      ("{surah3}{ayah3}.wav", "a file for each ayah has no chapters"),
    ] {
      let said = transcript("cut", "1:1-2", "-o", name, "--chapters", "inside", in: folder.path)
      #expect(said.contains(words) && said.hasSuffix("[exit 2]\n"), "\(said)")
    }
    let said = transcript("convert", "a.tilawa", "x.aiff", in: folder.path)
    #expect(said.contains("aiff files cannot contain chapters") && said.hasSuffix("[exit 2]\n"), "\(said)")
    let name = transcript("convert", "a.tilawa", "x.mp4", in: folder.path)
    #expect(
      name.contains("cannot write sound as x.mp4; use .wav, ") && name.hasSuffix("[exit 2]\n"), "\(name)")
    #expect(try folder.names() == ["a.tilawa"])
  }

  /// Sound of the same encoding is taken byte for byte.
  @Test func convertWritesTheRecordingWithItsRows() throws {
    let folder = try Self.library()
    let rows = ["1:1 0.250", "1:2 1.000", "1:3 2.000"]
    let said = transcript("convert", "a.tilawa", "x.flac", in: folder.path)
    #expect(said.contains("wav-cues: 3 rows lose the end [end]") && !said.contains("[exit"), "\(said)")
    #expect(try chapters("x.flac", folder) == rows)
    let ends = ["1:1 0.250-1.000", "1:2 1.000-1.750", "1:3 2.000-2.500"]
    for name in ["x.wav", "x.mp3"] {
      let said = transcript("convert", "a.tilawa", name, in: folder.path)
      #expect(!said.contains("[exit") && !said.contains("[end]"), "\(said)")
      #expect(try chapters(name, folder) == ends)
      let back = transcript("convert", name, "back-\(name).tilawa", in: folder.path)
      #expect(!back.contains("[exit"), "\(back)")
      #expect(
        try folder.text(of: "back-\(name).tilawa/segments.yaml").contains(
          "{ ayah: \"1:3\", start: 2.000, end: 2.500 }"))
    }
    // Once there, it isn't replaced unasked, and what it is isn't written over itself.
    #expect(transcript("convert", "a.tilawa", "x.wav", in: folder.path).hasSuffix("[exit 2]\n"))
    #expect(!transcript("convert", "a.tilawa", "x.wav", "--force", in: folder.path).contains("[exit"))
    let own = transcript("convert", "a.tilawa", "a.tilawa/audio.flac", "--force", in: folder.path)
    #expect(own.contains("is the recording itself; name another file"), "\(own)")
    let dry = transcript("convert", "a.tilawa", "dry.mp3", "-n", in: folder.path)
    #expect(
      dry.contains("dry.mp3: would be written") && FileStatus.isAbsent(folder.path(of: "dry.mp3")), "\(dry)")
    let none = transcript("convert", "a.tilawa", "-", "--to", "wav-cues", in: folder.path)
    #expect(none.contains("cannot be written to standard output") && none.hasSuffix("[exit 2]\n"), "\(none)")
  }

  @Test func whatHasChaptersOfItsOwnIsEncodedAnew() throws {
    let folder = try Self.library("audio.wav", .wav)
    let path = folder.path(of: "a.tilawa/audio.wav")
    var own = AudioMetadata.Marker(at: Milliseconds(100), label: "theirs")
    own.end = Milliseconds(200)
    try AudioChapters.insert([own], intoFileAt: path, as: .wav)
    #expect(throws: AudioError.self) { try AudioChapters.insert([own], intoFileAt: path, as: .wav) }
    _ = transcript("convert", "a.tilawa", "x.wav", in: folder.path)
    #expect(try chapters("x.wav", folder) == ["1:1 0.250-1.000", "1:2 1.000-1.750", "1:3 2.000-2.500"])
  }

  /// A file with synchronised lyrics: `(text, milliseconds)`.
  private func sing(_ texts: [(String, UInt32)], _ name: String, in folder: TemporaryFolder) throws {
    func number(_ value: UInt32) -> [UInt8] {
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let content: [UInt8] =
      [3] + Array("ara".utf8) + [2, 1, 0] + texts.flatMap { Array($0.0.utf8) + [0] + number($0.1) }
    try tag(name, Array("SYLT".utf8) + number(UInt32(content.count)) + [0, 0] + content, in: folder)
  }

  /// A file of sound with this frame of ID3.
  private func tag(_ name: String, _ frame: [UInt8], in folder: TemporaryFolder) throws {
    let size = UInt32(frame.count)
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)] + frame
    var recitation = GeneratedRecitation([.init(3500, pauseAfter: 500)])
    recitation.sampleRate = 16000
    let path = folder.path(of: name)
    try recitation.write(to: path, encoding: .mp3)
    try AtomicFile.write(tag + FileContents.read(path), to: path)
  }

  @Test func lyricsBecomeRows() throws {
    let folder = try TemporaryFolder()
    try sing(
      [("1:1", 250), ("\n1:2", 1000), ("\n\u{622}\u{645}\u{64A}\u{646}", 2000), ("", 2500)], "a.mp3",
      in: folder)
    let said = transcript("convert", "a.mp3", "a.tilawa", in: folder.path)
    #expect(said.contains("a.tilawa: ") && !said.contains("[exit"), "\(said)")
    let rows = try folder.text(of: "a.tilawa/segments.yaml")
    #expect(rows.contains("{ ayah: \"1:1\", start: 0.250, end: 1.000 }"), "\(rows)")
    #expect(rows.contains("{ ayah: \"1:2\", start: 1.000, end: 2.000 }"), "\(rows)")
    let imported = transcript("import", "a.mp3", "--title", "Sung", in: folder.path)
    #expect(imported.contains("3 markers from the file"), "\(imported)")
    // Parts that name nothing would overlap their lines.
    try sing(
      [
        ("in the name", 250), (" of God", 500), ("\nthe most", 1000), (" kind", 1500), ("\n1:1:1", 2000),
        (" 1:1:2", 2250), ("", 2500),
      ],
      "b.mp3", in: folder)
    let parts = transcript("convert", "b.mp3", "b.tilawa", in: folder.path)
    #expect(parts.contains("left out: parts of lines without a name (4 times)"), "\(parts)")
    #expect(!parts.contains("M304") && !parts.contains("[exit"), "\(parts)")
    let markers = try folder.text(of: "b.tilawa/markers.yaml")
    #expect(markers.contains("{ at: 0.250, end: 1.000, note: in the name of God }"), "\(markers)")
    let words = try folder.text(of: "b.tilawa/words.yaml")
    #expect(words.contains("2.000") && words.contains("2.250"), "\(words)")
  }

  /// `import` and `convert` read the same from the lyrics of one file, and report the same about the rest.
  @Test func lyricsAreTheSameByBothWays() throws {
    let folder = try TemporaryFolder()
    try sing(
      [
        ("\n112:1", 250), ("\n112:2 ", 1000), ("Allah", 1500), ("\nsome ", 2000), ("words", 2250), ("", 2500),
      ],
      "a.mp3", in: folder)
    let converted = transcript("convert", "a.mp3", "a.tilawa", in: folder.path)
    #expect(!converted.contains("M304") && !converted.contains("[exit"), "\(converted)")
    let rows = try folder.text(of: "a.tilawa/segments.yaml")
    #expect(rows.contains("{ ayah: \"112:1\", start: 0.250, end: 1.000 }"), "\(rows)")
    #expect(rows.contains("{ ayah: \"112:2\", start: 1.000, end: 2.000 }"), "\(rows)")
    let imported = transcript("import", "a.mp3", "--name", "b", "--riwayah", "hafs", in: folder.path)
    for said in [converted, imported] {
      #expect(said.contains("left out: parts of lines without a name (3 times)"), "\(said)")
    }
    #expect(
      try folder.text(of: "b.tilawa/markers.yaml").hasSuffix(
        """
          - { at: 0.250, ayah: "112:1" }
          - { at: 1.000, ayah: "112:2" }
          - { at: 2.000, end: 2.500, note: some words }

        """))
  }

  /// `import` read none but the form that bundles have.
  @Test func labelsAreTheSameByBothWays() throws {
    let folder = try TemporaryFolder()
    var recitation = GeneratedRecitation([.init(3500, pauseAfter: 500)])
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "a.wav"), encoding: .wav)
    let labels = [
      "2:255", "2.255", "2/255", "002255", "S002A255", "\u{6F2}:\u{6F2}\u{6F5}\u{6F5}", "2:1\u{2013}5",
      "2:1..2:5", "Al-Kahf 10", "kahf 10-12", "2:1-3 joins=1.000,2.000 verified conf=0.5 -- a  b", "skip",
      "skip: takbir", "1:1 riwayah=warsh reciter=ali rakah=2 x-take=\"two\"", "? verified -- said", "? ",
      "1:1:2",
      "1:1:2-4", "\u{200F}1:2", "1:2 odd", "Verse 3", "page 3", "-- nothing",
    ]
    let points = labels.enumerated().map {
      AudioMetadata.Marker(at: Milliseconds(Int64($0 * 100)), label: $1)
    }
    try AudioChapters.insert(points, intoFileAt: folder.path(of: "a.wav"), as: .wav)
    let converted = transcript("convert", "a.wav", "a.tilawa", "--riwayah", "hafs", in: folder.path)
    let imported = transcript("import", "a.wav", "--name", "b", "--riwayah", "hafs", in: folder.path)
    #expect(imported.contains("\(labels.count) markers from the file"), "\(imported)")
    #expect(FileStatus.isAbsent(folder.path(of: "a.tilawa/segments.yaml")), "\(converted)")
    #expect(
      try folder.text(of: "b.tilawa/markers.yaml") == folder.text(of: "a.tilawa/markers.yaml"))
  }

  @Test func lyricsInTheTextOfTagsAreRead() throws {
    let folder = try TemporaryFolder()
    let text = "[ti:x]\n[00:00.25]112:1 <00:00.25>112:1:1\n[00:01.00]112:2\n[00:02.00]\nno time\n"
    let comment = Array("LYRICS=\(text)".utf8)
    let content: [UInt8] = [3] + Array("ara".utf8) + [0] + Array(text.utf8)
    try tag(
      "a.mp3", Array("USLT".utf8) + [0, 0, 0, UInt8(content.count)] + [0, 0] + content, in: folder)
    var recitation = GeneratedRecitation([.init(3500, pauseAfter: 500)])
    recitation.sampleRate = 16000
    try recitation.write(to: folder.path(of: "whole.flac"), encoding: .flac)
    // Behind the first block, the comments of one line.
    let flac = try FileContents.read(folder.path(of: "whole.flac"))
    let block = [UInt8](repeating: 0, count: 4) + [1, 0, 0, 0, UInt8(comment.count), 0, 0, 0] + comment
    try AtomicFile.write(
      flac[..<42] + [4, 0, 0, UInt8(block.count)] + block + flac[42...], to: folder.path(of: "a.flac"))
    for name in ["a.mp3", "a.flac"] {
      let converted = transcript("convert", name, "\(name).tilawa", in: folder.path)
      let rows = try folder.text(of: "\(name).tilawa/segments.yaml")
      #expect(rows.contains("{ ayah: \"112:1\", start: 0.250, end: 1.000 }"), "\(name): \(rows)")
      #expect(rows.contains("{ ayah: \"112:2\", start: 1.000, end: 2.000 }"), "\(name): \(rows)")
      #expect(try folder.text(of: "\(name).tilawa/words.yaml").contains("0.250"), "\(name)")
      let imported = transcript("import", name, "--name", "\(name)-b", "--riwayah", "hafs", in: folder.path)
      #expect(imported.contains("2 markers from the file"), "\(imported)")
      #expect(imported.contains("left out: words in markers"), "\(imported)")
      for said in [converted, imported] {
        #expect(said.contains("left out: 1 line of lyrics without times"), "\(said)")
      }
    }
  }
}
