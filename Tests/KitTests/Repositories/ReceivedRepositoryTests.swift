import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaKit

/// Programs that are named by the configuration of a repository from elsewhere are not run.
@Suite struct ReceivedRepositoryTests {
  private static let file = "a.tilawa/segments.yaml"
  private static let settings = [
    "core.fsmonitor", "core.hooksPath", "core.pager", "core.sshCommand", "diff.external",
    "diff.tilawa.command",
    "diff.tilawa.textconv", "filter.evil.clean", "filter.evil.smudge", "filter.ev=il.clean",
    "filter.long.process",
    "gpg.program", "core.alternateRefsCommand",
  ]

  /// Every program that its configuration names leaves a file in `ran`.
  private func hostile() throws -> ScratchRepository {
    let repository = try ScratchRepository([
      Self.file: "tilawa: 1\n", "a.bin": "a\n", "b.bin": "b\n", "c.bin": "c\n", ".gitignore": "ran\nhooks\n",
      ".gitattributes":
        "*.yaml diff=tilawa\na.bin filter=evil\nb.bin filter=ev=il\nc.bin filter=long\n*.yaml filter=evil\n",
    ])
    let folder = repository.folder
    try repository.shell("mkdir ran hooks")
    func program(_ name: String) throws -> String {
      let file = try folder.write(
        "#!/bin/sh\ntouch '\(folder.path)/ran/\(name)'\ncat\n", to: "hooks/\(name)")
      try repository.shell("chmod +x '\(file)'")
      return file
    }
    for name in Self.settings where name != "core.hooksPath" {
      try repository.shell("git config '\(name)' '\(try program(name))'")
    }
    _ = try program("post-index-change")
    try repository.shell("git config core.hooksPath '\(folder.path)/hooks'")
    try repository.shell("git config log.showSignature true; git config filter.evil.required true")
    // All of them have to be looked into.
    try repository.shell("touch -d 2001-01-01 \(Self.file) a.bin b.bin c.bin")
    return repository
  }

  @Test func runsNothingOfIt() throws {
    let repository = try hostile()
    let git = try #require(repository.opened())
    let head = try #require(try git.commit("HEAD"))
    #expect(try GitChanges(in: git, since: head).paths.isEmpty)
    #expect(try git.contents(of: Self.file, at: head) == Array("tilawa: 1\n".utf8))
    #expect(try git.touches(of: [1], in: Self.file)[1]?.commit == head)
    #expect(try git.mergeBase(head, "HEAD") == head)
    #expect(try git.commits(changing: Self.file, atMost: 5) == [head])
    #expect(try repository.folder.names(in: "ran") == [])
    // It is hostile: plain git does as it is told.
    try repository.shell(
      "touch -d 2001-01-02 \(Self.file) a.bin b.bin c.bin; git -c core.fsmonitor= diff HEAD; git diff HEAD; git log -1"
    )
    let ran = try repository.folder.names(in: "ran")
    for name in ["core.fsmonitor", "filter.evil.clean", "filter.ev=il.clean"] {
      #expect(ran.contains(name), "\(ran)")
    }
  }

  @Test func fetchesNothing() throws {
    let repository = try hostile()
    let folder = repository.folder
    try repository.shell(
      """
      git config core.repositoryformatversion 1; git config extensions.partialClone origin
      git config remote.origin.promisor true; git config protocol.ext.allow always
      git config remote.origin.url 'ext::\(folder.path)/hooks/core.sshCommand'
      name=$(git rev-parse HEAD:\(Self.file)); rm -f ".git/objects/$(echo $name | cut -c1-2)/$(echo $name | cut -c3-)"
      printf '#!/bin/sh\ntouch "%s/ran/fetched"\n' "$PWD" > hooks/core.sshCommand
      rm -f ran/*
      """)
    let git = try #require(repository.opened())
    let head = try #require(try git.commit("HEAD"))
    #expect(try git.contents(of: Self.file, at: head) == nil)
    #expect(try folder.names(in: "ran") == [])
    try repository.shell("git cat-file blob HEAD:\(Self.file)")
    #expect(try folder.names(in: "ran").contains("fetched"))
  }

  @Test func theUsersOwnFiltersStay() throws {
    // As Git LFS is set up: the user's configuration names the filter, the repository's attributes use it.
    let repository = try ScratchRepository(["a.txt": "small\n", ".gitattributes": "*.txt filter=upper\n"])
    try repository.folder.write("LARGE\n", to: "a.txt")
    try repository.shell("git commit -qam large; printf 'large\\n' > a.txt")
    let git = try #require(repository.opened())
    let head = try #require(try git.commit("HEAD"))
    #expect(try GitChanges(in: git, since: head).paths == ["a.txt"])
    try repository.shell("git config filter.upper.clean 'tr a-z A-Z'")
    let received = try #require(repository.opened())
    #expect(try GitChanges(in: received, since: head).paths == ["a.txt"])
    // Given by the user, also where the repository has another one.
    let own = try #require(GitProgram(searchPath: ScratchRepository.searchPath))
      .with([("filter.upper.clean", "tr a-z A-Z")])
    try repository.shell("git config filter.upper.clean false")
    let users = try #require(GitRepository(containing: repository.folder.path, own))
    #expect(try GitChanges(in: users, since: head).paths == [])
  }

  @Test func commitsToBePassedOverThatGitCannotReadAreNone() throws {
    let repository = try ScratchRepository(["a.txt": "a\n", "b.txt": "no commit\n"])
    try repository.folder.write("A\n", to: "a.txt")
    try repository.shell("git commit -qam second; git rev-parse HEAD > ignored")
    let git = try #require(repository.opened())
    let (first, second) = (try git.commit("HEAD~"), try git.commit("HEAD"))
    #expect(try git.touches(of: [1], in: "a.txt")[1]?.commit == second)
    for name in ["missing", "b.txt", "/dev"] {
      try repository.shell("git config blame.ignoreRevsFile \(name)")
      #expect(try git.touches(of: [1], in: "a.txt")[1]?.commit == second, "\(name)")
    }
    try repository.shell("git config blame.ignoreRevsFile ignored")
    #expect(try git.touches(of: [1], in: "a.txt")[1]?.commit == first)
  }

  @Test func aNameThatIsNotTextKeepsGitFromBeingAsked() throws {
    let repository = try ScratchRepository(["a.txt": "a\n"])
    try repository.shell("printf '[filter \"\\377\"]\n\tclean = false\n' >> .git/config")
    #expect(repository.opened() == nil)
  }

  @Test func aFolderThatLooksLikeARepositorysInsidesIsNone() throws {
    let repository = try ScratchRepository(["a.txt": "a\n"])
    try repository.shell(
      "git init -q --bare inner && git --git-dir=inner config core.worktree \"$PWD\" && git --git-dir=inner config core.bare false"
    )
    let git = try #require(GitProgram(searchPath: ScratchRepository.searchPath))
    #expect(GitRepository(containing: repository.folder.path(of: "inner"), git) == nil)
  }
}
