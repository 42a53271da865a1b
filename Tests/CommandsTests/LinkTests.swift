import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// A link in a bundle is never followed out of it to read or write, unless a key allows that.
@Suite struct LinkTests {
  private let segments = "tilawa: 1\nsegments:\n  - {ayah: \"1:1\", start: 0, end: 1, riwayah: hafs}\n"

  private func folder(_ links: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "secret.yaml": segments, "secret.wav": "x",
      "lib/a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\nreciter: b\naudio: { file: audio.wav, duration: 2.000 }\n",
    ])
    for (name, target) in links { try FileTransfer.link(folder.path(of: "lib/" + name), to: target) }
    return folder
  }

  private func run(_ arguments: String..., in folder: TemporaryFolder) -> String {
    transcript(arguments, in: folder.path(of: "lib"))
  }

  @Test(arguments: ["segments.yaml", "markers.yaml", "words.yaml", "reciter.yaml"])
  func noFileOfABundleLeadsOut(_ name: String) throws {
    let folder = try folder(["a.tilawa/\(name)": "../../secret.yaml"])
    for command in [
      ["fmt", "a.tilawa"], ["lint", "a.tilawa"], ["lint", "--fix", "a.tilawa"], ["segment", "a.tilawa"],
      ["edit", "adjust", "a.tilawa", "--shift", "1"], ["list"], ["migrate", "a.tilawa"],
      ["git", "resolve-conflicts", "a.tilawa"], ["merge", "a.tilawa", "a.tilawa"], ["resolve", "1:1"],
    ] {
      let said = transcript(command, in: folder.path(of: "lib"))
      #expect(!said.contains("1:1\", start"), "\(command): \(said)")
      #expect(try folder.text(of: "secret.yaml") == segments, "\(command)")
    }
    #expect(run("lint", "a.tilawa", in: folder).contains("not followed [F119"))
    #expect(
      run("fmt", "a.tilawa", in: folder).contains("outside its folder, which is not followed\n[exit 2]"))
  }

  @Test func noFileOfALibraryLeadsOut() throws {
    let folder = try folder(["playback.yaml": "../secret.yaml", "journal": "../elsewhere"])
    try folder.write("tilawa: 1\nbookmarks: []\n", to: "elsewhere/bookmarks.yaml")
    let said = run("lint", ".", in: folder)
    #expect(said.contains("playback.yaml") && said.contains("not followed [F119"), "\(said)")
    #expect(run("fmt", ".", in: folder).contains("not followed"))
    #expect(try folder.text(of: "secret.yaml") == segments)
  }

  @Test func linksInsideAreFollowed() throws {
    let folder = try folder(["a.tilawa/segments.yaml": "rows/mine.yaml"])
    try folder.write(segments, to: "lib/a.tilawa/rows/mine.yaml")
    #expect(run("fmt", "a.tilawa", in: folder) == "a.tilawa/segments.yaml\n")
    #expect(try folder.text(of: "lib/a.tilawa/rows/mine.yaml").contains("start: 0.000, end: 1.000"))
    #expect(
      (try? FileStatus.ifAny(folder.path(of: "lib/a.tilawa/segments.yaml"), followingLinks: false))?.kind
        == .link)
  }

  @Test func audioLeadsOutOnlyWhereAKeySaysSo() throws {
    let folder = try folder(["a.tilawa/audio.wav": "../../secret.wav"])
    try folder.write(segments, to: "lib/a.tilawa/segments.yaml")
    #expect(run("lint", "a.tilawa", in: folder).contains("A702"))
    #expect(run("resolve", "1:1", in: folder).contains("not followed"))
    #expect(run("audio", "checksum", "a.tilawa", in: folder).contains("outside the bundle and is not read"))
    #expect(run("cut", "1:1", "-o", "x.wav", in: folder).contains("[exit"))
    let text = try folder.text(of: "lib/a.tilawa/recording.yaml")
    try folder.write(
      text.replacing("duration: 2.000", with: "duration: 2.000, external: true"),
      to: "lib/a.tilawa/recording.yaml")
    #expect(!run("lint", "a.tilawa", in: folder).contains("A702"))
    #expect(run("resolve", "1:1", in: folder).hasPrefix("1:1  a.tilawa/audio.wav"))
    #expect(!run("audio", "checksum", "a.tilawa", in: folder).contains("outside the bundle and is not read"))
  }

  /// A name that only looks like git-annex's leads nowhere else.
  @Test func anAnnexIsThatOfARepositoryAround() throws {
    let content = ".git/annex/objects/ab/cd/KEY/KEY"
    let folder = try folder(["a.tilawa/audio.wav": "../\(content)"])
    #expect(!run("lint", "a.tilawa", in: folder).contains("A702"))
    #expect(run("lint", "a.tilawa", in: folder).contains("A704"))
    try folder.write("x", to: "lib/\(content)")
    #expect(!run("lint", "a.tilawa", in: folder).contains("A702"))
    try FileTransfer.remove(folder.path(of: "lib/a.tilawa/audio.wav"))
    for target in ["../../.git/annex/objects/../../../secret.wav", "/etc/.git/annex/objects/../../../passwd"]
    {
      try folder.write("x", to: ".git/annex/objects/a")
      try FileTransfer.link(folder.path(of: "lib/a.tilawa/audio.wav"), to: target)
      #expect(run("lint", "a.tilawa", in: folder).contains("A702"), "\(target)")
      try FileTransfer.remove(folder.path(of: "lib/a.tilawa/audio.wav"))
    }
  }
}
