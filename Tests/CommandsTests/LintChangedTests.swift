import Foundation
import Testing
import TilawaTestSupport

/// `lint --changed` in real repositories.
@Suite struct LintChangedTests {
  private static let overlap = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 3.120, end: 8.900 }
      - { ayah: "1:2", start: 8.440, end: 14.010 }

    """

  /// Two bundles of which each has a fault, committed.
  private func library() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write("tilawa: 1\nid: \(name)\nriwayah: hafs\n", to: "lib/\(name).tilawa/recording.yaml")
      try folder.write(Self.overlap, to: "lib/\(name).tilawa/segments.yaml")
      try folder.write("tilawa: 1\nmarkers: []\n", to: "lib/\(name).tilawa/markers.yaml")
    }
    try git("init -q -b main . && git config user.email x@example.org && git config user.name x", folder)
    try git("add . && git commit -qm first", folder)
    return folder
  }

  @discardableResult
  private func git(_ command: String, _ folder: TemporaryFolder) throws -> String {
    try BuiltProgram.shell(
      "git " + command, in: folder.path, environment: HistoryRepository.environment(folder.path))
  }

  /// The findings by file and code, and what was said, of `lint --changed` in a folder.
  private func lint(_ arguments: String..., in folder: TemporaryFolder, at place: String = "") -> [String] {
    let directory = place.isEmpty ? folder.path : folder.path(of: place)
    return transcript(
      ["lint"] + arguments + ["--format", "github"], in: directory,
      environment: ProcessInfo.processInfo.environment
    )
    .split(separator: "\n").map(String.init).filter { $0 != "[stderr]" && !$0.contains(" notes in ") }.map {
      line in
      guard let file = line.firstRange(of: "file="), let code = line.firstRange(of: "title=") else {
        return line
      }
      let value = { (start: String.Index) in line[start...].prefix { $0 != "," && $0 != ":" } }
      return "\(value(file.upperBound)) \(value(code.upperBound))"
    }
  }

  @Test func looksAtWhatGitSaysChanged() throws {
    let folder = try library()
    #expect(lint("--changed", in: folder) == ["nothing changed"])
    // A file by itself, and a new bundle before git knows it.
    try folder.write("tilawa: 1\nmarkers: []  # later\n", to: "lib/a.tilawa/markers.yaml")
    #expect(lint("--changed", in: folder) == ["1 bundle: nothing to report"])
    try folder.write("tilawa: 1\nid: c\nriwayah: hafs\n", to: "lib/c.tilawa/recording.yaml")
    try folder.write(Self.overlap, to: "lib/c.tilawa/segments.yaml")
    let ofC = ["lib/c.tilawa/segments.yaml tilawa (S203)", "2 bundles: 1 error", "[exit 1]"]
    #expect(lint("--changed", in: folder) == ofC)
    #expect(lint("--changed", "lib/c.tilawa", in: folder).last == "[exit 1]")
    #expect(lint("lib/a.tilawa", "--changed", in: folder) == ["1 bundle: nothing to report"])
    #expect(
      lint("--changed", in: folder, at: "lib/c.tilawa") == [
        "./segments.yaml tilawa (S203)", "1 bundle: 1 error", "[exit 1]",
      ])
    // What recording.yaml says holds for all of the bundle.
    try folder.write("tilawa: 1\nid: b\nriwayah: warsh\n", to: "lib/b.tilawa/recording.yaml")
    #expect(lint("--changed", in: folder).contains("lib/b.tilawa/segments.yaml tilawa (S203)"))
  }

  @Test func looksSinceACommitOrABranch() throws {
    let folder = try library()
    try git("checkout -q -b topic", folder)
    try git("mv lib/a.tilawa 'lib/a new name.tilawa' && git commit -qam renamed", folder)
    #expect(lint("--changed", in: folder) == ["nothing changed"])
    let renamed = ["lib/a new name.tilawa/segments.yaml tilawa (S203)", "1 bundle: 1 error", "[exit 1]"]
    #expect(lint("--changed", "HEAD~1", in: folder) == renamed)
    try git("checkout -q main && git rm -q lib/b.tilawa/markers.yaml && git commit -qm removed", folder)
    // Something is missing there now, so all of the bundle is looked at.
    #expect(
      lint("--changed=HEAD~1", in: folder) == [
        "lib/b.tilawa/segments.yaml tilawa (S203)", "1 bundle: 1 error", "[exit 1]",
      ])
    try git("checkout -q topic", folder)
    #expect(lint("--changed=main", in: folder).contains("lib/b.tilawa/segments.yaml tilawa (S203)") == false)
    #expect(lint("--changed=main...", in: folder) == renamed)
  }

  @Test func seesThatANewBundleClashesWithAnOldOne() throws {
    let folder = try library()
    try git("rm -q lib/a.tilawa/segments.yaml lib/b.tilawa/segments.yaml && git commit -qm less", folder)
    try folder.write("tilawa: 1\nid: a\nriwayah: hafs\n", to: "lib/copy.tilawa/recording.yaml")
    let found = lint("--changed", in: folder)
    #expect(found.count == 3 && found.first?.hasPrefix("lib/copy.tilawa/recording.yaml") == true, "\(found)")
  }

  @Test func worksBeforeTheFirstCommitAndSaysWhenItCanNot() throws {
    let folder = try TemporaryFolder(["a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n"])
    #expect(
      lint("--changed", in: folder) == [
        "tilawa: . is not in a git repository, so --changed can't tell what changed there", "[exit 2]",
      ])
    try git("init -q .", folder)
    #expect(lint("--changed", in: folder) == ["1 bundle: nothing to report"])
    try git("add .", folder)
    #expect(lint("--changed", in: folder) == ["1 bundle: nothing to report"])
    let unknown = lint("--changed", "v9", in: folder)
    #expect(unknown == ["tilawa: no such commit: \"v9\" in .", "[exit 2]"], "\(unknown)")
  }
}
