import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@Suite struct AtomicFileTests {
  private func mode(_ path: String) throws -> Int {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  @Test func writesAndLeavesNothingElseBehind() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "segments.yaml")
    #expect(try AtomicFile.write(Array("one".utf8), to: path))
    #expect(try folder.text(of: "segments.yaml") == "one")
    #expect(try AtomicFile.write(Array("three".utf8), to: path))
    #expect(try AtomicFile.write([], to: path))
    #expect(try folder.text(of: "segments.yaml") == "")
    #expect(try folder.names() == ["segments.yaml"])
  }

  @Test func leavesAnUnchangedFileAlone() throws {
    let folder = try TemporaryFolder(["a": "same"])
    let path = folder.path(of: "a")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: path)
    #expect(try !AtomicFile.write(Array("same".utf8), to: path))
    #expect(try FileStatus.of(path).modified == 1_000_000_000_000)
    #expect(try AtomicFile.write(Array("else".utf8), to: path))
    #expect(try FileStatus.of(path).modified > 1_000_000_000_000)
  }

  @Test func keepsTheMode() throws {
    let folder = try TemporaryFolder(["a": "old"])
    let path = folder.path(of: "a")
    for permissions in [0o600, 0o644, 0o755, 0o664] {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      try AtomicFile.write(Array("new \(permissions)".utf8), to: path)
      #expect(try mode(path) == permissions)
    }
  }

  @Test func writesThroughLinks() throws {
    let folder = try TemporaryFolder(["store/a": "old"])
    try FileTransfer.link(folder.path(of: "middle"), to: "store/a")
    try FileTransfer.link(folder.path(of: "link"), to: folder.path(of: "middle"))
    #expect(try AtomicFile.write(Array("new".utf8), to: folder.path(of: "link")))
    #expect(try folder.text(of: "store/a") == "new")
    #expect(try FileStatus.of(folder.path(of: "link"), followingLinks: false).kind == .link)
    #expect(try folder.names(in: "store") == ["a"])

    try FileTransfer.link(folder.path(of: "dangling"), to: "store/b")
    #expect(try AtomicFile.write(Array("made".utf8), to: folder.path(of: "dangling")))
    #expect(try folder.text(of: "store/b") == "made")

    try FileTransfer.link(folder.path(of: "snake"), to: "snake")
    #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.path(of: "snake")) }
  }

  @Test func saysWhyItCannot() throws {
    let folder = try TemporaryFolder(["a": ""])
    let missing = folder.path(of: "nowhere/a")
    let error = #expect(throws: FileError.self) { try AtomicFile.write([1], to: missing) }
    #expect(error?.description == "cannot write \(missing): no such file or folder")
    let onFolder = #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.path) }
    #expect(onFolder?.reason == "it is a folder")
    let under = #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.path(of: "a/b")) }
    #expect(under?.reason == "a part of the path is not a folder")
    #expect(try folder.names() == ["a"])
  }

  @Test func aFailedWriteRemovesItsTemporary() throws {
    // The temporary's name is cut to fit, so this fails at the last step, when it gets its own.
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: 300)
    #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.path(of: long)) }
    #expect(try folder.names().isEmpty)
  }

  @Test func longNamesAreWritten() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "ي", count: 120)
    #expect(try AtomicFile.write([1], to: folder.path(of: long)))
    #expect(try folder.names() == [long])
  }

  /// A file that was just written may still be open in a child that another thread is starting. It stays open
  /// there until the child runs another program.
  @Test(arguments: [false, true]) func whoOnlyHoldsAFileOpenHasNotChangedIt(isSaving: Bool) throws {
    let folder = try TemporaryFolder(["a": "old"])
    let path = folder.path(of: "a")
    // `FileHandle(forWritingTo:)` would hand it on to programs that other tests start.
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let holder = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    Thread.detachNewThread {
      usleep(200_000)
      if isSaving { holder.write(Data("theirs".utf8)) }
      try? holder.close()
    }
    let change = AtomicFile.Change(path, from: Array("old".utf8), to: Array("new".utf8))
    if isSaving {
      let error = #expect(throws: FileError.self) { try AtomicFile.change([change]) }
      #expect(error?.isOvertaken == true)
    } else {
      try AtomicFile.change([change])
    }
    #expect(try folder.text(of: "a") == (isSaving ? "theirs" : "new"))
    #expect(try folder.names() == ["a"])
  }

  @Test func manyWritersLeaveOneWholeFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for round in 0..<10 {
            let letter = UInt8(ascii: "a") + UInt8(writer)
            try AtomicFile.write(Array(repeating: letter, count: 1000 + round), to: path)
          }
        }
      }
      try await group.waitForAll()
    }
    let bytes = try FileContents.read(path)
    #expect(bytes.count == 1009 || Set(bytes).count == 1)
    #expect(Set(bytes).count == 1)
    #expect(try folder.names() == ["a"])
  }
}
