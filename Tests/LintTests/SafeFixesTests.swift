import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaTestSupport

@Suite struct SafeFixesTests {
  /// The text of the file after its safe fixes; checks that a second run changes nothing.
  private func mended(
    _ kind: FileKind, _ text: String, recording: String = "tilawa: 1\nid: a\nriwayah: hafs\n"
  ) throws -> String {
    let folder = try TemporaryFolder(["a.tilawa/recording.yaml": recording])
    try folder.write(text, to: "a.tilawa/\(kind.fileName)")
    func mend() throws -> Bool {
      let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
      let files = SafeFixes(of: Linter(.hearing).lint(bundle), in: bundle).files
      for file in files {
        let bytes = try #require(file.edits.applied(to: file.source.bytes))
        try folder.write(String(decoding: bytes, as: UTF8.self), to: "a.tilawa/\(file.kind.fileName)")
      }
      return !files.isEmpty
    }
    _ = try mend()
    let once = try folder.text(of: "a.tilawa/\(kind.fileName)")
    #expect(try !mend(), "a second run finds something to mend")
    return once
  }

  /// Forty thousand verified rows and as many fixes: hopeless when all are gone through again for each.
  @Test func manyFixesAreChosenInOneGo() throws {
    let count = 40_000
    let rows = (0..<count).map {
      "  - { ayah: \"1:1\", start: \($0).000, end: \($0 + 1).000, verified: true }\n"
    }
    let text = "tilawa: 1\nsegments:\n" + rows.joined()
    let folder = try TemporaryFolder(["a.tilawa/segments.yaml": text])
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    let source = try #require(bundle.source(of: .segments))
    let rule = try #require(RuleID.all.first)
    var findings: [Diagnostic] = []
    var start = text.utf8.count - rows.reduce(0) { $0 + $1.utf8.count }
    for row in rows {
      let end = start + row.utf8.count
      // A blank behind the row, the same place again, and what a person vouched for.
      for range in [end - 1..<end, end - 1..<end, start + 6..<start + 8] {
        findings.append(
          Diagnostic(
            rule, "x", at: Place(source, range), fix: .init("x", [TextEdit(range, "")], isSafe: true)))
      }
      start = end
    }
    let files = SafeFixes(of: findings, in: bundle).files
    #expect(files.map(\.kind) == [.segments])
    #expect(files.first?.mended.count == count && files.first?.edits.count == count)
  }

  @Test func writesTheReferenceThatWasMeantWhereItCanOnlyBeOne() throws {
    let meant = [
      ("100.2", "100:2"), ("\"\u{661}\u{660}\u{660}:\u{662}\"", "100:2"), ("\"adiyat:2\"", "100:2"),
      ("\u{201C}100:2\u{201D}", "100:2"), ("100-2", "100:2"),
      ("\"\u{627}\u{644}\u{643}\u{647}\u{641} 10\"", "18:10"),
      ("2:1\u{2013}5", "2:1-5"), ("100:2.", "100:2"), ("\"(100:2)\"", "100:2"),
      ("anfal:75-tawbah:1", "8:75-9:1"),
    ]
    func text(_ references: [String]) -> String {
      "tilawa: 1\nmarkers:\n"
        + references.enumerated().map { "  - { at: \($0 + 1).000, ayah: \($1) }\n" }.joined()
    }
    #expect(try mended(.markers, text(meant.map(\.0))) == text(meant.map { "\"\($0.1)\"" }))
    for unclear in ["\"2-5\"", "adiyt:2", "adiyat", "18", "juz 30", "page 3", "999.1", "1.2.3", "kahf"] {
      #expect(try mended(.markers, text([unclear])) == text([unclear]), "\(unclear)")
    }
    let vouched = "tilawa: 1\nmarkers:\n  - { at: 1.000, ayah: 100.2, confirmed: true }\n"
    #expect(try mended(.markers, vouched) == vouched)
  }

  @Test func callsAKeyByItsNameWhereOneSlipLeadsToIt() throws {
    for (recording, mend) in [
      ("tilawa: 1\nid: a\nriwaya: warsh\n", "tilawa: 1\nid: a\nriwayah: warsh\n"),
      ("tilawa: 1\nid: a\nRecorded-At: 2024-01-05\n", "tilawa: 1\nid: a\nrecorded_at: 2024-01-05\n"),
      (
        "tilawa: 1\nid: a\nriwayah: hafs\nriwaya: warsh\n", "tilawa: 1\nid: a\nriwayah: hafs\nriwaya: warsh\n"
      ),
      ("tilawa: 1\nid: a\nrwaya: warsh\n", "tilawa: 1\nid: a\nrwaya: warsh\n"),
      ("tilawa: 1\nid: a\nnumbering: Last Madani\n", "tilawa: 1\nid: a\nnumbering: madani_last\n"),
      ("tilawa: 1\nid: a\nnumbering: madani\n", "tilawa: 1\nid: a\nnumbering: madani\n"),
    ] {
      #expect(try mended(.recording, recording) == mend)
    }
  }

  @Test func tellsTheTimeThatWasMistyped() throws {
    func told(_ rows: [(Int, String, String)]) throws -> [String] {
      let folder = try TemporaryFolder(["a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n"])
      let text = rows.map { "  - { skip: dua, start: \($0.1), end: \($0.2) }  # \($0.0)\n" }.joined()
      try folder.write("tilawa: 1\nsegments:\n" + text, to: "a.tilawa/segments.yaml")
      let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
      return Linter(.hearing).lint(bundle).map { "\($0.rule.code) \($0.message)" }
    }
    let rows = (0..<40).map { ($0, "\($0 * 4).155", "\($0 * 4 + 4).155") }
    var one = rows
    one[9].1 = "360.155"
    #expect(
      try told(one) == [
        "S216 skip dua starts at 360.155, after the next time, 40.155; did you mean 36.155?"
      ])
    one = rows
    one[9].1 = "36155"
    #expect(
      try told(one) == [
        "S216 skip dua starts at 36155.000, after the next time, 40.155; did you mean 36.155?"
      ])
    one = rows
    one[9].2 = "4.155"
    #expect(
      try told(one) == [
        "S216 skip dua ends at 4.155, before the previous time, 36.155; did you mean 40.155?"
      ])
    one[30].2 = "9000"
    #expect(try told(one).map { $0.prefix(4) } == ["S216", "S216"])
  }

  @Test func movesWholeLinesWithTheirComments() throws {
    let text = """
      tilawa: 1   # as it is
      segments:
        - { ayah: "112:1", start: 1.000, end: 3.800 }
        # the third
        - { ayah: "112:3",   start: 6.1, end: 9.000, x-mine: yes }  # odd spacing stays

        - { ayah: "112:2", start: 3.800, end: 6.100, verified: true }
        - { ayah: "112:4", start: 9.000, end: 13.000 }

      """
    let result = try mended(.segments, text)
    #expect(result.split(separator: "\n").sorted() == text.split(separator: "\n").sorted())
    let order = result.split(separator: "\n").compactMap { line in
      line.firstRange(of: "112:").map { line[$0.upperBound] }
    }
    #expect(order == ["1", "2", "3", "4"])
    #expect(result.contains("  # the third\n  - { ayah: \"112:3\",   start: 6.1,"))
  }

  @Test func writesARiwayahByItsIdentifier() throws {
    let text = "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 1.000, end: 3.800, riwayah: Warsh }\n"
    #expect(try mended(.segments, text) == text.replacing("Warsh", with: "warsh"))
  }

  @Test func leavesWhatAPersonHasVouchedFor() throws {
    let text =
      "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 1.000, end: 3.800, riwayah: Warsh, verified: true }\n"
    #expect(try mended(.segments, text) == text)
    let marker = "tilawa: 1\nmarkers:\n  - { at: 1.000, ayah: \"112:1\", riwayah: Warsh, confirmed: true }\n"
    #expect(try mended(.markers, marker) == marker)
    let faulty =
      "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: soon, end: 3.800, riwayah: Warsh, verified: true }\n"
    #expect(try mended(.segments, faulty) == faulty)
  }

  @Test func leavesRowsOfAFileWithFaults() throws {
    let text =
      "tilawa: 1\nsegments:\n  - { ayah: \"112:2\", start: 3.800, end: 6 }\n  - { ayah: \"112:1\", start: 1.000 }\n"
    #expect(try mended(.segments, text) == text)
  }
}
