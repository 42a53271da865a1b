import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// `tilawa import` and `tilawa new`.
@Suite struct ImportCommandTests {
  private static func folderWithAudio(_ name: String = "memo.wav") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var recitation = GeneratedRecitation([.init(1000, pauseAfter: 300), .init(800, pauseAfter: 0)])
    recitation.sampleRate = 8000
    let encoding = try #require(AudioEncoding(fileName: name))
    try recitation.write(to: folder.path(of: name), encoding: encoding)
    return folder
  }

  private static let withoutRiwayah =
    "no riwayah is named, so libraries never play this recording; write \"riwayah: hafs\" in recording.yaml"

  /// The library's entry for a reciter is copied into the bundle, and values from the command line stay.
  @Test func copiesTheReciterOfTheLibrary() throws {
    let folder = try Self.folderWithAudio()
    let tablawi = """
      tilawa: 1
      id: tablawi
      name: Mohamed al-Tablawi   # of Cairo
      riwayah: warsh
      sources:
        - { url: "https://a.example/", pattern: "{surah3}{ayah3}.mp3", numbering: madani_last }

      """
    try folder.write(tablawi, to: "reciters/tablawi.yaml")
    try FileTransfer.makeFolder(folder.path(of: "2024"))
    #expect(
      transcript(
        "import", "memo.wav", "--into", "2024", "--title", "a", "--reciter", "tablawi", in: folder.path)
          == """
          2024/a.tilawa
          [stderr]
          imported memo.wav: 0:03
          memo.wav: reciter.yaml is a copy of reciters/tablawi.yaml, with riwayah warsh and numbering madani_last

          """)
    #expect(try folder.text(of: "2024/a.tilawa/reciter.yaml") == tablawi)
    let recording = try folder.text(of: "2024/a.tilawa/recording.yaml")
    #expect(recording.contains("\nriwayah: warsh\nnumbering: madani_last\n"), "\(recording)")
    // Of a neighbour, too, where no library knows the reciter; what is said is not overruled.
    try FileManager.default.removeItem(atPath: folder.path(of: "reciters"))
    let said = transcript(
      "import", "memo.wav", "--into", "2024", "--title", "b", "--reciter", "tablawi", "--riwayah", "hafs",
      in: folder.path)
    #expect(said.contains("reciter.yaml is a copy of 2024/a.tilawa/reciter.yaml\n"), "\(said)")
    #expect(try folder.text(of: "2024/b.tilawa/recording.yaml").contains("\nriwayah: hafs\n"))
  }

  /// Bundles made by hand, and recorded ones, get the copy as well.
  @Test func newAndRecordCopyTheReciterToo() throws {
    let folder = try Self.folderWithAudio()
    let husary = "tilawa: 1\nid: husary\nname: Husary\nriwayah: hafs\n"
    try folder.write(husary, to: "reciters/husary.yaml")
    let made = transcript("new", "a.tilawa", "--reciter", "husary", in: folder.path)
    #expect(
      made == """
        a.tilawa
        [stderr]
        reciter.yaml is a copy of reciters/husary.yaml, with riwayah hafs

        """)
    #expect(try folder.text(of: "a.tilawa/reciter.yaml") == husary)
    #expect(try folder.text(of: "a.tilawa/recording.yaml").contains("\nriwayah: hafs\n"))
    // A copy that somebody has edited stays.
    try folder.write(husary + "notes: mine\n", to: "b.tilawa/reciter.yaml")
    _ = transcript("new", "b.tilawa", "--reciter", "husary", in: folder.path)
    #expect(try folder.text(of: "b.tilawa/reciter.yaml").hasSuffix("notes: mine\n"))
    let recorded = try BuiltProgram.shell(
      "tilawa record --title c --reciter husary --input - < memo.wav", in: folder.path)
    #expect(recorded.contains("reciter.yaml is a copy of reciters/husary.yaml"), "\(recorded)")
    #expect(try folder.text(of: "c.tilawa/reciter.yaml") == husary)
  }

  @Test func tellsProgramsHowManyMarkersItMade() throws {
    let folder = try Self.folderWithAudio()
    let said = transcript("import", "memo.wav", "--mark", "--json", in: folder.path)
    let rows = try folder.text(of: "memo.tilawa/markers.yaml").components(separatedBy: "{ at:").count - 1
    #expect(rows > 0)
    #expect(said.contains("\"marker_count\": \(rows)"), "\(said)")
    #expect(said.contains("\"passages\": []") && said.contains("\"start\": 0.000"), "\(said)")
  }

  /// A count is proposed and not assumed, and a typing error in an id is reported.
  @Test func proposesTheUsualCountOfARiwayah() throws {
    let folder = try Self.folderWithAudio()
    try folder.write("tilawa: 1\nid: husary\nname: Husary\nriwayah: warsh\n", to: "reciters/husary.yaml")
    let said = transcript(
      "import", "memo.wav", "--reciter", "husari", "--riwayah", "warsh", in: folder.path)
    #expect(said.contains("describes \"husari\"; did you mean husary?"), "\(said)")
    #expect(
      said.contains(" mushafs, write \"numbering: madani_last\" in recording.yaml"), "\(said)")
    #expect(try !folder.text(of: "memo.tilawa/recording.yaml").contains("numbering"))
    let passage = transcript("import", "memo.wav", "--passage", "67:31", in: folder.path)
    #expect(passage.contains("31 in the last Madani"), "\(passage)")
  }

  @Test func audioGetsAnEndingThatProgramsKnow() throws {
    let folder = try Self.folderWithAudio()
    for (name, title) in [("noending", "a"), ("memo.w v", "b"), ("memo.صوت", "c")] {
      try FileTransfer.copy(folder.path(of: "memo.wav"), to: folder.path(of: name))
      _ = transcript("import", name, "--title", title, in: folder.path)
      #expect(try folder.names(in: "\(title).tilawa") == ["audio.wav", "recording.yaml"])
    }
  }

  @Test func noBundleLiesInAnother() throws {
    let folder = try Self.folderWithAudio()
    _ = transcript("new", "a.tilawa", in: folder.path)
    let refusal = "a.tilawa is itself a bundle"
    #expect(transcript("import", "memo.wav", "--into", "a.tilawa", in: folder.path).contains(refusal))
    #expect(transcript("import", "../memo.wav", in: folder.path(of: "a.tilawa")).contains(refusal))
    #expect(transcript("new", "a.tilawa/b.tilawa", in: folder.path).contains(refusal))
    #expect(try folder.names(in: "a.tilawa") == ["recording.yaml"])
  }

  @Test func newGivesAFolderTheFileThatItLacks() throws {
    let folder = try TemporaryFolder(["a.tilawa/notes.txt": "mine"])
    let said = "a.tilawa\n[stderr]\n\(Self.withoutRiwayah)\n"
    #expect(transcript("new", "a.tilawa", "--id", "x", in: folder.path) == said)
    #expect(try folder.names(in: "a.tilawa") == ["notes.txt", "recording.yaml"])
    #expect(
      transcript("new", "a.tilawa", in: folder.path)
        == "[stderr]\ntilawa: cannot create a.tilawa: it already exists\n[exit 2]\n")
    #expect(try folder.text(of: "a.tilawa/recording.yaml") == "tilawa: 1\nid: x\n")
  }

  @Test func makesACompleteBundle() throws {
    let folder = try Self.folderWithAudio()
    let text = transcript(
      "import", "memo.wav", "--title", "Friday prayer, 5 January", "--reciter", "yasser", "--riwayah", "Hafs",
      "--passage", "112", "--recorded-at", "2023-12-29", "--id", "abc", in: folder.path)
    #expect(
      text == """
        friday-prayer-5-january.tilawa
        [stderr]
        imported memo.wav: 0:03

        """)
    let bundle = "friday-prayer-5-january.tilawa"
    #expect(try folder.names(in: bundle) == ["audio.wav", "recording.yaml"])
    let digest = try FileDigest.of(folder.path(of: "memo.wav"))
    #expect(
      try folder.text(of: "\(bundle)/recording.yaml")
        == """
        tilawa: 1
        id: abc
        title: "Friday prayer, 5 January"
        audio:
          file: audio.wav
          sha256: \(digest.sha256)
          bytes: \(digest.bytes)
          duration: 2.600
          sample_rate: 8000
          channels: 1
          format: wav
        reciter: yasser
        riwayah: hafs
        passage: "112:1-4"
        recorded_at: 2023-12-29
        imported_at: 2024-01-01T12:00:00Z
        source_file: memo.wav

        """.replacing("\"Friday prayer, 5 January\"", with: "Friday prayer, 5 January"))
    #expect(transcript("fmt", "--check", ".", in: folder.path) == "")
    #expect(transcript("lint", "--strict", "--quiet", ".", in: folder.path) == "")
  }

  @Test func neverOverwrites() throws {
    let folder = try Self.folderWithAudio()
    _ = transcript("import", "memo.wav", in: folder.path)
    let before = try folder.text(of: "memo.tilawa/recording.yaml")
    #expect(
      transcript("import", "memo.wav", in: folder.path) == """
        memo.tilawa
        [stderr]
        memo.tilawa already contains memo.wav; nothing was done

        """)
    try FileManager.default.moveItem(
      atPath: folder.path(of: "memo.wav"), toPath: folder.path(of: "other.wav"))
    let other = GeneratedRecitation([.init(500, pauseAfter: 0)], seed: 9)
    try other.write(to: folder.path(of: "memo.wav"), encoding: .wav)
    #expect(
      transcript("import", "memo.wav", "other.wav", "--into", ".", in: folder.path) == """
        memo-2.tilawa
        other.tilawa
        [stderr]
        memo.wav, other.wav: \(Self.withoutRiwayah)
        imported 2 of 2 files

        """)
    #expect(
      transcript("import", "memo.wav", in: folder.path) == """
        [stderr]
        tilawa: cannot import memo.wav: memo.tilawa already exists; use --name or --into
        [exit 2]

        """)
    #expect(try folder.text(of: "memo.tilawa/recording.yaml") == before)
  }

  @Test func movesOrLinks() throws {
    let folder = try Self.folderWithAudio()
    _ = transcript("import", "memo.wav", "--link", "--name", "linked", in: folder.path)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(of: "linked.tilawa/audio.wav"))
        == folder.path(of: "memo.wav"))
    _ = transcript("import", "memo.wav", "--move", "--name", "moved.tilawa", in: folder.path)
    #expect((try? FileStatus.ifAny(folder.path(of: "memo.wav"))) == nil)
    #expect((try? FileStatus.ifAny(folder.path(of: "moved.tilawa/audio.wav")))?.kind == .file)
    #expect(
      transcript("import", "memo.wav", "--move", "--link", in: folder.path).hasPrefix(
        "[stderr]\ntilawa: --move and --link cannot be used together\n"))
  }

  @Test func tellsWhatItCannotRead() throws {
    let folder = try Self.folderWithAudio()
    try folder.write("no audio at all, but long enough to look at", to: "talk.m4a")
    #expect(
      transcript("import", "talk.m4a", "missing.wav", in: folder.path, environment: ["PATH": ""]) == """
        [stderr]
        tilawa: cannot read talk.m4a: M4A requires ffmpeg, which is not installed; install ffmpeg and try again
        tilawa: cannot read missing.wav: no such file
        imported 0 of 2 files (2 failed)
        [exit 2]

        """)
    #expect(try folder.names() == ["memo.wav", "talk.m4a"])
    #expect(
      transcript("import", "memo.wav", "--riwayah", "hafz", in: folder.path) == """
        [stderr]
        tilawa: no such riwayah: "hafz"; did you mean hafs?
        [exit 2]

        """)
  }

  @Test func aDecoderThatFailsLeavesNothing() throws {
    let folder = try Self.folderWithAudio("memo.wav")
    try folder.write("no audio at all", to: "talk.m4a")
    try Self.writeProgram("ffprobe", "echo 'file:/x/talk.m4a: \\033[31mbroken' >&2\nexit 1", in: folder)
    try Self.writeProgram("ffmpeg", "exit 1", in: folder)
    #expect(
      transcript("import", "talk.m4a", in: folder.path, environment: ["PATH": folder.path(of: "bin")]) == """
        [stderr]
        tilawa: cannot read talk.m4a: ffprobe cannot read it: file:/x/talk.m4a: \\x1b[31mbroken
        [exit 2]

        """)
    #expect(try folder.names() == ["bin", "memo.wav", "talk.m4a"])
  }

  /// Writes programs in place of ffmpeg, which may not be installed. They support one recording of half a
  /// second.
  private static func writePrograms(in folder: TemporaryFolder) throws {
    try writeProgram(
      "ffprobe",
      """
      echo "$*" > '\(folder.path(of: "given"))'
      echo 'streams.stream.0.sample_rate="8000"'
      echo 'streams.stream.0.channels=1'
      echo 'format.format_name="mov,mp4"'
      echo 'format.tags.title="Night \\"one\\""'
      echo 'format.tags.creation_time="2023-12-22T09:30:00.000000Z"'
      """, in: folder)
    try writeProgram("ffmpeg", "head -c 16000 /dev/zero", in: folder)
  }

  private static func writeProgram(_ name: String, _ script: String, in folder: TemporaryFolder) throws {
    try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "bin/\(name)"))
  }

  @Test func keepsWhatOnlyFFmpegDecodes() throws {
    let folder = try TemporaryFolder(["talk.m4a": "not known to libsndfile"])
    try Self.writePrograms(in: folder)
    let path = folder.path(of: "bin") + ":/usr/bin:/bin"
    let text = transcript("import", "talk.m4a", in: folder.path, environment: ["PATH": path])
    #expect(text.contains("imported talk.m4a: 0:01\n"), "\(text)")
    // A name is neither an option nor what ffmpeg calls a protocol, such as `concat:`.
    let given = try folder.text(of: "given")
    #expect(given.contains(" -protocol_whitelist file -format_whitelist aac,"), "\(given)")
    #expect(given.contains(" -i file:\(folder.path(of: "talk.m4a")) "), "\(given)")
    #expect(try folder.names(in: "night-one.tilawa") == ["audio.m4a", "recording.yaml"])
    #expect(try folder.text(of: "night-one.tilawa/audio.m4a") == folder.text(of: "talk.m4a"))
    let recording = try folder.text(of: "night-one.tilawa/recording.yaml")
    #expect(
      recording.contains("  duration: 0.500\n") && recording.contains("  format: m4a\n"), "\(recording)")
    #expect(recording.contains("recorded_at: 2023-12-22T09:30:00Z\n"), "\(recording)")
    #expect(recording.contains("source_file: talk.m4a\n"))
  }

  @Test func convertsWhenAsked() throws {
    let folder = try TemporaryFolder(["talk.m4a": "not known to libsndfile"])
    try Self.writePrograms(in: folder)
    let path = folder.path(of: "bin") + ":/usr/bin:/bin"
    let text = transcript(
      "import", "talk.m4a", "--encode", "flac", in: folder.path, environment: ["PATH": path])
    #expect(
      text.hasSuffix(
        "imported talk.m4a: 0:01\ntalk.m4a: converted to flac\ntalk.m4a: \(Self.withoutRiwayah)\n"), "\(text)"
    )
    #expect(try folder.names(in: "night-one.tilawa") == ["audio.flac", "recording.yaml"])
    #expect(
      try AudioProbe.properties(ofFileAt: folder.path(of: "night-one.tilawa/audio.flac")).frames == 4000)
    #expect(
      transcript("import", "talk.m4a", "--encode", "flac", "--link", in: folder.path).hasPrefix(
        "[stderr]\ntilawa: --link and --encode cannot be used together\n"))
  }

  /// A clock that was never set shows 1904 or 1970. Phones write a time zone, and some programs write
  /// fractions.
  @Test(arguments: [
    ("creation_time", "1904-01-01T00:00:00.000000Z", nil),
    ("creation_time", "1970-01-01T00:00:01.000000Z", nil),
    ("creation_time", "2199-01-01T00:00:00.000000Z", nil), ("creation_time", "yesterday", nil),
    ("creation_time", "2024-02-30T00:00:00Z", nil), ("creation_time", "2023-12-22", nil),
    ("creation_time", "2023-12-22T09:30:00.123456Z", "2023-12-22T09:30:00Z"),
    ("com_apple_quicktime_creationdate", "2023-12-22T12:30:00+0300", "2023-12-22T12:30:00+03:00"),
  ]) func notesWhenItWasRecorded(key: String, value: String, noted: String?) throws {
    let folder = try TemporaryFolder(["talk.m4a": "not known to libsndfile"])
    try Self.writePrograms(in: folder)
    let script = try folder.text(of: "bin/ffprobe").components(separatedBy: "\n").filter {
      !$0.contains("creation")
    }
    try Self.writeProgram(
      "ffprobe", script.dropFirst().joined(separator: "\n") + "\necho 'format.tags.\(key)=\"\(value)\"'",
      in: folder)
    let path = folder.path(of: "bin") + ":/usr/bin:/bin"
    _ = transcript("import", "talk.m4a", in: folder.path, environment: ["PATH": path])
    let recording = try folder.text(of: "night-one.tilawa/recording.yaml")
    let lines = recording.components(separatedBy: "\n").filter { $0.hasPrefix("recorded_at: ") }
    #expect(lines == (noted.map { ["recorded_at: \($0)"] } ?? []), "\(recording)")
  }

  @Test(arguments: [
    ("Friday prayer", "friday-prayer"), ("Sa'id's  night -- 3/4", "saids-night-3-4"),
    ("صلاةُ الجمعة", "صلاة-الجمعة"),
    ("...", "recording"), ("New Recording 12", "new-recording-12"),
  ]) func namesBundlesAfterTitles(title: String, name: String) throws {
    let folder = try Self.folderWithAudio()
    #expect(
      transcript("import", "memo.wav", "--quiet", "--title", title, in: folder.path) == "\(name).tilawa\n")
  }

  /// A folder is taken as `cp -r` would, names that occur twice get numbers, and a second run continues.
  @Test func importsFolders() throws {
    let folder = try Self.folderWithAudio()
    for (index, path) in ["Rec/2023/REC_000.wav", "Rec/2024/REC_000.wav", "Rec/2024/rec 000.wav"].enumerated()
    {
      try FileTransfer.makeFolder(folder.path(of: PathText.folder(of: path)))
      let sound = GeneratedRecitation([.init(500, pauseAfter: 0)], seed: UInt64(index + 1))
      try sound.write(to: folder.path(of: path), encoding: .wav)
    }
    try folder.write("not sound", to: "Rec/2024/notes.txt")
    try folder.write("no sound in it", to: "Rec/broken.mp3")
    try folder.write("", to: "Rec/.hidden.mp3")
    try FileTransfer.makeFolder(folder.path(of: "Empty"))
    let said = transcript("import", "Rec", "Empty", "--into", ".", "--riwayah", "hafs", in: folder.path)
    #expect(
      said.hasPrefix(
        """
        Rec/2023/rec-000.tilawa
        Rec/2024/rec-000.tilawa
        Rec/2024/rec-000-2.tilawa
        [stderr]
        tilawa: found no audio file in Empty
        """) && said.contains("Rec/broken.mp3")
        && said.hasSuffix(
          "imported 3 of 4 files (1 failed, 1 passed over, as they are not audio)\n[exit 2]\n"),
      "\(said)")
    try FileTransfer.remove(folder.path(of: "Rec/broken.mp3"))
    #expect(
      transcript("import", "Rec", in: folder.path).hasSuffix(
        "imported 0 of 3 files (3 already imported, 1 passed over, as they are not audio)\n"))
    #expect(
      transcript("import", "Rec", "--title", "x", in: folder.path)
        == "[stderr]\ntilawa: --name, --title and --id need exactly one file, found 3\n[exit 2]\n")
    // Bundles are not searched for audio.
    #expect(
      transcript("import", "Rec/2023/rec-000.tilawa/audio.wav", "--into", "Empty", in: folder.path).contains(
        "audio.tilawa"))
  }

  @Test func newMakesABundleByHand() throws {
    let folder = try TemporaryFolder()
    #expect(
      transcript("new", "night.tilawa", "--title", "A night", "--id", "n1", "--modeline", in: folder.path)
        == "night.tilawa\n[stderr]\n\(Self.withoutRiwayah)\n")
    #expect(
      try folder.text(of: "night.tilawa/recording.yaml") == """
        # yaml-language-server: $schema=../.tilawa-schemas/recording.schema.json
        tilawa: 1
        id: n1
        title: A night

        """)
    #expect(
      transcript("new", "night.tilawa", in: folder.path) == """
        [stderr]
        tilawa: cannot create night.tilawa: it already exists
        [exit 2]

        """)
    #expect(
      transcript("new", "night", in: folder.path) == """
        [stderr]
        tilawa: "night" does not end in .tilawa; did you mean night.tilawa?
        [exit 2]

        """)
  }
}
