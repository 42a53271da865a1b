import Foundation
import Synchronization
import Testing
import TilawaTestSupport

@testable import TilawaBase

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
    _ = try DirectoryLock(on: folder.path, timeout: .zero)
    #expect(try folder.names().isEmpty)
  }

  /// Another thread that starts a program has a copy of every open file until the program replaces it.
  @Test func aCopyInAChildThatIsBeingStartedHoldsNothing() throws {
    let folder = try TemporaryFolder()
    let copy: Int32
    do {
      let held = try Descriptor(folder.path, for: .readingFolder)
      try held.lock(waiting: false)
      copy = dup(held.number)
    }
    defer { close(copy) }
    try Descriptor(folder.path, for: .readingFolder).lock(waiting: false)
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

  @Test func patienceEndsTheWaitAndIsTold() throws {
    let folder = try TemporaryFolder()
    let lock = try DirectoryLock(on: folder.path)
    let told = Mutex<[String]>([])
    let patience = LockPatience(limit: .milliseconds(1200)) { folder, _ in told.withLock { $0.append(folder) }
    }
    let start = ContinuousClock.now
    let error = LockPatience.$current.withValue(patience) {
      #expect(throws: FileError.self) { _ = try DirectoryLock(on: folder.path) }
    }
    #expect(error?.description.contains("is working on it") == true)
    #expect(told.withLock { $0 } == [folder.path])
    #expect(ContinuousClock.now - start >= .milliseconds(1200))
    // What is given back soon isn't told.
    LockPatience.$current.withValue(LockPatience(limit: .zero)) {
      _ = #expect(throws: FileError.self) { _ = try DirectoryLock(on: folder.path) }
    }
    _ = consume lock
  }

  @Test func theListOfLocksNamesTheHolder() {
    let list = """
      1: POSIX  ADVISORY  WRITE 17 fe:00:99 0 EOF
      2: FLOCK  ADVISORY  WRITE 812 fe:00:1835010 0 EOF
      2: -> FLOCK  ADVISORY  WRITE 813 fe:00:1835010 0 EOF
      3: FLOCK  ADVISORY  WRITE 900 00:2a:1835010 0 EOF
      4: FLOCK  ADVISORY  WRITE 0 fe:00:44 0 EOF
      5: FLOCK  ADVISORY  WRITE 31 00:2b:45 0 EOF

      """
    func holder(_ major: UInt32, _ minor: UInt32, _ inode: UInt64) -> Int32? {
      LockHolder.holder(in: list, of: ((major, minor), inode))
    }
    #expect(holder(0xfe, 0, 1_835_010) == 812)
    #expect(holder(0, 0x2a, 1_835_010) == 900)
    // Nobody knows which of two.
    #expect(holder(1, 1, 1_835_010) == nil)
    #expect(holder(0xfe, 0, 99) == nil && holder(0xfe, 0, 44) == nil)
    #expect(holder(7, 7, 45) == 31)
    #expect(LockHolder.command(["/usr/bin/tilawa", "mark", "secret.tilawa"]) == "tilawa mark")
    #expect(LockHolder.command(["tilawa", "--quiet", "mark"]) == "tilawa")
    #expect(LockHolder.command(["/usr/bin/flock", "x"]) == "flock")
    #expect(LockHolder.command([]) == "another program")
  }

  @Test func removesWhatAKilledProgramLeft() throws {
    let folder = try TemporaryFolder()
    // Not by our own means, each of which would remove what the one before made.
    for (name, text) in [
      ".segments.yaml.tilawa-tmp-0123abcd": "half",
      ".old.tilawa-tmp-0123abcd/audio.flac": "half",
      ".a.m4a.tilawa-tmp-0123abcd": "half", ".a.m4a.tilawa-tmp-0123abcd.cover": "a picture",
      ".gone.m4a.tilawa-tmp-0123abcd.remuxed": "half",
      ".b.m4a.tilawa-tmp-0123abcd": "being built", ".b.m4a.tilawa-tmp-0123abcd.chapters": "a list",
      ".c.m4a.tilawa-tmp-0123abcd.notes": "not ours: another ending",
      ".segments.yaml.tilawa-tmp-0123": "not ours: too short",
      ".segments.yaml.tilawa-tmp-0123ABCD": "not ours: capitals",
      "segments.yaml.tilawa-tmp-0123abcd": "not ours: not hidden",
    ] {
      let file = URL(filePath: folder.path(of: name))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let built = try Descriptor(folder.path(of: ".b.m4a.tilawa-tmp-0123abcd"), for: .reading)
    try built.lock(waiting: false)
    _ = try DirectoryLock(on: folder.path)
    _ = consume built
    #expect(
      try folder.names() == [
        ".b.m4a.tilawa-tmp-0123abcd", ".b.m4a.tilawa-tmp-0123abcd.chapters",
        ".c.m4a.tilawa-tmp-0123abcd.notes", ".segments.yaml.tilawa-tmp-0123",
        ".segments.yaml.tilawa-tmp-0123ABCD",
        "segments.yaml.tilawa-tmp-0123abcd",
      ])
  }

  @Test func aMissingFolderIsToldSo() {
    let error = #expect(throws: FileError.self) { _ = try DirectoryLock(on: "/nowhere/at/all") }
    #expect(error?.description == "cannot lock /nowhere/at/all: no such file or folder")
  }
}
