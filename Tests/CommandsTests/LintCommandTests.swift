import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@Suite struct LintCommandTests {
  private let recording = "tilawa: 1\nid: friday\nriwayah: hafs\n"
  private let overlap = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 3.120, end: 8.900 }
      - { ayah: "1:2", start: 8.440, end: 14.010 }

    """

  private func friday() throws -> TemporaryFolder {
    try TemporaryFolder(["friday.tilawa/recording.yaml": recording, "friday.tilawa/segments.yaml": overlap])
  }

  @Test func tellsWhichSegmentsOverlap() throws {
    let folder = try friday()
    #expect(
      transcript("lint", "friday.tilawa", in: folder.path) == """
        friday.tilawa/segments.yaml:4:27: error: 1:2 starts at 8.440, before 1:1 ends [S203 segments-overlap]
        3 |   - { ayah: "1:1", start: 3.120, end: 8.900 }
          |                                       ----- 1:1 ends at 8.900
        4 |   - { ayah: "1:2", start: 8.440, end: 14.010 }
          |                           ^^^^^
        [stderr]
        1 bundle: 1 error
        [exit 1]

        """)
  }

  /// Audio that only ffmpeg decodes isn't probed unless the audio is read through, and unknown facts aren't
  /// findings.
  @Test func startsNoProgramForAudioUnlessItIsReadThrough() throws {
    let recording = "tilawa: 1\nid: ID\nriwayah: hafs\naudio: { file: audio.m4a, duration: 60.000 }\n"
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": recording.replacingOccurrences(of: "ID", with: "a"),
      "b.tilawa/recording.yaml": recording.replacingOccurrences(of: "ID", with: "b"),
      "a.tilawa/audio.m4a": "....ftypM4A and nothing else",
      "b.tilawa/audio.m4a": "....ftypM4A and nothing else",
      "bin/ffprobe": "#!/bin/sh\ntouch \"$0.ran\"\nexit 1\n", "bin/ffmpeg": "#!/bin/sh\nexit 1\n",
    ])
    for name in ["ffprobe", "ffmpeg"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "bin/\(name)"))
    }
    let path = folder.path(of: "bin") + ":/usr/bin:/bin"
    #expect(
      transcript("lint", in: folder.path, environment: ["PATH": path])
        == "[stderr]\n2 bundles: nothing to report\n")
    #expect(try folder.names(in: "bin") == ["ffmpeg", "ffprobe"])
    #expect(
      transcript("lint", "--checksums", in: folder.path, environment: ["PATH": path])
        == "[stderr]\n2 bundles: nothing to report\n")
    #expect(try folder.names(in: "bin") == ["ffmpeg", "ffprobe", "ffprobe.ran"])
    #expect(
      transcript("lint", "--checksums", in: folder.path, environment: ["PATH": ""]) == """
        [stderr]
        tilawa: the length of 2 recordings was not checked: install ffmpeg to decode such audio
        2 bundles: nothing to report

        """)
  }

  @Test func choosesRulesAndExitStatus() throws {
    let folder = try friday()
    let path = folder.path
    #expect(transcript("lint", "--ignore", "S203", in: path) == "[stderr]\n1 bundle: nothing to report\n")
    #expect(transcript("lint", "--ignore", "segments-overlap", "-q", in: path) == "")
    #expect(transcript("lint", "--select", "R,A,m", "-q", in: path) == "")
    #expect(transcript("lint", "--exit-zero", "--format", "github", "-q", in: path).hasPrefix("::error "))
    #expect(!transcript("lint", "--exit-zero", in: path).contains("[exit"))
    #expect(
      transcript("lint", "--select", "S230", in: path)
        == "[stderr]\ntilawa: no such rule: \"S230\"; did you mean S203?\n[exit 2]\n")
    let warned = try TemporaryFolder(["a.tilawa/recording.yaml": recording + "colour: red\n"])
    #expect(!transcript("lint", in: warned.path).contains("[exit"))
    #expect(transcript("lint", "--strict", in: warned.path).hasSuffix("1 bundle: 1 warning\n[exit 1]\n"))
  }

  @Test func tellsOnlySoManyAndCountsAll() throws {
    let rows = (0..<40).map { "  - { ayah: \"1:\($0 % 7 + 1)\", start: \($0 * 9), end: \($0 * 9 + 10) }\n" }
      .joined()
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": recording, "a.tilawa/segments.yaml": "tilawa: 1\nsegments:\n" + rows,
      "b.tilawa/recording.yaml": recording.replacing("friday", with: "b"), "b.tilawa/segments.yaml": overlap,
    ])
    func lint(_ words: String...) -> String {
      transcript(["lint", "--select", "S203,S208"] + words, in: folder.path)
    }
    let all = lint()
    #expect(all.contains("2 bundles: 40 errors, 33 notes\n") && !all.contains("shown"))
    #expect(lint("--max-findings", "0") == all)
    let few = lint("--max-findings", "2")
    #expect(few.split(separator: "\n").count { $0.contains(": error: ") } == 2)
    // Notes don't use up what errors have.
    #expect(few.split(separator: "\n").count { $0.contains("[S208 ayah-repeated]") } == 2)
    #expect(
      few.contains("and 37 more S203 in this file")
        && few.contains("\nand 69 more, counted but not shown\n"))
    #expect(
      few.contains(
        "2 bundles: 40 errors, 33 notes; 1 not shown (use --max-findings 0 to show all)\n[exit 1]\n"))
    #expect(
      lint("--max-findings", "2", "--format", "github").contains(
        "\n40 errors, 0 warnings, 33 notes in 2 files, 69 of them not shown\n"))
    for form in ["json", "jsonl", "sarif"] {
      let report = lint("--max-findings", "2", "--format", form).filter { $0 != " " && $0 != "\n" }
      #expect(
        report.contains(
          #""error_count":40,"warning_count":0,"note_count":33,"file_count":2,"omitted_count":69"#), "\(form)"
      )
      #expect(!lint("--format", form).contains(#""omitted_count": 69"#))
    }
    #expect(lint("--max-findings", "-1").hasSuffix("[exit 2]\n"))
  }

  @Test func looksForNoBundlesInAJournal() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": recording, "journal/b.tilawa/recording.yaml": "no: yaml: at all",
      "deeper/journal/c.tilawa/recording.yaml": recording.replacing("friday", with: "c"),
    ])
    #expect(transcript("lint", in: folder.path) == "[stderr]\n2 bundles: nothing to report\n")
    #expect(transcript("list", "--paths", in: folder.path) == "a.tilawa\ndeeper/journal/c.tilawa\n")
    #expect(!transcript("show", ".", in: folder.path).contains("b.tilawa"))
    #expect(
      !transcript("convert", ".", "-o", "out", "--to", "audacity", in: folder.path).contains("b.tilawa"))
  }

  @Test func whatBundlesHaveInCommonStandsAtTheLaterPath() throws {
    func reciter(_ name: String) -> String { "tilawa: 1\nid: one\nname: \(name)\n" }
    let folder = try TemporaryFolder([
      "n/a.tilawa/recording.yaml": recording, "n-b/a.tilawa/recording.yaml": recording,
      "p/a.tilawa/recording.yaml": recording.replacing("friday", with: "x"),
      "p/a.tilawa/reciter.yaml": reciter("A"),
      "p/b.tilawa/recording.yaml": recording.replacing("friday", with: "y"),
      "p/b.tilawa/reciter.yaml": reciter("B"),
      "p/c.tilawa/recording.yaml": recording.replacing("friday", with: "z"),
      "p/c.tilawa/reciter.yaml": reciter("A"),
      "p/d.tilawa/recording.yaml": recording.replacing("friday", with: "w"),
      "p/d.tilawa/reciter.yaml": "tilawa: 1\nid: one\nname: \"\"\n",
    ])
    let found = transcript("lint", "--select", "L", "--format", "github", in: folder.path)
    #expect(
      found.contains("n/a.tilawa/recording.yaml:2:5: L801 the id \"friday\" is also used by n-b/a.tilawa"))
    // Each is compared with the first; what a faulty file doesn't say isn't known.
    #expect(found.contains("p/b.tilawa/reciter.yaml:2:5: L802") && found.contains("in p/a.tilawa: name is"))
    #expect(!found.contains("p/c.tilawa/reciter.yaml") && !found.contains("p/d.tilawa/reciter.yaml"))
  }

  @Test func saysWhatItCanNotUse() throws {
    let folder = try TemporaryFolder(["notes/readme.txt": "x"])
    #expect(transcript("lint", "friday.tilawa", in: folder.path).hasSuffix("[exit 2]\n"))
    #expect(transcript("lint", "notes", in: folder.path).hasSuffix("[exit 2]\n"))
    #expect(transcript("lint", "notes/readme.txt", in: folder.path).hasSuffix("[exit 2]\n"))
  }

  @Test func checksOneFileOfABundleWithTheOthersInMind() throws {
    let folder = try friday()
    try folder.write(recording + "colour: red\n", to: "friday.tilawa/recording.yaml")
    #expect(
      transcript("lint", "friday.tilawa/segments.yaml", in: folder.path).hasSuffix(
        "1 bundle: 1 error\n[exit 1]\n"))
    #expect(
      transcript("lint", "friday.tilawa/recording.yaml", in: folder.path).hasSuffix("1 bundle: 1 warning\n"))
  }

  @Test func checksStandardInputInAFilesPlace() throws {
    let folder = try friday()
    let text = "tilawa: 1\nsegments:\n  - { ayah: \"1:9\", start: 1.000, end: 4.000 }\n"
    let said = transcript(
      "lint", "-", "--stdin-filename", "friday.tilawa/segments.yaml", in: folder.path, input: text)
    #expect(said.hasPrefix("friday.tilawa/segments.yaml:3:13: error: 1:9 does not exist;"))
    #expect(transcript("lint", "-", in: folder.path, input: text).hasSuffix("[exit 2]\n"))
    #expect(
      transcript("lint", "-", "--stdin-filename", "notes.txt", in: folder.path, input: text).hasSuffix(
        "[exit 2]\n"))
  }

  @Test func writesEveryFormat() throws {
    let folder = try friday()
    for format in ["json", "sarif"] {
      let text = transcript("lint", "--format", format, "-q", "--exit-zero", in: folder.path)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
      #expect(text.contains("S203"))
    }
    let lines = transcript("lint", "--format", "jsonl", "-q", "--exit-zero", in: folder.path).split(
      separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    let clean = try TemporaryFolder(["a.tilawa/recording.yaml": recording])
    for format in ["json", "sarif"] {
      let text = transcript("lint", "--format", format, "-q", in: clean.path)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
    let said = transcript("lint", "--format", "sarif", "--output", "report.sarif", in: folder.path)
    #expect(said.hasPrefix("friday.tilawa/segments.yaml:4:27: error:"))
    #expect(try folder.text(of: "report.sarif").contains("\"version\": \"2.1.0\""))
  }

  @Test func mendsWhatIsSafe() throws {
    let folder = try TemporaryFolder([
      "friday.tilawa/recording.yaml": "tilawa: 1\nid: friday\nriwayah: Hafs A'n Assem  # as printed\n",
      "friday.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "1:2", start: 8.900, end: 14.010 }
        - { ayah: "1:1", start: 3.120, end: 8.900 }

      """,
    ])
    #expect(
      transcript("lint", "--fix", in: folder.path) == """
        [stderr]
        fixed friday.tilawa/recording.yaml: write hafs [F111 riwayah-spelling]
        fixed friday.tilawa/segments.yaml: sort the rows by time [S201 segments-out-of-order]
        1 bundle: nothing to report

        """)
    #expect(
      try folder.text(of: "friday.tilawa/recording.yaml")
        == "tilawa: 1\nid: friday\nriwayah: hafs  # as printed\n")
    #expect(transcript("lint", "--fix", in: folder.path) == "[stderr]\n1 bundle: nothing to report\n")
  }

  /// Decimal commas in several values of a row, and in rows that touch each other, are mended. If a verified
  /// row is in the way, it is named.
  @Test func mendsAllOfARowOrSaysWhyNot() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n",
      "a.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 1.000, end: 7,569, confidence: 0,93 }
        - { ayah: "1:2", start: 7,569, end: 12,569, confidence: 0,93 }
        - { ayah: "1:3", start: 12,569, end: 17.000, verified: true }

      """,
    ])
    let said = transcript("lint", "--fix", "--format", "concise", in: folder.path)
    let text = try folder.text(of: "a.tilawa/segments.yaml")
    #expect(text.contains("{ ayah: \"1:1\", start: 1.000, end: 7.569, confidence: 0.93 }"))
    #expect(text.contains("{ ayah: \"1:2\", start: 7.569, end: 12.569, confidence: 0.93 }"))
    #expect(text.contains("start: 12,569, end: 17.000, verified: true"))
    #expect(
      said.contains(
        "not fixed a.tilawa/segments.yaml:5: write 12.569 [F106 bad-time]: the row is verified\n"),
      "\(said)")
    #expect(said.hasSuffix("1 bundle: 1 error\n[exit 1]\n"))
  }

  @Test func checksManyBundlesInOrder() throws {
    var files: [String: String] = [:]
    for number in 100..<300 {
      files["night/\(number).tilawa/recording.yaml"] = recording.replacing("friday", with: "night-\(number)")
      files["night/\(number).tilawa/segments.yaml"] = overlap
    }
    let folder = try TemporaryFolder(files)
    let said = transcript("lint", "--format", "jsonl", "night", in: folder.path)
    let lines = said.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(lines.count == 201)
    for (number, line) in zip(100..., lines.dropLast()) {
      #expect(line.contains("night/\(number).tilawa/segments.yaml"))
    }
    #expect(said.hasSuffix("200 bundles: 200 errors\n[exit 1]\n"))
    #expect(said == transcript("lint", "--format", "jsonl", "night", in: folder.path))
  }

  @Test func tellsWhatBundlesHaveInCommon() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": recording, "b.tilawa/recording.yaml": recording,
    ])
    let said = transcript("lint", in: folder.path)
    #expect(said.hasPrefix("b.tilawa/recording.yaml:2:5: error: the id \"friday\" is also used by a.tilawa;"))
    #expect(transcript("lint", "b.tilawa", in: folder.path) == "[stderr]\n1 bundle: nothing to report\n")
  }
}
