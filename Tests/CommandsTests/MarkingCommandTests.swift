import Audio
import Files
import Foundation
import TestSupport
import Testing

@testable import Commands

/// `mark`, `assign` and `segment` as their user meets them.
@Suite struct MarkingCommandTests {
  private let recording = """
    tilawa: 1
    id: a
    title: Friday  # ours
    audio:
      file: audio.wav
      duration: 9.000
    x-shelf: 3

    """

  /// A bundle `friday.tilawa` with four stretches of 112, as long as its ayat ask for, and `files` besides.
  private func inBundle(
    _ files: [String: String] = [:], _ body: (TemporaryFolder) throws -> Void
  ) throws {
    let folder = try TemporaryFolder(["friday.tilawa/recording.yaml": recording])
    for (name, text) in files { try folder.write(text, to: "friday.tilawa/\(name)") }
    var recitation = GeneratedRecitation([
      .init(1500, pauseAfter: 700), .init(1300, pauseAfter: 700), .init(1500, pauseAfter: 700),
      .init(2100, pauseAfter: 0),
    ])
    recitation.sampleRate = 8000
    recitation.noiseDBFS = -70
    try recitation.write(to: folder.path(of: "friday.tilawa/audio.wav"), encoding: .wav)
    return try withExtendedLifetime(folder) { try body(folder) }
  }

  private func text(_ file: String, _ folder: TemporaryFolder) -> String {
    (try? folder.text(of: "friday.tilawa/" + file)) ?? "no \(file)"
  }

  private func names(_ folder: TemporaryFolder, of path: String = "friday.tilawa") -> [String] {
    (try? folder.names(in: path)) ?? []
  }

  private let named = """
    tilawa: 1
    markers:
      - { at: 0.400, ayah: "112:1", confidence: 0.85 }
      - { at: 2.645, ayah: "112:2", confidence: 0.87 }
      - { at: 4.685, ayah: "112:3", confidence: 0.86 }
      - { at: 6.505, ayah: "112:4", confidence: 0.88 }

    """

  @Test func marksAndSavesThePassage() throws {
    try inBundle { folder in
      #expect(
        transcript("mark", "friday.tilawa", "--passage", "ikhlas", "--method=lengths", in: folder.path) == """
          [stderr]
          friday.tilawa/recording.yaml: passage added
          friday.tilawa/markers.yaml: 4 markers, 112:1-4 named in order

          """)
      #expect(text("markers.yaml", folder) == named)
      #expect(
        text("recording.yaml", folder)
          == recording.replacing("x-shelf: 3\n", with: "passage: \"112:1-4\"\nx-shelf: 3\n"))
      // A second time finds the same, and changes nothing.
      #expect(
        transcript("mark", "--method=lengths", in: folder.path(of: "friday.tilawa")) == """
          [stderr]
          friday.tilawa/markers.yaml: 4 markers, 112:1-4 named in order

          """)
      #expect(text("markers.yaml", folder) == named)
    }
  }

  @Test func whatDoesNotSoundLikeThePassageIsRefused() throws {
    let folder = try TemporaryFolder(["friday.tilawa/recording.yaml": recording])
    var silence = GeneratedRecitation([.init(20, pauseAfter: 4000)])
    silence.sampleRate = 8000
    try silence.write(to: folder.path(of: "friday.tilawa/audio.wav"), encoding: .wav)
    let told = transcript("mark", "friday.tilawa", "--passage", "109", in: folder.path)
    #expect(told.contains("tilawa: friday.tilawa is too short for 109:1-6; "))
    #expect(told.hasSuffix("; nothing was written\n[exit 1]\n"))
    #expect(names(folder) == ["audio.wav", "recording.yaml"])
    #expect(text("recording.yaml", folder) == recording)
  }

  @Test func optionsOfOneMethodAreNoneOfTheOther() throws {
    for options in [["--method=sounds", "--fixed"], ["--method=lengths", "--opening=yes"]] {
      let told = transcript(["mark", "a.wav", "--passage", "112"] + options, in: "/")
      #expect(told.contains("--method") && told.hasSuffix("[exit 2]\n"))
    }
  }

  @Test func dryRunWritesNothing() throws {
    try inBundle { folder in
      let shown = transcript(
        "mark", "friday.tilawa/", "--passage", "112", "--method=lengths", "--dry-run", in: folder.path)
      #expect(shown.contains("+passage: \"112:1-4\"\n"))
      #expect(shown.contains("+  - { at: 2.645, ayah: \"112:2\", confidence: 0.87 }\n"))
      #expect(shown.contains("4 markers would be set, 112:1-4 named in order\n"))
      #expect(names(folder) == ["audio.wav", "recording.yaml"])
      #expect(text("recording.yaml", folder) == recording)
    }
  }

  @Test func confirmedRowsKeepTheirBytes() throws {
    let markers = """
      # Fatimah, 3 May
      tilawa: 1
      markers:
        - {at: 0:02.6,   ayah: 112:2, confirmed: true, x-by: fatimah}   # heard twice
        - { at: 3.900, ayah: "112:3", confidence: 0.20 }

      """
    try inBundle(["markers.yaml": markers]) { folder in
      #expect(
        transcript(
          "mark", "friday.tilawa/markers.yaml", "--passage", "112", "--method=lengths", "-q", in: folder.path)
          == "")
      #expect(
        text("markers.yaml", folder) == """
          # Fatimah, 3 May
          tilawa: 1
          markers:
            - { at: 0.400, ayah: "112:1", confidence: 0.85 }
            - {at: 0:02.6,   ayah: 112:2, confirmed: true, x-by: fatimah}   # heard twice
            - { at: 4.685, ayah: "112:3", confidence: 0.86 }
            - { at: 6.505, ayah: "112:4", confidence: 0.88 }

          """)
    }
  }

  @Test func printsMarkersOfABareFileAndJSON() throws {
    try inBundle { folder in
      try FileTransfer.move(folder.path(of: "friday.tilawa/audio.wav"), to: folder.path(of: "a.wav"))
      #expect(
        transcript("mark", "a.wav", "--passage", "112", "--method=lengths", "-q", in: folder.path) == named)
      let json = transcript(
        "mark", "a.wav", "--passage", "112", "--method=lengths", "-q", "--json", in: folder.path)
      #expect(
        json.hasPrefix(
          """
          {
            "version": 1,
            "passage": "112:1-4",
            "rows": [
              {
                "ayah": "112:1",
                "start": 0.400,
                "end": 2.645,
                "confidence": 0.85
              },
          """))
      #expect(names(folder, of: ".") == ["a.wav", "friday.tilawa"])
    }
  }

  @Test func aPassageThatCannotBeIsTold() throws {
    try inBundle { folder in
      #expect(
        transcript("mark", "friday.tilawa", "--passage", "baqarah", "--method=lengths", in: folder.path)
          .hasSuffix(
            """
            tilawa: found 4 stretches, the passage 2:1-286 has 286 ayat, and their lengths don't agree; is it what is \
            recited? `tilawa assign` names markers in order
            [exit 1]

            """))
      #expect(
        transcript("mark", "friday.tilawa", "--passage", "112:9", in: folder.path) == """
          [stderr]
          tilawa: --passage: 112:9 doesn't exist; surah 112 (Al-Ikhlas) has 4 ayat
          [exit 2]

          """)
    }
  }

  @Test func faultyFilesAreLeftAlone() throws {
    let markers = "tilawa: 1\nmarkers:\n  - { at: soon }\n"
    try inBundle(["markers.yaml": markers]) { folder in
      for command in [["mark"], ["assign", "--from", "112:1"], ["segment"]] {
        let said = transcript([command[0], "friday.tilawa"] + command.dropFirst(), in: folder.path)
        #expect(said.contains("friday.tilawa/markers.yaml:3:11: error: "))
        #expect(
          said.hasSuffix("tilawa: nothing was changed in friday.tilawa; mend its files first\n[exit 2]\n"))
        #expect(text("markers.yaml", folder) == markers)
      }
    }
  }

  @Test func bundlesAreFoundAndSuggested() throws {
    try inBundle { folder in
      #expect(
        transcript("segment", "fridey.tilawa", in: folder.path)
          == "[stderr]\ntilawa: there is no fridey.tilawa; did you mean friday.tilawa?\n[exit 2]\n")
      #expect(
        transcript("segment", "friday", in: folder.path)
          == "[stderr]\ntilawa: there is no friday; did you mean friday.tilawa?\n[exit 2]\n")
      #expect(
        transcript("segment", in: folder.path)
          == "[stderr]\ntilawa: . is no bundle; name one of those in it: friday.tilawa\n[exit 2]\n")
      #expect(
        transcript("mark", "nothing.wav", in: folder.path)
          == "[stderr]\ntilawa: there is no nothing.wav\n[exit 2]\n")
      for given in ["friday.tilawa", "friday.tilawa/", "./friday.tilawa/recording.yaml"] {
        #expect(
          transcript("segment", given, in: folder.path) == """
            [stderr]
            tilawa: there are no markers; `tilawa mark` finds some; nothing was changed
            [exit 1]

            """)
      }
    }
  }

  // MARK: assign

  private let unassigned = """
    tilawa: 1
    markers:
      - { at: 0.400 }  # the start
      - { at: 1.000, skip: basmalah }
      - at: 2.500
        confidence: 0.80
      - { at: 4.500, ayah: "112:4" }
      - { at: 6.500, x-mine: 1 }

    """

  @Test func assignsInOrderOfTime() throws {
    try inBundle(["markers.yaml": unassigned]) { folder in
      #expect(
        transcript("assign", "friday.tilawa", "--from", "111:5", in: folder.path)
          == "[stderr]\nfriday.tilawa/markers.yaml: 3 markers got 111:5-112:2\n")
      #expect(
        text("markers.yaml", folder) == """
          tilawa: 1
          markers:
            - { at: 0.400, ayah: "111:5" }  # the start
            - { at: 1.000, skip: basmalah }
            - at: 2.500
              ayah: "112:1"
              confidence: 0.80
            - { at: 4.500, ayah: "112:4" }
            - { at: 6.500, ayah: "112:2", x-mine: 1 }

          """)
      #expect(
        transcript("assign", "friday.tilawa", "--from", "1:1", in: folder.path) == """
          [stderr]
          tilawa: every marker of friday.tilawa has an ayah or is skipped
          [exit 1]

          """)
    }
  }

  @Test func whatIsLeftOverIsTold() throws {
    try inBundle(["markers.yaml": unassigned]) { folder in
      let dry = transcript("assign", "friday.tilawa", "--from", "114:5", "--dry-run", in: folder.path)
      #expect(dry.contains("+  - { at: 0.400, ayah: \"114:5\" }  # the start\n"))
      #expect(dry.hasSuffix("tilawa: 1 marker left over: 114:6 is the last ayah to be given\n[exit 1]\n"))
      #expect(text("markers.yaml", folder) == unassigned)
      #expect(
        transcript("assign", "friday.tilawa", "--from", "1:1-7", in: folder.path) == """
          [stderr]
          friday.tilawa/markers.yaml: 3 markers got 1:1-3
          tilawa: no marker was left for 1:4 and what follows it
          [exit 1]

          """)
      #expect(
        transcript("assign", "friday.tilawa", "--from", "2:5", "--to", "2:4", in: folder.path)
          == "[stderr]\ntilawa: --to 2:4 comes before --from 2:5\n[exit 2]\n")
    }
  }

  // MARK: segment

  @Test func segmentsAndBack() throws {
    try inBundle(["markers.yaml": named]) { folder in
      #expect(
        transcript("segment", "friday.tilawa", in: folder.path)
          == "[stderr]\nfriday.tilawa/segments.yaml: 4 segments made\n")
      #expect(
        text("segments.yaml", folder) == """
          tilawa: 1
          segments:
            - { ayah: "112:1", start: 0.400, end: 2.645, confidence: 0.85 }
            - { ayah: "112:2", start: 2.645, end: 4.685, confidence: 0.87 }
            - { ayah: "112:3", start: 4.685, end: 6.505, confidence: 0.86 }
            - { ayah: "112:4", start: 6.505, end: 9.000, confidence: 0.88 }

          """)
      #expect(names(folder) == ["audio.wav", "recording.yaml", "segments.yaml"])
      #expect(
        transcript("segment", "friday.tilawa", "--reopen", in: folder.path)
          == "[stderr]\nfriday.tilawa/markers.yaml: 4 segments became markers\n")
      #expect(
        text("markers.yaml", folder)
          == named.replacing("{ at: 6.505,", with: "{ at: 6.505, end: 9.000,"))
      #expect(names(folder) == ["audio.wav", "markers.yaml", "recording.yaml"])
    }
  }

  @Test func verifiedSegmentsStay() throws {
    let segments = """
      tilawa: 1
      segments:
        - {ayah: "112:2", start: 2.7, end: 4.4, verified: true}   # by ear
        - { ayah: "112:9", start: 4.400, end: 5.000 }

      """
    let markers = """
      tilawa: 1
      x-who: us
      markers:
        # is this right?
        - { at: 0.400, ayah: "112:1", confirmed: true, x-mine: [1, b] }  # sure
        - { at: 2.700, ayah: "112:2", confirmed: true }
        - { at: 4.685, ayah: "112:3" }
        - { at: 6.505, skip: takbir, end: 7.000 }

      """
    try inBundle(["segments.yaml": segments, "markers.yaml": markers]) { folder in
      #expect(
        transcript("segment", "friday.tilawa", in: folder.path) == """
          [stderr]
          tilawa: 112:2 at 2.700 is left out: 112:2 there is verified
          friday.tilawa/segments.yaml: 3 segments made, 1 unverified replaced, 1 verified kept

          """)
      #expect(
        text("segments.yaml", folder) == """
          tilawa: 1
          segments:
            - { ayah: "112:1", start: 0.400, end: 2.700, verified: true, x-mine: [1, b] }  # is this right?; sure
            - {ayah: "112:2", start: 2.7, end: 4.4, verified: true}   # by ear
            - { ayah: "112:3", start: 4.685, end: 6.505 }
            - { skip: takbir, start: 6.505, end: 7.000 }

          """)
      #expect(text("markers.yaml", folder) == "tilawa: 1\nx-who: us\nmarkers: []\n")
    }
  }

  @Test func unassignedMarkersAreRefusedOrWait() throws {
    try inBundle(["markers.yaml": unassigned]) { folder in
      #expect(
        transcript("segment", "friday.tilawa", in: folder.path) == """
          [stderr]
          tilawa: 3 markers without ayah or skip, at 0.400, 2.500, 6.500; `tilawa assign` names them, --partial lets \
          them wait; nothing was changed
          [exit 1]

          """)
      #expect(
        transcript("segment", "friday.tilawa", "--partial", in: folder.path)
          == "[stderr]\nfriday.tilawa/segments.yaml: 2 segments made, 3 markers still waiting\n")
      #expect(
        text("markers.yaml", folder) == """
          tilawa: 1
          markers:
            - { at: 0.400, end: 1.000 }  # the start
            - at: 2.500
              end: 4.500
              confidence: 0.80
            - { at: 6.500, x-mine: 1 }

          """)
    }
  }

  @Test func reopeningLosesNothing() throws {
    let segments = """
      tilawa: 1
      segments:
        - { ayah: "112:1", start: 0.400, end: 2.000, verified: true }
        - { ayah: "112:2-3", start: 2.000, end: 6.000, joins: [4.000] }
        - { ayah: "112:4", start: 6.000, end: 8.000, priority: 2 }
        - { skip: takbir, start: 8.000, end: 9.000, x-loud: true }  # twice

      """
    try inBundle(["segments.yaml": segments]) { folder in
      let remarks = """
        tilawa: 112:2-3 at 2.000 stays a segment: a marker has no joins
        tilawa: 112:4 at 6.000 stays a segment: a marker has no priority
        """
      #expect(
        transcript("segment", "friday.tilawa", "--reopen", in: folder.path) == """
          [stderr]
          \(remarks)
          friday.tilawa/markers.yaml: 1 segment became a marker, 1 verified kept (--verified takes them, too)

          """)
      #expect(
        text("markers.yaml", folder)
          == "tilawa: 1\nmarkers:\n  - { at: 8.000, end: 9.000, skip: takbir, x-loud: true }  # twice\n")
      #expect(
        transcript("segment", "friday.tilawa", "--reopen", "--verified", "-q", in: folder.path)
          == "[stderr]\n\(remarks)\n")
      #expect(
        text("segments.yaml", folder) == """
          tilawa: 1
          segments:
            - { ayah: "112:2-3", start: 2.000, end: 6.000, joins: [4.000] }
            - { ayah: "112:4", start: 6.000, end: 8.000, priority: 2 }

          """)
      #expect(
        transcript("segment", "friday.tilawa", "--reopen", "--partial", in: folder.path).contains(
          "--reopen goes without --partial and --keep-markers"))
    }
  }

  @Test func segmentsThatAreTheSameAreNotReplaced() throws {
    try inBundle(["markers.yaml": named]) { folder in
      #expect(
        transcript("segment", "friday.tilawa", "--keep-markers", in: folder.path).contains(
          "4 segments made\n"))
      let segments = text("segments.yaml", folder)
      #expect(
        transcript("segment", "friday.tilawa", "--keep-markers", in: folder.path)
          .contains("segments.yaml: 0 segments made, 4 unchanged\n"))
      #expect(text("segments.yaml", folder) == segments)
    }
  }

  @Test func reopeningLeavesALinkWhereItIs() throws {
    try inBundle(["markers.yaml": named]) { folder in
      #expect(transcript("segment", "friday.tilawa", in: folder.path).contains("4 segments made\n"))
      try FileTransfer.move(
        folder.path(of: "friday.tilawa/segments.yaml"), to: folder.path(of: "friday.tilawa/rows.yaml"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "friday.tilawa/segments.yaml"), withDestinationPath: "rows.yaml")
      #expect(
        transcript("segment", "friday.tilawa", "--reopen", in: folder.path).contains("4 segments became"))
      #expect(text("markers.yaml", folder).contains("112:4"))
      #expect(FileStatus.target(ofLink: folder.path(of: "friday.tilawa/segments.yaml")) == "rows.yaml")
      #expect(try folder.text(of: "friday.tilawa/rows.yaml") == "tilawa: 1\nsegments: []\n")
    }
  }
}
