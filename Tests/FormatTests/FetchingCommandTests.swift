import Testing
import TilawaTestSupport

@testable import TilawaFormat

struct FetchingCommandTests {
  @Test func namesTheFileFromTheTopOfItsRepository() throws {
    let folder = try TemporaryFolder([
      "repo/.git/HEAD": "", "repo/.dvc/config": "", "repo/a/b's.tilawa/au,dio.flac": "", "c.flac": "",
    ])
    let file = folder.path(of: "repo/a/b's.tilawa/au,dio.flac")
    func text(_ kind: AudioPointer.Kind, from place: String) -> String? {
      FetchingCommand(for: AudioPointer(kind, sha256: nil, bytes: nil), at: file)?
        .text(from: folder.path(of: place))
    }
    #expect(text(.gitLFS, from: "repo/a") == "git lfs pull --include 'a/b'\\''s.tilawa/au?dio.flac'")
    #expect(text(.gitLFS, from: ".") == "git -C repo lfs pull --include 'a/b'\\''s.tilawa/au?dio.flac'")
    #expect(text(.annexLink, from: "repo") == "git annex get 'a/b'\\''s.tilawa/au,dio.flac'")
    #expect(text(.dvc, from: ".") == "dvc --cd repo pull 'a/b'\\''s.tilawa/au,dio.flac.dvc'")
    // No option where a name begins with a dash.
    for (kind, words) in [
      (AudioPointer.Kind.annexLink, ["get", "--", "./-x.flac"]), (.dvc, ["pull", "./-x.flac.dvc"]),
    ] {
      let command = FetchingCommand(
        for: AudioPointer(kind, sha256: nil, bytes: nil), at: folder.path(of: "repo/-x.flac"))
      #expect(command.map { Array($0.arguments.suffix(words.count)) } == words)
    }
    let pointer = AudioPointer(.gitLFS, sha256: nil, bytes: nil)
    #expect(FetchingCommand(for: pointer, at: file)?.arguments.first == "-C")
    #expect(FetchingCommand(for: pointer, at: folder.path(of: "c.flac")) == nil)
    withExtendedLifetime(folder) {}
  }
}
