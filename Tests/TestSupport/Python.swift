import Foundation

/// Python, for comparing with programs that are not ours; tests that need it are left out where it isn't
/// installed.
public enum Python {
  /// Runs `python3` and gives its exit status and what it printed on standard output.
  public static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Returns true if Python can run `program`, such as an import.
  public static func canRun(_ program: String) -> Bool { (try? run(["-c", program]))?.status == 0 }
}
