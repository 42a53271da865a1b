import Foundation
import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

/// The label text of `spec/core/exchange.md`.
struct LabelTextTests {
  @Test func readsLabelsAsOthersWriteThem() throws {
    for (label, meant) in try exchangeCases("labels") {
      #expect(LabelText(label)?.text(.full) == meant as? String, "\(label)")
    }
  }

  @Test func readsAllThatALabelSays() throws {
    let label = try #require(
      LabelText("8:75-9:1 verified conf=0.93 joins=78.250 riwayah=hafs reciter=a-b x-take=2 -- said -- twice")
    )
    #expect(label.isConfirmed)
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

  @Test func ofAnAttributeGivenTwiceTheLastCounts() {
    let label = LabelText("1:1 conf=0.5 x-k=1 conf=0.6 x-k=2")
    #expect(label?.text(.full) == "1:1 conf=0.60 x-k=2")
  }

  @Test func readsWords() {
    #expect(LabelReference("2:255:3")?.text == "2:255:3")
    #expect(LabelReference("2:255:3-5")?.text == "2:255:3-2:255:5")
    let compound = LabelReference("37:151:3-37:152:2")
    #expect(compound?.ayat.description == "37:151-152")
    #expect(compound?.words == .init(3, 2))
  }

  @Test func decimalsAreReadAsDecimals() throws {
    for (text, count) in try exchangeCases("times") {
      #expect(DecimalTime.parse(text)?.count == (count as? NSNumber)?.int64Value, "\(text)")
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

/// The cases of `spec/conformance/exchange`: a text, and what it means or nil.
private func exchangeCases(_ name: String) throws -> [(String, Any)] {
  let path = ConformanceSuite.folder + "/exchange/\(name).json"
  let data = try Data(contentsOf: URL(filePath: path))
  let rows = try #require(JSONSerialization.jsonObject(with: data) as? [[Any]])
  #expect(rows.count > 20)
  return try rows.map { row in (try #require(row.first as? String), try #require(row.last)) }
}
