import Foundation
import Testing
import TilawaBase

@Suite struct TimestampTests {
  @Test func readsDaysAndMoments() {
    let readings: [(String, Int64?)] = [
      ("1970-01-01", 0), ("1970-01-01T00:00:00Z", 0), ("2024-01-05T14:02:11Z", 1_704_463_331),
      ("2024-01-05T12:30:00+03:00", 1_704_447_000), ("2024-01-05T12:30+03:00", 1_704_447_000),
      ("1969-12-31T23:59:59.25Z", -1), ("2024-02-29", 1_709_164_800), ("2000-02-29", 951_782_400),
      ("2023-02-29", nil), ("1900-02-29", nil), ("2024-04-31", nil), ("2024-13-01", nil), ("2024-00-01", nil),
      ("2024-01-00", nil), ("2024-1-5", nil), ("24-01-05", nil), ("2024-01-05T24:00Z", nil),
      ("2024-01-05T12:60Z", nil), ("2024-01-05T12:30:60Z", nil), ("2024-01-05T12:30", nil),
      ("2024-01-05 12:30Z", nil), ("2024-01-05T12:30:00.Z", nil), ("2024-01-05T12:30Zx", nil), ("", nil),
      ("2024-01-05T12:30+3", nil), ("2024-01-05T", nil), ("٢٠٢٤-٠١-٠٥", nil),
    ]
    for (text, seconds) in readings { #expect(Timestamp(text)?.seconds == seconds, "\(text)") }
    #expect(Timestamp("2024-01-05")?.hasTime == false)
    #expect(Timestamp("2024-01-05T12:30Z")?.hasTime == true)
    #expect(Timestamp("2024-01-05T12:30:00+03:00")?.text == "2024-01-05T12:30:00+03:00")
  }

  @Test func agreesWithFoundation() {
    let style = Date.ISO8601FormatStyle()
    var seed: UInt64 = 3
    for _ in 0..<2000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // From the year 1900 to 2400 or so.
      let seconds = Int64(seed >> 20) % 15_800_000_000 - 2_208_988_800
      let written = Timestamp(secondsSince1970: seconds)
      #expect(written.text == style.format(Date(timeIntervalSince1970: Double(seconds))))
      #expect(Timestamp(written.text)?.seconds == seconds)
    }
  }
}
