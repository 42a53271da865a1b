import Testing
import TilawaTestSupport

@testable import TilawaFormat

/// `spec/tables/prayers.tsv` and `schools.tsv` are the tables of the program.
///
/// With `TILAWA_RECORD=1` in the environment they are rewritten, and the tests still fail once.
@Suite struct PrayerTablesTests {
  private func expect(_ rows: [[String?]], in name: String) throws {
    let text = rows.map { $0.map { $0 ?? "-" }.joined(separator: "\t") + "\n" }.joined()
    let path = "\(ConformanceSuite.repository)/spec/tables/\(name).tsv"
    #expect(try text == Golden.text(of: path, recording: text), "run with TILAWA_RECORD=1")
  }

  @Test func prayersAreThoseOfTheTable() throws {
    try expect(
      [["prayer", "name", "arabic", "rakaat", "symbol", "color"]]
        + Prayer.allCases.map {
          [$0.rawValue, $0.displayName, $0.arabicName, $0.rakaat.map { "\($0)" }, $0.symbol, $0.color]
        }, in: "prayers")
    #expect(Prayer.ofADay.map(\.rakaat) == [2, 4, 4, 3, 4])
  }

  @Test func schoolsAreThoseOfTheTable() throws {
    try expect(
      [["school", "name", "arabic", "tradition", "color", "meaning"]]
        + School.allCases.map {
          [$0.rawValue, $0.displayName, $0.arabicName, $0.tradition?.rawValue, $0.color, $0.meaning]
        }, in: "schools")
  }

  /// The values of the paper that the tables come from, one by one.
  @Test(arguments: [
    ("fajr", "Fajr", "الفجر", 2, "sunrise", "orange"), ("dhuhr", "Dhuhr", "الظهر", 4, "sun.max", "yellow"),
    ("asr", "Asr", "العصر", 4, "sun.and.horizon", "blue"),
    ("maghrib", "Maghrib", "المغرب", 3, "sunset", "red"),
    ("isha", "Isha", "العشاء", 4, "moon.stars", "purple"),
  ])
  func thePapersPrayersAreInIt(_ row: (String, String, String, Int, String, String)) throws {
    let prayer = try #require(Prayer(rawValue: row.0))
    #expect(prayer.displayName == row.1 && prayer.arabicName == row.2 && prayer.rakaat == row.3)
    #expect(prayer.symbol == row.4 && prayer.color == row.5)
  }

  @Test(arguments: [
    ("sunni", "Sunni", "سني", "green", "Sunni Islamic tradition"),
    ("shia", "Shia", "شيعي", "purple", "Shia Islamic tradition"),
  ])
  func thePapersTraditionsAreInIt(_ row: (String, String, String, String, String)) throws {
    let school = try #require(School(rawValue: row.0))
    #expect(school.displayName == row.1 && school.arabicName == row.2 && school.color == row.3)
    #expect(school.meaning == row.4 && school.tradition == school)
  }
}
