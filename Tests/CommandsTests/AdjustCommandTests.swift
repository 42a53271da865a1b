import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa edit adjust`.
struct AdjustCommandTests {
  private let files = EditedBundle.files(
    segments: [
      #"{ ayah: "1:1", start: 1.000, end: 4.000 }"#,
      #"{ ayah: "1:2", start: 4.000, end: 8.000 }  # long"#,
      #"{ ayah: "1:3-4", start: 8.400, end: 12.000, joins: [10.000] }"#,
      #"{ ayah: "1:5", start: 12.000, end: 16.000, verified: true }"#,
    ],
    markers: [
      "{ at: 17.000 }",
      "{ at: 18.000, confirmed: true }",
    ])

  private func adjusted(_ arguments: String...) throws -> (
    said: String, segments: String, folder: TemporaryFolder
  ) {
    let folder = try TemporaryFolder(files)
    let said = transcript(["edit", "adjust", "a.tilawa"] + arguments, in: folder.path)
    return (said, try folder.text(of: "a.tilawa/segments.yaml"), folder)
  }

  @Test func shiftMovesRowsWordsAndMarkersButNothingVerified() throws {
    let result = try adjusted("--shift", "-0.250")
    #expect(
      result.said
        == "[stderr]\na.tilawa: 3 segments, 2 words, 1 marker changed, 2 verified kept (use --including-verified to change them)\n"
    )
    #expect(
      result.segments == """
        tilawa: 1
        segments:
          - { ayah: "1:1", start: 0.750, end: 3.750 }
          - { ayah: "1:2", start: 3.750, end: 7.750 }  # long
          - { ayah: "1:3-4", start: 8.150, end: 12.000, joins: [9.750] }
          - { ayah: "1:5", start: 12.000, end: 16.000, verified: true }

        """)
    #expect(
      try result.folder.text(of: "a.tilawa/words.yaml") == """
        tilawa: 1
        words:
          - { ayah: "1:2", word: 1, start: 3.750, end: 5.750 }
          - { ayah: "1:2", word: 2, start: 5.750, end: 7.750 }

        """)
    #expect(
      try result.folder.text(of: "a.tilawa/markers.yaml")
        == "tilawa: 1\nmarkers:\n  - { at: 16.750 }\n  - { at: 18.000, confirmed: true }\n")
    let all = try adjusted("--shift=250ms", "--including-verified")
    #expect(all.segments.contains("start: 12.250, end: 16.250, verified: true"))
  }

  @Test func whatCannotBeIsRefused() throws {
    let early = try adjusted("--shift", "-2")
    #expect(early.said.contains("1:1 would start at -1.000, before the audio"))
    #expect(early.said.hasSuffix("tilawa: nothing was changed\n[exit 1]\n"))
    #expect(early.segments == files["a.tilawa/segments.yaml"])
    let late = try adjusted("--shift", "5", "--including-verified")
    #expect(late.said.contains("1:5 would end at 21.000, but the audio ends at 20.000"))
    #expect(try adjusted().said.contains("nothing to do"))
    #expect(try adjusted("--shift", "soon").said.contains("invalid time \"soon\" for --shift"))
  }

  @Test func gapsAreClosedOpenedAndPadded() throws {
    #expect(
      try adjusted("--close-gaps", "500ms").segments.contains(
        "end: 8.200 }  # long\n  - { ayah: \"1:3-4\", start: 8.200"))
    #expect(try adjusted("--close-gaps", "300ms").segments == files["a.tilawa/segments.yaml"])
    let padded = try adjusted("--pad", "150ms").segments
    #expect(padded.contains("start: 0.850, end: 4.000"))
    #expect(padded.contains("end: 8.150 }  # long\n  - { ayah: \"1:3-4\", start: 8.250"))
    #expect(
      try adjusted("--pad", "1").segments.contains(
        "end: 8.200 }  # long\n  - { ayah: \"1:3-4\", start: 8.200"))
    let apart = try adjusted("--min-gap", "100ms").segments
    #expect(apart.contains("end: 3.950 }"))
    #expect(apart.contains("start: 4.050, end: 8.000"))
    #expect(apart.contains("end: 11.900, joins"))
    #expect(apart.contains("start: 12.000, end: 16.000, verified"))
  }

  @Test func onlyWhatIsNamedChanges() throws {
    let one = try adjusted("1:2", "--shift", "100ms").segments
    #expect(one.contains("start: 1.000, end: 4.100"))
    #expect(one.contains("start: 4.100, end: 8.100"))
    #expect(one.contains("start: 8.400, end: 12.000"))
    let late = try adjusted("--from", "8.1", "--shift", "100ms").segments
    #expect(late.contains("start: 4.000, end: 8.000"))
    #expect(late.contains("start: 8.500, end: 12.000, joins: [10.100]"))
    let dry = try adjusted("1:2", "--shift", "100ms", "-n")
    #expect(dry.segments == files["a.tilawa/segments.yaml"])
    #expect(dry.said.contains("+  - { ayah: \"1:2\", start: 4.100, end: 8.100 }  # long"))
  }

  @Test func boundariesSnapToTheQuietestPoint() throws {
    let folder = try TemporaryFolder(files)
    // A tone that is silent from 4.20 to 4.30 s and from 8.10 to 8.20 s, and softer around 3.70 s.
    try AtomicFile.write(
      Self.tone(silent: [33_600..<34_400, 64_800..<65_600], soft: [29_200..<30_000]),
      to: folder.path(of: "a.tilawa/audio.wav"))
    let said = transcript("edit", "adjust", "a.tilawa", "--snap", "400ms", in: folder.path)
    let rows = try folder.text(of: "a.tilawa/segments.yaml")
    #expect(said.contains("changed"), "\(said)")
    let times = rows.split(separator: "\n").compactMap { line in
      line.firstRange(of: "end: ").map {
        Double(line[$0.upperBound...].prefix { $0.isNumber || $0 == "." }) ?? 0
      }
    }
    #expect(times.count == 4, "\(rows)")
    #expect((4.21...4.29).contains(times[0]), "\(rows)")
    #expect((8.11...8.19).contains(times[1]), "\(rows)")
    #expect(times[2] == 12)
    #expect(
      rows.contains("start: \(rows.firstRange(of: "end: ").map { rows[$0.upperBound...].prefix(5) } ?? "")"))
  }

  /// Twenty seconds at 8 kHz with some of its samples silent, and some at a tenth.
  private static func tone(silent: [Range<Int>], soft: [Range<Int>]) -> [UInt8] {
    var bytes = silentWAV(frames: 160_000)
    let start = bytes.count - 320_000
    for index in 0..<160_000 where !silent.contains(where: { $0.contains(index) }) {
      // A square wave of 400 Hz.
      var level = index / 10 % 2 == 0 ? 9000 : -9000
      if soft.contains(where: { $0.contains(index) }) { level /= 10 }
      bytes[start + index * 2] = UInt8(level & 255)
      bytes[start + index * 2 + 1] = UInt8(level >> 8 & 255)
    }
    return bytes
  }
}
