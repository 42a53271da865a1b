import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@Suite struct ChecksumCommandTests {
  private func copy(_ name: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: "\(ConformanceSuite.folder)/\(name)", toPath: folder.path(of: "a.tilawa"))
    return folder
  }

  @Test func tellsWhetherTheAudioIsTheOneThatIsDescribed() throws {
    let same = try copy("valid/A707/same.tilawa")
    #expect(transcript("audio", "checksum", "a.tilawa", in: same.path) == "a.tilawa/audio.wav: matches\n")
    let other = try copy("invalid/A707/another-checksum.tilawa")
    let said = transcript("audio", "checksum", "a.tilawa", in: other.path)
    #expect(said.hasPrefix("a.tilawa/audio.wav: mismatch\n  the file has the checksum 1331b0be"))
    #expect(said.hasSuffix("[exit 1]\n"))
    #expect(transcript("audio", "checksum", "b.tilawa", in: other.path).hasSuffix("[exit 2]\n"))
  }

  @Test func tellsThatAFlacFileWasCutShort() throws {
    let folder = try TemporaryFolder()
    var recitation = GeneratedRecitation([.init(2000, pauseAfter: 300)])
    recitation.sampleRate = 16_000
    try recitation.write(to: folder.path(of: "memo.flac"), encoding: .flac)
    _ = transcript("import", "memo.flac", "--title", "whole", in: folder.path)
    #expect(
      transcript("audio", "checksum", "whole.tilawa", in: folder.path) == "whole.tilawa/audio.flac: matches\n"
    )
    let bytes = try Data(contentsOf: URL(filePath: folder.path(of: "memo.flac")))
    try bytes.prefix(bytes.count * 3 / 5).write(to: URL(filePath: folder.path(of: "memo.flac")))
    let imported = transcript("import", "memo.flac", "--title", "cut", in: folder.path)
    #expect(imported.contains("the audio is cut short"))
    #expect(
      transcript("audio", "checksum", "cut.tilawa", in: folder.path)
        == "cut.tilawa/audio.flac: matches\n  the audio is cut short\n")
  }

  @Test func comparesWhatAPointerNames() throws {
    let pointer = try copy("invalid/A704/lfs-pointer.tilawa")
    #expect(
      transcript("audio", "checksum", "a.tilawa", in: pointer.path)
        == "a.tilawa/audio.wav: pointer\n  the audio is a Git LFS pointer; `git lfs pull` fetches it\n")
    let other = try copy("invalid/A707/lfs-pointer-names-another.tilawa")
    #expect(transcript("audio", "checksum", "a.tilawa", in: other.path).hasSuffix("[exit 1]\n"))
  }

  @Test func updatesOnlyWhatDiffers() throws {
    let folder = try copy("invalid/A707/another-checksum.tilawa")
    try folder.write(
      """
      tilawa: 1
      id: a
      riwayah: hafs   # as he says
      audio:
        # the phone's
        file: audio.wav
        bytes: 4044
        duration: 0.48   # by ear

      """, to: "a.tilawa/recording.yaml")
    #expect(
      transcript("audio", "checksum", "a.tilawa", in: folder.path).hasSuffix(
        "  use --update to write it\n[exit 1]\n"))
    #expect(
      transcript("audio", "checksum", "--update", "a.tilawa", in: folder.path).hasPrefix(
        "a.tilawa/audio.wav: updated\n")
    )
    #expect(
      try folder.text(of: "a.tilawa/recording.yaml") == """
        tilawa: 1
        id: a
        riwayah: hafs   # as he says
        audio:
          # the phone's
          file: audio.wav
          sha256: 1331b0bef6beb4928c845939fb8fc1f580c0af0c39382b745e5a340b10765ade
          bytes: 4044
          duration: 0.48   # by ear
          sample_rate: 8000
          channels: 1

        """)
    #expect(
      transcript("audio", "checksum", "--update", "a.tilawa", in: folder.path)
        == "a.tilawa/audio.wav: matches\n")
    let json = transcript("audio", "checksum", "--json", "a.tilawa", in: folder.path)
    #expect(json.contains("\"outcome\": \"matches\""))
  }
}
