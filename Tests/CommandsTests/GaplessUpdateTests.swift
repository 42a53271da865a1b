import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

@testable import TilawaExchange

/// Databases of timings take the surahs that are written, and keep all else.
struct GaplessUpdateTests {
  private static func library() throws -> TemporaryFolder {
    var files: [String: String] = [:]
    for (surah, ayat) in [(112, 4), (113, 5), (114, 6)] {
      files["\(surah).tilawa/recording.yaml"] = "tilawa: 1\nid: s\(surah)\naudio: { file: \(surah).mp3 }\n"
      let rows = (1...ayat).map {
        "  - { ayah: \"\(surah):\($0)\", start: \($0).000, end: \($0 + 1).000 }\n"
      }
      files["\(surah).tilawa/segments.yaml"] = "tilawa: 1\nsegments:\n\(rows.joined())"
    }
    return try TemporaryFolder(files)
  }

  private static func change(_ folder: TemporaryFolder) throws {
    let text = try folder.text(of: "112.tilawa/segments.yaml")
    _ = try folder.write(
      text.replacingOccurrences(of: "2.000", with: "2.100"), to: "112.tilawa/segments.yaml")
  }

  @Test(arguments: ["gapless", "qul-surah-db", "qul-ayah-db"]) func oneSurahIsPutIntoADatabase(format: String)
    throws
  {
    let folder = try Self.library()
    let bundles = ["112.tilawa", "113.tilawa", "114.tilawa"]
    #expect(
      !transcript(["convert"] + bundles + ["q.db", "--to", format], in: folder.path).contains("[exit"))
    let before = try FileContents.read(folder.path(of: "q.db"))
    // What says the same leaves every byte; the file tells the format.
    let same = transcript("convert", "112.tilawa", "q.db", in: folder.path)
    #expect(!same.contains("[exit"), "\(same)")
    #expect(try FileContents.read(folder.path(of: "q.db")) == before)
    try Self.change(folder)
    let said = transcript("convert", "112.tilawa", "q.db", in: folder.path)
    #expect(said.contains("q.db: only the surahs written are changed") && !said.contains("[exit"), "\(said)")
    _ = transcript("convert", "q.db", "set/", in: folder.path)
    let names = FileTree.bundles(under: folder.path(of: "set")) { _ in }.paths
    let texts = try names.map {
      String(decoding: try FileContents.read("\($0)/segments.yaml"), as: UTF8.self)
    }
    // Files of ayat begin anew.
    let changed = format == "qul-ayah-db" ? "1.100" : "2.100"
    #expect(texts.count == 3 && texts.filter { $0.contains(changed) }.count == 1)
    #expect(texts.contains { $0.contains("114:6") } && texts.contains { $0.contains("113:5") })
  }

  /// QUL's own database numbers ayat through the Quran, without durations. A surah that is put into it is
  /// numbered like the others, and keeps the addresses of its files.
  @Test func aDatabaseKeepsItsNumbersAndAddresses() throws {
    let folder = try Self.library()
    let file = try SQLiteFile()
    try file.run(
      "CREATE TABLE verses(surah_number INTEGER, ayah_number INTEGER, audio_url TEXT, duration INTEGER, segments TEXT);"
    )
    let rows = (6222...6236).map { number in
      let surah = number < 6226 ? 112 : number < 6231 ? 113 : 114
      return "(\(surah), \(number), 'https://example.com/\(number).mp3', NULL, '[[0,1,0,500]]')"
    }
    try file.run("INSERT INTO verses VALUES \(rows.joined(separator: ", "));")
    try AtomicFile.write(try file.bytes(), to: folder.path(of: "q.db"))
    let said = transcript("convert", "112.tilawa", "q.db", in: folder.path)
    #expect(said.contains("only the surahs written are changed") && !said.contains("[exit"), "\(said)")
    let source = try ForeignSource(readingAt: folder.path(of: "q.db"), shownAs: "q.db")
    let table = try #require(
      try SQLiteFile(reading: source).tables(["verses"], ExchangeReport())["verses"])
    #expect(table.rows.compactMap { $0.values[1].integer }.sorted() == (6222...6236).map { Int64($0) })
    #expect(table.rows.allSatisfy { $0.values[2].text?.hasPrefix("https://example.com/6") == true })
    #expect(table.rows.allSatisfy { $0.values[3] == .null })
  }

  /// Apps compare it with that of the server: a lower one is never taken.
  @Test func theVersionOfADatabaseStays() throws {
    let folder = try Self.library()
    let file = try SQLiteFile()
    try file.run(
      """
      CREATE TABLE properties(property TEXT PRIMARY KEY, value TEXT NOT NULL);
      INSERT INTO properties VALUES('schema_version','1'), ('version','3'), ('note','mine');
      CREATE TABLE timings(sura INTEGER NOT NULL, ayah INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(sura, ayah));
      INSERT INTO timings VALUES(112,1,500),(112,2,1),(1,1,7),(1,999,9);
      CREATE TABLE kept(a TEXT);
      INSERT INTO kept VALUES('x');
      """)
    try AtomicFile.write(try file.bytes(), to: folder.path(of: "q.db"))
    for arguments in [
      ["112.tilawa"], ["112.tilawa", "113.tilawa", "114.tilawa", "--to", "gapless", "--force"],
    ] {
      let inputs = arguments.filter { $0.hasSuffix(".tilawa") }
      let said = transcript(
        ["convert"] + inputs + ["q.db"] + arguments.dropFirst(inputs.count), in: folder.path)
      #expect(!said.contains("[exit"), "\(said)")
      let back = transcript("convert", "q.db", "set-\(inputs.count)/", in: folder.path)
      #expect(back.contains("\"version\" (\"3\")") && back.contains("\"note\""), "\(back)")
      #expect(back.contains("the table kept"), "\(back)")
    }
  }
}
