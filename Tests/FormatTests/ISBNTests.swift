import Testing
import TilawaFormat
import TilawaTestSupport

@Suite struct ISBNTests {
  @Test(arguments: [
    ("0261103342", "9780261103344"), ("080442957X", "9780804429573"), ("9791090636071", "9791090636071"),
    ("0000000000", "9780000000002"),
  ])
  func tenDigitsAreThirteenWith978BeforeThem(text: String, digits: String) {
    #expect(ISBN(text)?.digits == digits)
    #expect(ISBN(digits) == ISBN(text))
  }

  @Test(arguments: [
    "", "X", "026110334", "0261103343", "02611033422", "978026110334X", "9780261103345", "9770261103345",
    "X261103342", "0261-10334-2", "٠٢٦١١٠٣٣٤٢", "02611033\u{301}42",
  ])
  func othersAreNone(text: String) { #expect(ISBN(text) == nil) }

  @Test func everyWrongDigitIsNoticed() {
    for place in 0..<13 {
      for digit in "0123456789".utf8 {
        var digits = Array("9780261103344".utf8)
        if digits[place] == digit { continue }
        digits[place] = digit
        #expect(ISBN(String(decoding: digits, as: UTF8.self)) == nil)
      }
    }
  }

  @Test func hyphensAndBlanksAreTakenAwayWhereTheRestIsRight() {
    #expect(ISBN.tidied("978-0-261-10334-4") == "9780261103344")
    #expect(ISBN.tidied("0 8044 2957 x") == "080442957X")
    #expect(ISBN.tidied("978-0-261-10334-5") == "978-0-261-10334-5")
  }
}
