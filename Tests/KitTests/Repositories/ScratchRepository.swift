import Foundation
import TilawaBase
import TilawaKit
import TilawaTestSupport

/// A repository for one test, with a commit.
struct ScratchRepository {
  let folder: TemporaryFolder
  static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder(files)
    try shell(
      "git init -q -b main . && git config user.email x@example.org && git config user.name x && git add . && git commit -qm first"
    )
  }

  /// Runs a shell command and returns the output of both streams.
  @discardableResult
  func shell(_ command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec 2>&1\n" + command]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "HOME": folder.path]
    ) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// Opens the repository as the program does.
  func opened() -> GitRepository? {
    GitProgram(searchPath: Self.searchPath).flatMap { GitRepository(containing: folder.path, $0) }
  }
}
