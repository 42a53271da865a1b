import Testing
import TilawaBase

@Suite struct SourceTextTests {
  private func table(_ text: String) -> LineTable {
    LineTable(of: SourceText(path: "a", bytes: Array(text.utf8)))
  }

  @Test func linesEndAfterEveryKindOfLineEnd() {
    let table = table("a\nb\r\nc\rd\n")
    #expect(table.count == 5)
    #expect((1...6).map { table.source.text(in: table.range(ofLine: $0)) } == ["a", "b", "c", "d", "", ""])
  }

  @Test func columnsCountScalarsAndNoByteOrderMark() {
    let table = table("\u{FEFF}صَ:1\nx")
    #expect(table.position(at: 0) == LineAndColumn(line: 1, column: 1))
    #expect(table.position(at: 3) == LineAndColumn(line: 1, column: 1))
    #expect(table.position(at: 7) == LineAndColumn(line: 1, column: 3))
    #expect(table.position(at: 10) == LineAndColumn(line: 2, column: 1))
    #expect(table.position(at: 99) == LineAndColumn(line: 2, column: 2))
    #expect(table.position(at: -1) == LineAndColumn(line: 1, column: 1))
  }

  @Test func positionsAgreeWithCountingByHand() {
    var seed: UInt64 = 7
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += ["a", "ب", "\n", "\r\n", "\r", "漢", " "][Int(seed >> 33) % 7]
      }
      let table = table(text)
      var line = 1
      var column = 1
      var offset = 0
      let scalars = Array(text.unicodeScalars)
      for (index, scalar) in scalars.enumerated() {
        #expect(table.position(at: offset) == LineAndColumn(line: line, column: column))
        offset += String(scalar).utf8.count
        let isPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
        if scalar == "\n" || (scalar == "\r" && !isPair) {
          (line, column) = (line + 1, 1)
        } else {
          column += 1
        }
      }
    }
  }

  @Test func editsApplyTogetherOrNotAtAll() {
    let bytes = Array("0123456789".utf8)
    func result(_ edits: [TextEdit]) -> String? {
      edits.applied(to: bytes).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(result([]) == "0123456789")
    #expect(
      result([TextEdit(8..<9, "x"), TextEdit(0..<2, ""), TextEdit(2..<2, "i"), TextEdit(2..<2, "j")])
        == "ij234567x9")
    #expect(result([TextEdit(0..<3, ""), TextEdit(2..<4, "")]) == nil)
    #expect(result([TextEdit(9..<11, "")]) == nil)
  }

  @Test func findingsAreOrderedByPlaceThenCode() {
    let source = SourceText(path: "b", bytes: Array("0123".utf8))
    let late = Diagnostic(RuleID("A001", "x", .error), "late", at: Place(source, 2..<3))
    let second = Diagnostic(RuleID("B001", "x", .error), "second", at: Place(source, 1..<3))
    let first = Diagnostic(RuleID("A001", "x", .error), "first", at: Place(source, 1..<2))
    let whole = Diagnostic(RuleID("Z001", "x", .note), "whole", at: Place(path: "b"))
    let other = Diagnostic(RuleID("Z001", "x", .note), "other", at: Place(path: "a"))
    #expect(
      [late, second, first, whole, other].inOrder().map(\.message) == [
        "other", "whole", "first", "second", "late",
      ])
  }

  @Test func nearestNameFindsSlipsOnly() {
    let names = ["hafs", "shuabah", "warsh", "qaloon", "lint"]
    for (given, meant) in [
      ("hafz", "hafs"), ("Hafs", "hafs"), ("lnt", "lint"), ("lnit", "lint"), ("shuba", nil),
      ("shuabaa", "shuabah"), ("xyzzy", nil), ("", nil),
    ] as [(String, String?)] {
      #expect(nearestName(to: given, in: names) == meant, "\(given)")
    }
  }
}
