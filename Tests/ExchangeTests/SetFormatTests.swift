import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// Formats of sets for the mushaf, by what is found in them in the wild.
struct SetFormatTests {
  // MARK: Gapless databases

  @Test func theLastAyahEndsWithTheAudio() throws {
    let sql = (1...7).map { "INSERT INTO timings VALUES(1,\($0),\($0 * 5000),NULL);" }.joined(separator: "\n")
    let open = try read(sql, "gapless-sql")
    #expect(rows(open).suffix(1) == ["1:6 30000-35000"])
    #expect(open.single?.markers.map(\.row.at) == [Milliseconds(35_000)])
    #expect(open.codes == ["X204"])
    let closed = try read(sql, "gapless-sql") { $0.duration = Milliseconds(45_000) }
    #expect(rows(closed).suffix(1) == ["1:7 35000-45000"])
    #expect(closed.single?.markers.isEmpty ?? false)
    #expect(closed.codes.isEmpty)
  }

  @Test func faultsOfGaplessDatabasesAreTold() throws {
    let found = try read(
      """
      -- a patch
      CREATE TABLE IF NOT EXISTS "timings" (sura INTEGER, ayah INTEGER, time INTEGER NOT NULL, PRIMARY KEY (sura, ayah));
      insert or replace into timings (sura, ayah, time) values (112, 0, 500), (112, 1, 4000), (112, 2, 6000),
        (112, 4, 9000), (112, 5, 10000), (115, 1, 3), (112, 999, 12000), (113, 1, -4), (113, 2, NULL), (113, 2, 'x');
      UPDATE timings SET time = 3 WHERE sura = 2;
      INSERT INTO timings VALUES (114, 1);
      INSERT INTO timings SELECT * FROM others;
      """, "gapless-sql")
    #expect(rows(found) == ["112:0 500-4000", "112:1 4000-6000", "112:2-3 6000-9000", "112:4 9000-12000"])
    #expect(found.codes == ["X102", "X102", "X102", "X102", "X102", "X105", "X105", "X204"])
  }

  @Test func statementsOfAPatchChangeWhatWasThere() throws {
    let found = try read(
      """
      BEGIN;
      INSERT INTO timings VALUES (108,1,100,NULL),(108,2,4000,NULL),(108,3,90,NULL),(108,999,9000,NULL),(109,1,0,NULL);
      UPDATE timings SET time = 60 * 100 WHERE sura = 108 AND ayah = 3; -- was "90"; a ; in a comment
      DELETE FROM timings WHERE sura = (SELECT max(sura) FROM timings);
      INSERT INTO timings SELECT 112, ayah, time, words FROM timings WHERE ayah < 3;
      COMMIT;
      """, "gapless-sql")
    #expect(
      rows(found) == ["108:1 100-4000", "108:2 4000-6000", "108:3 6000-9000", "112:1 100-4000"])
    // 112:2 has no end, and 112:3 and 4 no time.
    #expect(found.codes == ["X204", "X204"])
  }

  /// Statements that act on anything but tables, even through a later statement, are skipped.
  @Test(arguments: [
    "ATTACH DATABASE '/tmp/elsewhere' AS other", "VACUUM INTO '/tmp/elsewhere'",
    "CREATE VIEW v AS SELECT 1", "SELECT * FROM timings",
    "CREATE VIRTUAL TABLE f USING fts5(a)",
    "CREATE TRIGGER t AFTER INSERT ON timings BEGIN UPDATE timings SET time = 7; DELETE FROM timings; END",
    "INSERT INTO timings WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 2, i, i, NULL FROM n",
    "INSERT INTO timings VALUES (2, 1, random(), NULL)", "WITH n AS (SELECT 1) SELECT load_extension('x')",
  ])
  func whatDoesMoreThanFillTablesIsPassedOver(statement: String) throws {
    func statements(_ surah: Int) -> String {
      "INSERT INTO timings VALUES (\(surah),1,100,NULL),(\(surah),2,4000,NULL),(\(surah),3,6000,NULL),(\(surah),999,9000,NULL);"
    }
    let plain = try read("\(statements(103))\n\(statements(108))", "gapless-sql")
    let found = try read("\(statements(103))\n\(statement);\n\(statements(108))", "gapless-sql")
    #expect(rows(plain).count == 6)
    #expect(rows(found) == rows(plain))
    // VACUUM says nothing of rows.
    #expect(
      found.codes.count == plain.codes.count + (statement.hasPrefix("VACUUM") ? 0 : 1), "\(found.codes)")
  }

  @Test func aRowThatSQLiteRefusesIsToldWithItsPlace() throws {
    let found = try read(
      """
      CREATE TABLE timings(sura INTEGER, ayah INTEGER, time INTEGER NOT NULL, words TEXT, PRIMARY KEY(sura, ayah));
      INSERT INTO timings VALUES (108,1,100,NULL),(108,2,NULL,NULL),
        (108,2,4000,'a, (b)'),
        (108,2,5000,NULL),(108,3,6000,NULL),(108,999,9000,NULL) -- ;
        ON CONFLICT(sura, ayah) DO NOTHING;
      INSERT INTO timings VALUES (103,'x',0,NULL),
        (103,1,'y',NULL);
      INSERT INTO timings VALUES (109,1,'it''s, 5);
      """, "gapless-sql")
    #expect(rows(found) == ["108:1 100-4000", "108:2 4000-6000", "108:3 6000-9000"])
    #expect(
      found.told == [
        "2 SQLite reports: NOT NULL constraint failed: timings.time",
        "3 a word of 108:2 should be number:start:end, found \" (b)\"",
        "3 a word of 108:2 should be number:start:end, found \"a\"",
        "6 no such ayah: 103:\"x\"", "7 the time of 103:1 should be milliseconds from 0, found \"y\"",
        "8 SQLite reports: unrecognized token: \"'it''s, 5);\"",
      ])
  }

  @Test func timesThatDoNotIncreaseAreErrors() throws {
    let found = try read(
      "INSERT INTO timings VALUES(108,1,100,NULL),(108,2,50,NULL),(108,3,300,NULL),(108,999,300,NULL);",
      "gapless-sql")
    #expect(rows(found) == ["108:2 50-300"])
    #expect(found.codes == ["X103", "X103"])
  }

  /// Also where SQLite gets it in pieces.
  @Test func aLongListOfRowsIsReadWhole() throws {
    let sql =
      "INSERT INTO timings (sura, ayah, time) VALUES "
      + (1...60_000).map { "(114,\(min($0, 6)),\(min($0, 6) * 10))" }.joined(separator: ",\n")
      + ", (115,1,1);"
    let found = try read(sql, "gapless-sql")
    #expect(rows(found).last == "114:5 50-60")
    #expect(found.told.filter { $0.hasPrefix("60000 ") } == ["60000 no such ayah: 115:1"])
  }

  @Test func aStatementThatIsTooLongIsPassedOver() throws {
    func told(_ length: Int) throws -> [String] {
      let head = "UPDATE timings SET time = time + 0 WHERE words = '"
      let long = head + String(repeating: "x", count: length - head.utf8.count - 1) + "'"
      #expect(long.utf8.count == length)
      return try read("INSERT INTO timings VALUES (108,1,100,NULL);\n\(long);", "gapless-sql").told.filter {
        $0.contains("SQLite")
      }
    }
    #expect(try told(4_194_304) == [])
    #expect(try told(4_194_305) == ["2 SQLite reports: statement too long"])
  }

  @Test func introOfTheFatihahIsNoAyah() throws {
    let found = try read(
      "INSERT INTO timings VALUES(1,0,200,NULL),(1,1,4200,'1:4200:5000,2:5000:x');", "gapless-sql")
    #expect(found.single?.segments.first?.row.skip == "istiadhah")
    #expect(found.single?.words.count == 1)
    #expect(found.codes == ["X102", "X204", "X204"])
  }

  @Test func aSurahWithAHoleIsNotWritten() throws {
    var recording = SharedExample.recording
    recording.segments.remove(at: 4)
    for format in ["gapless", "gapless-sql", "timing-text"] {
      let format = try #require(ForeignFormat.named(format))
      #expect(throws: ExchangeFailure.self) { _ = try written(recording, format, WritingOptions()) }
    }
  }

  // MARK: Timing text

  @Test func linesOfTimingTextAreEnds() throws {
    let lines = "9050\r\n14300\r\n18400\r\n22750\r\n29100\r\n33600\r\n44250\r\n"
    let seven = try read(lines, "timing-text", path: "/set/001.txt")
    #expect(rows(seven).prefix(2) == ["1:1 0-9050", "1:2 9050-14300"])
    let eight = try read("4200\n" + lines, "timing-text", path: "/set/001.txt")
    #expect(rows(eight).prefix(2) == ["1:1 4200-9050", "1:2 9050-14300"])
    #expect(eight.codes == ["X301"])
    for lines in ["9050\n", "4200\n4200\n" + lines] {
      let found = try read(lines, "timing-text", path: "/set/001.txt")
      #expect(found.collection.recordings.isEmpty)
      #expect(found.codes == ["X101"])
    }
    #expect(throws: ExchangeFailure.self) { _ = try read(lines, "timing-text") }
    let named = try read(lines, "timing-text") { $0.passage = [AyahRange(Ayah(1, 1), Ayah(1, 7))] }
    #expect(rows(named).count == 7)
  }

  // MARK: Lists of words

  @Test func wordsOfEveryShape() throws {
    let found = try read(
      """
      {"1:1":{"segments":[["1","380","730"],[2,741.0,1000],[3,1200],[4]],"timestamp_from":0,"timestamp_to":9050},
       "1:2":{"segments":"[[1,9050,9500],[2,9500,9700]]","timestamp_from":9050,"timestamp_to":14300,"duration_ms":-4850},
       "1:3":{"segments":[[0,1,14300,15000],[1,4,15000,16000],[2,1,3,4],[0,5,6]],"timestamp_from":null,"timestamp_to":null},
       "1:4":{"segments":[[1,18400,18500,{"waqaf":true}],[9,18500,18600]],"timestamp_from":18400,"timestamp_to":18400}}
      """, "qul-surah")
    #expect(rows(found) == ["1:1 0-9050", "1:2 9050-14300"])
    #expect(
      found.single?.words.map { "\($0.label) \($0.row.start.count)-\($0.row.end.count)" } == [
        "1:1:1 380-730", "1:1:2 741-1000", "1:2:1 9050-9500", "1:2:2 9500-9700", "1:3:1 14300-15000",
      ])
    #expect(
      found.codes == ["X102", "X102", "X103", "X202", "X202", "X203", "X203", "X204", "X204", "X204"])
  }

  @Test func rowsBeyondWhatTheSetSaysOfItsAudio() throws {
    let times =
      "\"timestamps\":[{\"verse_key\":\"112:1\",\"timestamp_from\":0,\"timestamp_to\":4000,\"duration\":-4850},"
      + "{\"verse_key\":\"112:2\",\"timestamp_from\":4000,\"timestamp_to\":8500}]"
    for (length, count) in [("8", 2), ("7000", 1), ("8000", 2), ("7600", 1), ("null", 2), ("3", 1)] {
      let found = try read(
        "{\"audio_file\":{\"chapter_id\":112,\"audio_url\":\"https://example.com/a/112.mp3\",\"duration\":\(length),\(times)}}",
        "quran.com")
      #expect(rows(found).count == count, "\(length)")
      #expect(found.single?.facts.audio?.url == "https://example.com/a/112.mp3")
    }
  }

  @Test func surahOfAnAnswerWithoutOne() throws {
    let text =
      "[{\"ayah\":0,\"start_time\":0,\"end_time\":4000,\"page\":null},{\"ayah\":1,\"polygon\":\"1,2\",\"start_time\":4000,\"end_time\":9000}]"
    let found = try read(text, "mp3quran", path: "/x/ayat_timing?surah=112&read=5")
    #expect(rows(found) == ["112:0 0-4000", "112:1 4000-9000"])
    #expect(found.codes == ["X202"])
  }

  // MARK: Files of ayat

  @Test func ayatAreLaidOneBehindTheOther() throws {
    let found = try read(
      """
      {"112:1":{"surah_number":112,"ayah_number":1,"audio_url":"https://example.com/112001.mp3","duration":3.25,
        "segments":[["1","0","800"]]},
       "112:2":{"surah_number":112,"ayah_number":2,"audio_url":"https://example.com/112002.mp3","duration":2,
        "segments":[[1,100,2082]]},
       "112:3":{"surah_number":112,"ayah_number":3,"audio_url":"https://example.com/112003.mp3","duration":null,
        "segments":[]},
       "112:4":{"surah_number":112,"ayah_number":4,"audio_url":"https://example.com/112004.mp3","duration":1.5,
        "segments":[[1,0,1600]]}}
      """, "qul-ayah")
    #expect(rows(found) == ["112:1 0-3250", "112:2 3250-5332", "112:4 5332-6832"])
    #expect(found.single?.words.map(\.row.start.count) == [0, 3350])
    #expect(found.single?.extras.map(\.key) == ["x-ayah-url"])
    #expect(found.codes == ["X104", "X204", "X301"])
  }

  @Test func junkBeforeQuranAlign() throws {
    let found = try read(
      "made by a program\nin 2016\n[{\"surah\":1,\"ayah\":1,\"segments\":[[0,1,0,800],[1,3,800,1700]],"
        + "\"stats\":{\"insertions\":1}},{\"surah\":1,\"ayah\":2}]", "quran-align")
    #expect(rows(found) == ["1:1 0-800"])
    #expect(found.single?.segments.first?.extras.map(\.key) == ["x-align-stats"])
    #expect(found.codes == ["X202", "X203", "X204", "X204", "X301"])
  }

  // MARK: Helpers

  private struct Found {
    var collection: RecordingCollection
    var codes: [String]
    /// The messages, with the line if there is one, such as `3 a message`.
    var told: [String]
    var single: AnnotatedRecording? { collection.single }
  }

  private func read(
    _ text: String, _ name: String, path: String? = nil, _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> Found {
    let format = try #require(ForeignFormat.named(name))
    let source = ForeignSource(path: path, shownAs: "set", bytes: Array(text.utf8))
    var options = ReadingOptions()
    change(&options)
    let report = ExchangeReport()
    let collection = try RecordingCollection(reading: source, as: format, options, report)
    let told = report.diagnostics.inOrder().compactMap { found in
      found.place.source.map {
        "\(LineTable(of: $0).line(at: found.place.range?.lowerBound ?? 0)) \(found.message)"
      }
    }
    return Found(collection: collection, codes: report.diagnostics.map(\.rule.code).sorted(), told: told)
  }

  private func rows(_ found: Found) -> [String] {
    found.collection.recordings.flatMap(\.segments).map {
      "\($0.label) \($0.row.start.count)-\($0.row.end.count)"
    }
  }
}
