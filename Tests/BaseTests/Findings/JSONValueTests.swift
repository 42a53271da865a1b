import Foundation
import Testing
import TilawaBase

@Suite struct JSONValueTests {
  @Test func keepsTheOrderAndTheNumbers() {
    let value: JSONValue = [
      "z": 1, "a": .number("263.120"), "list": [true, nil, "x"], "none": [], "empty": [:],
      "count": JSONValue(3),
    ]
    #expect(
      value.compactText == #"{"z":1,"a":263.120,"list":[true,null,"x"],"none":[],"empty":{},"count":3}"#)
    #expect(
      value.documentText == """
        {
          "z": 1,
          "a": 263.120,
          "list": [
            true,
            null,
            "x"
          ],
          "none": [],
          "empty": {},
          "count": 3
        }

        """)
    #expect(JSONValue(String?.none) == .null)
  }

  @Test func everyScalarComesBack() throws {
    var text = ""
    for value in UInt32(0)..<0x3000 { Unicode.Scalar(value).map { text.unicodeScalars.append($0) } }
    for value in UInt32(0xFE00)..<0x10100 { Unicode.Scalar(value).map { text.unicodeScalars.append($0) } }
    text += "\u{10FFFF}😀"
    let written = JSONValue.object([.init(text, .string(text))]).compactText
    let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: String]
    #expect(read?.first?.key.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    #expect(read?.first?.value.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    #expect(!written.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
  }
}
