import Testing
import TilawaBase
import TilawaTestSupport

struct ScalarTextTests {
  @Test(arguments: joiningSigns) func searchesByScalars(sign: String) {
    #expect("=\(sign)".begins(with: "=") && "\(sign)=".ends(with: "="))
    #expect("=\(sign)".after("=") == sign[...] && "\(sign)=\(sign)".before(sign) == "\(sign)=")
    #expect("a=\(sign)".cut(at: "=")?.1 == sign[...])
    #expect("\(sign)/\(sign)".cut(atLast: "/")?.0 == sign[...])
    #expect("\(sign):\(sign)".fields(by: ":") == [sign[...], sign[...]])
    #expect(" \(sign) ".words(by: " ") == [sign[...]])
    #expect(" \(sign)\u{A0}".words == [sign[...]])
    #expect("\n\(sign)\r\n".lines == ["", sign[...], ""])
    #expect(" \(sign) ".trimmed == sign && " \(sign) ".trimmed(of: " ") == sign)
    #expect("\(sign)'\(sign)".replaced("'", with: "''") == "\(sign)''\(sign)")
  }

  @Test func replacesText() {
    #expect("aXbXX".replaced("X", with: "") == "ab" && "abab".replaced("ab", with: "abab") == "abababab")
    #expect("aaa".replaced("aa", with: "b") == "ba" && "".replaced("a", with: "b").isEmpty)
    #expect("ab".replaced("", with: "x") == "ab")
    #expect("xyz".dropFirst().replaced("z", with: "\u{301}") == "y\u{301}")
  }

  @Test func takesTextApart() {
    #expect("a\r\nb\rc".filledLines == ["a", "b", "c"])
    #expect("a,b,c".fields(by: ",", atMost: 2) == ["a", "b,c"])
    #expect("".fields(by: ",") == [""] && "".words(by: ",").isEmpty && " ".trimmed.isEmpty)
  }

  @Test func namesOfOtherBytesAreOthers() {
    let (composed, apart) = ("\u{E9}", "e\u{301}")
    #expect(composed == apart, "what this type is for")
    #expect(!composed.isExactly(apart) && Set([ExactText(composed), ExactText(apart)]).count == 2)
    #expect(Set([ExactText(composed), ExactText("x\u{E9}".dropFirst())]).count == 1)
  }

  @Test func countsSlips() {
    for (one, other, slips) in [("", "abc", 3), ("abc", "", 3), ("abc", "acb", 1), ("kitten", "sitting", 3)] {
      #expect(editDistance(Array(one.unicodeScalars), Array(other.unicodeScalars)) == slips)
    }
  }
}
