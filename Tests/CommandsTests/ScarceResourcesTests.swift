import Foundation
import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// If the system denies a command a second thread, or larger files, the command does its work or reports why
/// it can't. It never hangs, and never ends without a message.
@Suite(.waits) struct ScarceResourcesTests {
  /// The prefix that runs a program without the right to start threads or other programs. The limit counts
  /// for each user and doesn't apply to root. Root therefore becomes another user who may still read
  /// everything.
  private static let onOneThread = {
    let limit = "prlimit --nproc=1"
    return getuid() == 0
      ? "setpriv --reuid=54321 --regid=54321 --clear-groups --inh-caps=+dac_override --ambient-caps=+dac_override \(limit)"
      : limit
  }()

  private static let canLimitThreads =
    (try? BuiltProgram.shell("\(onOneThread) sh -c 'sleep 0 & wait'", in: "/"))?.contains("ork") ?? false

  /// Returns the output of a command and its exit status. The status 124 means that it never ended.
  private func said(
    by arguments: [String], under limit: String, in folder: TemporaryFolder, input: String = ""
  ) throws -> String {
    let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try BuiltProgram.shell(
      """
      [ $(id -u) -ne 0 ] || chown -R 54321 .
      printf '%s' '\(input)' | timeout 60 \(limit) tilawa \(quoted)
      """, in: folder.path, environment: ["SOURCE_DATE_EPOCH": "1704463331", "HOME": folder.path])
  }

  @Test(.enabled(if: canLimitThreads, "needs prlimit and, for root, setpriv"), arguments: FaultJob.all)
  func whatWritesNeedsOneThread(_ job: FaultJob) throws {
    let trial = try FaultTrial(job)
    let folder = try trial.folder()
    let said = try said(by: job.arguments, under: Self.onOneThread, in: folder, input: job.input)
    // By a program, too: kinds of documents that tests invent are known in this process alone.
    let whole = try trial.folder()
    _ = try self.said(by: job.arguments, under: "", in: whole, input: job.input)
    #expect(try FaultTrial.state(folder) == FaultTrial.state(whole), "\(said)")
  }

  /// Together with the writing commands above, these are all commands that compute, wait while they work, or
  /// share their work between threads.
  @Test(
    .enabled(if: canLimitThreads, "needs prlimit and, for root, setpriv"),
    arguments: [
      "mark spoken.tilawa --passage 112-114", "mark spoken.tilawa", "mark spoken.tilawa --dry-run",
      "mark spoken.mp3 --dry-run", "follow spoken.flac --passage 112-114", "audio pauses spoken.flac",
      "audio waveform spoken.flac -o x.png", "report spoken.tilawa -o x.html",
      "fmt library --check", "lint library", "list library", "resolve 1:1 --library library",
      "coverage --library library", "coverage --missing --library library", "queue 1 --library library",
      "publish library -o site", "pack library --without-audio -o x.zip", "explain",
      "record --input - --title T --riwayah hafs",
    ]) func whatComputesDoesSoOnOneThread(_ line: String) throws
  {
    var results: [(said: String, state: FaultTrial.State)] = []
    for limit in ["", Self.onOneThread] {
      let folder = try Self.world.get().copied()
      let said = try said(
        by: line.split(separator: " ").map(String.init), under: limit, in: folder,
        input: line.hasPrefix("record") ? String(repeating: "ab", count: 8000) : "")
      results.append((said, try FaultTrial.state(folder)))
    }
    #expect(results[0].said == results[1].said)
    #expect(results[0].state == results[1].state)
    #expect(!results[0].said.contains("[exit 2]"), "\(results[0].said)")
  }

  @Test(
    .enabled(if: canLimitThreads, "needs prlimit and, for root, setpriv"),
    arguments: ["studio spoken.tilawa --no-open", "editor lsp"])
  func whatNeedsMoreThreadsSaysSo(_ line: String) throws {
    let said = try said(
      by: line.split(separator: " ").map(String.init), under: Self.onOneThread,
      in: Self.world.get().copied())
    #expect(
      said
        == "tilawa: the system allows no more threads (see ulimit -u, or the container's limit)\n[exit 2]\n")
  }

  /// A file that gets too large is refused as on a full disk: existing files stay, no part of a new one is
  /// left, and the file is named.
  @Test(arguments: FaultJob.all) func filesThatGetTooLargeAreRefused(_ job: FaultJob) throws {
    let trial = try FaultTrial(job)
    let folder = try trial.folder()
    let said = try said(by: job.arguments, under: "prlimit --fsize=1", in: folder, input: job.input)
    let now = try FaultTrial.state(folder)
    // That a publication isn't whole is noted beside it.
    let left = FaultTrial.leftovers(now).filter { !$0.hasSuffix("/unfinished") }
    #expect(job.keepsParts || left.isEmpty, "left behind: \(left)")
    let bare = now.filter { FaultTrial.leftovers([$0.key: ""]).isEmpty }
    #expect(job.keepsParts || trial.isOldOrNew(bare), "\(FaultTrial.difference(bare, trial.old)): \(said)")
    if bare != trial.new {
      #expect(said.hasSuffix("[exit 2]\n") && said.contains("file too large"), "\(said)")
    }
  }

  /// A program that is started ends by the signal, as it would anywhere.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs Linux"))
  func startedProgramsIgnoreNoSignalOfOurs() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\n",
      "browser": """
      #!/bin/sh
      ignored=0x$(awk '/^SigIgn/ { print $2 }' /proc/self/status)
      echo "$((ignored >> 24 & 1)) ignored" > "$HOME/said"

      """,
    ])
    let said = try BuiltProgram.shell(
      """
      chmod +x browser
      tilawa studio a.tilawa > address 2> talk &
      await 'test -s said'
      kill -INT $!
      wait $!
      cat said
      """, in: folder.path, environment: ["HOME": folder.path, "BROWSER": folder.path(of: "browser")])
    #expect(said == "0 ignored\n")
  }

  /// A spoken recitation in several forms, and a library in which there is something to share.
  private static let world = Result {
    let folder = try TemporaryFolder([
      "spoken.tilawa/recording.yaml": "tilawa: 1\nid: s\naudio: { file: a.flac }\n"
    ])
    let recitation = SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(114, 6)), seed: 1)
    for (name, encoding) in [
      ("spoken.flac", AudioEncoding.flac), ("spoken.tilawa/a.flac", .flac), ("spoken.mp3", .mp3),
    ] { try recitation.write(to: folder.path(of: name), encoding: encoding) }
    for number in 0..<100 {
      for (name, text) in FaultJob.library {
        try folder.write(
          text.replacing("id: a\n", with: "id: a\(number)\n"),
          to: "library/" + name.replacing("a.tilawa", with: "a\(number).tilawa"))
      }
    }
    return folder
  }
}

extension TemporaryFolder {
  fileprivate func copied() throws -> TemporaryFolder { try FaultTrial.copy(self) }
}
