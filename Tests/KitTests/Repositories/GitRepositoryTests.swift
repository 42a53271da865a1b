import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaKit

@Suite struct GitRepositoryTests {
  @Test func namesAreNeverOptions() throws {
    let repository = try ScratchRepository(["-x.tilawa/segments.yaml": "one\n", "keep": "kept\n"])
    let git = try #require(repository.opened())
    for name in [
      "--output=keep", "-x", "--all", "HEAD --output=keep", "", "HEAD..HEAD", "--", "--end-of-options",
    ] {
      #expect(try git.commit(name) == nil, "\(name)")
    }
    #expect(try repository.folder.text(of: "keep") == "kept\n")
    // A branch can be called so when git is not asked whether that is wise.
    try repository.shell("git update-ref refs/heads/--all HEAD")
    let head = try #require(try git.commit("HEAD"))
    #expect(try git.commit("--all") == head)
    let file = "-x.tilawa/segments.yaml"
    #expect(try git.contents(of: file, at: head) == Array("one\n".utf8))
    #expect(try git.touches(of: [1], in: file)[1]?.summary == "first")
    #expect(try git.commits(changing: file, atMost: 3) == [head])
    // Names that would be patterns, were they not taken as they are.
    try repository.folder.write("two\n", to: ":(top)*.yaml")
    #expect(try GitChanges(in: git, since: head).paths == [":(top)*.yaml"])
    #expect(try git.commits(changing: ":(top)*.yaml", atMost: 3) == [])
  }

  @Test func touchesAreOfTheLinesOfTheFile() throws {
    let lines = (1...9).map { "line \($0)\n" }
    let repository = try ScratchRepository([
      "a.yaml": lines[..<6].joined(), ".gitattributes": "*.yaml diff=short\n",
    ])
    // A diff driver that leaves a line out.
    try repository.shell("git config diff.short.textconv 'tail -n +2'")
    try repository.folder.write(lines[..<8].joined(), to: "a.yaml")
    try repository.shell(
      "GIT_AUTHOR_DATE='2024-03-11T23:30:00-0330' git commit -qam 'second  one' --author 'B  B <b@example.org>'"
    )
    try repository.folder.write(lines.joined(), to: "a.yaml")
    let git = try #require(repository.opened())
    let touches = try git.touches(of: Array(1...9), in: "a.yaml")
    #expect(
      (1...9).map { touches[$0]?.summary } == Array(repeating: "first", count: 6) + [
        "second  one", "second  one", nil,
      ])
    let touch = try #require(touches[8])
    #expect(touch.author == "B  B" && touch.secondsEast == -12_600 && touch.seconds == 1_710_212_400)
    #expect(try git.touches(of: [], in: "a.yaml").isEmpty)
    #expect(throws: Failure.self) { try git.touches(of: [10], in: "a.yaml") }
  }

  @Test func whatAHookSetsLeadsNowhereElse() throws {
    // git calls its hooks with GIT_DIR and GIT_INDEX_FILE; another repository must not be asked by them.
    let repository = try ScratchRepository(["a": "a\n"])
    let git = try #require(GitProgram(searchPath: ScratchRepository.searchPath))
    let said = try git.ask(["rev-parse", "--local-env-vars"]).output
    let kept = [
      "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
      "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_INTERNAL_SUPER_PREFIX",
    ]
    let names = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(Set(names).subtracting(kept).subtracting(GitProgram.misleading.map { "GIT_" + $0 }) == [])
    _ = repository
  }

  @Test func programsOfRelativeFoldersAreNotFound() throws {
    #expect(GitProgram(searchPath: ".:bin:") == nil)
    #expect(ChildProgram(named: "sh", searchPath: ".:/bin") != nil)
  }
}
