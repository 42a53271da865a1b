import Foundation
import TestSupport
import Testing

@testable import Files

/// Starting other programs.
@Suite struct ChildProgramTests {
  /// Linux refuses to start a file that anybody holds open for writing, as a program does that was started while it was written.
  @Test func waitsForAProgramThatIsStillOpenForWriting() async throws {
    let folder = try TemporaryFolder(["said": "#!/bin/sh\nexit 7\n"])
    let path = folder.path(of: "said")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let program = try #require(ChildProgram(named: "said", searchPath: folder.path))
    let holder = try #require(FileHandle(forWritingAtPath: path))
    let closing = Task {
      try await Task.sleep(for: .milliseconds(50))
      try holder.close()
    }
    #expect(try program.run([]).status == 7)
    try await closing.value
  }
}
