import Testing
import TilawaBase
import TilawaExchange
import TilawaTestSupport

/// Published timing files, which can't be distributed with this package: their contents, and the faults that
/// are found in them.
///
/// They are read from `TILAWA_TIMINGS`, or else from `shared/timings` beside the repository. Without them
/// nothing is tested. Another program counted the rows and words, too.
struct PublishedTimingsTests {
  private static let folder =
    Surroundings.environment["TILAWA_TIMINGS"] ?? "\(ConformanceSuite.repository)/../shared/timings"

  private struct Published {
    let path: String
    let format: String
    let rows: Int
    let words: Int
    let codes: [String: Int]

    init(_ path: String, _ format: String, rows: Int, words: Int = 0, _ codes: [String: Int] = [:]) {
      self.path = path
      self.format = format
      self.rows = rows
      self.words = words
      self.codes = codes
    }
  }

  private static let all = [
    Published("gapless/basfar-rebuilt.db", "gapless", rows: 6236),
    // The audio that it names is another recording's: 982 rows lie past its end, of which 100 are told one by one.
    Published("qul/by_surah/abdullah_basfar", "qul-surah", rows: 5251, ["X103": 3, "X104": 101]),
    Published("qul/by_surah/khalid_al_jalil", "qul-surah", rows: 179, words: 1182, ["X103": 1]),
    Published(
      "qul/by_ayah/abdur_rahman_as_sudais.subset.json", "qul-ayah", rows: 179, words: 1144, ["X301": 1]),
    Published(
      "qul/ayah-recitation-mahmoud-khalil-al-husary-mujawwad-hafs-956.db", "qul-ayah-db", rows: 6236,
      words: 70_777,
      ["X203": 1, "X301": 2]),
    Published(
      "quran-align/Alafasy_128kbps.json", "quran-align", rows: 6236, words: 77_329,
      ["X103": 21, "X202": 23, "X203": 1, "X301": 1]),
    Published("quran.com/1/068.json", "quran.com", rows: 52, words: 295, ["X202": 1, "X204": 4]),
    Published("quran.com/7/001.json", "quran.com", rows: 7, words: 29, ["X202": 1, "X204": 3]),
    Published(
      "quran.com/7/060.json", "quran.com", rows: 13,
      words: 353, ["X102": 1, "X202": 1, "X203": 1, "X204": 1]),
    Published(
      "quran.com/168/101.json", "quran.com", rows: 10, words: 70, ["X202": 1, "X203": 2, "X204": 11]),
    Published("quran.com/173/001.json", "quran.com", rows: 6, words: 25, ["X103": 5, "X202": 1]),
    Published(
      "quran.com/174/014.json", "quran.com", rows: 51, words: 890, ["X104": 2, "X202": 1, "X203": 1]),
    Published("vbv/abu-bakr-al-shatri", "timing-text", rows: 4, ["X101": 2, "X301": 1]),
    Published("vbv/ali-hajjaj-al-suesy", "timing-text", rows: 193, ["X103": 2, "X203": 2, "X301": 4]),
    Published("vbv/mahmoud-khalil-al-husary", "timing-text", rows: 140, ["X301": 4]),
    Published("vbv/mishary_al_afasy_timing_files.zip", "timing-text", rows: 6235, ["X103": 1, "X301": 101]),
  ]

  @Test(.enabled(if: FileStatus.mayBe(.folder, folder), "needs the published timings"))
  func whatIsInThemAndWhatIsWrongWithThem() throws {
    for published in Self.all {
      let path = "\(Self.folder)/\(published.path)"
      guard (try? FileStatus.ifAny(path)) != nil else { continue }
      let source = try ForeignSource(readingAt: path, shownAs: published.path).unpacked()
      let format = try ForeignFormat.detected(source)
      #expect(format.name == published.format, "\(published.path)")
      let report = ExchangeReport()
      let found = try RecordingCollection(reading: source, as: format, ReadingOptions(), report).recordings
      #expect(found.reduce(0) { $0 + $1.segments.count } == published.rows, "\(published.path)")
      #expect(found.reduce(0) { $0 + $1.words.count } == published.words, "\(published.path)")
      let codes = Dictionary(report.diagnostics.map { ($0.rule.code, 1) }, uniquingKeysWith: +)
      #expect(codes == published.codes, "\(published.path)")
    }
  }
}
