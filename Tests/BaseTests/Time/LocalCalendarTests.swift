import Testing
import TilawaBase

@Suite struct LocalCalendarTests {
  private func day(_ text: String, in calendar: LocalCalendar) throws -> String {
    calendar.day(of: try #require(Timestamp(text))).text
  }

  /// If a moment has an offset, its day is that of the clock at this offset.
  @Test func theDayIsThatOfWhereThePersonIs() throws {
    let riyadh = LocalCalendar { _ in 3 * 3600 }
    let newYork = LocalCalendar { _ in -5 * 3600 }
    for (text, east, west) in [
      ("2024-01-05T20:59:59Z", "2024-01-05", "2024-01-05"),
      ("2024-01-05T21:00:00Z", "2024-01-06", "2024-01-05"),
      ("2024-01-06T04:59:00Z", "2024-01-06", "2024-01-05"),
      ("2024-01-05T23:30:00+05:00", "2024-01-05", "2024-01-05"),
      ("2024-01-06T01:00:00+00:00", "2024-01-06", "2024-01-06"), ("2024-01-05", "2024-01-05", "2024-01-05"),
      ("2023-12-31T22:00:00Z", "2024-01-01", "2023-12-31"),
    ] {
      #expect(try day(text, in: riyadh) == east && day(text, in: newYork) == west, "\(text)")
    }
    #expect(
      riyadh.day(at: 1_704_489_300).text == "2024-01-06" && LocalCalendar.utc.day(at: 0).text == "1970-01-01")
  }

  @Test func aMomentIsWrittenWithTheOffsetOfItsClock() {
    let moment = { (east: Int64) in LocalCalendar { _ in east }.moment(at: 1_704_493_800) }
    #expect(moment(3 * 3600).text == "2024-01-06T01:30:00+03:00" && moment(3 * 3600).seconds == 1_704_493_800)
    #expect(moment(-9_000).text == "2024-01-05T20:00:00-02:30" && moment(0).text == "2024-01-05T22:30:00Z")
  }

  /// Berlin in 2024: an hour more from 31 March, 01:00 UTC, to 27 October, 01:00 UTC.
  @Test func summerTimeIsThatOfTheMoment() throws {
    let berlin = LocalCalendar { (1_711_846_800..<1_729_990_800).contains($0) ? 7200 : 3600 }
    for (text, expected) in [
      ("2024-03-30T22:59:59Z", "2024-03-30"), ("2024-03-30T23:00:00Z", "2024-03-31"),
      ("2024-03-31T21:59:59Z", "2024-03-31"), ("2024-03-31T22:00:00Z", "2024-04-01"),
      ("2024-10-26T22:00:00Z", "2024-10-27"), ("2024-10-27T22:30:00Z", "2024-10-27"),
      ("2024-10-27T23:00:00Z", "2024-10-28"),
    ] {
      #expect(try day(text, in: berlin) == expected, "\(text)")
    }
    // A day of 23 or 25 hours is a day.
    #expect(try #require(Timestamp("2024-03-30")).addingDays(2).text == "2024-04-01")
    #expect(try #require(Timestamp("2024-02-28T23:00:00Z")).addingDays(1).text == "2024-02-29")
    #expect(try #require(Timestamp("2024-01-01")).addingDays(-1).text == "2023-12-31")
  }

  @Test func aDayIsComparedWithDays() throws {
    let riyadh = LocalCalendar { _ in 3 * 3600 }
    let night = try #require(Timestamp("2024-01-05T22:30:00Z"))
    let (fifth, sixth) = (try #require(Timestamp("2024-01-05")), try #require(Timestamp("2024-01-06")))
    #expect(!riyadh.isBefore(night, sixth) && !riyadh.isAfter(night, sixth) && riyadh.isAfter(night, fifth))
    #expect(LocalCalendar.utc.isBefore(night, sixth) && !LocalCalendar.utc.isAfter(night, fifth))
    let later = try #require(Timestamp("2024-01-05T22:30:01Z"))
    #expect(riyadh.isBefore(night, later) && riyadh.isAfter(later, night))
  }
}
