import Testing
import TilawaBase
import TilawaFormat

/// Merges texts of segments and gives the result.
func merged(
  _ base: String?, _ ours: String, _ theirs: String, kind: DocumentKind = .segments,
  policy: MergePolicy = MergePolicy()
) throws -> (text: String, merge: FileMerge) {
  let source = { SourceText(path: $0, bytes: Array(($1 as String).utf8)) }
  let merge = try FileMerge(
    base: base.map { source("base", $0) }, ours: source("ours", ours), theirs: source("theirs", theirs),
    kind: kind, policy: policy)
  return (String(decoding: merge.bytes, as: UTF8.self), merge)
}

func segments(_ rows: String...) -> String {
  "tilawa: 1\nsegments:\n" + rows.map { "  - \($0)\n" }.joined()
}

@Suite struct FileMergeTests {
  private let first = "{ ayah: \"1:1\", start: 3.120, end: 8.440, verified: true }"
  private let second = "{ ayah: \"1:2\", start: 8.440, end: 14.010, confidence: 0.93 }"
  private let third = "{ ayah: \"1:3\", start: 14.010, end: 19.000 }"

  @Test func neighboursChangedByTwoPeopleAreNoConflict() throws {
    let moved = "{ ayah: \"1:2\", start: 8.440, end: 14.250, confidence: 0.93 }"
    let named = "{ ayah: \"1:3\", start: 14.010, end: 19.000, note: cough }"
    let third = "{ ayah: \"1:3\", start: 14.250, end: 19.000 }"
    let result = try merged(
      segments(first, second, self.third), segments(first, moved, third), segments(first, second, named))
    #expect(
      result.text
        == segments(first, moved, "{ ayah: \"1:3\", start: 14.250, end: 19.000, note: cough }"))
    #expect(result.merge.conflicts.isEmpty)
  }

  @Test func aPassageThatIsSaidIsNotJoinedWithOneThatIsHeard() throws {
    let base = "tilawa: 1\nid: friday\n"
    let said = base + "passage: \"112:1-4\"\n"
    let heard = base + "passage: \"113:1-5\"\npassage_heard: \"113:1-5\"\n"
    let merge = { preference in
      try merged(base, said, heard, kind: .recording, policy: MergePolicy(preference: preference))
    }
    #expect(try merge(.verified).text == said)
    #expect(try merge(.verified).merge.decisions.map(\.reason) == [.said, .said])
    #expect(try merge(.ours).text == said)
    #expect(try merge(.theirs).text == heard)
    #expect(try merge(.none).merge.conflicts.map(\.place) == ["passage", "passage_heard"])
    // A comment of the side that gives way stays.
    let commented = base + "# by ear\npassage: \"113:1-5\"\npassage_heard: \"113:1-5\"\n"
    #expect(
      try merged(base + "passage: \"111:1\"\npassage_heard: \"111:1\"\n", said, commented, kind: .recording)
        .text
        == base + "# by ear\npassage: \"112:1-4\"\n")
    // Nobody says anything where it is taken away.
    #expect(try merged(said, base, heard, kind: .recording).merge.conflicts.map(\.place) == ["passage"])
  }

  @Test func formattingOfOursStaysWhereTheirsChangedAValue() throws {
    let ours =
      "tilawa: 1\r\nsegments:\r\n  - {ayah: \"1:1\",  start: 3.12, end: 8.44, verified: true}  # by ear\r\n"
    let result = try merged(
      segments(first), ours, segments("{ ayah: \"1:1\", start: 3.120, end: 8.440, verified: true, note: x }"))
    #expect(
      result.text
        == "tilawa: 1\r\nsegments:\r\n  - {ayah: \"1:1\",  start: 3.12, end: 8.44, verified: true, note: x}  # by ear\r\n"
    )
  }

  @Test func aCommentOfOneSideOnARowThatBothAddedStays() throws {
    let (plain, commented) = (segments(first, second), segments(first, second + "  # listen again"))
    for (ours, theirs) in [(plain, commented), (commented, plain)] {
      let result = try merged(segments(first), ours + "# end\n", theirs)
      #expect(result.text == commented + "# end\n")
      #expect(result.merge.conflicts.isEmpty)
    }
  }

  @Test func aRowBetweenTwoRowsInConflictDoesNotPartThem() throws {
    let rows: (String) -> [String] = {
      ["{ ayah: \"1:1\", start: 3.120, end: \($0) }", "{ ayah: \"1:2\", start: \($0), end: 14.010 }"]
    }
    let (base, one, other) = (rows("8.440"), rows("8.900"), rows("8.100"))
    let added = "{ skip: speech, start: 3.120, end: 10.000 }"
    let texts = [segments(base[0], base[1]), segments(one[0], one[1]), segments(other[0], added, other[1])]
    for (ours, theirs) in [(1, 2), (2, 1)] {
      let text = try merged(texts[0], texts[ours], texts[theirs]).text
      #expect(text.split(separator: "<<<<<<<").count == 2 && text.contains(added), "\(text)")
    }
  }

  @Test func bothMoveOneBoundaryFarApartIsAConflictOfTwoRows() throws {
    let a: (String) -> String = { "{ ayah: \"1:1\", start: 3.120, end: \($0), verified: true }" }
    let b: (String) -> String = { "{ ayah: \"1:2\", start: \($0), end: 14.010, verified: true }" }
    let result = try merged(
      segments(a("8.440"), b("8.440")), segments(a("8.900"), b("8.900")), segments(a("8.100"), b("8.100")))
    #expect(
      result.text == """
        tilawa: 1
        segments:
        <<<<<<< ours
          - \(a("8.900"))
          - \(b("8.900"))
        ||||||| base
          - \(a("8.440"))
          - \(b("8.440"))
        =======
          - \(a("8.100"))
          - \(b("8.100"))
        >>>>>>> theirs

        """)
  }

  @Test func aVerifiedRowKeepsItsBoundaryAndTheNeighbourFollows() throws {
    // Theirs, a tool, moved the boundary; ours, a person, checked the row before it as it was.
    let checked = "{ ayah: \"1:2\", start: 8.440, end: 14.010, verified: true }"
    let result = try merged(
      segments(first, second, third), segments(first, checked, third),
      segments(
        first, "{ ayah: \"1:2\", start: 8.440, end: 14.300, confidence: 0.95 }",
        "{ ayah: \"1:3\", start: 14.300, end: 19.000 }"))
    #expect(result.text == segments(first, checked, third))
    #expect(result.merge.conflicts.isEmpty)
    #expect(result.merge.decisions.contains { $0.reason == .verified && $0.field == "end" })
  }

  @Test func oneDeletesWhatTheOtherEditsIsAConflict() throws {
    let edited = "{ ayah: \"1:3\", start: 14.010, end: 19.500 }"
    let result = try merged(
      segments(first, second, third), segments(first, second), segments(first, second, edited))
    #expect(
      result.text == segments(first, second) + """
        <<<<<<< ours
        ||||||| base
          - \(third)
        =======
          - \(edited)
        >>>>>>> theirs

        """)
  }

  @Test func bothAddTheSameMissingAyah() throws {
    let one = "{ ayah: \"1:4\", start: 19.000, end: 24.000, confidence: 0.80 }"
    let other = "{ ayah: \"1:4\", start: 19.010, end: 24.000, confidence: 0.90 }"
    let result = try merged(
      segments(first, second, third), segments(first, second, third, one),
      segments(first, second, third, other))
    #expect(result.text == segments(first, second, third, other))
  }

  @Test func overlapOfTwoAddedRowsIsAConflict() throws {
    let one = "{ ayah: \"1:4\", start: 19.000, end: 24.000 }"
    let other = "{ ayah: \"1:4-5\", start: 19.000, end: 31.000 }"
    let result = try merged(segments(first), segments(first, one), segments(first, other))
    #expect(result.merge.conflicts.count == 2)
    #expect(
      result.text.contains("<<<<<<< ours\n  - \(one)\n||||||| base\n=======\n  - \(other)\n>>>>>>> theirs\n"))
  }

  @Test func commentsOfTheirsComeWithTheirRows() throws {
    let theirs = """
      tilawa: 1
      segments:
        - \(first)
        # he repeats it
        - \(second)  # twice
        - \(third)

      """
    let ours = segments(first, second, "{ ayah: \"1:3\", start: 14.010, end: 19.250 }")
    let result = try merged(segments(first, second, third), ours, theirs)
    #expect(result.text == theirs.replacing("end: 19.000", with: "end: 19.250"))
  }

  @Test func keysOfARecordingMergeOneByOne() throws {
    let base = "tilawa: 1\nid: a\ntitle: Friday\naudio:\n  file: a.flac\n  duration: 10.000\n"
    let ours = "tilawa: 1\nid: a\ntitle: Friday prayer\naudio:\n  file: a.flac\n  duration: 10.000\n"
    let theirs = "tilawa: 1\nid: a\ntitle: Friday\naudio:\n  file: b.flac\n  duration: 10.000\nnotes: x\n"
    let result = try merged(base, ours, theirs, kind: .recording)
    #expect(
      result.text
        == "tilawa: 1\nid: a\ntitle: Friday prayer\naudio:\n  file: b.flac\n  duration: 10.000\nnotes: x\n")
    let conflict = try merged(
      base, ours, theirs.replacing("title: Friday", with: "title: Jumuah"), kind: .recording)
    #expect(
      conflict.text.contains(
        "<<<<<<< ours\ntitle: Friday prayer\n||||||| base\ntitle: Friday\n=======\ntitle: Jumuah\n>>>>>>> theirs\n"
      ))
  }

  @Test func aSideWithFaultsIsRefused() {
    #expect(throws: FileMerge.Unmergeable.self) {
      try merged(segments(first), segments(second), "tilawa: 1\nsegments: [")
    }
  }
}
