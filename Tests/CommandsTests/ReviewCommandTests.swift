import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// `review` as its user meets it.
@Suite struct ReviewCommandTests {
  private let recording = """
    tilawa: 1
    id: a
    title: Friday
    audio:
      file: audio.wav
      duration: 60.000
    passage: "112:1-4"

    """

  private func folder(_ segments: String, markers: String? = nil) throws -> TemporaryFolder {
    let folder = try TemporaryFolder(["friday.tilawa/recording.yaml": recording])
    try folder.write("tilawa: 1\nsegments:\n" + segments, to: "friday.tilawa/segments.yaml")
    if let markers { try folder.write("tilawa: 1\nmarkers:\n" + markers, to: "friday.tilawa/markers.yaml") }
    return folder
  }

  @Test func whatIsLeastSureComesFirst() throws {
    let folder = try folder(
      """
        - { ayah: "112:1", start: 1.000, end: 4.000, verified: true }
        - { ayah: "112:2", start: 4.000, end: 7.000, confidence: 0.99 }
        - { skip: other, start: 7.000, end: 9.000 }
        - { ayah: "112:4", start: 14.000, end: 20.000, confidence: 0.55 }

      """)
    withExtendedLifetime(folder) {
      #expect(
        transcript("review", "friday.tilawa", in: folder.path) == """
          friday.tilawa/segments.yaml:4:5: 7.000  112:3  in the passage, but not found
          friday.tilawa/segments.yaml:6:5: 14.000  112:4  confidence 0.55
          friday.tilawa/segments.yaml:6:5: 9.000  before 112:4  5.000 s are not covered by any row
          friday.tilawa/segments.yaml:5:5: 7.000  skip other  the recitation has no name; not confirmed
          friday.tilawa/segments.yaml:4:5: 4.000  112:2  confidence 0.99
          2 to check, 3 of 4 rows not yet confirmed, 0:11 of 0:14 (79 %), 1 run of ayat not found
          [exit 1]

          """)
      let limited = transcript("review", "friday.tilawa", "--limit", "1", in: folder.path)
      #expect(limited.contains("4 more; use --limit 0 to show all"))
      let json = transcript("review", ".", "--json", in: folder.path)
      #expect(json.contains("\"line\": 6,\n") && json.contains("\"missing\": [\n      \"112:3\"\n    ]"))
      #expect(json.contains("\"percent\": 79"))
    }
  }

  @Test func lengthsOverlapsAndNamesAreTold() throws {
    let folder = try folder(
      """
        - { ayah: "112:1", start: 1.000, end: 3.500 }
        - { ayah: "112:2", start: 3.500, end: 5.500, confidence: 0.96 }
        - { ayah: "112:3", start: 5.500, end: 17.500, confidence: 0.96 }
        - { ayah: "112:4", start: 17.000, end: 21.000, confidence: 0.96 }

      """, markers: "  - { at: 30.000 }\n")
    withExtendedLifetime(folder) {
      let told = transcript("review", "friday.tilawa", in: folder.path)
      #expect(
        told.hasPrefix(
          "friday.tilawa/segments.yaml:6:5: 17.000  112:4  overlaps 112:3, which ends at 17.500; ")
      )
      #expect(
        told.contains(
          "friday.tilawa/markers.yaml:3:5: 30.000  unassigned marker  has no ayah; not confirmed\n")
      )
      #expect(told.contains("  112:3  "))
      #expect(told.contains(" times as long as expected at this tempo; confidence 0.96\n"))
      #expect(told.contains("  112:1  not confirmed\n"))
    }
  }

  @Test func nothingIsLeftWhenAllIsVerified() throws {
    let folder = try folder(
      """
        - { ayah: "112:1-3", start: 1.000, end: 9.000, verified: true }
        - { ayah: "112:4", start: 9.000, end: 14.000, verified: true }

      """)
    withExtendedLifetime(folder) {
      #expect(
        transcript("review", "friday.tilawa", in: folder.path)
          == "all 2 rows confirmed, 0:13 of audio\n")
      #expect(transcript("review", "friday.tilaw", in: folder.path).contains("did you mean friday.tilawa?"))
      #expect(transcript("review", "friday.tilawa", "--limit", "-1", in: folder.path).hasSuffix("[exit 2]\n"))
    }
  }

  @Test func missingPathsAreGuessedAtByCommandsThatTakeMany() throws {
    let folder = try folder("")
    withExtendedLifetime(folder) {
      for command in [["lint"], ["fmt"], ["audio", "checksum"], ["show"]] {
        #expect(
          transcript(command + ["fridy.tilawa"], in: folder.path)
            .contains("cannot read fridy.tilawa: no such file or folder; did you mean friday.tilawa?"),
          "\(command)")
      }
    }
  }
}
