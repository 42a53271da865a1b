import Testing
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// Keys and comments that people added to the rows survive the conversion from markers to segments and back.
@Suite struct NothingLostTests {
  private func inBundle(_ files: [String: String], _ body: (TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio:\n  file: a.wav\n  duration: 30.000\n"
    ])
    for (name, text) in files { try folder.write(text, to: "a.tilawa/\(name)") }
    try withExtendedLifetime(folder) { try body(folder) }
  }

  private func text(_ file: String, _ folder: TemporaryFolder) -> String {
    (try? folder.text(of: "a.tilawa/" + file)) ?? "no \(file)"
  }

  @Test func unknownKeysAndCommentsOfBlockRowsGoAlong() throws {
    let markers = """
      tilawa: 1
      x-mine: { a: 1 }
      markers:
        - { at: 3.120, ayah: "1:1", mood: "typo key", priority: high, x-c: [1, b] }  # behind
        - at: 8.440  # first
          ayah: "1:2"
          # inside
          note: "block note"
          colour:
          # last

        # free

        - { at: 14.010, ayah: "1:3", end: 20.000 }

      """
    try inBundle(["markers.yaml": markers]) { folder in
      _ = transcript("segment", "a.tilawa", in: folder.path)
      #expect(
        text("segments.yaml", folder) == """
          tilawa: 1
          segments:
            - { ayah: "1:1", start: 3.120, end: 8.440, mood: "typo key", x-c: [1, b] }  # priority: high; behind
            - { ayah: "1:2", start: 8.440, end: 14.010, note: "block note", colour: null }  # first; inside; last
            - { ayah: "1:3", start: 14.010, end: 20.000 }

          """)
      #expect(text("markers.yaml", folder).contains("# free"))
      #expect(transcript("segment", "a.tilawa", "--reopen", "-q", in: folder.path) == "")
      let reopened = text("markers.yaml", folder)
      #expect(
        reopened.contains(
          "  - { at: 3.120, ayah: \"1:1\", mood: \"typo key\", x-c: [1, b] }  # priority: high; behind\n"))
      #expect(
        reopened.contains(
          "  - { at: 8.440, ayah: \"1:2\", note: \"block note\", colour: null }  # first; inside; last\n"))
    }
  }

  @Test func commentsFindAPlaceAboveAFlowList() throws {
    let segments = "tilawa: 1\nsegments: [{ ayah: \"2:1\", start: 20.000, end: 25.000 }]\n"
    let markers = "tilawa: 1\nmarkers:\n  - { at: 1.000, end: 5.000, ayah: \"1:1\" }  # by ear\n"
    try inBundle(["segments.yaml": segments, "markers.yaml": markers]) { folder in
      _ = transcript("segment", "a.tilawa", in: folder.path)
      #expect(
        text("segments.yaml", folder) == """
          # by ear
          tilawa: 1
          segments: [{ ayah: "1:1", start: 1.000, end: 5.000 }, { ayah: "2:1", start: 20.000, end: 25.000 }]

          """)
    }
  }

  @Test func whatWasAddedToASegmentOutlivesMakingItAgain() throws {
    let markers = """
      tilawa: 1
      markers:
        - { at: 1.000, ayah: "1:1-3" }
        - { at: 9.000, ayah: "1:4", end: 12.000 }

      """
    try inBundle(["markers.yaml": markers]) { folder in
      _ = transcript("segment", "a.tilawa", "--keep-markers", in: folder.path)
      let edited = text("segments.yaml", folder)
        .replacing(
          "end: 9.000 }", with: "end: 9.000, joins: [3.000, 6.000], priority: 2, note: long, x-a: 1 }  # ours"
        )
      try folder.write(edited, to: "a.tilawa/segments.yaml")
      _ = transcript("segment", "a.tilawa", "--keep-markers", in: folder.path)
      #expect(text("segments.yaml", folder) == edited)
      #expect(text("markers.yaml", folder) == markers)
    }
  }

  @Test func aMarkerOfAPersonThatIsLeftOutStays() throws {
    let segments = """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 1.000, end: 5.000, verified: true }

      """
    let markers = """
      tilawa: 1
      markers:
        - { at: 1.300, ayah: "1:1", confirmed: true }
        - { at: 5.000, ayah: "1:2", end: 9.000 }

      """
    try inBundle(["segments.yaml": segments, "markers.yaml": markers]) { folder in
      #expect(
        transcript("segment", "a.tilawa", in: folder.path) == """
          [stderr]
          tilawa: 1:1 at 1.300 is left out: 1:1 there is verified
          a.tilawa/segments.yaml: 1 segment made, 1 verified kept, 1 marker still waiting

          """)
      #expect(
        text("markers.yaml", folder)
          == "tilawa: 1\nmarkers:\n  - { at: 1.300, end: 5.000, ayah: \"1:1\", confirmed: true }\n")
    }
  }

  @Test func remarksSurviveMarkingAgain() throws {
    var recitation = GeneratedRecitation([
      .init(1500, pauseAfter: 700), .init(1300, pauseAfter: 700), .init(1500, pauseAfter: 700),
      .init(2100, pauseAfter: 0),
    ])
    recitation.sampleRate = 8000
    try inBundle([:]) { folder in
      try recitation.write(to: folder.path(of: "a.tilawa/a.wav"), encoding: .wav)
      _ = transcript("mark", "a.tilawa", in: folder.path)
      let first = text("markers.yaml", folder).split(separator: "\n").map(String.init)
      var lines = first
      lines[2] = lines[2].replacing(" }", with: ", note: a cough, x-a: 1 }  # ours")
      try folder.write(lines.joined(separator: "\n") + "\n", to: "a.tilawa/markers.yaml")
      _ = transcript("mark", "a.tilawa", "--passage", "112", "--method=lengths", in: folder.path)
      let row = text("markers.yaml", folder).split(separator: "\n")[2]
      #expect(row.contains("ayah: \"112:1\""))
      #expect(row.hasSuffix(", note: a cough, x-a: 1 }  # ours"))
    }
  }

  @Test func audioWithoutALengthGetsNoMarkers() throws {
    let folder = try TemporaryFolder()
    let bytes = "RIFF$\0\0\0WAVEfmt \u{10}\0\0\0\u{1}\0\u{1}\0@\u{1F}\0\0@>\0\0\u{2}\0\u{10}\0data\0\0\0\0"
    try folder.write(bytes, to: "a.wav")
    #expect(transcript("mark", "a.wav", "-q", in: folder.path) == "tilawa: 1\nmarkers: []\n")
  }

  @Test func anotherMajorVersionIsNotTouched() throws {
    let segments = "tilawa: 2\nsegments:\n  - {ayah: \"1:1\", start: 1, end: 2, riwayah: Hafs}\n"
    try inBundle(["segments.yaml": segments]) { folder in
      for command in [
        ["fmt"], ["fmt", "--check"], ["lint", "--fix"], ["segment", "--reopen"], ["migrate"],
      ] {
        let said = transcript(command + ["a.tilawa"], in: folder.path)
        #expect(said.contains(" has version 2"), "\(command): \(said)")
        #expect(text("segments.yaml", folder) == segments)
      }
    }
  }

  @Test func markKeepsWhatAPersonMadeUntilTold() throws {
    let markers = """
      tilawa: 1
      markers:
        - { at: 0.700, note: Takbir }  # cue
        - { at: 2.000 }

      """
    let folder = try TemporaryFolder([
      "friday.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio:\n  file: audio.wav\n",
      "friday.tilawa/markers.yaml": markers,
    ])
    var recitation = GeneratedRecitation([.init(1500, pauseAfter: 700), .init(1300, pauseAfter: 0)])
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "friday.tilawa/audio.wav"), encoding: .wav)
    let refusal = transcript("mark", "friday.tilawa", in: folder.path)
    #expect(
      refusal.hasPrefix(
        """
        [stderr]
        tilawa: 2 markers set by hand would be replaced, at 0.700, 2.000; confirm those to keep, \
        or use --replace to replace all; nothing was written

        """))
    #expect(refusal.hasSuffix("[exit 1]\n"), "\(refusal)")
    #expect(try folder.text(of: "friday.tilawa/markers.yaml") == markers)
    #expect(!transcript("mark", "friday.tilawa", "--replace", in: folder.path).contains("[exit"))
    #expect(try !folder.text(of: "friday.tilawa/markers.yaml").contains("Takbir"))
  }
}
