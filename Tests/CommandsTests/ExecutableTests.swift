import Foundation
import Testing
import TilawaTestSupport

/// Behaviour that only the built program can show: its streams, its exit status, and its end by signals.
@Suite struct ExecutableTests {
  /// The built `tilawa` lies beside the tests.
  private let program = URL(fileURLWithPath: Bundle.main.bundlePath).appendingPathComponent("tilawa")

  private func process(_ arguments: String...) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  @Test func runsAndTellsItsVersion() throws {
    let process = process("--version")
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("tilawa 0.1.0\ncommit "))
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test func wrongUsageExitsWithTwo() throws {
    for arguments in ["frobnicate", "--bogus"] {
      let process = process(arguments)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 2, "\(arguments)")
    }
  }

  @Test func aClosedPipeEndsItInSilence() throws {
    let folder = try TemporaryFolder()
    // The shell opens the pipe, so that no other test's program can hold its other end.
    let said = try BuiltProgram.shell(
      """
      mkfifo pipe
      true < pipe &
      exec 3> pipe
      wait $!
      tilawa setup completions zsh >&3
      echo "status $?"
      """, in: folder.path)
    #expect(said == "status \(128 + SIGPIPE)\n")
  }

  /// Programs inherit what is blocked.
  @Test(.enabled(if: Python.canRun("import signal"), "needs python3"))
  func aClosedPipeEndsItWhereItsParentHasBlockedThat() throws {
    let script = """
      import os, signal, subprocess, sys
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPIPE])
      reading, writing = os.pipe()
      os.close(reading)
      said = subprocess.run([sys.argv[1], "setup", "completions", "zsh"], stdout=writing, stderr=subprocess.PIPE)
      print(said.returncode, said.stderr.decode())
      """
    let said = try Python.run(["-c", script, program.path])
    #expect(said.output == "-\(SIGPIPE) \n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func aFullDiskIsNoSuccess() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let process = process("--version")
    process.standardOutput = full
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }
}
