import Testing
import TilawaBase

@Suite struct HijriDateTests {
  @Test func isReckonedByTheTabularCalendar() {
    // From the tables of Freeman-Grenville, "The Muslim and Christian Calendars".
    for (hijri, gregorian) in [
      ("1445-09-10", "2024-03-20"), ("1446-01-01", "2024-07-08"), ("1400-01-01", "1979-11-21"),
      ("1300-01-01", "1882-11-12"),
    ] {
      #expect(HijriDate(hijri)?.gregorian == gregorian)
    }
    for wrong in [
      "1445-13-01", "1445-00-10", "1445-01-31", "1445-1", "today", "10000-01-01", "9223372036854775807-01-01",
    ] {
      #expect(HijriDate(wrong) == nil)
    }
  }
}
