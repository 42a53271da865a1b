import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

/// Whatever the configuration and the hooks of a repository name: no command runs it.
@Suite struct StrangersRepositoryTests {
  /// Settings that name a program or a command line. `%` is replaced by the program.
  private static let settings = [
    "core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "core.gitProxy",
    "core.alternateRefsCommand", "sequence.editor", "diff.external", "diff.evil.command",
    "diff.evil.textconv",
    "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "filter.ev=il.clean",
    "merge.evil.driver", "merge.tilawa.driver", "credential.helper", "credential.https://localhost.helper",
    "gpg.program", "gpg.ssh.program", "gpg.ssh.defaultKeyCommand", "remote.origin.uploadpack",
    "remote.origin.receivepack", "pager.blame", "pager.diff", "interactive.diffFilter",
    "uploadpack.packObjectsHook", "lfs.customtransfer.evil.path", "lfs.extension.evil.clean",
    "lfs.extension.evil.smudge", "annex.freezecontent-command", "annex.thawcontent-command",
    "annex.secure-erase-command", "annex.http-headers-command", "annex.youtube-dl-command",
    "annex.evil-retrieve-hook", "annex.evil-checkpresent-hook", "remote.origin.annex-cost-command",
    "remote.origin.annex-start-command", "remote.origin.annex-stop-command", "remote.origin.annex-shell",
    "alias.lfs=!%", "alias.annex=!%", "alias.blame=!%", "alias.diff=!%", "alias.ls-files=!%",
    "remote.origin.annex-ssh-options=-oProxyCommand=%", "annex.ssh-options=-oProxyCommand=%",
    "remote.origin.annex-rsync-options=-e %", "annex.rsync-options=-e %",
  ]

  private static let hooks = [
    "pre-commit", "post-commit", "post-checkout", "post-merge", "pre-push", "reference-transaction",
    "post-index-change", "pre-auto-gc", "post-rewrite", "fsmonitor-watchman", "update",
  ]

  private let folder: TemporaryFolder

  init() throws {
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "7", count: 64))\nsize 5\n"
    // As git-lfs sets it up; where that is missing, git would refuse every file that asks for it.
    let lfs = """
      [filter "lfs"]
        clean = git-lfs clean -- %f
        smudge = git-lfs smudge --skip -- %f
        process = git-lfs filter-process --skip
        required = true

      """
    folder = try TemporaryFolder([
      "home/.gitconfig": "[user]\n  name = x\n  email = x@example.org\n" + (GitAudioTests.hasLFS ? lfs : ""),
      "r/a.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio: { file: audio.flac }\n",
      "r/a.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 1.000 }\n",
      "r/a.tilawa/audio.flac": pointer,
      "r/.gitattributes":
        "*.flac filter=lfs\n*.yaml diff=evil filter=evil merge=evil\nb.bin filter=ev=il\n",
      "r/b.bin": "b\n", "r/.gitignore": "ran\nprograms\n",
    ])
    _ = try shell("git init -q -b main . && git add . && git commit -qm first && mkdir ran programs")
    let hooks = try Self.hooks.map { "cp '\(try program("hook.\($0)"))' .git/hooks/\($0)" }
    let settings = try Self.settings.map { setting in
      let (name, value) =
        setting.fields(by: "=").count > 1 && setting.contains("%")
        ? (String(setting.fields(by: "=")[0]), String(setting.after(setting.fields(by: "=")[0] + "=") ?? ""))
        : (setting, "%")
      let file = try program(name.replacing("/", with: "_"))
      return "git config '\(name)' '\(value.replacing("%", with: file))'"
    }
    let more = [
      "filter.evil.required true", "lfs.standalonetransferagent evil", "lfs.url ssh://git@localhost/x",
      // Or git-lfs waits for ever for what the program should have begun.
      "lfs.ssh.autoMultiplex false", "lfs.ssh://git@localhost/x.sshtransfer never",
      "lfs.transfer.maxRetries 1",
      "remote.origin.url ext::\(try program("ext"))", "protocol.ext.allow always", "ssh.variant ssh",
      "commit.gpgSign true", "log.showSignature true", "remote.origin.annex-uuid 1-2-3",
      "remote.origin.annex-hooktype evil", "include.path ../programs/included",
    ].map { "git config \($0)" }
    try folder.write(
      "[diff \"included\"]\n\ttextconv = \(try program("included"))\n", to: "r/programs/included.txt")
    _ = try shell("cp programs/included.txt programs/included")
    _ = try shell((hooks + settings + more).joined(separator: "\n"))
    // All files have to be looked into.
    _ = try shell("touch -d 2001-01-01 a.tilawa/* b.bin; rm -f ran/*")
  }

  /// Writes a program that leaves a file in `ran` when it runs.
  private func program(_ name: String) throws -> String {
    let file = try folder.write(
      "#!/bin/sh\ntouch '\(folder.path)/r/ran/\(name)'\nexit 1\n", to: "r/programs/\(name)")
    _ = try shell("chmod +x '\(file)'")
    return file
  }

  @discardableResult
  private func shell(_ command: String) throws -> String {
    try BuiltProgram.shell(
      "mkdir -p '\(folder.path)/r'; cd '\(folder.path)/r' || exit\n" + command, in: folder.path,
      environment: [
        "GIT_CONFIG_GLOBAL": folder.path(of: "home/.gitconfig"), "GIT_CONFIG_NOSYSTEM": "1",
        "HOME": folder.path(of: "home"), "GIT_AUTHOR_DATE": "2024-03-11T20:00:00Z",
        "GIT_COMMITTER_DATE": "2024-03-11T20:00:00Z",
      ])
  }

  private func ran() throws -> [String] { try folder.names(in: "r/ran") }

  @Test func noCommandThatAsksGitRunsAnyOfIt() throws {
    let commands = [
      "blame 1:1 a.tilawa", "diff HEAD:a.tilawa a.tilawa", "lint --changed .", "lint .", "git check",
      "git check --all", "git install", "report --diff HEAD:a.tilawa a.tilawa -o ../page.html",
      "merge a.tilawa a.tilawa", "merge HEAD:a.tilawa a.tilawa -o a.tilawa", "import a.tilawa/audio.flac",
      "new --library .", "fmt .", "list .", "pack a.tilawa --without-audio -o ../a.zip", "git uninstall",
    ]
    for (number, command) in commands.enumerated() {
      let said = try shell("tilawa \(command)")
      #expect(try ran() == [], "\(command): \(said)")
      // Another time each: with the one that git knows it wouldn't look into them.
      _ = try shell("rm -f ran/*; touch -d 2001-02-0\(number % 9 + 1) a.tilawa/* b.bin")
    }
    #expect(!(try shell("tilawa git blame 1:1 a.tilawa").contains("[exit")))
    // It is hostile: plain git does as it is told.
    _ = try shell(
      "touch -d 2002-02-02 a.tilawa/*; git status; git -c core.fsmonitor= diff a.tilawa/segments.yaml")
    let ran = try ran()
    for name in ["core.fsmonitor", "filter.evil.process"] { #expect(ran.contains(name), "\(ran)") }
  }

  @Test(.enabled(if: GitAudioTests.hasLFS)) func gitLFSRunsNoneOfIt() throws {
    let fetched = try shell("tilawa audio fetch a.tilawa")
    #expect(fetched.contains("git lfs pull --include a.tilawa/audio.flac") && fetched.contains("[exit 1]"))
    #expect(try ran() == [], "\(fetched)")
    _ = try shell("rm -f .git/hooks/p*; rm -f ran/*")
    let installed = try shell("tilawa git install --lfs")
    #expect(try ran() == [], "\(installed)")
    #expect(installed.contains("Git LFS now stores the audio"), "\(installed)")
    #expect(try shell("cat .git/hooks/pre-push").contains("git lfs pre-push"))
    // It is hostile.
    _ = try shell("rm -f ran/*; git lfs pull --include a.tilawa/audio.flac")
    #expect(try ran().contains("core.fsmonitor"))
  }

  @Test(.enabled(if: GitAudioTests.hasAnnex)) func gitAnnexRunsNoneOfIt() throws {
    _ = try shell("printf '*.yaml diff=evil\\n' > .gitattributes")
    let installed = try shell("tilawa git install --annex")
    #expect(try ran() == [], "\(installed)")
    #expect(installed.contains("git-annex now stores the audio"), "\(installed)")
    let key = "SHA256E-s5--\(String(repeating: "7", count: 64)).flac"
    _ = try shell(
      "rm a.tilawa/audio.flac; ln -s '../.git/annex/objects/xx/yy/\(key)/\(key)' a.tilawa/audio.flac")
    let fetched = try shell("tilawa audio fetch a.tilawa")
    #expect(fetched.contains("git annex get a.tilawa/audio.flac"), "\(fetched)")
    #expect(try ran() == [], "\(fetched)")
    // What no setting turns off keeps it from being started.
    _ = try shell("cp programs/ext .git/hooks/post-update-annex")
    let refused = try shell("tilawa audio fetch a.tilawa")
    #expect(refused.contains("git-annex would run .git/hooks/post-update-annex"), "\(refused)")
    #expect(try ran() == [])
    // It is hostile.
    _ = try shell("git annex get a.tilawa/audio.flac")
    #expect(try ran() != [])
  }

  /// Programs that the user's own configuration names are run.
  @Test(.enabled(if: GitAudioTests.hasLFS)) func theUsersOwnProgramsStay() throws {
    let own = try program("own")
    _ = try shell(
      "git config --global core.sshCommand '\(own)'; git config --unset lfs.standalonetransferagent")
    let said = try shell("tilawa audio fetch a.tilawa")
    #expect(try ran() == ["own"], "\(said)")
  }
}
