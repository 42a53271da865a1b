import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// `segment` as its user meets it.
@Suite struct SegmentCommandTests: FridayBundle {
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

  /// Each bundle below a folder by itself; one that can't be done doesn't keep the others from it.
  @Test func segmentsManyBundles() throws {
    try inBundle(["markers.yaml": named]) { folder in
      for (name, markers) in [("b", named), ("c", "tilawa: 1\nmarkers: [\n")] {
        try folder.write("tilawa: 1\nid: \(name)\n", to: "\(name).tilawa/recording.yaml")
        try folder.write(markers, to: "\(name).tilawa/markers.yaml")
      }
      let said = transcript("segment", ".", in: folder.path)
      #expect(said.contains("friday.tilawa/segments.yaml: 4 segments made"), "\(said)")
      #expect(said.contains("c.tilawa/markers.yaml:2:") && said.hasSuffix("[exit 2]\n"), "\(said)")
      #expect(said.contains("3 bundles: "), "\(said)")
      #expect(transcript("segment", "c.tilawa/none", in: folder.path).hasSuffix("[exit 2]\n"))
    }
  }

  @Test func whatIsLessSureWaits() throws {
    let markers = """
      tilawa: 1
      markers:
        - { at: 0.400, ayah: "112:1", confidence: 0.95 }
        - { at: 2.645, ayah: "112:2", confidence: 0.90 }
        - { at: 4.685, ayah: "112:3", confidence: 0.89 }
        - { at: 6.505, ayah: "112:4" }

      """
    try inBundle(["markers.yaml": markers]) { folder in
      #expect(
        transcript("segment", "friday.tilawa", "--min-confidence", "0.9", in: folder.path)
          == "[stderr]\nfriday.tilawa/segments.yaml: 2 segments made, 2 markers still waiting\n")
      // The second is sure where it begins, and not where it ends.
      #expect(
        text("segments.yaml", folder) == """
          tilawa: 1
          segments:
            - { ayah: "112:1", start: 0.400, end: 2.645, confidence: 0.95 }
            - { ayah: "112:4", start: 6.505, end: 9.000 }

          """)
      #expect(
        text("markers.yaml", folder) == """
          tilawa: 1
          markers:
            - { at: 2.645, ayah: "112:2", confidence: 0.90 }
            - { at: 4.685, end: 6.505, ayah: "112:3", confidence: 0.89 }

          """)
    }
    #expect(
      transcript("segment", "friday.tilawa", "--min-confidence", "1.5", in: NSTemporaryDirectory())
        .contains("invalid --min-confidence 1.5 (expected 0 to 1)"))
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
          tilawa: 3 markers without an ayah or a skip, at 0.400, 2.500, 6.500; use `tilawa edit assign` to name them, \
          or --partial to leave them; nothing was changed
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
        tilawa: 112:4 at 6.000 stays a segment: markers cannot have a priority
        """
      #expect(
        transcript("segment", "friday.tilawa", "--reopen", in: folder.path) == """
          [stderr]
          \(remarks)
          friday.tilawa/markers.yaml: 2 segments became markers, 1 verified kept (use --verified to turn these back as well)

          """)
      #expect(
        text("markers.yaml", folder)
          == "tilawa: 1\nmarkers:\n  - { at: 2.000, end: 6.000, ayah: \"112:2-3\", joins: [4.000] }\n"
          + "  - { at: 8.000, end: 9.000, skip: takbir, x-loud: true }  # twice\n")
      #expect(
        transcript("segment", "friday.tilawa", "--reopen", "--verified", "-q", in: folder.path)
          == "[stderr]\n\(remarks)\n")
      #expect(
        text("segments.yaml", folder) == """
          tilawa: 1
          segments:
            - { ayah: "112:4", start: 6.000, end: 8.000, priority: 2 }

          """)
      #expect(
        transcript("segment", "friday.tilawa", "--reopen", "--partial", in: folder.path).contains(
          "--reopen cannot be used with --partial, --min-confidence or --keep-markers"))
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

  @Test func bundlesAreFoundAndSuggested() throws {
    try inBundle { folder in
      #expect(
        transcript("segment", "fridey.tilawa", in: folder.path)
          == "[stderr]\ntilawa: cannot read fridey.tilawa: no such file or folder; did you mean friday.tilawa?\n[exit 2]\n"
      )
      #expect(
        transcript("segment", "friday", in: folder.path)
          == "[stderr]\ntilawa: cannot read friday: no such file or folder; did you mean friday.tilawa?\n[exit 2]\n"
      )
      #expect(
        transcript("segment", in: folder.path)
          == "[stderr]\ntilawa: . is not a bundle; name one of the bundles in it: friday.tilawa\n[exit 2]\n")
      #expect(
        transcript("mark", "nothing.wav", in: folder.path)
          == "[stderr]\ntilawa: cannot read nothing.wav: no such file or folder\n[exit 2]\n")
      for given in ["friday.tilawa", "friday.tilawa/", "./friday.tilawa/recording.yaml"] {
        #expect(
          transcript("segment", given, in: folder.path) == """
            [stderr]
            tilawa: no markers; use `tilawa mark` to find ayat; nothing was changed
            [exit 1]

            """)
      }
    }
  }
}
