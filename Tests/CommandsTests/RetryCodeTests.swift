import Testing
import TilawaTestSupport

/// The effect of `--exit-retry` and `--threads` in batch runs. Each test starts a program, because the state
/// of these options belongs to the process.
@Suite struct RetryCodeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["a.tilawa/recording.yaml": "tilawa: 1\nid: friday\ntitle:   Friday\n"])
  }

  private func status(_ arguments: String, fault: String? = nil) throws -> String {
    try BuiltProgram.shell(
      "tilawa \(arguments) > said 2>&1; echo $?", in: folder.path,
      environment: fault.map { ["TILAWA_FAULT": $0] } ?? [:])
  }

  @Test func whatMayPassEndsWithTheCodeOfOnesChoice() throws {
    for fault in ["1+:ENOSPC", "1+:EIO"] {
      #expect(try status("fmt a.tilawa", fault: fault) == "2\n")
      #expect(try status("fmt a.tilawa --exit-retry 75", fault: fault) == "75\n")
      #expect(try status("--exit-retry=3 fmt a.tilawa", fault: fault) == "3\n")
    }
    #expect(try folder.text(of: "a.tilawa/recording.yaml") == "tilawa: 1\nid: friday\ntitle:   Friday\n")
  }

  @Test func whatIsHopelessEndsAsEver() throws {
    for arguments in ["fmt b.tilawa", "fmt --bogus", "show a.tilawa 300:1"] {
      #expect(try status("\(arguments) --exit-retry 75") == "2\n", "\(arguments)")
    }
    #expect(try status("fmt a.tilawa --exit-retry 75", fault: "1+:EACCES") == "2\n")
    #expect(try status("fmt --check a.tilawa --exit-retry 75") == "1\n")
    #expect(try status("fmt a.tilawa --exit-retry 75") == "0\n")
  }

  @Test func wrongValuesAreRefused() throws {
    for option in [
      "exit-retry 2", "exit-retry 126", "exit-retry x", "threads 0", "threads two", "show-progress fast",
    ] {
      #expect(try status("fmt --check a.tilawa --\(option)") == "2\n", "\(option)")
    }
  }

  /// The rows don't depend on the number of threads.
  @Test func rowsAreTheSameOnOneThread() throws {
    let made = try BuiltProgram.shell(
      """
      generate-recitation a.flac --passage 112:1-4 > truth
      for n in 1 2 3; do
        tilawa import a.flac --riwayah hafs --name $n --id 0f9619ff-8b86-4d01-b42d-00cf4fc964ff > /dev/null 2>&1
        tilawa mark $n.tilawa --passage 112 --threads $n > /dev/null 2>&1
        cmp 1.tilawa/markers.yaml $n.tilawa/markers.yaml
      done
      grep -c ayah 1.tilawa/markers.yaml
      """, in: folder.path)
    #expect(made == "4\n")
  }
}
