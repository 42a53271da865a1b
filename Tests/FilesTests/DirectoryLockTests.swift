import Files
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct DirectoryLockTests {
  @Test func excludesOthersUntilItGoes() throws {
    let folder = try TemporaryFolder()
    do {
      let lock = try DirectoryLock(on: folder.path)
      let isHeld = lock.isHeld
      #expect(isHeld)
      var waits = 0
      let error = #expect(throws: FileError.self) {
        _ = try DirectoryLock(on: folder.path, timeout: .milliseconds(30), onWait: { waits += 1 })
      }
      #expect(waits == 1)
      #expect(error?.description == "cannot lock \(folder.path): another program is working on it")
    }
    // A program that another test is just starting may hold it for a moment longer.
    _ = try DirectoryLock(on: folder.path, timeout: .seconds(10))
    #expect(try folder.names().isEmpty)
  }

  @Test func twoAtOnceLoseNothing() async throws {
    let folder = try TemporaryFolder(["count": "0"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10 {
            try DirectoryLock.holding(folder.path) {
              let count = Int(try folder.text(of: "count")) ?? -1000
              try folder.write("\(count + 1)", to: "count")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.text(of: "count") == "40")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock"), "needs flock"))
  func anotherProcessIsWaitedFor() throws {
    let folder = try TemporaryFolder(["count": ""])
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    other.arguments = [
      folder.path, "sh", "-c",
      """
      echo held > \(folder.path)/count
      for _ in $(seq 1500); do test -e \(folder.path)/waiting && break; sleep 0.02; done
      echo left > \(folder.path)/count
      """,
    ]
    try other.run()
    while try folder.text(of: "count") != "held\n" { Thread.sleep(forTimeInterval: 0.005) }
    var waited = false
    let waiting = {
      waited = true
      _ = try? folder.write("", to: "waiting")
    }
    let seen = try DirectoryLock.holding(folder.path, onWait: waiting) {
      try folder.text(of: "count")
    }
    #expect(waited)
    #expect(seen == "left\n")
    other.waitUntilExit()
  }

  @Test func removesWhatAKilledProgramLeft() throws {
    let folder = try TemporaryFolder([
      ".segments.yaml.tilawa-tmp-0123abcd": "half",
      ".old.tilawa-tmp-0123abcd/audio.flac": "half",
      ".segments.yaml.tilawa-tmp-0123": "not ours: too short",
      ".segments.yaml.tilawa-tmp-0123ABCD": "not ours: capitals",
      "segments.yaml.tilawa-tmp-0123abcd": "not ours: not hidden",
    ])
    _ = try DirectoryLock(on: folder.path)
    #expect(
      try folder.names() == [
        ".segments.yaml.tilawa-tmp-0123", ".segments.yaml.tilawa-tmp-0123ABCD",
        "segments.yaml.tilawa-tmp-0123abcd",
      ])
  }

  @Test func aMissingFolderIsToldSo() {
    let error = #expect(throws: FileError.self) { _ = try DirectoryLock(on: "/nowhere/at/all") }
    #expect(error?.description == "cannot lock /nowhere/at/all: no such file or folder")
  }
}
