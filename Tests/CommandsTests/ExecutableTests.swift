import Foundation
import TestSupport
import Testing

/// What only the built program can show: its streams, its exit status, and how signals end it.
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
    #expect(String(decoding: bytes, as: UTF8.self) == "tilawa 0.1.0\n")
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
    let process = process("completions", "zsh")
    let output = Pipe()
    let talk = Pipe()
    process.standardOutput = output
    process.standardError = talk
    try output.fileHandleForReading.close()
    try process.run()
    try output.fileHandleForWriting.close()
    let bytes = try talk.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGPIPE)
    #expect(bytes.isEmpty)
  }

  @Test func aFullDiskIsNoSuccess() throws {
    guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
    let process = process("--version")
    process.standardOutput = full
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }
}
