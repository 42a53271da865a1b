import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// `mark` as its user meets it.
@Suite struct MarkCommandTests: FridayBundle {
  @Test func marksAndSavesThePassage() throws {
    try inBundle { folder in
      #expect(
        transcript("mark", "friday.tilawa", "--passage", "ikhlas", "--method=lengths", in: folder.path) == """
          [stderr]
          friday.tilawa/recording.yaml: passage added
          friday.tilawa/markers.yaml: 4 markers, 112:1-4 named in order, 4 to check

          """)
      #expect(text("markers.yaml", folder) == named)
      #expect(
        text("recording.yaml", folder)
          == recording.replacing("x-shelf: 3\n", with: "passage: \"112:1-4\"\nx-shelf: 3\n"))
      // A second time finds the same, and changes nothing.
      #expect(
        transcript("mark", "--method=lengths", in: folder.path(of: "friday.tilawa")) == """
          [stderr]
          friday.tilawa/markers.yaml: 4 markers, 112:1-4 named in order, 4 to check

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
            "path": "a.wav",
            "duration": 9.000,
            "riwayah": "hafs",
            "pieces": null,
            "passages": [
              "112:1-4"
            ],
            "rows": [
              {
                "ayah": "112:1",
                "skip": null,
                "start": 0.400,
                "end": 2.645,
                "cut": null,
                "confidence": 0.85,
                "confirmed": false
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
            tilawa: found 4 stretches, but 2:1-286 has 286 ayat of other lengths; check the passage, or use \
            `tilawa edit assign` to name markers in order
            [exit 1]

            """))
      #expect(
        transcript("mark", "friday.tilawa", "--passage", "112:9", in: folder.path) == """
          [stderr]
          tilawa: --passage: 112:9 does not exist; surah 112 (Al-Ikhlas) has 4 ayat
          [exit 2]

          """)
    }
  }

  @Test func faultyFilesAreLeftAlone() throws {
    let markers = "tilawa: 1\nmarkers:\n  - { at: soon }\n"
    try inBundle(["markers.yaml": markers]) { folder in
      let bundle = "friday.tilawa"
      for command in [
        ["mark", bundle], ["edit", "assign", bundle, "--from", "112:1"], ["segment", bundle],
      ] {
        let said = transcript(command, in: folder.path)
        #expect(said.contains("friday.tilawa/markers.yaml:3:11: error: "))
        #expect(
          said.hasSuffix("tilawa: nothing was changed in friday.tilawa; fix its files first\n[exit 2]\n"))
        #expect(text("markers.yaml", folder) == markers)
      }
    }
  }
}
