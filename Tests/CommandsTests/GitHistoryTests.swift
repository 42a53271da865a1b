import Foundation
import Testing
import TilawaTestSupport

/// Real git with the built program as its merge driver.
@Suite struct GitHistoryTests {
  /// `TILAWA_COMMITS=200` for the long run, which also takes the whole Quran in one bundle.
  private static let commits = ProcessInfo.processInfo.environment["TILAWA_COMMITS"].flatMap { Int($0) }

  @Test func threeAuthorsLoseNothingAndAreNotAskedInVain() throws {
    for rows in Self.commits == nil ? [286] : [286, 6_236] {
      let history = GeneratedHistory(rows: rows, commits: Self.commits ?? 15, seed: 5)
      let ours = try HistoryRepository(history, withTilawa: true)
      try ours.runAll()
      for (operation, tally) in ours.tallies {
        #expect(tally.merges > 0 && tally.conflicts == 0 && tally.wrong == 0, "\(operation) \(ours.report)")
      }
      // That the same history is hard for a merge of lines shows that it is one worth the name.
      let plain = try HistoryRepository(history, withTilawa: false)
      try plain.runAll()
      #expect(plain.tallies.reduce(0) { $0 + $1.tally.conflicts } > 0)
      if Self.commits != nil {
        print("\(rows) rows, \(history.commits.count) commits")
        for (mine, git) in zip(ours.tallies, plain.tallies) {
          print("  \(mine.operation): git \(git.tally); with tilawa \(mine.tally)")
        }
      }
    }
  }

  private static let base = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 3.120, end: 8.440 }
      - { ayah: "1:2", start: 8.440, end: 14.010 }

    """

  /// Merges two branches that changed the file, after `install`. Returns git's output and the file.
  private func merge(_ ours: String, _ theirs: String, install: String) throws -> (said: String, text: String)
  {
    let folder = try TemporaryFolder(["a.tilawa/segments.yaml": Self.base])
    let shell = { (command: String) in
      try BuiltProgram.shell(
        command, in: folder.path, environment: HistoryRepository.environment(folder.path))
    }
    _ = try shell("git init -q -b main . && git config user.email x@example.org && git config user.name x")
    _ = try shell(install + " && git add . && git commit -qm base && git checkout -qb theirs")
    try folder.write(theirs, to: "a.tilawa/segments.yaml")
    _ = try shell("git commit -qam theirs && git checkout -q main")
    try folder.write(ours, to: "a.tilawa/segments.yaml")
    _ = try shell("git commit -qam ours")
    return (try shell("git merge theirs"), try folder.text(of: "a.tilawa/segments.yaml"))
  }

  @Test func aRealConflictStopsGit() throws {
    let (said, text) = try merge(
      Self.base.replacing("14.010 }", with: "14.500, verified: true }"),
      Self.base.replacing("14.010 }", with: "14.900, verified: true }"), install: "tilawa git install")
    #expect(said.contains("CONFLICT") && said.hasSuffix("[exit 1]\n"), "\(said)")
    for line in ["<<<<<<<", "14.500, verified: true }", "|||||||", "14.010 }", "14.900, verified: true }"] {
      #expect(text.contains(line), "\(text)")
    }
  }

  @Test func neighboursMergeWhereGitAlonePutsMarkers() throws {
    let ours = Self.base.replacing("3.120", with: "3.300")
    let theirs = Self.base.replacing("14.010", with: "14.500")
    let (said, text) = try merge(ours, theirs, install: "tilawa git install")
    #expect(!said.contains("CONFLICT"), "\(said)")
    #expect(text == ours.replacing("14.010", with: "14.500"))
    // Without the program git merges lines, and must not take one side alone.
    for install in ["tilawa git install --program tilawa-that-is-not-there", "true"] {
      let (said, text) = try merge(ours, theirs, install: install)
      #expect(said.contains("CONFLICT") && said.hasSuffix("[exit 1]\n"), "\(install): \(said)")
      for part in ["<<<<<<<", "3.300", "14.500", ">>>>>>>"] { #expect(text.contains(part), "\(text)") }
    }
  }

  @Test func aSideThatIsNoYAMLIsMergedAsLines() throws {
    let (said, text) = try merge(
      Self.base.replacing("3.120", with: "3.300"), Self.base.replacing("14.010 }", with: "14.500 ]"),
      install: "tilawa git install")
    #expect(said.contains("CONFLICT") && said.contains("merged by lines"), "\(said)")
    for part in ["<<<<<<<", "3.300", "14.500 ]", ">>>>>>>"] { #expect(text.contains(part), "\(text)") }
  }
}
