import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaBase

/// A disk that fails is not taken for an empty one, and a change of several files is made as a whole.
@Suite struct FailingDiskTests {
  private static func code(_ name: String) -> Int32 { CallFaults.codes[name] ?? 0 }

  // MARK: What is there

  @Test func whatCantBeAskedForIsNotTakenForAbsent() throws {
    let folder = try TemporaryFolder(["a": "text"])
    let path = folder.path(of: "a")
    CallFaults.$inForce.withValue(CallFaults(.onwards(Self.code("EIO")), at: 1)) {
      let error = #expect(throws: FileError.self) { _ = try FileStatus.ifAny(path) }
      #expect(error?.description == "cannot read \(path): input/output error on the device")
      #expect(throws: FileError.self) { _ = try FileStatus.isFolder(path) }
      #expect(FileStatus.mayBe(.folder, path) && FileStatus.mayBe(.file, path))
      #expect(!FileStatus.isAbsent(path))
      var faults: [FileError] = []
      #expect(FileTree.visibleFiles(endingIn: "a", in: folder.path) { faults.append($0) }.isEmpty)
      #expect(faults.map(\.path) == [folder.path])
    }
    #expect(try FileStatus.ifAny(path)?.kind == .file)
  }

  @Test func onlyWhatCantBeThereIsAbsent() throws {
    let folder = try TemporaryFolder(["a": "text"])
    let loop = folder.path(of: "loop")
    try FileTransfer.link(loop, to: "loop")
    let long = folder.path(of: String(repeating: "n", count: 300))
    for path in [folder.path(of: "b"), folder.path(of: "a/b"), loop, long] {
      #expect(try FileStatus.ifAny(path) == nil)
      #expect(FileStatus.isAbsent(path) && !FileStatus.mayBe(.file, path))
    }
    #expect(try FileStatus.ifAny(loop, followingLinks: false)?.kind == .link)
    // Who may look into every folder can't be kept out of one.
    guard getuid() != 0 else { return }
    try folder.write("", to: "closed/c")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.path(of: "closed"))
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.path(of: "closed"))
    }
    #expect(throws: FileError.self) { _ = try FileStatus.ifAny(folder.path(of: "closed/c")) }
  }

  @Test func aFolderThatWasMovedAwayIsNotMadeAgain() throws {
    let folder = try TemporaryFolder(["library/a": ""])
    let (library, shelf) = (folder.path(of: "library"), folder.path(of: "library/journal/shelf"))
    try FileTransfer.makeFolder(shelf, below: library)
    #expect(try FileStatus.isFolder(shelf))
    try FileManager.default.moveItem(atPath: library, toPath: folder.path(of: "elsewhere"))
    let error = #expect(throws: FileError.self) { try FileTransfer.makeFolder(shelf, below: library) }
    #expect(error?.description == "cannot create \(shelf): no such file or folder")
    #expect(try folder.names() == ["elsewhere"])
  }

  // MARK: Changes of several files

  private static let old = ["a": "old a", "b": "old b", "gone": "old"]
  private static let new = ["a": "new a", "b": "new b", "made": "new"]

  private func change(_ folder: TemporaryFolder, last: () throws(FileError) -> Void = {}) throws {
    let names = Set(Self.old.keys).union(Self.new.keys).sorted()
    try AtomicFile.change(
      names.map { name in
        .init(
          folder.path(of: name), from: Self.old[name].map { Array($0.utf8) },
          to: Self.new[name].map { Array($0.utf8) })
      }, last: last)
  }

  private func state(_ folder: TemporaryFolder) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try folder.names().map { ($0, try folder.text(of: $0)) })
  }

  /// A call fails, once or from then on. The files are then old or new as a whole, either at once or after
  /// the next lock.
  @Test func whatCantBeTakenBackIsTakenBackByTheNextLock() throws {
    let calm = CallFaults()
    try CallFaults.$inForce.withValue(calm) { try change(try TemporaryFolder(Self.old)) }
    var halfDone = 0
    for place in 1...calm.calls.count {
      for effect in ["EIO", "EROFS", "EACCES"].map(Self.code).flatMap({ [.once($0), .onwards($0)] })
        as [CallFaults.Effect]
      {
        let folder = try TemporaryFolder(Self.old)
        var message = "done"
        do {
          try CallFaults.$inForce.withValue(CallFaults(effect, at: place)) { try change(folder) }
        } catch {
          message = "\(error)"
        }
        let context = Comment("\(effect) at \(place): \(message)")
        let now = try state(folder).filter { !$0.key.contains(".tilawa-") }
        if now != Self.old, now != Self.new {
          halfDone += 1
          #expect(
            message.contains("already replaced and not restored: ") && message.contains("; the next command"),
            context)
        }
        if message == "done" { #expect(now == Self.new, context) }
        _ = try DirectoryLock(on: folder.path)
        let settled = try state(folder)
        #expect(settled == Self.old || settled == Self.new, context)
      }
    }
    #expect(halfDone > 0)
  }

  @Test func whatAnEditorSavedSinceStands() throws {
    let calm = CallFaults()
    try CallFaults.$inForce.withValue(calm) { try change(try TemporaryFolder(Self.old)) }
    // From one of them on nothing can be renamed any more.
    var saves = 0
    let renames = calm.calls.indices.filter { calm.calls[$0] == .rename }
    for place in renames {
      let folder = try TemporaryFolder(Self.old)
      CallFaults.$inForce.withValue(CallFaults(.onwards(Self.code("EROFS")), at: place + 1)) {
        try? change(folder)
      }
      guard try folder.text(of: "a") == "new a" else { continue }
      saves += 1
      try Data("theirs".utf8).write(to: URL(filePath: folder.path(of: "a")))
      _ = try DirectoryLock(on: folder.path)
      #expect(try folder.text(of: "a") == "theirs")
      #expect(try folder.names().filter { $0.contains(".tilawa-") }.isEmpty)
    }
    #expect(saves > 0)
  }

  @Test func aNoteThatNobodyOfOursWroteIsRemoved() throws {
    for text in ["", "tilawa change 1", "tilawa change 1\0../a\0b\0c", "tilawa change 1\0a\0b", "\0\0\0\0"] {
      let folder = try TemporaryFolder(["a": "a", ".tilawa-change-00000000": text])
      _ = try DirectoryLock(on: folder.path)
      #expect(try state(folder) == ["a": "a"])
    }
  }

  /// A note can outlast its change if a power cut brought it back, or if it couldn't be removed.
  @Test func aNoteOfAChangeThatWasDoneTakesNothingBack() throws {
    let entries = ["a", "b", "gone", "made"].map { name in
      ChangeNote.Entry(
        name, old: Self.old[name].map { Array($0.utf8) }, new: Self.new[name].map { Array($0.utf8) })
    }
    let fields = ["tilawa change 1"] + entries.flatMap { [$0.name, $0.old, $0.new] }
    let folder = try TemporaryFolder(Self.old)
    try change(folder)
    try folder.write(fields.joined(separator: "\0"), to: ".tilawa-change-00000000")
    _ = try DirectoryLock(on: folder.path)
    #expect(try state(folder) == Self.new)
  }

  @Test func theLastStepIsPartOfTheChange() throws {
    let folder = try TemporaryFolder(Self.old)
    let error = #expect(throws: FileError.self) {
      try change(folder) { () throws(FileError) in
        #expect((try? folder.text(of: "a")) == "new a")
        throw FileError("move", "sound", because: "it is too loud")
      }
    }
    #expect(error?.description == "cannot move sound: it is too loud")
    #expect(try state(folder) == Self.old)
    try change(folder)
    #expect(try state(folder) == Self.new)
  }
}
