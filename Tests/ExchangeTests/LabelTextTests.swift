import Diagnostics
import Exchange
import QuranIndex
import Testing
import Timing

/// The label text of `spec/exchange.md`.
struct LabelTextTests {
  @Test func readsReferencesAsOthersWriteThem() {
    for (label, meant) in [
      ("2:255", "2:255"), ("2.255", "2:255"), ("2/255", "2:255"), ("002255", "2:255"), ("S002A255", "2:255"),
      ("002:255", "2:255"), ("002_255", "2:255"), ("2_255", "2:255"), ("2:1-5", "2:1-5"),
      ("2:1-2:5", "2:1-5"),
      ("2:1\u{2013}5", "2:1-5"), ("8:75..9:1", "8:75-9:1"), ("8:75-9:1", "8:75-9:1"), ("2:0", "2:0"),
      ("\u{661}:\u{661}", "1:1"), ("\u{6F2}:\u{6F2}\u{6F5}\u{6F5}", "2:255"), ("\u{200F}1:1\u{200E}", "1:1"),
      ("\u{FEFF}1:1", "1:1"), ("\u{A0}1:1\u{202F}", "1:1"), ("kahf 10", "18:10"), ("Al-Kahf 1-10", "18:1-10"),
      ("kahf:10", "18:10"), ("surah al-kahf 10", "18:10"),
    ] {
      #expect(LabelText(label)?.ayah?.description == meant, "\(label)")
    }
    for label in [
      "", " ", "hello", "1", "kahf", "juz 30", "page 50", "1:1 hello", "1:2:3:4", "1:", ":1", "1:1-",
      "1:1111", "12345",
      "conf=0.5", "1:1 conf=2", "1:1 joins=x", "1:1 riwayah=nobody", "skip=Takbir",
    ] {
      #expect(LabelText(label) == nil, "\(label)")
    }
  }

  @Test func readsAllThatALabelSays() throws {
    let label = try #require(
      LabelText("8:75-9:1 verified conf=0.93 joins=78.250 riwayah=hafs reciter=a-b x-take=2 -- said -- twice")
    )
    #expect(label.isVerified)
    #expect(label.confidence == 0.93)
    #expect(label.joins == [Milliseconds(78_250)])
    #expect(label.riwayah == .hafs)
    #expect(label.reciter == "a-b")
    #expect(label.extras.map(\.key) == ["x-take"])
    #expect(label.note == "said -- twice")
    #expect(
      label.text(.full)
        == "8:75-9:1 verified conf=0.93 joins=78.250 riwayah=hafs reciter=a-b x-take=2 -- said -- twice")
    #expect(label.text(.bare) == "8:75-9:1")
    #expect(LabelText("skip")?.skip == "other")
    #expect(LabelText("skip: takbir")?.skip == "takbir")
    #expect(LabelText("skip=takbir verified")?.text(.full) == "skip=takbir verified")
  }

  @Test func readsWords() {
    #expect(LabelReference("2:255:3")?.text == "2:255:3")
    #expect(LabelReference("2:255:3-5")?.text == "2:255:3-2:255:5")
    let compound = LabelReference("37:151:3-37:152:2")
    #expect(compound?.ayat.description == "37:151-152")
    #expect(compound?.words == .init(3, 2))
  }

  @Test func decimalsAreReadAsDecimals() {
    for (text, count) in [
      ("0.5005", 501), ("1.001", 1001), ("9.050500", 9051), ("4.2", 4200), (".5", 500), ("4.", 4000),
      ("-0.5", -500),
      ("+1", 1000), ("1e1", 10_000), ("4200e-3", 4200),
      ("0.0004999999999999999999999999999999999999999999", 0),
      ("0.0005", 1), ("-0.0005", -1), ("9007199254740.991", 9_007_199_254_740_991), ("0e999", nil),
      ("1e400", nil),
      ("9007199254740.992", nil), ("", nil), (".", nil), ("1,5", nil), ("1 5", nil), ("NaN", nil),
      ("0x10", nil),
      ("1e", nil), ("--1", nil),
    ] as [(String, Int64?)] {
      #expect(DecimalTime.parse(text)?.count == count, "\(text)")
    }
    #expect(DecimalTime.parse("1,5", mark: .pointOrComma)?.count == 1500)
    #expect(DecimalTime.parse("4200.5", unit: .milliseconds)?.count == 4201)
    for (text, count) in [
      ("1:02:03.5", 3_723_500), ("4:23.12", 263_120), ("90:00", 5_400_000), ("0:60", nil), ("1:2:60", nil),
      (":1", nil),
      ("1:", nil), ("1:2:3:4", nil), ("1:-2", nil),
    ] as [(String, Int64?)] {
      #expect(DecimalTime.parseClock(text)?.count == count, "\(text)")
    }
  }
}
