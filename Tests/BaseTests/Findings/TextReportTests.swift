import Testing
import TilawaBase

@Suite struct TextReportTests {
  private let overlap = RuleID("S203", "segments-overlap", .error)
  private let odd = RuleID("S299", "odd", .warning)

  private func report(_ findings: Diagnostic..., palette: Palette = .plain, width: Int = 160) -> String {
    var context = ReportContext()
    context.palette = palette
    context.width = width
    return DiagnosticFormat.text.report(findings, context)
  }

  private let rows = MarkedText(
    "friday.tilawa/segments.yaml",
    """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 3.120, end: «8.900» }
      - { ayah: "1:2", start: «8.440», end: 14.010 }

    """)

  @Test func marksThePlaceAndTheNoteOnTheirLines() {
    let finding = Diagnostic(
      overlap, "1:2 starts at 8.440, before 1:1 ends", at: rows.place(1),
      notes: [.init("1:1 ends at 8.900", at: rows.place(0))])
    #expect(
      report(finding) == """
        friday.tilawa/segments.yaml:4:27: error: 1:2 starts at 8.440, before 1:1 ends [S203 segments-overlap]
        3 |   - { ayah: "1:1", start: 3.120, end: 8.900 }
          |                                       ----- 1:1 ends at 8.900
        4 |   - { ayah: "1:2", start: 8.440, end: 14.010 }
          |                           ^^^^^

        """)
  }

  @Test func aFindingTakesOneLineInTheConciseForm() {
    let finding = Diagnostic(
      overlap, "1:2 starts at 8.440\nbefore 1:1 ends", at: rows.place(1),
      notes: [.init("1:1 ends at 8.900", at: rows.place(0))])
    let whole = Diagnostic(odd, "odd", at: Place(path: "friday.tilawa"))
    #expect(
      DiagnosticFormat.concise.report([finding, whole]) == """
        friday.tilawa/segments.yaml:4:27: error: S203 1:2 starts at 8.440\\nbefore 1:1 ends
        friday.tilawa:1:1: warning: S299 odd

        """)
    #expect(DiagnosticFormat.concise.report([]) == "")
  }

  @Test func thePlaceHasTheColourOfTheSeverity() {
    for (severity, code) in [(Severity.error, "1;31"), (.warning, "1;33"), (.note, "1;36")] {
      let finding = Diagnostic(RuleID("S299", "odd", severity), "odd", at: rows.place(1))
      #expect(report(finding, palette: .ansi).contains("\u{1B}[\(code)m^^^^^\u{1B}[0m"), "\(severity)")
    }
  }

  @Test func notesElsewhereHaveALineOfTheirOwn() {
    let far = MarkedText("a.yaml", "«one»\n\n\n\n\n\n\n\n\n\n«two»: «3»\n")
    let other = MarkedText("reciter.yaml", "id: «x»\n")
    let finding = Diagnostic(
      odd, "two is odd", at: far.place(1),
      notes: [
        .init("this is one", at: far.place(0)), .init("the id is here", at: other.place(0)),
        .init("its value is odd too", at: far.place(2)), .init("no place at all"),
        .init("missing", at: Place(path: "gone.yaml")),
      ])
    #expect(
      report(finding) == """
        a.yaml:11:1: warning: two is odd [S299 odd]
        11 | two: 3
           | ^^^
           |      - its value is odd too
        a.yaml:1:1: note: this is one
        reciter.yaml:1:5: note: the id is here
        note: no place at all
        gone.yaml: note: missing

        """)
  }

  @Test func linesBetweenAreLeftOut() {
    let text = MarkedText("a.yaml", "«one»\n#\n#\n«two»")
    let finding = Diagnostic(odd, "m", at: text.place(1), notes: [.init("first", at: text.place(0))])
    #expect(
      report(finding) == """
        a.yaml:4:1: warning: m [S299 odd]
        1 | one
          | --- first
        ...
        4 | two
          | ^^^

        """)
  }

  @Test func aFileAsAWholeHasNoExcerpt() {
    let finding = Diagnostic(
      odd, "no such file", at: Place(path: "x/recording.yaml"), notes: [.init("every bundle has one")])
    #expect(
      report(finding) == "x/recording.yaml: warning: no such file [S299 odd]\nnote: every bundle has one\n")
  }

  @Test func pointsBetweenBytesAndPastTheEnd() {
    let text = MarkedText("a.yaml", "key:«»\nlast«»")
    #expect(
      report(Diagnostic(odd, "m", at: text.place(0)), Diagnostic(odd, "m", at: text.place(1))) == """
        a.yaml:1:5: warning: m [S299 odd]
        1 | key:
          |     ^
        a.yaml:2:5: warning: m [S299 odd]
        2 | last
          |     ^

        """)
    let empty = SourceText(path: "e.yaml", bytes: [])
    #expect(
      report(Diagnostic(odd, "m", at: Place(empty, 0..<0)))
        == "e.yaml:1:1: warning: m [S299 odd]\n1 |\n  | ^\n")
  }

  @Test func aPlaceOfSeveralLinesIsMarkedOnItsFirst() {
    let text = MarkedText("a.yaml", "a: «[1,\r\n  2]»\r\n")
    #expect(
      report(Diagnostic(odd, "m", at: text.place(0)))
        == "a.yaml:1:4: warning: m [S299 odd]\n1 | a: [1,\n  |    ^^^\n")
  }

  @Test func marksStandUnderTabsArabicAndWideLetters() {
    let tab = MarkedText("a.yaml", "\ta:\t«b»\n")
    #expect(report(Diagnostic(odd, "m", at: tab.place(0))).hasSuffix("1 | \ta:\tb\n  | \t  \t^\n"))
    // A byte order mark is no column; vowel signs take no room; columns count scalars all the same.
    let arabic = MarkedText("a.yaml", "\u{FEFF}a: «صَلاة» x\n")
    #expect(
      report(Diagnostic(odd, "m", at: arabic.place(0)))
        == "a.yaml:1:4: warning: m [S299 odd]\n1 | a: صَلاة x\n  |    ^^^^\n")
    let wide = MarkedText("a.yaml", "漢字: «x»\n")
    #expect(
      report(Diagnostic(odd, "m", at: wide.place(0)))
        == "a.yaml:1:5: warning: m [S299 odd]\n1 | 漢字: x\n  |       ^\n")
  }

  @Test func longLinesAreCutAroundThePlace() {
    let text = MarkedText(
      "a.yaml", String(repeating: "a", count: 100) + "«XX»" + String(repeating: "b", count: 100) + "«Y»")
    let finding = Diagnostic(odd, "m", at: text.place(0), notes: [.init("far", at: text.place(1))])
    #expect(
      report(finding, width: 20) == """
        a.yaml:1:101: warning: m [S299 odd]
        1 | ...aaaaaaaaaaaaXXbbbbbb...
          |                ^^
        a.yaml:1:203: note: far

        """)
    let end = Diagnostic(odd, "m", at: text.place(1))
    #expect(
      report(end, width: 20).hasSuffix("1 | ...bbbbbbbbbbbbbbbbbbbY\n  |                       ^\n"))
  }

  @Test func whatAFileHoldsCannotSteerTheTerminal() {
    let text = MarkedText("a\u{1B}[2J.yaml", "x: «\u{1B}[31m\u{0}»\n")
    let output = report(Diagnostic(odd, "value \"\u{1B}[31m\n\" is odd", at: text.place(0)))
    #expect(!output.contains("\u{1B}"))
    #expect(output.hasPrefix("a\\x1b[2J.yaml:1:4: warning: value \"\\x1b[31m\\n\" is odd [S299 odd]\n"))
    let broken = SourceText(path: "b.yaml", bytes: [0x61, 0xFF, 0xFE, 0x62])
    _ = report(Diagnostic(odd, "m", at: Place(broken, 1..<3)))
    _ = report(Diagnostic(odd, "m", at: Place(broken, 3..<900)))
  }

  @Test func coloursOnlyAdd() {
    let finding = Diagnostic(
      overlap, "m", at: rows.place(1), notes: [.init("n", at: rows.place(0)), .init("o")])
    let coloured = report(finding, palette: .ansi)
    #expect(coloured.contains("\u{1B}[1;31m^^^^^\u{1B}[0m"))
    #expect(coloured.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == report(finding))
  }
}
