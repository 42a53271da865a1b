import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaKit

/// Audio in git: Git LFS and git-annex themselves, commits that are refused, and libraries made by
/// `tilawa new --library`.
@Suite struct GitAudioTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func has(_ program: String) -> Bool {
    ChildProgram(named: program, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      != nil
  }

  static let hasLFS = has("git-lfs")
  static let hasAnnex = has("git-annex")

  @discardableResult
  private func shell(_ command: String, hiding hidden: String? = nil) throws -> String {
    var environment = HistoryRepository.environment(folder.path)
    // What git lfs install writes belongs to a user.
    environment["GIT_CONFIG_GLOBAL"] = folder.path(of: "gitconfig")
    if let hidden { environment["PATH"] = try path(without: hidden) }
    if (try? FileStatus.ifAny(folder.path(of: "gitconfig"))) == nil {
      try folder.write(
        "[user]\n\tname = Amina\n\temail = amina@example.org\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n",
        to: "gitconfig")
    }
    return try BuiltProgram.shell(command, in: folder.path, environment: environment)
  }

  /// A search path on which everything is but one program.
  private func path(without program: String) throws -> String {
    let programs = folder.path(of: "programs")
    if (try? FileStatus.ifAny(programs)) == nil {
      try FileTransfer.makeFolder(programs)
      for folder in ["/usr/local/bin", "/usr/bin", "/bin"] {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name != program && (try? FileStatus.ifAny("\(programs)/\(name)", followingLinks: false)) == nil
        {
          try FileTransfer.link("\(programs)/\(name)", to: "\(folder)/\(name)")
        }
      }
    }
    return BuiltProgram.folder + ":" + programs
  }

  private func writeAudio(_ name: String, bytes: Int = 700_000) throws {
    try FileTransfer.makeFolder(PathText.folder(of: folder.path(of: name)))
    try FileTransfer.create(
      (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }, at: folder.path(of: name))
  }

  // MARK: git check

  @Test func findsLargeFilesOnTheirWayIntoGit() throws {
    try shell("git init -q .")
    try writeAudio("a.tilawa/audio.flac")
    try writeAudio("a.tilawa/Short.MP3", bytes: 400_000)
    try writeAudio("film.bin", bytes: 10_000_001)
    #expect(
      try shell("git add . && tilawa git check 2>/dev/null") == """
        a.tilawa/audio.flac: 0.7 MB of audio in git itself
        film.bin: 10.0 MB in git itself
        [exit 1]

        """)
    #expect(try shell("cd a.tilawa && tilawa git check 2>/dev/null").hasPrefix("audio.flac: "))
    try shell("git rm -q --cached a.tilawa/audio.flac film.bin && git commit -qm first")
    #expect(try shell("tilawa git check && tilawa git check --all") == "")
    try shell("git add a.tilawa && git commit -qm second")
    #expect(try shell("tilawa git check") == "")
    #expect(try shell("tilawa git check --all 2>/dev/null").hasPrefix("a.tilawa/audio.flac: 0.7 MB of audio"))
    #expect(try shell("cd / && tilawa git check").contains("/ is not in a git repository"))
  }

  @Test func theHookLooksAtWhatIsCommitted() throws {
    try shell("git init -q . && tilawa new --library . --no-git -q && rm -f .gitignore .gitattributes")
    try folder.write(AudioHook.text(program: "tilawa"), to: ".git/hooks/pre-commit")
    try shell("chmod +x .git/hooks/pre-commit")
    try writeAudio("a.tilawa/audio.flac", bytes: 100)
    #expect(try shell("git add . && git commit -qm small") == "")
    // By -a and by a path git shows its hook another index.
    try writeAudio("b.flac")
    try shell("cp b.flac a.tilawa/audio.flac")
    for command in ["git commit -qam large", "git commit -qm large a.tilawa/audio.flac"] {
      #expect(try shell(command).contains("a.tilawa/audio.flac: 0.7 MB of audio in git itself\n"))
    }
    #expect(try shell("git commit -qnam large") == "")
  }

  // MARK: Git LFS

  @Test(.enabled(if: hasLFS)) func gitLFSKeepsAudio() throws {
    try shell("git init -q .")
    // A line without its end, and what somebody wants otherwise.
    try folder.write("*.txt text\n*.wav -filter", to: ".gitattributes")
    let said = try shell("tilawa git install --lfs")
    #expect(said.contains("ran git lfs install\n"), "\(said)")
    #expect(said.contains("added to .gitattributes: *.flac filter=lfs diff=lfs merge=lfs -text\n"))
    #expect(said.contains("existing attributes of *.wav differ (unset) and were not changed\n"))
    #expect(said.contains("added .git/hooks/pre-commit, which runs tilawa git check before each commit\n"))
    let attributes = try folder.text(of: ".gitattributes")
    #expect(attributes.hasPrefix("*.txt text\n*.wav -filter\n*.3gp filter=lfs"))
    let again = try shell("tilawa git install --lfs")
    #expect(again.contains("Git LFS already stores the audio\n") && !again.contains("added"), "\(again)")
    #expect(try folder.text(of: ".gitattributes") == attributes)

    try writeAudio("deep/a.tilawa/audio.flac")
    try folder.write("tilawa: 1\nid: a\naudio: { file: audio.flac }\n", to: "deep/a.tilawa/recording.yaml")
    #expect(
      try shell("git add . && git commit -qm first && git cat-file -s :deep/a.tilawa/audio.flac") == "131\n")
    // Elsewhere it is a pointer until it is fetched.
    try shell("GIT_LFS_SKIP_SMUDGE=1 git clone -q . clone")
    #expect(try shell("tilawa lint clone").contains("A704"))
    try FileTransfer.remove(folder.path(of: "clone/deep/a.tilawa/audio.flac"))
    try shell("cd clone && git checkout -q .")
    let size = (try? FileStatus.ifAny(folder.path(of: "clone/deep/a.tilawa/audio.flac")))?.size
    #expect(size == 131 || size == 700_000)
    // What another rule leaves to git the hook still sees.
    try writeAudio("deep/b.tilawa/audio.wav")
    #expect(
      try shell("git add . && git commit -qm second").contains("audio.wav: 0.7 MB of audio in git itself"))
    #expect(try shell("tilawa git uninstall").contains("removed .git/hooks/pre-commit\n"))
    #expect(try folder.text(of: ".gitattributes").contains("*.flac filter=lfs"))
  }

  @Test(.enabled(if: hasLFS)) func tellsOfAudioThatIsInGitAlready() throws {
    try writeAudio("a.tilawa/audio.flac")
    try shell("git init -q . && git add . && git commit -qm first")
    #expect(
      try shell("tilawa git install --lfs").contains(
        "1 audio file (0 MB, such as a.tilawa/audio.flac) is stored in git itself; `git lfs migrate import"))
  }

  @Test(.enabled(if: hasLFS)) func hooksOfOthersStay() throws {
    try shell("git init -q .")
    try folder.write("#!/bin/sh\nexit 0\n", to: ".git/hooks/pre-commit")
    #expect(!(try shell("tilawa git install --lfs").contains("pre-commit")))
    #expect(try folder.text(of: ".git/hooks/pre-commit") == "#!/bin/sh\nexit 0\n")
    #expect(!(try shell("tilawa git uninstall").contains("pre-commit")))
    try folder.write("#!/bin/sh\nexit 0\n", to: ".git/hooks/pre-push")
    let said = try shell("tilawa git install --lfs")
    #expect(said.contains("`git lfs update --manual` shows what to add to the existing hooks"), "\(said)")
    #expect(said.hasSuffix("[exit 2]\n"))
  }

  @Test func tellsThatAToolIsMissing() throws {
    try shell("git init -q .")
    for tool in ["lfs", "annex"] {
      let said = try shell("tilawa git install --\(tool)", hiding: "git-\(tool)")
      #expect(said.contains("tilawa: git-\(tool) is not installed; "), "\(said)")
      #expect(said.hasSuffix("[exit 2]\n"))
      try FileManager.default.removeItem(atPath: folder.path(of: "programs"))
    }
    #expect((try? FileStatus.ifAny(folder.path(of: ".gitattributes"))) == nil)
    #expect(try shell("tilawa git install --lfs --annex").contains("cannot be used together"))
    #expect(try shell("tilawa git install --lfs --global").contains("is set per repository"))
  }

  // MARK: git-annex

  @Test(.enabled(if: hasAnnex)) func gitAnnexKeepsAudio() throws {
    try shell("git init -q .")
    let said = try shell("tilawa git install --annex")
    #expect(said.contains("ran git annex init\n"), "\(said)")
    #expect(
      said.contains("added to .gitattributes: *.flac annex.largefiles=anything annex.backend=SHA256E\n"))
    #expect(said.contains("added to .gitattributes: **/*.tilawa/**/*.yaml annex.largefiles=nothing\n"))
    let again = try shell("tilawa git install --annex")
    #expect(again.contains("git-annex already stores the audio\n") && !again.contains("added"), "\(again)")
    try writeAudio("a.tilawa/audio.flac")
    let sum = try FileDigest.of(folder.path(of: "a.tilawa/audio.flac"))
    try folder.write(
      "tilawa: 1\nid: a\naudio:\n  file: audio.flac\n  sha256: \(sum.sha256)\n  bytes: \(sum.bytes)\n",
      to: "a.tilawa/recording.yaml")
    try shell("git annex add -q . && git commit -qm first")
    // Rows are files of git itself; audio is a link whose name has the checksum.
    #expect(try shell("git ls-files -s a.tilawa | cut -c1-6") == "120000\n100644\n")
    #expect(
      FileStatus.target(ofLink: folder.path(of: "a.tilawa/audio.flac"))?.contains(
        "SHA256E-s700000--\(sum.sha256)")
        == true)
    #expect(try shell("tilawa audio checksum a.tilawa") == "a.tilawa/audio.flac: matches\n")
    let detached = try shell("tilawa audio detach a.tilawa --force")
    #expect(detached.contains("`git annex drop a.tilawa/audio.flac` removes it where another copy is known"))
    try shell("git clone -q . clone")
    #expect(try shell("tilawa lint clone").contains("A704"))
    let refused = try shell("tilawa audio attach clone/a.tilawa a.tilawa/audio.flac")
    #expect(refused.contains("`git annex reinject "), "\(refused)")
    #expect(
      try shell("tilawa git install --lfs").contains("this repository already keeps large files in git-annex")
    )
  }

  // MARK: New libraries

  @Test(.enabled(if: hasLFS)) func aNewLibraryKeepsAudioOutOfGit() throws {
    let said = try shell("tilawa new --library recitations --title 'Our masjid'")
    for file in [
      "README.md", ".gitignore", ".gitattributes", ".pre-commit-config.yaml",
      ".github/workflows/recitations.yaml",
    ] {
      #expect(said.contains("recitations/\(file)\n"), "\(file): \(said)")
    }
    #expect(said.contains("created a git repository in recitations\n"))
    #expect(said.hasSuffix("Git LFS now stores the audio of this repository\n"), "\(said)")
    #expect(try folder.text(of: "recitations/README.md").hasPrefix("# Our masjid\n"))
    try writeAudio("recitations/friday.tilawa/audio.flac")
    try folder.write(
      "tilawa: 1\nid: a\naudio: { file: audio.flac }\n", to: "recitations/friday.tilawa/recording.yaml")
    try folder.write("mine", to: "recitations/journal/sessions.yaml")
    #expect(try shell("cd recitations && git add . && git commit -qm first") == "")
    #expect(try shell("cd recitations && git cat-file -s :friday.tilawa/audio.flac") == "131\n")
    #expect(!(try shell("cd recitations && git ls-files").contains("journal")))
    // Audio under a name that nobody thought of.
    try writeAudio("recitations/memo.FLAC")
    #expect(
      try shell("cd recitations && git add . && git commit -qm memo").contains("memo.FLAC: 0.7 MB of audio"))
    #expect(try shell("cd recitations && git status --porcelain").hasPrefix("A  memo.FLAC"))
    // The merge driver is set up.
    #expect(
      try shell("cd recitations && git check-attr merge friday.tilawa/segments.yaml").hasSuffix(": tilawa\n"))
    // A second time it finds all there.
    let files = try shell(
      "cd recitations && cat README.md .git*s .gitignore .git/config .git/hooks/pre-commit")
    let again = try shell("tilawa new --library recitations")
    #expect(again.contains("kept recitations/README.md, which already exists\n"), "\(again)")
    #expect(
      try shell("cd recitations && cat README.md .git*s .gitignore .git/config .git/hooks/pre-commit")
        == files)
  }

  @Test(.enabled(if: hasLFS)) func withoutGitLFSAudioIsIgnoredUntilItComes() throws {
    let said = try shell("tilawa new --library recitations", hiding: "git-lfs")
    #expect(said.contains("Git LFS is not installed, so git ignores audio"), "\(said)")
    try writeAudio("recitations/friday.tilawa/audio.flac")
    try writeAudio("recitations/friday.tilawa/memo.FLAC")
    try shell("cd recitations && git add .", hiding: "git-lfs")
    #expect(!(try shell("cd recitations && git ls-files").contains("audio.flac")))
    #expect(try shell("cd recitations && git commit -qm first", hiding: "git-lfs").contains("memo.FLAC"))
    let later = try shell("cd recitations && tilawa git install --lfs")
    #expect(later.contains("removed from .gitignore: the lines that ignored audio\n"), "\(later)")
    #expect(!(try folder.text(of: "recitations/.gitignore").contains("flac")))
    try shell(
      "cd recitations && git rm -q --cached friday.tilawa/memo.FLAC && git add . ':!friday.tilawa/memo.FLAC'")
    #expect(try shell("cd recitations && git cat-file -s :friday.tilawa/audio.flac") == "131\n")
  }

  @Test func aLibraryIsMadeOnlyWhereItMay() throws {
    try folder.write("", to: "file")
    try folder.write("tilawa: 1\nid: a\n", to: "a.tilawa/recording.yaml")
    let cases = [
      ("file", "file is a file"), ("b.tilawa", "is a bundle; choose another name for a library"),
      ("a.tilawa/inside", "a.tilawa is a bundle and cannot contain a library"),
    ]
    for (name, reason) in cases {
      let said = try shell("tilawa new --library \(name)")
      #expect(said.contains(reason) && said.hasSuffix("[exit 2]\n"), "\(said)")
    }
    try folder.write("# Ours\n", to: "lib/README.md")
    #expect(try shell("tilawa new --library lib --no-git 2>/dev/null").hasPrefix("lib/.gitignore\n"))
    #expect(try folder.text(of: "lib/README.md") == "# Ours\n")
    #expect((try? FileStatus.ifAny(folder.path(of: "lib/.git"))) == nil)
    #expect(try shell("tilawa new --lfs x.tilawa").contains("need --library"))
  }

  @Test func theWorkflowIsThatOfTheExamples() throws {
    let example = ConformanceSuite.folder + "/../../Examples/github-workflow.yaml"
    #expect(LibraryTexts.workflow == String(decoding: try FileContents.read(example), as: UTF8.self))
  }
}
