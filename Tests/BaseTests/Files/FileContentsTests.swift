import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@Suite struct FileContentsTests {
  @Test func readsWhatIsThere() throws {
    let text = String(repeating: "بسم الله\r\n", count: 5000)
    let folder = try TemporaryFolder(["a": text, "empty": ""])
    #expect(try folder.text(of: "a") == text)
    #expect(try FileContents.read(folder.path(of: "empty")).isEmpty)
  }

  @Test func saysWhatIsMissing() throws {
    let folder = try TemporaryFolder(["file": ""])
    let path = folder.path(of: "friday.tilawa/audio.flac")
    let error = #expect(throws: FileError.self) { try FileContents.read(path) }
    #expect(error?.description == "cannot read \(path): no such file")
    #expect(error?.isMissing == true)
    #expect(error?.message(showing: "audio.flac") == "cannot read audio.flac: no such file")
    #expect(try FileContents.readIfAny(path) == nil)
    #expect(try FileContents.readIfAny(folder.path(of: "file/below")) == nil)
  }

  @Test func refusesWhatIsNoRegularFileAndWhatIsTooLarge() throws {
    let folder = try TemporaryFolder(["a": "12345"])
    let onFolder = #expect(throws: FileError.self) { try FileContents.read(folder.path) }
    #expect(onFolder?.reason == "it is a folder")
    let device = #expect(throws: FileError.self) { try FileContents.read("/dev/zero") }
    #expect(device?.reason == "not a regular file")
    let large = #expect(throws: FileError.self) { try FileContents.read(folder.path(of: "a"), atMost: 4) }
    #expect(large?.reason == "larger than 4 bytes")
    #expect(try FileContents.read(folder.path(of: "a"), atMost: 5).count == 5)
  }

  @Test func aNamedPipeDoesNotHang() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path(of: "segments.yaml")
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    maker.arguments = ["mkfifo", pipe]
    try maker.run()
    maker.waitUntilExit()
    let error = #expect(throws: FileError.self) { try FileContents.read(pipe) }
    #expect(error?.reason == "not a regular file")
  }

  /// Vectors of FIPS 180-2, appendix B.
  @Test func digestsAreThoseOfTheStandard() throws {
    let million = String(repeating: "a", count: 1_000_000)
    let folder = try TemporaryFolder(["abc": "abc", "empty": "", "million": million + million])
    #expect(
      try FileDigest.of(folder.path(of: "abc"))
        == FileDigest(
          sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", bytes: 3))
    #expect(
      try FileDigest.of(folder.path(of: "empty")).sha256
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      try FileDigest.of(Array(million.utf8)).sha256
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    var steps: [Int64] = []
    let digest = try FileDigest.of(folder.path(of: "million")) { steps.append($0) }
    #expect(try digest == FileDigest.of(Array((million + million).utf8)))
    #expect(steps == [1_048_576, 2_000_000])
  }

  @Test func copiesMovesAndNeverOverwrites() throws {
    let folder = try TemporaryFolder(["a": "abc", "taken": "mine"])
    let digest = try FileTransfer.copy(folder.path(of: "a"), to: folder.path(of: "b"))
    #expect(try digest == FileDigest.of(Array("abc".utf8)))
    #expect(try folder.text(of: "b") == "abc")
    for name in ["taken", "dangling"] {
      if name == "dangling" { try FileTransfer.link(folder.path(of: name), to: "nowhere") }
      let copy = #expect(throws: FileError.self) {
        try FileTransfer.copy(folder.path(of: "a"), to: folder.path(of: name))
      }
      #expect(copy?.isTaken == true)
      let move = #expect(throws: FileError.self) {
        try FileTransfer.move(folder.path(of: "a"), to: folder.path(of: name))
      }
      #expect(move?.isTaken == true)
    }
    #expect(try folder.text(of: "taken") == "mine")
    let missing = #expect(throws: FileError.self) {
      try FileTransfer.copy(folder.path(of: "none"), to: folder.path(of: "c"))
    }
    #expect(missing?.action == "copy" && missing?.isMissing == true)
    try FileTransfer.move(folder.path(of: "a"), to: folder.path(of: "c"))
    #expect(try folder.names() == ["b", "c", "dangling", "taken"])
  }

  @Test func aFolderAppearsWholeOrNotAtAll() throws {
    let folder = try TemporaryFolder(["taken/a": "mine", ".x.tilawa.tilawa-tmp-00000000/half": ""])
    let target = folder.path(of: "friday.tilawa")
    do {
      let new = try AtomicDirectory(for: target)
      try AtomicFile.write([1], to: new.path + "/recording.yaml")
      // One in progress isn't a leftover.
      let beside = try AtomicDirectory(for: folder.path(of: "other.tilawa"))
      #expect(try FileStatus.isFolder(new.path) && FileStatus.isFolder(beside.path))
      #expect((try? FileStatus.ifAny(target)) == nil)
      try new.finish()
    }
    #expect(try folder.names() == ["friday.tilawa", "taken"])
    #expect(try folder.names(in: "friday.tilawa") == ["recording.yaml"])
    let error = #expect(throws: FileError.self) { _ = try AtomicDirectory(for: folder.path(of: "taken")) }
    #expect(error?.description == "cannot create \(folder.path)/taken: it already exists")

    let quicker = #expect(throws: FileError.self) {
      let late = try AtomicDirectory(for: folder.path(of: "late"))
      try folder.write("quicker", to: "late/a")
      try late.finish()
    }
    #expect(quicker?.isTaken == true)
    #expect(try folder.text(of: "late/a") == "quicker")
    #expect(try folder.names() == ["friday.tilawa", "late", "taken"])
  }
}
