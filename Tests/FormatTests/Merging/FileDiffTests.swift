import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

@Suite struct FileDiffTests {
  /// The shape of `tilawa diff --json`, as far as a patch needs it.
  private static let document = OutputShape<FileDiff>(
    "diff",
    [
      .key(
        "diffs", .list(of: .object([.key("files", .list(of: FileDiff.form), { [$0] }, "The files.")])),
        { [$0] },
        "What differs.")
    ])

  private func source(_ text: String, _ name: String = "segments.yaml") -> SourceText {
    SourceText(path: name, bytes: Array(text.utf8))
  }

  private func diff(_ old: String, _ new: String, _ kind: DocumentKind = .segments) throws -> FileDiff {
    try FileDiff(source(old), source(new), kind: kind)
  }

  @Test func anInsertedRowShiftsNothing() throws {
    let a = "{ ayah: \"1:1\", start: 0.000, end: 5.000 }"
    let b = "{ ayah: \"1:3\", start: 9.000, end: 12.000 }"
    let new = "{ ayah: \"1:2\", start: 5.000, end: 9.000 }"
    let diff = try diff(segments(a, b), segments(a, new, b))
    #expect(diff.changes.map(\.place) == ["1:2"])
    #expect(diff.changes.map(\.kind) == [.added])
  }

  @Test func aMovedBoundaryIsAChangeOfTwoTimes() throws {
    let rows = { (time: String) in
      segments(
        "{ ayah: \"1:1\", start: 0.000, end: \(time) }", "{ ayah: \"1:2\", start: \(time), end: 12.000 }")
    }
    let diff = try diff(rows("5.000"), rows("5.360"))
    #expect(diff.changes.map(\.place) == ["1:1", "1:2"])
    #expect(diff.changes.flatMap(\.fields).map { $0.path.joined() } == ["end", "start"])
    #expect(diff.changes[0].fields[0].move == Milliseconds(360))
    #expect(
      try FileDiff(source(rows("5.000")), source(rows("5.015")), kind: .segments, tolerance: Milliseconds(20))
        .isEmpty)
  }

  @Test func formattingIsNoDifference() throws {
    let canonical = segments("{ ayah: \"1:1\", start: 63.000, end: 65.500, verified: true }")
    let block = """
      # by hand
      tilawa: 1
      segments:
      - ayah: 1:1
        start: 1:03
        end: 65.5      # here
        verified: yes

      """.replacing("yes", with: "true")
    #expect(try diff(canonical, block).isEmpty)
  }

  @Test func aShiftOfTheWholeRecordingIsOneOffset() throws {
    let rows = { (shift: Int) in
      "tilawa: 1\nsegments:\n"
        + (1...20).map { number in
          "  - { ayah: \"2:\(number)\", start: \(number * 5 + shift).000, end: \(number * 5 + 5 + shift).000 }\n"
        }.joined()
    }
    let diff = try diff(rows(0), rows(3))
    #expect(diff.offset == Milliseconds(3000))
    #expect(diff.changes.isEmpty)
    #expect(!diff.isEmpty)
  }

  @Test func eachRecitationOfAnAyahIsItsOwnRow() throws {
    let first = "{ ayah: \"1:1\", start: 0.000, end: 5.000 }"
    let again = "{ ayah: \"1:1\", start: 60.000, end: 65.000 }"
    let diff = try diff(segments(first, again), segments("{ ayah: \"1:1\", start: 60.000, end: 66.000 }"))
    #expect(diff.changes.map(\.kind) == [.removed, .changed])
  }

  @Test func aPatchMakesTheSecondVersionOfTheFirst() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SplitMix64(state: seed)
      let old = GeneratedAnnotation(&random)
      var new = old
      for _ in 0..<4 { new.edit(1, &random) }
      for row in new.rows.indices { new.rows[row].comment = nil }
      let texts = [old, new].map { $0.text(showsIDs: seed % 2 == 0) }
      let json = Self.document.document(of: try diff(texts[0], texts[1]))
      let patch = try #require(try FilePatch.read(source(json, "diff.json")).first)
      let after = try patch.applied(to: source(texts[0]))
      #expect(try diff(String(decoding: after, as: UTF8.self), texts[1]).isEmpty, "seed \(seed)")
    }
  }

  /// A recording whose start was cut, or to which something was put before.
  @Test(arguments: [3000, -3000]) func aPatchMovesWhatTheDiffSaysMoved(by offset: Int64) throws {
    func rows(_ offset: Int64, note: String = "", extra: String = "") -> String {
      "tilawa: 1\nsegments:\n"
        + (1...8).map { index in
          let start = 10_000 + Int64(index) * 4000 + offset
          return
            "  - { ayah: \"1:\(index)\", start: \(Milliseconds(start)), end: \(Milliseconds(start + 4000))"
            + (index == 3 ? ", joins: [\(Milliseconds(start + 1000)), \(Milliseconds(start + 2500))]" : "")
            + (index == 5 ? note : "") + " }\n"
        }.joined() + (extra.isEmpty ? "" : "  - \(extra)\n")
    }
    let end = Milliseconds(60_000 + offset)
    let after = rows(
      offset, note: ", note: louder", extra: "{ skip: amin, start: \(end), end: \(end + Milliseconds(500)) }")
    let diff = try diff(rows(0), after)
    #expect(diff.offset == Milliseconds(offset))
    #expect(diff.changes.map(\.place) == ["1:5", "skip amin"])
    let patch = try #require(try FilePatch.read(source(Self.document.document(of: diff))).first)
    #expect(try patch.applied(to: source(rows(0))) == Array(after.utf8))
    // Rows of the other copy that the diff doesn't know lie in the same recording.
    let mine = rows(0, extra: "{ skip: talk, start: 50.000, end: 51.000 }")
    let patched = String(decoding: try patch.applied(to: source(mine)), as: UTF8.self)
    #expect(patched.contains("start: \(Milliseconds(50_000 + offset))"))
    // What would lie before the recording begins is refused, by name.
    if offset < 0 {
      let early = rows(0, extra: "{ skip: talk, start: 1.000, end: 2.000 }")
      let misfit = #expect(throws: FilePatch.Misfit.self) { try patch.applied(to: source(early)) }
      #expect(misfit?.reasons == ["skip talk in segments.yaml cannot be moved by -3.000 s"])
    }
  }

  /// Each key of a diff is applied, or refused by its name.
  @Test(arguments: [
    ("\"version\": 1", "\"version\": 1,\"verified\":true", "\"verified\""),
    ("\"file\"", "\"riwayah\":\"warsh\",\"file\"", "\"riwayah\""),
    ("\"label\"", "\"scale\":2,\"label\"", "\"scale\""),
    ("\"offset\": 0.000", "\"offset\": \"late\"", "\"offset\""),
    ("\"list\": \"segments\"", "\"list\": \"rows\"", "\"list\""),
    ("\"change\": \"changed\"", "\"change\": \"removed\"", "\"change\""),
    ("\"start\": 0.000,\n              \"old\"", "\"start\": 2.000,\n              \"old\"", "\"start\""),
    ("\"fields\": [", "\"fields\": [\n \"note\",", "\"fields\""),
    ("\"counterpart\": null", "\"counterpart\": \"markers.yaml\"", "\"counterpart\""),
  ])
  func everyKeyOfADiffIsAppliedOrRefused(_ known: String, _ other: String, _ name: String) throws {
    let old = segments("{ ayah: \"1:1\", start: 0.000, end: 5.000 }")
    let text = Self.document.document(of: try diff(old, old.replacing("5.000", with: "6.000")))
    #expect(try FilePatch.read(source(text)).count == 1)
    let changed = text.replacing(known, with: other)
    try #require(changed != text, "\(text)")
    let misfit = #expect(throws: FilePatch.Misfit.self) { try FilePatch.read(source(changed)) }
    #expect(misfit?.reasons.first?.contains(name) == true)
  }

  @Test func aPatchThatDoesNotFitChangesNothing() throws {
    let old = segments("{ ayah: \"1:1\", start: 0.000, end: 5.000 }")
    let json = Self.document.document(of: try diff(old, old.replacing("5.000", with: "6.000")))
    let patch = try #require(try FilePatch.read(source(json)).first)
    #expect(throws: FilePatch.Misfit.self) {
      try patch.applied(to: source(old.replacing("5.000", with: "5.500")))
    }
  }

  @Test func aMarkerThatBecameASegmentIsOneRow() throws {
    func version(_ markers: String, _ segments: String) -> BundleVersion {
      BundleVersion(files: [
        .markers: source("tilawa: 1\nmarkers:\n" + markers, "markers.yaml"),
        .segments: source("tilawa: 1\nsegments:\n" + segments),
      ])
    }
    let before = version(
      "  - { at: 1.000, ayah: \"1:1\", confirmed: true }\n  - { at: 5.000, ayah: \"1:2\" }\n  - { at: 9.000 }\n",
      "  - { ayah: \"112:1\", start: 60.000, end: 62.000 }\n")
    let after = version(
      "  - { at: 9.000 }\n",
      """
        - { ayah: "1:1", start: 1.000, end: 5.000, verified: true }
        - { ayah: "1:2", start: 5.100, end: 9.000 }
        - { ayah: "1:2", start: 40.000, end: 44.000 }
        - { ayah: "112:1", start: 60.000, end: 62.000 }

      """)
    let diff = try BundleDiff(before, after)
    let pairs = diff.files.flatMap { file in
      file.changes.map { "\($0.kind) \($0.place) \($0.counterpart?.kind.fileName ?? "-")" }
    }
    #expect(
      pairs == [
        "removed 1:1 segments.yaml", "removed 1:2 segments.yaml", "added 1:1 markers.yaml",
        "added 1:2 markers.yaml", "added 1:2 -",
      ])
    let back = try BundleDiff(after, before)
    #expect(back.files.flatMap(\.changes).filter { $0.counterpart != nil }.count == 4)
  }
}
