import Foundation
import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

/// Audio that comes to a bundle later, and leaves it again.
@Suite struct AttachCommandTests {
  private let folder: TemporaryFolder
  private let rows = """
    tilawa: 1
    segments:
      - { ayah: "112:1", start: 0.500, end: 1.700, verified: true }
      - { ayah: "112:2", start: 1.700, end: 2.400 }

    """

  init() throws {
    folder = try TemporaryFolder()
    try recitation(1).write(to: folder.path(of: "memo.flac"), encoding: .flac)
    try recitation(2).write(to: folder.path(of: "other.flac"), encoding: .flac)
    _ = tilawa("import", "memo.flac", "--title", "friday", "--riwayah", "hafs")
    try folder.write(rows, to: "friday.tilawa/segments.yaml")
  }

  private func recitation(_ seed: UInt64) -> GeneratedRecitation {
    var recitation = GeneratedRecitation(
      [.init(1200, pauseAfter: 300), .init(700, pauseAfter: 300)], seed: seed)
    recitation.sampleRate = 16_000
    return recitation
  }

  private func tilawa(_ arguments: String...) -> String { transcript(arguments, in: folder.path) }

  private func digest(_ name: String) throws -> FileDigest { try FileDigest.of(folder.path(of: name)) }

  private func names(_ name: String) throws -> [String] { try folder.names(in: name) }

  private func without(_ keys: String...) throws {
    let text = try folder.text(of: "friday.tilawa/recording.yaml")
    let kept = text.components(separatedBy: "\n").filter { line in
      !keys.contains { line.hasPrefix("  \($0):") }
    }
    try folder.write(kept.joined(separator: "\n"), to: "friday.tilawa/recording.yaml")
  }

  @Test func whatABrokenOffRunLeftGoesThoughTheAudioIsHere() throws {
    let left = "friday.tilawa/.audio.flac.attached.tilawa-tmp-0123abcd"
    try folder.write("half of it", to: "\(left)/audio")
    #expect(tilawa("audio", "attach", "friday.tilawa", "memo.flac").contains("is already here"))
    #expect(try !names("friday.tilawa").contains { $0.contains(".tilawa-tmp-") })
  }

  @Test func audioGoesAndComesBack() throws {
    let recording = try folder.text(of: "friday.tilawa/recording.yaml")
    let sum = try digest("memo.flac")
    try FileTransfer.makeFolder(folder.path(of: "archive"))
    #expect(
      tilawa("audio", "detach", "friday.tilawa", "--to", "archive") == """
        archive/friday.flac
        [stderr]
        tilawa: moved friday.tilawa/audio.flac; to undo, run `tilawa audio attach friday.tilawa archive/friday.flac`

        """)
    #expect(try names("friday.tilawa") == ["recording.yaml", "segments.yaml"])
    #expect(try digest("archive/friday.flac") == sum)
    let lint = tilawa("lint", "friday.tilawa")
    #expect(lint.contains("A703") && !lint.contains("error") && !lint.contains("[exit"), "\(lint)")
    #expect(tilawa("audio", "attach", "friday.tilawa", "archive/friday.flac") == "friday.tilawa/audio.flac\n")
    #expect(try digest("friday.tilawa/audio.flac") == sum)
    #expect(
      tilawa("audio", "attach", "friday.tilawa", "memo.flac")
        == "[stderr]\ntilawa: friday.tilawa/audio.flac is already here\n")
    #expect(try folder.text(of: "friday.tilawa/recording.yaml") == recording)
    #expect(try folder.text(of: "friday.tilawa/segments.yaml") == rows)
    #expect(try names("archive") == ["friday.flac"])
  }

  @Test func removesAudioOnlyWhereAnotherCopyIs() throws {
    #expect(
      tilawa("audio", "detach", "friday.tilawa") == """
        [stderr]
        tilawa: no other copy of friday.tilawa/audio.flac is known; use --to to move it out, --other-copy to name a copy, or --force to delete it for good
        [exit 2]

        """)
    try FileTransfer.makeFolder(folder.path(of: "copies"))
    try FileTransfer.copy(folder.path(of: "other.flac"), to: folder.path(of: "copies/a.flac"))
    // The same file by another name is no other copy.
    try FileTransfer.link(folder.path(of: "copies/b.flac"), to: folder.path(of: "friday.tilawa/audio.flac"))
    #expect(
      tilawa("audio", "detach", "friday.tilawa", "--other-copy", "copies").contains(
        "the audio stays in the bundle"))
    #expect(try names("friday.tilawa").contains("audio.flac"))
    #expect(
      tilawa("audio", "detach", "friday.tilawa", "--other-copy", "memo.flac", "-n").hasSuffix(
        "tilawa: nothing was changed\n"))
    #expect(try names("friday.tilawa").contains("audio.flac"))
    #expect(
      tilawa("audio", "detach", "friday.tilawa", "--other-copy", "memo.flac") == """
        [stderr]
        tilawa: removed friday.tilawa/audio.flac; to undo, run `tilawa audio attach friday.tilawa memo.flac`

        """)
    #expect(try names("friday.tilawa") == ["recording.yaml", "segments.yaml"])
    #expect(tilawa("audio", "detach", "friday.tilawa").hasSuffix("[exit 2]\n"))
    #expect(tilawa("audio", "attach", "friday.tilawa", "memo.flac", "--move") == "friday.tilawa/audio.flac\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "memo.flac")))
    #expect(tilawa("audio", "detach", "friday.tilawa", "--force").contains("no other copy is known"))
  }

  @Test func audioThatIsNotWhatIsDescribedStays() throws {
    try FileTransfer.remove(folder.path(of: "friday.tilawa/audio.flac"))
    try FileTransfer.copy(folder.path(of: "other.flac"), to: folder.path(of: "friday.tilawa/audio.flac"))
    for more in [["--force"], ["--to", "x.flac"], ["--other-copy", "other.flac"]] {
      let said = transcript(["audio", "detach", "friday.tilawa"] + more, in: folder.path)
      #expect(said.contains("bytes, but recording.yaml records"), "\(said)")
    }
    #expect(try digest("friday.tilawa/audio.flac") == digest("other.flac"))
    let said = tilawa("audio", "attach", "friday.tilawa", "memo.flac")
    #expect(said.contains("already exists and is different audio"), "\(said)")
  }

  @Test func writesTheChecksumBeforeAudioLeaves() throws {
    try without("sha256", "bytes")
    let sum = try digest("memo.flac")
    _ = tilawa("audio", "detach", "friday.tilawa", "--to", "x.flac")
    let text = try folder.text(of: "friday.tilawa/recording.yaml")
    #expect(text.contains("  file: audio.flac\n  sha256: \(sum.sha256)\n  bytes: \(sum.bytes)\n"))
    #expect(tilawa("audio", "attach", "friday.tilawa", "other.flac").contains("is not the audio that"))
    #expect(tilawa("audio", "attach", "friday.tilawa", "x.flac") == "friday.tilawa/audio.flac\n")
  }

  @Test func refusesOtherAudio() throws {
    try FileTransfer.remove(folder.path(of: "friday.tilawa/audio.flac"))
    let said = tilawa("audio", "attach", "friday.tilawa", "other.flac")
    #expect(said.hasPrefix("[stderr]\ntilawa: other.flac is not the audio that friday.tilawa describes: it"))
    #expect(said.hasSuffix("[exit 2]\n") && !said.contains("--align-audio"))
    #expect(
      tilawa("audio", "attach", "friday.tilawa", "other.flac", "--align-audio").contains(
        "cannot compare the sound of other.flac with missing audio"))
    try folder.write(
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 1\n",
      to: "pointer.flac")
    #expect(
      tilawa("audio", "attach", "friday.tilawa", "pointer.flac").contains("is a Git LFS pointer, not"))
    #expect(
      tilawa("audio", "attach", "friday.tilawa", "none.flac").contains("cannot read none.flac: no such file"))
    #expect(tilawa("audio", "attach", "friday.tilawa").contains("name the audio as well"))
    #expect(try names("friday.tilawa") == ["recording.yaml", "segments.yaml"])
  }

  @Test func takesAudioWithoutAChecksumByItsLength() throws {
    try FileTransfer.remove(folder.path(of: "friday.tilawa/audio.flac"))
    try without("sha256", "bytes")
    var longer = GeneratedRecitation([.init(3000, pauseAfter: 300)])
    longer.sampleRate = 16_000
    try longer.write(to: folder.path(of: "longer.flac"), encoding: .flac)
    #expect(
      tilawa("audio", "attach", "friday.tilawa", "longer.flac").contains("its duration is 3.800, not 3.000"))
    #expect(tilawa("audio", "attach", "friday.tilawa", "memo.flac") == "friday.tilawa/audio.flac\n")
    let sum = try digest("memo.flac")
    #expect(try folder.text(of: "friday.tilawa/recording.yaml").contains("  sha256: \(sum.sha256)\n"))
    #expect(tilawa("audio", "checksum", "friday.tilawa") == "friday.tilawa/audio.flac: matches\n")
  }

  @Test func givesABundleMadeByHandItsAudio() throws {
    _ = tilawa("new", "lesson.tilawa", "--riwayah", "hafs")
    #expect(tilawa("audio", "attach", "lesson.tilawa", "memo.flac") == "lesson.tilawa/audio.flac\n")
    #expect(tilawa("audio", "checksum", "lesson.tilawa") == "lesson.tilawa/audio.flac: matches\n")
    #expect(!tilawa("lint", "lesson.tilawa").contains("[exit"))
    // Rows that it doesn't reach tell that it is another recording.
    _ = tilawa("new", "late.tilawa", "--riwayah", "hafs")
    try folder.write(
      "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 60.000, end: 63.000 }\n",
      to: "late.tilawa/segments.yaml")
    #expect(
      tilawa("audio", "attach", "late.tilawa", "memo.flac").contains(
        "memo.flac ends at 3.000, but the last row of late.tilawa would end at 63.000; nothing was changed"))
    #expect(try names("late.tilawa") == ["recording.yaml", "segments.yaml"])
  }

  @Test func findsAudioByItsChecksum() throws {
    _ = tilawa("import", "other.flac", "--title", "other")
    _ = tilawa("new", "bare.tilawa")
    try FileTransfer.makeFolder(folder.path(of: "phone/2024"))
    for (bundle, name) in [("friday", "phone/2024/a.flac"), ("other", "phone/b")] {
      try FileTransfer.move(folder.path(of: "\(bundle).tilawa/audio.flac"), to: folder.path(of: name))
    }
    try folder.write("notes", to: "phone/notes.txt")
    #expect(
      tilawa("audio", "attach", "--find", "phone", "-n") == """
        friday.tilawa/audio.flac
        other.tilawa/audio.flac
        [stderr]
        tilawa: bare.tilawa: recording.yaml has no checksum to search for
        tilawa: nothing was changed
        tilawa: nothing was changed
        tilawa: 2 found, 1 not found (3 files seen, 2 read)
        [exit 1]

        """)
    #expect(
      tilawa("audio", "attach", "--find", "phone", "friday.tilawa", "other.tilawa") == """
        friday.tilawa/audio.flac
        other.tilawa/audio.flac
        [stderr]
        tilawa: 2 attached (3 files seen, 2 read)

        """)
    #expect(
      tilawa("audio", "attach", "--find", "phone", "friday.tilawa")
        == "[stderr]\ntilawa: 0 attached, 1 already here (3 files seen, 0 read)\n")
    #expect(tilawa("audio", "attach", "--find", "nowhere").contains("cannot read nowhere: no such folder"))
  }

  @Test func movesAudioOfTwoBundlesOnce() throws {
    try FileManager.default.copyItem(
      atPath: folder.path(of: "friday.tilawa"), toPath: folder.path(of: "copy.tilawa"))
    for name in ["friday", "copy"] { try FileTransfer.remove(folder.path(of: "\(name).tilawa/audio.flac")) }
    #expect(
      tilawa("audio", "attach", "--find", "memo.flac", "--move").hasPrefix(
        "copy.tilawa/audio.flac\nfriday.tilawa"))
    #expect(try digest("copy.tilawa/audio.flac") == digest("friday.tilawa/audio.flac"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "memo.flac")))
  }

  @Test func linksWhereThatIsAskedFor() throws {
    try FileTransfer.remove(folder.path(of: "friday.tilawa/audio.flac"))
    #expect(tilawa("audio", "attach", "friday.tilawa", "memo.flac", "--link") == "friday.tilawa/audio.flac\n")
    #expect(try folder.text(of: "friday.tilawa/recording.yaml").contains("  external: true\n"))
    #expect(!tilawa("lint", "friday.tilawa").contains("A70"))
    #expect(
      tilawa("audio", "detach", "friday.tilawa").contains(
        "tilawa: removed the link friday.tilawa/audio.flac"))
    #expect(FileManager.default.fileExists(atPath: folder.path(of: "memo.flac")))
  }

  @Test func fillsAPointerOfGitLFS() throws {
    let sum = try digest("memo.flac")
    try folder.write(
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(sum.sha256)\nsize \(sum.bytes)\n",
      to: "friday.tilawa/audio.flac")
    #expect(tilawa("audio", "attach", "friday.tilawa", "memo.flac") == "friday.tilawa/audio.flac\n")
    #expect(try digest("friday.tilawa/audio.flac") == sum)
  }

  @Test(arguments: ["words.yaml", ".hidden/a.flac", "deep/link/a.flac", "../a.flac", "a.sh"])
  func putsNothingWhereAStrangerWantsIt(file: String) throws {
    try FileTransfer.remove(folder.path(of: "friday.tilawa/audio.flac"))
    try FileTransfer.makeFolder(folder.path(of: "friday.tilawa/deep"))
    try FileTransfer.makeFolder(folder.path(of: "outside"))
    try FileTransfer.link(folder.path(of: "friday.tilawa/deep/link"), to: folder.path(of: "outside"))
    let text = try folder.text(of: "friday.tilawa/recording.yaml")
    try folder.write(text.replacing("audio.flac", with: file), to: "friday.tilawa/recording.yaml")
    for arguments in [["friday.tilawa", "memo.flac"], ["--find", "memo.flac", "friday.tilawa"]] {
      let said = transcript(["audio", "attach"] + arguments, in: folder.path)
      #expect(said.hasSuffix("[exit 2]\n") || said.hasSuffix("[exit 1]\n"), "\(said)")
    }
    #expect(try names("friday.tilawa") == ["deep", "recording.yaml", "segments.yaml"])
    #expect(try names("outside").isEmpty)
    #expect(try folder.text(of: "friday.tilawa/segments.yaml") == rows)
  }

  // MARK: Other audio of the same recording

  private func aligned(lead: Int) throws -> SpokenRecitation {
    let recitation = SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 1)
    for (name, lead, encoding) in [("a.flac", 2500, AudioEncoding.flac), ("b.mp3", 2500 + lead, .mp3)] {
      var writer = try AudioWriter(
        path: folder.path(of: name), encoding: encoding, sampleRate: SpokenRecitation.sampleRate, channels: 1)
      try writer.write([Float](repeating: 0, count: lead * 16) + recitation.samples())
      try writer.finish()
    }
    _ = tilawa("import", "a.flac", "--title", "ikhlas", "--riwayah", "hafs")
    let rows = recitation.hearings.compactMap { hearing in
      hearing.ayah.map { ayah in
        "  - { ayah: \"\(ayah)\", start: \(hearing.span.start + Milliseconds(2500)), end: \(hearing.span.end + Milliseconds(2500)), verified: true }\n"
      }
    }
    try folder.write("tilawa: 1\nsegments:\n" + rows.joined(), to: "ikhlas.tilawa/segments.yaml")
    return recitation
  }

  private func starts(_ text: String) -> [Double] {
    text.components(separatedBy: "start: ").dropFirst().compactMap {
      Double($0.prefix { $0 != "," })
    }
  }

  @Test(arguments: [1500, -1500]) func movesRowsToWhereTheyAreHeard(lead: Int) throws {
    _ = try aligned(lead: lead)
    let before = try folder.text(of: "ikhlas.tilawa/segments.yaml")
    #expect(
      tilawa("audio", "attach", "ikhlas.tilawa", "b.mp3").contains(
        "use --align-audio to compare it with the existing"))
    let said = tilawa("audio", "attach", "ikhlas.tilawa", "b.mp3", "--align-audio")
    #expect(said.hasPrefix("ikhlas.tilawa/audio.mp3\n[stderr]\ntilawa: rows are 1."), "\(said)")
    let after = try folder.text(of: "ikhlas.tilawa/segments.yaml")
    #expect(starts(before).count == 4)
    for (old, new) in zip(starts(before), starts(after)) {
      #expect(abs(new - old - Double(lead) / 1000) <= 0.005, "\(old) \(new)")
    }
    #expect(after.components(separatedBy: "verified: true").count == 5)
    #expect(try names("ikhlas.tilawa") == ["audio.flac", "audio.mp3", "recording.yaml", "segments.yaml"])
    #expect(tilawa("audio", "checksum", "ikhlas.tilawa") == "ikhlas.tilawa/audio.mp3: matches\n")
    let lint = tilawa("lint", "ikhlas.tilawa")
    #expect(!lint.contains("[exit"), "\(lint)")
  }

  @Test func verifiedRowsThatWouldNotFitForbidIt() throws {
    _ = try aligned(lead: -2500)
    let samples = SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 1).samples()
    var writer = try AudioWriter(
      path: folder.path(of: "c.flac"), encoding: .flac, sampleRate: SpokenRecitation.sampleRate, channels: 1)
    try writer.write(Array(samples.dropFirst(16 * 1500)))
    try writer.finish()
    let files = try ["recording.yaml", "segments.yaml"].map { try folder.text(of: "ikhlas.tilawa/\($0)") }
    let said = tilawa("audio", "attach", "ikhlas.tilawa", "c.flac", "--align-audio")
    #expect(
      said.contains("the verified row at") && said.hasSuffix("nothing was changed\n[exit 2]\n"), "\(said)")
    // Of another recording no row moves, either.
    let other = tilawa("audio", "attach", "ikhlas.tilawa", "other.flac", "--align-audio")
    #expect(other.hasSuffix("[exit 2]\n"), "\(other)")
    #expect(try names("ikhlas.tilawa") == ["audio.flac", "recording.yaml", "segments.yaml"])
    #expect(
      try ["recording.yaml", "segments.yaml"].map { try folder.text(of: "ikhlas.tilawa/\($0)") } == files)
  }
}
