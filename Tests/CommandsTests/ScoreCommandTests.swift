import Testing
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa compare --reference` as its user meets it.
@Suite struct ScoreCommandTests {
  private let files = [
    "truth.tsv": """
    surah\tayah\tstart_seconds\tend_seconds
    112\t1\t0.500\t3.000
    112\t2\t3.000\t5.000
    112\t3\t5.000\t7.000
    112\t4\t8.000\t9.000

    """,
    "gaps.tsv": """
    boundary_seconds\tnext_ayah\tpause_start\tpause_end\tdistance\tdip_db\tkind
    3.000\t112:2\t1.90\t2.95\t0.05\t22.0\tpause
    5.000\t112:3\t-\t-\t4.47\t21.5\tdip

    """,
    "times.txt": "0.6\n2.0\n5.4\n",
    "friday.tilawa/recording.yaml": "tilawa: 1\nid: a\ntitle: Friday\n",
    "friday.tilawa/markers.yaml": """
    tilawa: 1
    markers:
      - { at: 0.600, ayah: "112:1" }
      - { at: 2.000, ayah: "112:2" }
      - { at: 5.100, ayah: "112:4", end: 6.900 }
      - { at: 8.010 }

    """,
    "empty.tilawa/recording.yaml": "tilawa: 1\nid: b\ntitle: Nothing\n",
    "bad.tsv": "112\t1\t0.5\t3\n112\t2\tthree\t5\n",
    "segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 0.500 }\n",
  ]

  private func score(_ arguments: String..., input: String = "") throws -> String {
    let folder = try TemporaryFolder(files)
    return withExtendedLifetime(folder) {
      transcript(["compare", "--reference"] + arguments, in: folder.path, input: input)
    }
  }

  @Test func printsATable() throws {
    #expect(
      try score("truth.tsv", "friday.tilawa") == """
        reference 5, hypothesis 5
        tolerance  matched  precision  recall     F1  median   90 %  misnamed
            0.250        4      0.800   0.800  0.800   0.100  0.100         1
            0.500        4      0.800   0.800  0.800   0.100  0.100         1

        """)
    #expect(
      try score("truth.tsv", "times.txt", "--gaps", "gaps.tsv", "--tolerance", "0.3") == """
        reference 5, hypothesis 3
        tolerance  pauses  matched  precision  recall     F1  median   90 %  misnamed
            0.300  strict        1      0.333   0.200  0.250   0.100  0.100         0
            0.300   right        2      0.667   0.400  0.500   1.000  1.000         0

        """)
  }

  @Test func readsEveryForm() throws {
    let whole = try score("truth.tsv", "friday.tilawa")
    #expect(try score("truth.tsv", "friday.tilawa/markers.yaml") == whole)
    #expect(try score("truth.tsv", "-", input: files["friday.tilawa/markers.yaml"] ?? "") == whole)
    #expect(try score("-", "friday.tilawa", input: files["truth.tsv"] ?? "") == whole)
    #expect(
      try score("friday.tilawa", "friday.tilawa").contains("    0.250        5      1.000   1.000  1.000"))
    #expect(try score("truth.tsv", "-", input: "").contains("        0      1.000   0.000  0.000       -"))
  }

  @Test func printsJSON() throws {
    #expect(
      try score("truth.tsv", "friday.tilawa", "--tolerance", "0.25", "--json") == """
        {
          "version": 1,
          "reference_count": 5,
          "hypothesis_count": 5,
          "scores": [
            {
              "tolerance": 0.250,
              "counts_pauses": false,
              "matched_count": 4,
              "precision": 0.800,
              "recall": 0.800,
              "f1": 0.800,
              "median_error": 0.100,
              "percentile_90_error": 0.100,
              "misnamed": [
                {
                  "at": 5.100,
                  "reference": "112:3",
                  "hypothesis": "112:4"
                }
              ],
              "missed": [
                {
                  "at": 3.000,
                  "ayah": "112:2"
                }
              ],
              "extra": [
                {
                  "at": 2.000,
                  "ayah": "112:2"
                }
              ]
            }
          ]
        }

        """)
  }

  @Test func tellsWhatIsWrong() throws {
    func failure(_ message: String) -> String { "[stderr]\ntilawa: \(message)\n[exit 2]\n" }
    #expect(
      try score("truth.tsv", "bad.tsv")
        == failure("bad.tsv:2: \"three\" is not a time in seconds, such as 14.010"))
    #expect(
      try score("times.txt", "truth.tsv")
        == failure("times.txt has no ayat; each line should be surah, ayah, start and end"))
    #expect(
      try score("truth.tsv", "empty.tilawa")
        == failure("empty.tilawa has no segments or markers to compare"))
    #expect(
      try score("truth.tsv", "friday.tilawa", "--gaps", "truth.tsv").contains("truth.tsv:2: has 4 columns;"))
    #expect(try score("truth.tsv", "none.tsv").hasSuffix("[exit 2]\n"))
    #expect(try score("truth.tsv", "segments.yaml").contains("segments.yaml:3:"))
    #expect(try score("truth.tsv", "segments.yaml").hasSuffix("[exit 2]\n"))
    #expect(try score("-", "-").contains("only one of the files can be standard input"))
    #expect(
      try score("truth.tsv", "friday.tilawa", "--tolerance", "99")
        .contains("--tolerance is a time from 0 to 60 s, not 99.000"))
  }
}
