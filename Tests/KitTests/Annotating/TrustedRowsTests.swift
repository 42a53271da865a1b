import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaKit
@testable import TilawaRecognition

@Suite struct TrustedRowsTests {
  private func rows(_ files: [String: String], all: Bool = false, anyRiwayah: Bool = false) throws
    -> TrustedRows
  {
    var files = files
    files["recording.yaml"] =
      files["recording.yaml"] ?? "tilawa: 1\nid: a\ntitle: A\nriwayah: hafs\naudio:\n  duration: 60.000\n"
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: files.map { ("a.tilawa/\($0.key)", $0.value) }))
    return withExtendedLifetime(folder) {
      TrustedRows(
        of: TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa"), all: all,
        anyRiwayah: anyRiwayah)
    }
  }

  private let segments = """
    tilawa: 1
    segments:
      - { ayah: "112:0", start: 0.000, end: 3.000, verified: true }
      - { ayah: "112:1", start: 3.000, end: 5.000, verified: true }
      - { ayah: "112:2-3", start: 5.000, end: 9.000, joins: [7.000], verified: true }
      - { ayah: "112:4", start: 9.000, end: 11.000 }
      - { ayah: "113:1-2", start: 12.000, end: 16.000, verified: true }
      - { ayah: "113:3", start: 16.000, end: 16.300, verified: true }
      - { ayah: "113:4", start: 17.000, end: 19.000, riwayah: warsh, verified: true }
      - { skip: takbir, start: 20.000, end: 21.000 }
    """

  @Test func verifiedSegmentsAreOfUse() throws {
    let found = try rows(["segments.yaml": segments])
    #expect(
      found.stretches.map(\.ayat) == [
        [Ayah(112, 1)], [Ayah(112, 2)], [Ayah(112, 3)], [Ayah(113, 1), Ayah(113, 2)],
      ])
    #expect(found.stretches.map(\.span.start.count) == [3000, 5000, 7000, 12000])
    #expect(found.ayatCount == 5)
    #expect(found.leftOut == [.opening: 1, .unverified: 1, .tooShort: 1, .otherRiwayah: 1])
    let all = try rows(["segments.yaml": segments], all: true, anyRiwayah: true)
    #expect(all.ayatCount == 7)
    #expect(all.leftOut == [.opening: 1, .tooShort: 1])
  }

  @Test func confirmedMarkersAreOfUseWhereTheirEndIsSettled() throws {
    let markers = """
      tilawa: 1
      markers:
        - { at: 1.000, ayah: "112:1", confirmed: true }
        - { at: 3.000, ayah: "112:2", confirmed: true }
        - { at: 5.000, ayah: "112:3" }
        - { at: 7.000, ayah: "112:4", confirmed: true, end: 9.000 }
        - { at: 9.500, skip: talk }
        - { at: 20.000, ayah: "113:1-2", joins: [23.000], confirmed: true, end: 26.000 }
      """
    let found = try rows(["markers.yaml": markers])
    #expect(
      found.stretches.map(\.ayat) == [[Ayah(112, 1)], [Ayah(112, 4)], [Ayah(113, 1)], [Ayah(113, 2)]])
    #expect(found.leftOut == [.unverified: 2])
    #expect(try rows(["markers.yaml": markers], all: true).ayatCount == 6)
    // Segments are what was saved; markers then are work in progress.
    #expect(try rows(["markers.yaml": markers, "segments.yaml": segments]).ayatCount == 5)
  }

  @Test func whatTheRecordingSaysHolds() throws {
    let warsh = "tilawa: 1\nid: a\ntitle: A\nriwayah: warsh\n"
    #expect(try rows(["recording.yaml": warsh, "segments.yaml": segments]).stretches.isEmpty)
    #expect(
      try rows(["recording.yaml": warsh, "segments.yaml": segments], anyRiwayah: true).ayatCount > 0)
    #expect(try rows([:]).stretches.isEmpty)
    let wild = "tilawa: 1\nsegments:\n  - { ayah: \"112:1-9\", start: 1.000, end: 9.000, verified: true }\n"
    #expect(try rows(["segments.yaml": wild]).stretches.isEmpty)
  }
}
