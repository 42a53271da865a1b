import Testing
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa follow` and `tilawa record --follow` as their user sees them.
@Suite struct FollowCommandTests {
  private func fatihah() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try ExampleRecitation.recitation.write(to: folder.path(of: "memo.wav"), encoding: .wav)
    return folder
  }

  @Test func printsALineForEachWord() throws {
    let folder = try fatihah()
    let said = transcript("follow", "--passage", "1", "memo.wav", in: folder.path)
    let lines = said.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("{\"version\":1,\"type\":\"place\",\"at\":") }, "\(said)")
    #expect(lines.contains { $0.contains("\"ayah\":\"1:1\",\"word\":1,") }, "\(said)")
    #expect(lines.last?.contains("\"ayah\":\"1:7\"") ?? false, "\(said)")
  }

  @Test func tellsWhatIsRecitedWithoutAPassage() throws {
    let folder = try TemporaryFolder()
    try SpokenRecitation(AyahRange(Ayah(67, 1), Ayah(67, 4)), seed: 2)
      .write(to: folder.path(of: "memo.wav"), encoding: .wav)
    let said = transcript("follow", "memo.wav", in: folder.path)
    #expect(said.contains("\"ayah\":\"67:4\"") && !said.contains("exit"), "\(said)")
  }

  @Test func takesStandardInput() throws {
    let folder = try fatihah()
    let piped = try BuiltProgram.shell(
      "tilawa follow --passage 1 - < memo.wav > piped && tilawa follow --passage 1 memo.wav | cmp - piped",
      in: folder.path)
    #expect(piped == "")
    let raw = try BuiltProgram.shell(
      "tail -c +45 memo.wav | tilawa follow --passage 1 - | cmp - piped; printf '' | tilawa follow --passage 1 -",
      in: folder.path)
    #expect(raw == "tilawa: no ayah recognised in standard input\n[exit 1]\n")
  }

  @Test func saysWhatIsWrong() throws {
    let folder = try fatihah()
    func said(_ arguments: String...) -> String {
      transcript(["follow"] + arguments, in: folder.path)
    }
    #expect(said("--passage", "1:8", "memo.wav").contains("1:8 does not exist"))
    #expect(said("--mistakes", "memo.wav").contains("--mistakes needs --passage"))
    #expect(said("--passage", "1", "nowhere.wav").contains("nowhere.wav: no such file"))
    #expect(said("--passage", "1", "--realtime", "-").contains("--realtime needs an audio file"))
    #expect(
      said("--passage", "1", "--text", "a.txt", "memo.wav").contains("--text and --library need --show"))
    #expect(said("--passage", "1", "--show", "memo.wav").contains("--show needs a terminal"))
  }

  @Test func whatIsRecordedIsMarkedInTheEnd() throws {
    let folder = try fatihah()
    let said = try BuiltProgram.shell(
      "tilawa record --input - --title Memo --follow --quiet < memo.wav; grep -c ayah: memo.tilawa/markers.yaml",
      in: folder.path)
    #expect(said.hasSuffix("7\n"), "\(said)")
    #expect(try folder.text(of: "memo.tilawa/recording.yaml").contains("passage: \"1:1-7\""))
  }
}
