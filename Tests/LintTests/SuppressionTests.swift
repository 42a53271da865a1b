import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaTestSupport

@Suite struct SuppressionTests {
  private func codes(_ segments: String) throws -> [String] {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n", "a.tilawa/segments.yaml": segments,
    ])
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    return Linter(.hearing).lint(bundle).map { finding in
      let line = finding.place.source.flatMap { source in
        finding.place.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
      }
      return "\(finding.rule.code):\(line ?? 0)"
    }
  }

  private let first = "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 1.000, end: 3.000 }\n"

  @Test func silencesOnTheLineAndBelowAComment() throws {
    let row = "  - { ayah: \"112:2\", start: 2.000, end: 5.000 }"
    #expect(try codes(first + row + "\n") == ["S203:4"])
    #expect(try codes(first + row + "  # tilawa: ignore[S203]\n") == [])
    #expect(try codes(first + "  # begins early. tilawa: ignore[S203] as he did\n" + row + "\n") == [])
    #expect(try codes(first + "  # tilawa: ignore[S203]\n  # as he did\n" + row + "\n") == [])
    #expect(try codes(first + row + "  # tilawa: ignore[S207, S203]\n") == [])
    // Another rule, another line.
    #expect(try codes(first + row + "  # tilawa: ignore[S204]\n") == ["S203:4"])
    #expect(try codes(first + row + "\n  # tilawa: ignore[S203]\n") == ["S203:4"])
    #expect(try codes(first + "\n  # tilawa: ignore[S203]\n\n" + row + "\n") == ["S203:7"])
  }

  @Test func silencesARowOfSeveralLines() throws {
    let row = "  - ayah: \"112:2\"  # tilawa: ignore[S203]\n    start: 2.000\n    end: 5.000\n"
    #expect(try codes(first + row) == [])
    #expect(
      try codes(first + "  # tilawa: ignore[S203]\n" + row.replacing("  # tilawa: ignore[S203]", with: ""))
        == [])
    #expect(try codes(first + row.replacing("  # tilawa: ignore[S203]", with: "")) == ["S203:5"])
  }

  @Test func silencesAFileFromAboveTheFirstRow() throws {
    let row = "  - { ayah: \"112:2\", start: 2.000, end: 5.000 }\n"
    #expect(try codes("# tilawa: ignore-file[S203]\n" + first + row) == [])
    #expect(try codes(first + row + "# tilawa: ignore-file[S203]\n") == ["S203:4", "F121:5"])
  }

  @Test func saysWhichCommentsSilenceNothing() throws {
    #expect(try codes(first + "# tilawa: ignore[S299]\n") == ["F121:4"])
    #expect(try codes(first + "# tilawa: ignore[segments-overlap]\n") == ["F121:4"])
    #expect(try codes(first + "# tilawa: ignore S203\n") == ["F121:4"])
    #expect(try codes(first + "# tilawa: ignore[]\n") == ["F121:4"])
    #expect(try codes(first + "# tilawa: ignore[F104, Y004]\n") == ["F121:4", "F121:4"])
  }

  @Test func neverSilencesFaultsOfForm() throws {
    let row = "  - { ayah: \"112:2\", start: late, end: 5.000 }  # tilawa: ignore[F106]\n"
    #expect(try codes(first + row).contains("F106:4"))
  }

  @Test func textInARowIsNoComment() throws {
    let row = "  - { ayah: \"112:2\", start: 2.000, end: 5.000, note: \"# tilawa: ignore[S203]\" }\n"
    #expect(try codes(first + row) == ["S203:4"])
  }

  /// 30,000 comments above one row: hopeless when each looks for the row by itself.
  @Test func manyCommentsSpeakForOneRow() throws {
    let row = "  - { ayah: \"112:2\", start: 2.000, end: 5.000 }\n"
    let comments = String(repeating: "  # tilawa: ignore[S204]\n", count: 30_000)
    #expect(try codes(first + comments + "  # tilawa: ignore[S203]\n" + row) == [])
    #expect(try codes(first + comments + row) == ["S203:30004"])
  }

  @Test func itsGrammarIsNarrow() throws {
    let row = "  - { ayah: \"112:2\", start: 2.000, end: 5.000 }"
    #expect(try codes(first + row + "  # tilawa: ignore[S203,]\n") == [])
    #expect(try codes(first + row + "  # tilawa: ignore[ S204 ,S203]\n") == [])
    #expect(try codes(first + row + "  # tilawa: ignore[S204] tilawa: ignore[S203]\n") == [])
    for wrong in ["ignore [S203]", "ignored[S203]", "ignore(S203)", "ignore[s203]", "ignore[,]"] {
      #expect(try codes(first + row + "  # tilawa: \(wrong)\n") == ["S203:4", "F121:4"], "\(wrong)")
    }
    #expect(try codes(first + row + "  # Tilawa: ignore[S203]\n") == ["S203:4"])
    #expect(try codes(first + row + "  # tilawa:ignore[S203]\n") == ["S203:4"])
  }
}
