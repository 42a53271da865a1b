import Foundation
import Testing
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaBase

/// Starting other programs.
@Suite struct ChildProgramTests {
  /// Makes a program, and opens its file for writing in this process alone. A file that
  /// `FileHandle(forWritingAtPath:)` opens is inherited by every program that another test starts meanwhile.
  /// It stays busy until the last of them ends.
  private func busyProgram() throws -> (folder: TemporaryFolder, program: ChildProgram, holder: FileHandle) {
    let folder = try TemporaryFolder(["said": "#!/bin/sh\nexit 7\n"])
    let path = folder.path(of: "said")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let holder = open(path, O_WRONLY | O_CLOEXEC)
    try #require(holder >= 0)
    return (
      folder, try #require(ChildProgram(named: "said", searchPath: folder.path)),
      FileHandle(fileDescriptor: holder, closeOnDealloc: true)
    )
  }

  /// A program's output is kept up to a limit. A caller that needs more gets an error.
  @Test func keepsNoMoreThanItMay() throws {
    let folder = try TemporaryFolder(["said": "#!/bin/sh\nprintf 12345\n"])
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path(of: "said")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let program = ChildProgram(path: path)
    #expect(try program.ask([], atMost: 5).output.count == 5)
    let told = #expect(throws: FileError.self) { try program.ask([], atMost: 4) }
    #expect(told?.reason == "larger than 4 bytes")
  }

  /// Linux refuses to start a file that any process has open for writing. Such a process can be a child that
  /// was started while the file was being written.
  @Test func waitsForAProgramThatIsStillOpenForWriting() throws {
    let (folder, program, holder) = try busyProgram()
    defer { withExtendedLifetime(folder) {} }
    // A thread of its own: under load tasks may wait longer than the program is waited for.
    Thread.detachNewThread {
      usleep(100_000)
      try? holder.close()
    }
    let start = ContinuousClock.now
    let status = try program.run([]).status
    #expect(status == 7)
    #if os(Linux)
      #expect(ContinuousClock.now - start >= .milliseconds(60))
    #endif
  }

  #if os(Linux)
    @Test func givesUpOnAProgramThatStaysBusy() throws {
      let (folder, program, holder) = try busyProgram()
      defer { withExtendedLifetime(folder) {} }
      let status = try? program.run([]).status
      #expect(status == nil)
      try holder.close()
      let last = try program.run([]).status
      #expect(last == 7)
    }
  #endif
}
