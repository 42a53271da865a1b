import Testing
import TilawaBase

@Suite struct MillisecondsTests {
  @Test func readsTheFormsPeopleWrite() {
    let readings: [(String, Int64?)] = [
      ("263.120", 263_120), ("263.12", 263_120), ("263", 263_000), ("0", 0), ("0.001", 1), ("007.5", 7_500),
      ("4:23.12", 263_120), ("04:23", 263_000), ("90:00", 5_400_000), ("1:02:03.5", 3_723_500),
      ("0:00:00", 0), ("100:59:59.999", 363_599_999),
      // More decimals are rounded, halves away from zero.
      ("1.0004", 1_000), ("1.0005", 1_001), ("1.00049999", 1_000), ("59.9996", 60_000),
      ("", nil), (".5", nil), ("5.", nil), ("-1", nil), ("+1", nil), ("1e3", nil), ("1,5", nil), (" 1", nil),
      ("1 ", nil), ("1:2", nil), ("1:60", nil), ("1:02:60", nil), ("1:2:03", nil), ("1:02:03:04", nil),
      (":30", nil), ("1::30", nil), ("1:30:", nil), ("1.5.5", nil), ("0x10", nil), ("nan", nil), ("١", nil),
      ("99999999999999999999", nil), ("1.2:30", nil),
    ]
    for (text, count) in readings { #expect(Milliseconds(text)?.count == count, "\(text)") }
  }

  @Test func aRoundTripChangesNothing() {
    var seed: UInt64 = 1
    var counts: [Int64] = [0, 1, 9, 10, 99, 100, 999, 1000, 59_999, 60_000, 3_599_999, 9_007_199_254_740_000]
    for _ in 0..<5000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      counts.append(Int64(seed >> 24) % 100_000_000)
    }
    for count in counts { #expect(Milliseconds(Milliseconds(count).description)?.count == count) }
  }

  @Test func roundsSecondsToTheNearest() {
    #expect(Milliseconds(seconds: 1.0005)?.count == 1001)
    #expect(Milliseconds(seconds: -1.0005)?.count == -1001)
    #expect(Milliseconds(seconds: 8.44)?.count == 8440)
    for wrong in [Double.nan, .infinity, -.infinity, 1e300] { #expect(Milliseconds(seconds: wrong) == nil) }
  }

  @Test func writesItself() {
    #expect(Milliseconds(263_120).description == "263.120")
    #expect(Milliseconds(7).description == "0.007")
    #expect(Milliseconds(-1_050).description == "-1.050")
    #expect(Milliseconds(263_120).clock == "4:23")
    #expect(Milliseconds(3_723_500).clock == "1:02:04")
    #expect(Milliseconds(59_500).clock == "1:00")
    #expect(Milliseconds.zero.clock == "0:00")
  }

  @Test func spansTouchWithoutOverlapping() throws {
    func span(_ start: Int64, _ end: Int64) throws -> TimeSpan {
      try #require(TimeSpan(Milliseconds(start), Milliseconds(end)))
    }
    let middle = try span(10, 20)
    #expect(middle.length == Milliseconds(10))
    for (other, overlaps) in [
      (try span(0, 10), false), (try span(20, 30), false), (try span(0, 11), true), (try span(19, 30), true),
      (try span(12, 13), true), (try span(0, 99), true),
    ] {
      #expect(middle.overlaps(other) == overlaps)
      #expect(other.overlaps(middle) == overlaps)
    }
    #expect(TimeSpan(Milliseconds(2), Milliseconds(1)) == nil)
    #expect(try span(1, 1).length == .zero)
  }
}
