import Foundation
import TilawaBase

/// The built `tilawa`, for the few tests that need a process of its own: signals, shells, start-up.
enum BuiltProgram {
  /// The folder of the executable: that of the running tests.
  static let folder: String = {
    // The tests are a bundle beside the executable on macOS, and an executable beside it on Linux.
    let bundles = [Bundle.main.bundlePath] + Bundle.allBundles.map(\.bundlePath)
    let folders = bundles.flatMap { [$0, PathText.folder(of: $0)] }
    return folders.first { (try? FileStatus.ifAny($0 + "/tilawa")) != nil } ?? Bundle.main.bundlePath
  }()

  static var path: String { folder + "/tilawa" }

  /// A script that defines `await 'CONDITION'` for the shell. It waits until the condition is true, for half
  /// a minute at most, and then reports a timeout.
  private static let waiting = """
    await() {
      for _ in $(seq 1500); do
        eval "$1" 2> /dev/null && return
        sleep 0.02
      done
      echo "waited in vain for $1"
    }

    """

  /// Runs a shell command and returns the output of both streams, with a last line `[exit 1]` unless it exits
  /// with 0.
  static func shell(_ command: String, in directory: String, environment: [String: String] = [:]) throws
    -> String
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec 2>&1\n" + waiting + command]
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    var surroundings = ProcessInfo.processInfo.environment
    surroundings["PATH"] = folder + ":" + (surroundings["PATH"] ?? "/usr/bin:/bin")
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE", "TILAWA_LIBRARY", "COLUMNS"] { surroundings[name] = nil }
    surroundings.merge(environment) { $1 }
    process.environment = surroundings
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    return process.terminationStatus == 0 ? text : text + "[exit \(process.terminationStatus)]\n"
  }
}
