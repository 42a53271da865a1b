import Testing
import TilawaTestSupport

@testable import TilawaQuran

@Suite struct TextFileTests {
  private func file(_ text: String, _ passage: AyahRange? = AyahRange(Ayah(112, 1), Ayah(112, 4))) throws
    -> TextFile
  {
    try #require(TextFile(Array(text.utf8), passage: passage))
  }

  @Test func eachFormIsToldByItsFirstLineAndRead() throws {
    let references = try file("# notice\n\n112|2|two\r\n112|1|one  \n")
    #expect(references.form == .references)
    #expect(references.text(of: Ayah(112, 1)) == "one")
    #expect(references.text(of: Ayah(112, 2)) == "two")
    #expect(references.text(of: Ayah(112, 3)) == nil && references.text(of: Ayah(1, 1)) == nil)
    let lines = try file("\u{FEFF}a b\n# x\nc\n\nd\n")
    #expect(lines.form == .lines)
    #expect(lines.text(of: Ayah(112, 1)) == "a b" && lines.text(of: Ayah(112, 3)) == "d")
    let words = try file("112:1:1\tqul\tsay\n112:1:2\thuwa\n112:2:1\tallah\tGod\n")
    #expect(words.form == .words)
    #expect(words.text(of: Ayah(112, 1)) == "qul huwa")
    #expect(words.words(of: Ayah(112, 1)) == [TextWord(1, "qul", meaning: "say"), TextWord(2, "huwa")])
    for text in ["", "\n", "#\n", "1|", "1:1:1", "9999999999999999999|1|x", "1||"] {
      #expect(try file(text).form == .lines, "\(text)")
    }
  }

  @Test func wordsOfAWholeAyahAreThoseOfTheIndex() throws {
    let basmalah = "a b c d "
    let text = try file("112|1|\(basmalah)w x \u{6D6} y z\n112|2|w\n")
    #expect(text.words(of: Ayah(112, 1))?.map(\.text) == ["w", "x \u{6D6}", "y", "z"])
    #expect(text.words(of: Ayah(112, 2)) == nil)
  }

  @Test func theWholeQuranIsHeldAgainstTheIndex() throws {
    let text = try file(GeneratedQuranText.references(), nil)
    let check = TextCheck(of: text)
    #expect(check.ayahCount == 6236 && check.faults.isEmpty && check.missing.isEmpty)
    let words = TextCheck(of: try file(GeneratedQuranText.words(), nil))
    #expect(
      words.ayahCount == 6236 && words.wordCount == 77433 && words.faults.isEmpty && words.unlikeWords.isEmpty
    )
    for ayah in [Ayah(1, 1), Ayah(2, 282), Ayah(114, 6)] {
      #expect(text.words(of: ayah)?.count == AyahLength.of(ayah)?.words)
    }
  }

  @Test func otherCountsNumberTheirLines() throws {
    let last = try #require(TextFile(Array(repeating: UInt8(ascii: "x"), count: 1), counting: .madaniLast))
    #expect(last.ayahCount == 6214)
    let text = (1...6214).map { "line \($0)\n" }.joined()
    let file = try #require(TextFile(Array(text.utf8), counting: .madaniLast))
    #expect(file.text(of: Ayah(114, 6)) == "line 6214")
    #expect(TextCheck(of: file).missing.isEmpty)
    #expect(TextFile([], passage: AyahRange(Ayah(2, 1), Ayah(1, 1))) == nil)
  }

  @Test func whatIsAstrayIsTold() throws {
    let check = TextCheck(of: try file("112|1|a\n112|1|b\n112|5|c\n1|1|d\nx\n112|4|e\n"))
    #expect(
      check.faults.map { "\($0.line): \($0.message)" } == [
        "2: 112:1 occurs twice", "3: 112:5 does not exist in the Kufi count", "4: 1:1 is not in 112:1-4",
        "5: the line must begin with surah and ayah, such as 18|10|",
      ])
    #expect(check.missing == [AyahRange(Ayah(112, 2), Ayah(112, 3))])
    let words = TextCheck(of: try file("112:1:1\ta\n112:1:3\tb\n112:2:1\tc\n112:1:2\td\n"))
    #expect(words.faults.map(\.line) == [2, 4])
    #expect(try TextCheck(of: #require(TextFile([0x61, 0x0A, 0xFF, 0x0A]))).faults.first?.line == 2)
    var random = SplitMix64(state: 7)
    for _ in 0..<200 {
      let bytes = (0..<40).map { _ in
        [0x31, 0x7C, 0x3A, 0x09, 0x0A, 0xD8, 0xB1, 0xE2, 0x23][Int(random.next() % 9)] as UInt8
      }
      let file = try #require(TextFile(bytes))
      _ = (
        TextCheck(of: file), file.text(of: Ayah(1, 1)), file.words(of: Ayah(1, 1)),
        TextQuery("1").map(file.search)
      )
    }
  }
}
