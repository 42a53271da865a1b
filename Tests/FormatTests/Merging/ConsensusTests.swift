import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

@Suite struct ConsensusTests {
  private func version(_ rows: String, _ kind: FileKind = .segments) -> BundleVersion {
    let text = "tilawa: 1\n\(kind.rawValue):\n" + rows + "\n"
    return BundleVersion(files: [kind.document: SourceText(path: kind.fileName, bytes: Array(text.utf8))])
  }

  private func consensus(
    _ versions: [BundleVersion], _ kind: FileKind = .segments, tolerance: Int64 = 100
  ) throws -> (rows: String, disputes: [String]) {
    let result = try BundleConsensus(of: versions, tolerance: Milliseconds(tolerance))
    let bytes = result.files.first { $0.kind == kind }?.bytes ?? []
    let text = String(decoding: bytes, as: UTF8.self).replacing("tilawa: 1\n\(kind.rawValue):\n", with: "")
    return (
      String(text.dropLast()), result.disputes.map { "\($0.place) \($0.key ?? "left out")" }
    )
  }

  @Test func theMiddleOfThoseThatAgreeIsTaken() throws {
    let result = try consensus([
      version(#"  - { ayah: "1:1", start: 1.000, end: 5.000 }"#),
      version(#"  - { ayah: "1:1", start: 1.040, end: 5.060 }"#),
      version(#"  - { ayah: "1:1", start: 1.060, end: 7.000 }"#),
    ])
    #expect(result.rows == #"  - { ayah: "1:1", start: 1.040, end: 5.030 }"#)
    #expect(result.disputes.isEmpty)
  }

  @Test func whatIsNotAgreedIsToldAndDoubted() throws {
    let result = try consensus([
      version(
        """
          # mine
          - { ayah: "1:1", start: 1.000, end: 5.000, note: slow }
          - { ayah: "1:2", start: 5.000, end: 9.000, confidence: 0.99 }
        """),
      version(
        """
          - { ayah: "1:1", start: 1.000, end: 5.400 }
          - { ayah: "1:3", start: 5.400, end: 9.000, x-take: 2 }
        """),
    ])
    #expect(
      result.rows == """
          # mine
          - { ayah: "1:1", start: 1.000, end: 5.200, confidence: 0.10, note: "slow; not agreed: end 5.000 / 5.400" }
          - { ayah: "1:2", start: 5.200, end: 9.000, confidence: 0.10, note: "not agreed: name 1:2 / 1:3; start 5.000 / 5.400" }
        """)
    #expect(result.disputes == ["1:1 end", "1:2 name", "1:2 start"])
  }

  @Test func whoHasVerifiedIsAskedAlone() throws {
    let guesses = [
      version(#"  - { ayah: "1:1", start: 1.500, end: 5.500 }"#),
      version(#"  - { ayah: "1:2", start: 1.500, end: 5.500 }"#),
    ]
    let one = version(#"  - { ayah: "1:1", start: 1.000, end: 5.000, verified: true }"#)
    let other = version(#"  - { ayah: "1:1", start: 1.020, end: 5.000, verified: true }"#)
    let third = version(#"  - { ayah: "1:1", start: 3.000, end: 5.000, verified: true }"#)
    #expect(
      try consensus(guesses + [one]).rows == #"  - { ayah: "1:1", start: 1.000, end: 5.000, verified: true }"#
    )
    #expect(
      try consensus(guesses + [one, other]).rows
        == #"  - { ayah: "1:1", start: 1.010, end: 5.000, verified: true }"#)
    // Two of three agree.
    #expect(
      try consensus([one, other, third]).rows
        == #"  - { ayah: "1:1", start: 1.010, end: 5.000, verified: true }"#)
    let split = try consensus([one, third])
    #expect(!split.rows.contains("verified"))
    #expect(split.rows.contains("confidence: 0.10"))
    #expect(split.disputes == ["1:1 start"])
  }

  @Test func aVerifiedRowIsKeptThoughOnlyOneHasIt() throws {
    let rows = #"  - { ayah: "1:1", start: 1.000, end: 5.000 }"#
    let more = rows + "\n" + #"  - { ayah: "1:2", start: 5.000, end: 9.000 }"#
    let result = try consensus([version(rows), version(rows), version(more)])
    #expect(result.rows == rows)
    #expect(result.disputes == ["1:2 left out"])
    let checked = more.replacing("9.000 }", with: "9.000, verified: true }")
    #expect(try consensus([version(rows), version(rows), version(checked)]).rows == checked)
  }

  @Test func aRunVotesForEachAyah() throws {
    let rows = """
        - { ayah: "1:1", start: 1.000, end: 5.000 }
        - { ayah: "1:2", start: 5.000, end: 9.000 }
      """
    let apart = rows.replacing("5.000", with: "5.400")
    let run = #"  - { ayah: "1:1-2", start: 1.000, end: 9.000, joins: [5.020] }"#
    let result = try consensus([version(rows), version(apart), version(run)])
    #expect(result.rows == rows.replacing("5.000", with: "5.010"))
    #expect(result.disputes.isEmpty)
    #expect(try consensus([version(run), version(run), version(rows)]).rows == run)
    #expect(try consensus([version(run), version(rows), version(rows)]).rows == rows)
    let later = run.replacing("5.020", with: "5.060")
    #expect(try consensus([version(run), version(later)]).rows == run.replacing("5.020", with: "5.040"))
  }

  @Test func markersAndWordsVoteToo() throws {
    let markers =
      #"  - { at: 1.000, ayah: "1:1", confirmed: true }"# + "\n" + #"  - { at: 5.000, ayah: "1:2" }"#
    let others = markers.replacing(", confirmed: true", with: "").replacing("5.000", with: "5.040")
    #expect(
      try consensus([version(markers, .markers), version(others, .markers)], .markers).rows
        == markers.replacing("5.000", with: "5.020"))
    let run = #"  - { at: 1.000, end: 9.000, ayah: "1:1-2", joins: [5.020] }"#
    let parts = "  - { at: 1.000, ayah: \"1:1\" }\n  - { at: 5.000, ayah: \"1:2\" }"
    func agreed(_ versions: String...) throws -> String {
      try consensus(versions.map { version($0, .markers) }, .markers).rows
    }
    #expect(
      try agreed(run, run.replacing("5.020", with: "5.060"), parts) == run.replacing("5.020", with: "5.040"))
    #expect(try agreed(run, parts, parts) == parts)
    let words = #"  - { ayah: "1:1", word: 1, start: 1.000, end: 1.500 }"#
    let moved = words.replacing("1.500", with: "1.900")
    let result = try consensus([version(words, .words), version(moved, .words)], .words)
    #expect(result.rows == #"  - { ayah: "1:1", word: 1, start: 1.000, end: 1.700, confidence: 0.10 }"#)
    #expect(result.disputes == ["1:1 word 1 end"])
  }

  /// Generated annotators, each slightly off and sometimes wrong. Nothing overlaps, and every row is in the
  /// result or reported. The consensus of identical annotations has exactly their bytes.
  @Test func generatedAnnotatorsAreMadeOne() throws {
    var random = SplitMix64(state: 3)
    for round in 0..<150 {
      let truth = (0..<12).map { Int64($0) * 4000 + Int64.random(in: 0...900, using: &random) + 1000 }
      let texts = (0..<Int.random(in: 2...5, using: &random)).map { _ in
        let moves = truth.map { _ in
          Int64.random(in: -30...30, using: &random) + (Int.random(in: 0..<10, using: &random) == 0 ? 700 : 0)
        }
        return (0..<11).compactMap { index -> String? in
          guard Int.random(in: 0..<12, using: &random) > 0 else { return nil }
          let (start, end) = (truth[index] + moves[index], truth[index + 1] + moves[index + 1])
          let gap = Int.random(in: 0..<4, using: &random) == 0 ? Int64(300) : 0
          let isChecked = Int.random(in: 0..<6, using: &random) == 0
          return
            "  - { ayah: \"2:\(index + 1)\", start: \(Milliseconds(start)), end: \(Milliseconds(end - gap))"
            + (isChecked ? ", verified: true }" : " }")
        }.joined(separator: "\n")
      }
      let versions = texts.map { version($0) }
      #expect(try consensus([versions[0], versions[0]]).rows == texts[0], "\(round)")
      let merged = try consensus(versions)
      let spans = try #require(try AnnotatedRows(of: version(merged.rows), words: false)).stretches
      for (a, b) in zip(spans, spans.dropFirst()) { #expect(a.end <= b.start, "\(round): \(merged.rows)") }
      for span in spans { #expect(span.start < span.end) }
      for (index, _) in truth.enumerated().dropLast() {
        // Every row that anybody has is in the result, or told.
        let name = "\"2:\(index + 1)\""
        guard texts.contains(where: { $0.contains(name) }) else { continue }
        #expect(
          merged.rows.contains(name) || merged.disputes.contains("2:\(index + 1) left out"),
          "\(round)")
      }
    }
  }
}
