import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaArchives
@testable import TilawaRemote

/// Archives at each limit are accepted, and archives one past it are refused.
@Suite struct ArchiveLimitsTests {
  private func reason(
    _ files: [(String, [UInt8])], _ format: ArchiveFormat, _ limits: ArchiveLimits
  ) throws -> ArchiveRefusal.Reason? {
    let folder = try TemporaryFolder()
    let output = try AtomicOutput(for: folder.path + "/x")
    let file = try NewFile(of: output)
    try ArchiveWriting.write(
      files.map { PackedItem($0.0, .bytes($0.1)) }, as: format, to: ArchiveOutput(to: file))
    try output.finish()
    do {
      _ = try ArchiveExtraction(of: folder.path + "/x", limits).unpack(into: folder.path + "/d") { $0.path }
      return nil
    } catch let refusal as ArchiveRefusal {
      return refusal.reason
    }
  }

  @Test(arguments: ArchiveFormat.allCases) func entries(_ format: ArchiveFormat) throws {
    // The manifest is one.
    var limits = ArchiveLimits()
    limits.entries = 3
    #expect(try reason([("a", []), ("b", [])], format, limits) == nil)
    #expect(try reason([("a", []), ("b", []), ("c", [])], format, limits) == .tooManyEntries)
  }

  @Test(arguments: ArchiveFormat.allCases) func bytes(_ format: ArchiveFormat) throws {
    let files = [("a", [UInt8](repeating: 7, count: 1000))]
    var limits = ArchiveLimits()
    limits.bytes = 1000 + 64 + 2 + 1 + 1
    #expect(try reason(files, format, limits) == nil)
    limits.bytes -= 1
    #expect(try reason(files, format, limits) == .tooLarge)
  }

  @Test func ratio() throws {
    let files = [("a", [UInt8](repeating: 7, count: 1_000_000))]
    var limits = ArchiveLimits()
    limits.freeBytes = 1_000_068
    #expect(try reason(files, .tarZstd, limits) == nil)
    (limits.freeBytes, limits.ratio) = (0, 100)
    #expect(try reason(files, .tarZstd, limits) == .bomb)
    #expect(try reason(files, .zip, limits) == nil)
  }

  /// 262,244 zeros, deflated: all that is packed goes into zlib before the last of them come out.
  @Test func longRunsAtTheEndOfAFile() throws {
    let (head, tail) = (
      "UEsDBBQAAAAIAAAAIQAHZUJvDwEAAGQABAAFAAAAemVyb3PtwTEBAAAAwqD1T20LL6",
      "P4GUEsBAhQDFAAAAAgAAAAhAAdlQm8PAQAAZAAEAAUAAAAAAAAAAAAAAKQBA"
        + "AAAAHplcm9zUEsFBgAAAAABAAEAMwAAADIBAAAAAA=="
    )
    let packed = head + String(repeating: "A", count: 339) + tail
    let files = try ZipFiles(Array(try #require(Data(base64Encoded: packed))), ArchiveLimits())
    let zeros = try files.contents(of: try #require(files.entries.first), atMost: 300_000)
    #expect(zeros == [UInt8](repeating: 0, count: 262_244))
  }

  /// bsdtar fills the last block of a pipe with zeros.
  @Test func zerosBehindAZipFile() throws {
    let folder = try TemporaryFolder()
    let output = try AtomicOutput(for: folder.path + "/x")
    let file = try NewFile(of: output)
    try ArchiveWriting.write([PackedItem("a", .bytes([7]))], as: .zip, to: ArchiveOutput(to: file))
    try output.finish()
    let whole = try FileContents.read(folder.path + "/x")
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    for (index, (behind, isTaken)) in [
      ([], true), (zeros(1), true), (zeros(21), true), (zeros(22), true), (zeros(10_240), true),
      (zeros(1 << 20), true), (zeros((1 << 20) + 1), false), (zeros(512) + [1], false),
      ([1] + zeros(512), false), (zeros(512) + [1] + zeros(512), false), (zeros(512) + whole, false),
    ].enumerated() {
      let path = folder.path + "/\(index)"
      try AtomicFile.write(whole + behind, to: path)
      var reason: ArchiveRefusal.Reason?
      do {
        _ = try ArchiveExtraction(of: path, ArchiveLimits()).unpack(into: path + "-d") { $0.path }
      } catch let refusal as ArchiveRefusal { reason = refusal.reason }
      #expect((reason == nil) == isTaken, "\(behind.count): \(String(describing: reason))")
    }
  }

  @Test func names() throws {
    var limits = ArchiveLimits()
    (limits.nameBytes, limits.partBytes, limits.depth) = (20, 15, 4)
    #expect(try reason([("aaaaaaaaaa/bbbbbbbbb", [])], .tar, limits) == nil)
    #expect(try reason([("aaaaaaaaaa/bbbbbbbbbb", [])], .tar, limits) == .nameTooLong)
    #expect(try reason([("aaaaaaaaaaaaaaaa", [])], .tar, limits) == .nameTooLong)
    #expect(try reason([("a/b/c/d", [])], .tar, limits) == nil)
    #expect(try reason([("a/b/c/d/e", [])], .tar, limits) == .tooDeep)
  }

  /// One byte past what may come out of each byte that is there.
  @Test func allowances() {
    var limits = ArchiveLimits()
    (limits.freeBytes, limits.ratio, limits.bytes) = (1000, 100, 5000)
    #expect(limits.allowance(packed: 10) == (2000, true))
    #expect(limits.allowance(packed: 39) == (4900, true))
    #expect(limits.allowance(packed: 40) == (5000, false))
    #expect(limits.allowance(packed: .max) == (5000, false))
  }

  @Test func lists() throws {
    let files = [("a", [UInt8](repeating: 7, count: 10))]
    var limits = ArchiveLimits()
    // The list of a zip file has 46 bytes and the name for each entry.
    let list = 46 + 1 + 46 + "MANIFEST.sha256".utf8.count
    for (bytes, isTaken) in [(list, true), (list - 1, false)] {
      limits.listBytes = bytes
      #expect(try (reason(files, .zip, limits) == nil) == isTaken, "\(bytes)")
    }
  }

  @Test func thePageHasTheNumbersOfTheProgram() throws {
    let page = try ConformanceSuite.text(of: "spec/advice/security.md").split(separator: "\n")
    let limits = ArchiveLimits()
    for (name, value) in [
      ("archive.entries", Int64(limits.entries)), ("archive.bytes", limits.bytes),
      ("archive.ratio", limits.ratio), ("archive.free", limits.freeBytes),
      ("archive.name", Int64(limits.nameBytes)), ("archive.part", Int64(limits.partBytes)),
      ("archive.depth", Int64(limits.depth)), ("archive.list", Int64(limits.listBytes)),
    ] {
      let row = page.first { $0.hasPrefix("| `\(name)` |") }
      let digits = row.map { $0.split(separator: "|")[1].filter(\.isNumber) }
      #expect(
        digits == "\(value)", "\(name) is \(value), and spec/advice/security.md says \(row ?? "nothing")")
    }
  }

  @Test func everyReasonIsInTheStandard() throws {
    let page = try ConformanceSuite.text(of: "spec/companions/sharing.md")
    for reason in ArchiveRefusal.Reason.allCases {
      #expect(page.contains("`\(reason.rawValue)`"), "\(reason.rawValue)")
    }
  }
}
