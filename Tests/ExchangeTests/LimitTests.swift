import Foundation
import Testing
import TilawaArchives
import TilawaBase
import TilawaTestSupport

@testable import TilawaExchange

/// The limits for readers of foreign files, at the limit and one past it. `spec/advice/security.md` lists
/// them all.
struct LimitTests {
  private func text(_ words: String) -> SourceText { SourceText(path: "a", bytes: Array(words.utf8)) }
  private func fault(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func jsonLiesSoDeep() throws {
    func nested(_ depth: Int) -> String? {
      fault {
        _ = try JSONText.parse(
          text(String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)))
      }
    }
    #expect(nested(JSONLimits().deepest - 1) == nil)
    #expect(nested(JSONLimits().deepest)?.contains("more than 64 levels deep") == true)
    #expect(nested(1_000_000)?.contains("more than 64 levels deep") == true)
  }

  @Test func jsonHasSoManyValues() throws {
    var limits = JSONLimits()
    limits.mostValues = 3
    let three = try JSONNode(reading: Array("[1,2]".utf8), limits: limits)
    #expect(three.items?.count == 2)
    #expect(fault { _ = try JSONNode(reading: Array("[1,2,3]".utf8), limits: limits) } != nil)
  }

  @Test func xmlLiesSoDeepAndSaysSoMuch() throws {
    func reading(_ words: String) -> String? { fault { _ = try XMLReading.parse(text(words)) } }
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(reading(nested(XMLReading.deepest)) == nil)
    #expect(reading(nested(XMLReading.deepest + 1))?.contains("more than 64 levels deep") == true)
    func attributes(_ count: Int) -> String {
      "<a\((0..<count).map { " a\($0)=\"\"" }.joined())/>"
    }
    #expect(reading(attributes(XMLReading.mostAttributes)) == nil)
    #expect(reading(attributes(XMLReading.mostAttributes + 1))?.contains("more than 1000 attributes") == true)
    let long = String(repeating: "x", count: XMLReading.longestText)
    #expect(reading("<a b=\"\(long)\"/>") == nil)
    #expect(reading("<a b=\"\(long)x\"/>")?.contains("an attribute of 1048577 bytes") == true)
    #expect(reading("<a>\(long)</a>") == nil)
    #expect(reading("<a>\(long)x</a>")?.contains("a text of more than 1048576 bytes") == true)
    for declared in [
      "<!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "<!DOCTYPE a SYSTEM \"file:///etc/passwd\">",
    ] {
      #expect(reading("\(declared)<a/>")?.contains("a document type") == true)
    }
  }

  @Test func packedFilesMakeSoMuch() throws {
    let packed = try Gzip.deflated([UInt8](repeating: 32, count: 100_000))
    #expect(packed.count < 1000)
    #expect(try Gzip.inflated(packed, atMost: 100_000, of: "a").count == 100_000)
    #expect(
      fault { _ = try Gzip.inflated(packed, atMost: 99_999, of: "a") }?.contains("more than 99999 bytes")
        == true)
  }

  @Test func archivesHoldSoMuch() throws {
    var limits = ForeignSource.archiveLimits
    limits.bytes = 6
    let archive = try ZipFiles(stored(["a": [1, 2, 3], "b": [4, 5, 6]]), limits)
    let (a, b) = (archive.entries[0], archive.entries[1])
    #expect(try archive.contents(of: a, atMost: 3) == [1, 2, 3])
    #expect(fault { _ = try archive.contents(of: b, atMost: 2) }?.contains("at most 2 are allowed") == true)
    #expect(try archive.contents(of: b, atMost: 3) == [4, 5, 6])
    // What was read before counts.
    #expect(
      fault { _ = try archive.contents(of: a, atMost: 3) }?
        .contains("\"a\" would bring the unpacked total over 6 bytes") == true)
    var many: [String: [UInt8]] = [:]
    for number in 0..<limits.entries { many["\(number)"] = [] }
    #expect(try ZipFiles(stored(many), limits).entries.count == limits.entries)
    many["one more"] = []
    let told = fault { _ = try ZipFiles(stored(many), limits) }
    #expect(told?.contains("100001 entries; at most 100000 are allowed") == true)
  }

  /// A zip archive of files as they are.
  private func stored(_ files: [String: [UInt8]]) -> [UInt8] {
    func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    func four(_ value: Int) -> [UInt8] { two(value & 0xFFFF) + two(value >> 16) }
    var result: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let facts =
        two(20) + two(0) + two(0) + two(0) + two(33) + four(Int(checksum(bytes))) + four(bytes.count)
        + four(bytes.count) + two(name.utf8.count) + two(0)
      directory +=
        [0x50, 0x4B, 1, 2] + two(20) + facts + two(0) + two(0) + two(0) + four(0) + four(result.count)
      directory += name.utf8
      result += [0x50, 0x4B, 3, 4] + facts + Array(name.utf8) + bytes
    }
    let start = result.count
    let isLong = files.count > 0xFFFE
    if isLong {
      // The longer end of the directory, for more files than two bytes can count (APPNOTE 4.3.14).
      let place = start + directory.count
      directory += [0x50, 0x4B, 6, 6] + four(44) + four(0) + two(45) + two(45) + four(0) + four(0)
      directory += four(files.count) + four(0) + four(files.count) + four(0)
      directory += four(place - start) + four(0) + four(start) + four(0)
      directory += [0x50, 0x4B, 6, 7] + four(0) + four(place) + four(0) + four(1)
    }
    let count = isLong ? 0xFFFF : files.count
    let length = isLong ? 0xFFFF_FFFF : directory.count
    return result + directory + [0x50, 0x4B, 5, 6] + two(0) + two(0) + two(count) + two(count) + four(length)
      + four(isLong ? 0xFFFF_FFFF : start) + two(0)
  }

  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
  }

  /// The rows of a view aren't in the file, so its size doesn't bound them.
  @Test func databasesGiveSoMuch() throws {
    func reading(_ view: String) throws -> String? {
      let file = try SQLiteFile()
      try file.run(
        "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT \(view)")
      let source = ForeignSource(shownAs: "a.db", bytes: try file.bytes())
      let read = try SQLiteFile(reading: source)
      return fault {
        var table = SQLTable(columns: ["x"])
        try read.rows(of: "v", in: &table)
      }
    }
    #expect(try reading("\(SQLiteFile.mostRows)) SELECT NULL FROM c") == nil)
    #expect(
      try reading("\(SQLiteFile.mostRows + 1)) SELECT NULL FROM c")?.contains("more than 2000000 rows")
        == true)
    #expect(try reading("16) SELECT zeroblob(16777000) FROM c") == nil)
    #expect(
      try reading("17) SELECT zeroblob(16777000) FROM c")?.contains("more than 268435456 bytes") == true)
    #expect(try reading("1) SELECT zeroblob(16777217) FROM c")?.contains("too big") == true)
    #expect(try reading("-1) SELECT NULL FROM c WHERE x < 0")?.contains("interrupted") == true)
  }

  @Test func foreignFilesHaveSoMuch() throws {
    let folder = try TemporaryFolder(["a.json": ""])
    let path = folder.path(of: "a.json")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(ForeignSource.largestFile))
    #expect(try ForeignSource(readingAt: path, shownAs: "a.json").bytes.count == ForeignSource.largestFile)
    try file.truncate(atOffset: UInt64(ForeignSource.largestFile + 1))
    let told = fault { _ = try ForeignSource(readingAt: path, shownAs: "a.json") }
    #expect(told?.contains("larger than 268435456 bytes") == true)
  }
}
