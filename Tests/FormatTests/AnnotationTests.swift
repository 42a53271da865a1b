import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@Suite struct AnnotationTests {
  @Test func nothingAnnotated() throws {
    let annotation = try annotation(segments: ["skip: takbir, start: 1.000, end: 2.500"])
    #expect(annotation.status == .unannotated)
    #expect(annotation.held.isEmpty && annotation.expected.isEmpty && annotation.held.surahs == [])
    #expect(annotation.skipped == Milliseconds(1500) && annotation.recited == .zero)
    #expect(annotation.span == TimeSpan(Milliseconds(1000), Milliseconds(2500)))
    #expect(try self.annotation(segments: []).span == nil)
  }

  @Test func completeNeedsNoWholeSurah() throws {
    let rows = ["ayah: \"112:2\", start: 3.000, end: 5.000", "ayah: \"112:3\", start: 5.000, end: 8.000"]
    let annotation = try annotation(segments: rows)
    #expect(annotation.status == .complete)
    #expect(annotation.expected.count == 4)
    #expect(annotation.missing.map(\.description) == ["112:1", "112:4"])
    #expect(annotation.recited == Milliseconds(5000))
  }

  @Test func aPassageMustBeHeldWholly() throws {
    let rows = [
      "ayah: \"112:1-2\", start: 1.000, end: 6.000", "ayah: \"112:3-113:1\", start: 6.000, end: 16.000",
    ]
    let held = try annotation(segments: rows, recording: "passage: \"112:1-113:1\"\n")
    #expect(held.status == .complete && held.missing.isEmpty && held.held.surahs == [112, 113])
    let lacking = try annotation(
      segments: rows, recording: "passage: [\"112:0-4\", \"113:1-3\", \"114:1\"]\n")
    #expect(lacking.status == .partial)
    #expect(lacking.missing.map(\.description) == ["113:2-3", "114:1"])
  }

  @Test func markersKeepItPartial() throws {
    let rows = ["ayah: \"112:1\", start: 1.000, end: 3.000"]
    #expect(
      try annotation(segments: rows, markers: "tilawa: 1\nmarkers:\n  - { at: 3.000 }\n").status == .partial)
    #expect(try annotation(segments: rows, markers: "tilawa: 1\nmarkers: []\n").status == .complete)
  }

  @Test func jumpsAreOverAyatThatNoRowHolds() throws {
    func row(_ ayah: String, _ start: Int) -> String {
      "ayah: \"\(ayah)\", start: \(start).000, end: \(start + 1).000"
    }
    let jump = try annotation(segments: [
      row("2:1", 1), row("2:5-6", 2), "skip: dua, start: 3.000, end: 4.000", row("2:9", 4),
    ])
    #expect(jump.jumps.map(\.missing.description) == ["2:2-4", "2:7-8"])
    #expect(jump.jumps.map(\.to.label) == ["2:5-6", "2:9"])
    #expect(jump.status == .partial)
    // Held elsewhere, backwards, another surah, the basmalah first, and in the order of time rather than of
    // the file.
    let whole = try annotation(segments: [
      row("2:1", 1), row("2:3", 3), row("2:2", 2), row("2:1", 4), row("2:4", 6), row("2:3", 5),
    ])
    #expect(whole.jumps.isEmpty)
    #expect(try annotation(segments: [row("112:0", 1), row("112:1", 2), row("113:4", 3)]).jumps.isEmpty)
    #expect(
      try annotation(segments: [row("112:0", 1), row("112:2", 2)]).jumps.map(\.missing.description) == [
        "112:1"
      ])
    #expect(
      try annotation(segments: [row("112:4-113:1", 1), row("113:3", 2)]).jumps.map(\.missing.description) == [
        "113:2"
      ])
  }

  @Test func partlyMissingAyatOfAJump() throws {
    func row(_ ayah: String, _ start: Int) -> String {
      "ayah: \"\(ayah)\", start: \(start).000, end: \(start + 1).000"
    }
    let rows = [row("2:3", 1), row("2:1", 2), row("2:5", 3)]
    #expect(try annotation(segments: rows).jumps.map(\.missing.description) == ["2:2-4"])
    #expect(
      try annotation(segments: rows).missing.map(\.description) == ["2:2", "2:4", "2:6-286"])
  }

  @Test func rowsOfASurahAreComparedWhateverLiesBetween() throws {
    func row(_ ayah: String, _ start: Int) -> String {
      "ayah: \"\(ayah)\", start: \(start).000, end: \(start + 1).000"
    }
    // A prayer: al-Fatihah in every rak'ah.
    let prayer = try annotation(
      segments: [row("1:1-7", 1), row("2:1-3", 2), row("1:1-7", 3), row("2:5", 4)])
    #expect(prayer.jumps.map(\.missing.description) == ["2:4"])
    #expect(prayer.jumps.map { "\($0.from.label) \($0.to.label)" } == ["2:1-3 2:5"])
    #expect(prayer.status == .partial)
    #expect(prayer.held.runs.map(\.description) == ["1:1-7", "2:1-3", "2:5"])
    let whole = try annotation(
      segments: [row("1:1-7", 1), row("2:1-3", 2), row("1:1-7", 3), row("2:4-5", 4)])
    #expect(whole.jumps.isEmpty && whole.status == .complete)
  }

  @Test func doubtIsNeverComplete() throws {
    func status(_ rows: String, recording: String = "", markers: String? = nil) throws -> Recording.Status? {
      var files = [
        "recording.yaml": "tilawa: 1\nid: a\n\(recording)",
        "segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 1, end: 2 }\n\(rows)",
      ]
      files["markers.yaml"] = markers
      let folder = try TemporaryFolder(files)
      return withExtendedLifetime(folder) {
        Annotation(of: TilawaBundle(readingAt: folder.path, shownAs: "a.tilawa")).status
      }
    }
    #expect(try status("") == .complete)
    #expect(try status("  - { ayah: \"1:2x\", start: 2, end: 3 }\n") == .partial)
    #expect(try status("  - { ayah: \"1:9\", start: 2, end: 3 }\n") == .partial)
    #expect(try status("  - { ayah: \"1:3-2\", start: 2, end: 3 }\n") == .partial)
    #expect(try status("", recording: "passage: \"1:1-x\"\n") == .partial)
    #expect(try status("", markers: "tilawa: 1\nmarkers:\n  - { at: soon }\n") == .partial)
  }

  @Test func ayatThatDoNotExistAreNotHeld() throws {
    let rows = ["ayah: \"112:9\", start: 1.000, end: 3.000", "ayah: \"112:3-1\", start: 3.000, end: 5.000"]
    let annotation = try annotation(segments: rows)
    #expect(annotation.held.isEmpty && annotation.status == .unannotated)
  }

  @Test func countsByTheNumberingOfTheBundle() throws {
    let rows = ["ayah: \"114:1-7\", start: 1.000, end: 20.000"]
    #expect(try annotation(segments: rows).held.isEmpty)
    #expect(try annotation(segments: rows, recording: "numbering: makki_kfgqpc\n").held.count == 7)
  }

  @Test func rowsTakeReciterAndRiwayahFromTheirBundle() throws {
    let folder = try TemporaryFolder([
      "recording.yaml": "tilawa: 1\nid: a\nreciter: first\n",
      "reciter.yaml": "tilawa: 1\nid: first\nname: First\nriwayah: warsh\n",
      "segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "1:2", start: 4.000, end: 5.000, reciter: second, riwayah: hafs }
        - { ayah: "1:1", start: 1.000, end: 2.000 }

      """,
    ])
    let bundle = TilawaBundle(readingAt: folder.path, shownAs: "a.tilawa")
    let rows = bundle.segmentsInTime
    #expect(rows.map(\.label) == ["1:1", "1:2"])
    #expect(rows.map { bundle.riwayah(of: $0.value) } == [.warsh, .hafs])
    #expect(rows.map { bundle.reciter(of: $0.value) } == ["first", "second"])
    #expect(bundle.audioEnd == nil)
    #expect(bundle.diagnostics.isEmpty)
  }

  private func annotation(segments: [String], recording: String = "", markers: String? = nil) throws
    -> Annotation
  {
    var files = [
      "recording.yaml": "tilawa: 1\nid: a\n\(recording)",
      "segments.yaml": "tilawa: 1\nsegments:\n" + segments.map { "  - { \($0) }\n" }.joined(),
    ]
    files["markers.yaml"] = markers
    let folder = try TemporaryFolder(files)
    return withExtendedLifetime(folder) {
      let bundle = TilawaBundle(readingAt: folder.path, shownAs: "a.tilawa")
      #expect(bundle.diagnostics.map(\.message) == [])
      return Annotation(of: bundle)
    }
  }
}
