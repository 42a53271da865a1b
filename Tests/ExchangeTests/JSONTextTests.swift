import Foundation
import Testing
import TilawaBase
import TilawaExchange

/// Our reader of JSON, beside Foundation's.
struct JSONTextTests {
  private func parse(_ text: String) -> JSONNode? {
    try? JSONText.parse(SourceText(path: "a.json", bytes: Array(text.utf8)))
  }

  @Test func agreesWithFoundation() {
    var random = SplitMix(state: 11)
    let seed = "{\"a\": [1, -2.5e3, 0.0, true, null], \"b\\u00e9\\n\": {\"c\": \"x \\ud83d\\ude00 \u{661}\"}}"
    var accepted = 0
    for _ in 0..<3000 {
      let bytes = random.mutilated(Array(seed.utf8))
      guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\u{FEFF}"),
        !text.contains("\0")
      else { continue }
      let theirs = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      let ours = parse(text)
      if ours != nil { accepted += 1 }
      // Foundation refuses numbers beyond its range and lone surrogates; both are JSON.
      if theirs != nil { #expect(ours != nil, "\(text)") }
      if ours == nil { #expect(theirs == nil, "\(text)") }
    }
    #expect(accepted > 50)
  }

  @Test func keepsNumbersAsTheyAreWritten() {
    #expect(parse("[4.20, \"380\"]")?.items?.map { $0.number.map(String.init) } == ["4.20", "380"])
    #expect(parse("{\"a\": 1, \"a\": 2}")?["a"]?.integer == 1)
  }

  @Test func refusesWhatIsNotJSON() {
    for text in [
      "", "{", "[1,]", "{\"a\":}", "01", "1.", "+1", "tru", "\"a", "\"\\x\"", "[1] 2", "{'a': 1}",
      "\"\u{1}\"",
    ] {
      #expect(parse(text) == nil, "\(text)")
    }
    #expect(parse(String(repeating: "[", count: 100_000)) == nil)
    do {
      _ = try JSONText.parse(SourceText(path: "a.json", bytes: Array("{\"a\":\n tru}".utf8)))
      Issue.record("it was read")
    } catch {
      #expect(error.place?.range == 7..<8)
    }
  }
}
