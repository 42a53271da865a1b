import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaArchives
@testable import TilawaRemote

@Suite struct ArchiveRoundTripTests {
  private let items: [(String, [UInt8])] = [
    ("b.tilawa/recording.yaml", Array("tilawa: 1\nid: b\n".utf8)), ("a.tilawa/empty", []),
    ("a.tilawa/سورة.txt", Array("الكهف\n".utf8)),
    ("a.tilawa/audio.flac", (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
    ("a.tilawa/" + String(repeating: "long-name/", count: 12) + "x", [1, 2, 3]),
  ]

  private func archive(
    _ items: [PackedItem], _ format: ArchiveFormat, isStreamed: Bool = false
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var bytes: [UInt8] = []
    if isStreamed {
      try ArchiveWriting.write(
        items, as: format, to: ArchiveOutput { part throws(FileError) in bytes += part })
      return bytes
    }
    let output = try AtomicOutput(for: folder.path + "/x")
    let file = try NewFile(of: output)
    try ArchiveWriting.write(items, as: format, to: ArchiveOutput(to: file))
    try output.finish()
    return try FileContents.read(folder.path + "/x")
  }

  @Test(arguments: ArchiveFormat.allCases)
  func whatIsPackedComesOut(_ format: ArchiveFormat) throws {
    let folder = try TemporaryFolder()
    try FileTransfer.create(
      try archive(items.map { PackedItem($0.0, .bytes($0.1)) }, format), at: folder.path + "/x")
    let result = try ArchiveExtraction(of: folder.path + "/x").unpack(into: folder.path) { $0.path }
    #expect(result.form == format.rawValue)
    #expect(result.files.count == items.count + 1)
    for (name, bytes) in items { #expect(try FileContents.read(folder.path + "/" + name) == bytes) }
    let manifest = try Manifest(reading: FileContents.read(folder.path + "/" + Manifest.name))
    try manifest.check(result.files.filter { $0.key != Manifest.name })
  }

  @Test(arguments: ArchiveFormat.allCases)
  func theOrderTheWayAndWhereFilesLieDoNotShow(_ format: ArchiveFormat) throws {
    let folder = try TemporaryFolder()
    let onDisk = try items.enumerated().map { index, item in
      try FileTransfer.create(item.1, at: folder.path + "/\(index)")
      return PackedItem(item.0, .file(folder.path + "/\(index)"))
    }
    let one = try archive(items.map { PackedItem($0.0, .bytes($0.1)) }, format)
    #expect(try archive(onDisk.reversed(), format) == one)
    #expect(try archive(onDisk, format, isStreamed: true) == one)
  }

  @Test func whatGrowsOrShrinksWhileItIsPackedIsNoticed() throws {
    let folder = try TemporaryFolder()
    try FileTransfer.create([UInt8](repeating: 1, count: 3_000_000), at: folder.path + "/a")
    let content = try PackedContent(PackedItem("a", .file(folder.path + "/a")))
    try FileTransfer.remove(folder.path + "/a")
    // Another file has the name, the one that is read is as it was.
    try content.pieces { _ in }
    #expect(throws: FileError.self) {
      try ArchiveWriting.write(
        [PackedItem("a", .file(folder.path + "/a"))], as: .zip, to: ArchiveOutput { _ in })
    }
  }

  /// A program that reads the archive from the front would unpack the file.
  @Test func aFileThatTheListDoesNotNameIsRefused() throws {
    let folder = try TemporaryFolder()
    let one = try archive([PackedItem("a", .bytes([1]))], .zip)
    // The file `a`: 30 bytes, its name and its content.
    try FileTransfer.create(Array(one[..<32]) + moved(one, by: 32), at: folder.path + "/x")
    do {
      _ = try ArchiveExtraction(of: folder.path + "/x").unpack(into: folder.path) { $0.path }
      Issue.record("it is taken")
    } catch let refusal as ArchiveRefusal {
      #expect(refusal.reason == .twoLists)
    }
  }

  /// A zip file of two files with other places in its list.
  private func moved(_ zip: [UInt8], by count: UInt8) throws -> [UInt8] {
    var zip = zip
    let end = zip.count - 22
    let list = Int(try #require(zip.number(at: end + 16, 4)))
    // All places are below 223.
    for place in [list + 42, list + 46 + 1 + 42, end + 16] { zip[place] += count }
    return zip
  }

  @Test func anEmptyArchiveHasAnEmptyManifest() throws {
    let folder = try TemporaryFolder()
    try FileTransfer.create(try archive([], .zip), at: folder.path + "/x")
    let result = try ArchiveExtraction(of: folder.path + "/x").unpack(into: folder.path) { $0.path }
    #expect(result.files.keys.map { $0 } == [Manifest.name])
  }
}
