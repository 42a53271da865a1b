import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import TilawaFormat

/// The fast way through rows and the full reader are one: what the first accepts, the second reads to the
/// same values at the same places, and finds nothing wrong with.
///
/// `TILAWA_ROUNDS=33400 swift test --filter RowScannerTests` compares more than 100,000 files instead of 7,500.
@Suite struct RowScannerTests {
  @Test func segmentsAreReadAlike() {
    compare(SegmentsFile.self, GeneratedRows.segment, "segments", seed: 11)
  }
  @Test func markersAreReadAlike() { compare(MarkersFile.self, GeneratedRows.marker, "markers", seed: 12) }
  @Test func wordsAreReadAlike() { compare(WordsFile.self, GeneratedRows.wordRow, "words", seed: 13) }

  @Test func canonicalFilesNeedNoFullReader() {
    let rows = [
      #"{ ayah: "1:1", start: 3.120, end: 8.440, verified: true }"#,
      #"{ ayah: "2:1-5", start: 14.010, end: 52.300, joins: [17.900, 24.100, 33.000, 41.750] }"#,
      #"{ ayah: "8:75-9:1", start: 60.000, end: 91.500, joins: [78.250], confidence: 0.93 }"#,
      #"{ skip: takbir, start: 91.500, end: 99.000, reciter: yasser-al-dosari, riwayah: doori_abu_amr }"#,
      #"{ ayah: "3:1", start: 99.000, end: 100.000, priority: 1000, note: "الله أكبر, twice" }"#,
      #"{ ayah: "3:2", start: 100.000, end: 101.000, note: second imam }  # he came late"#,
    ]
    let text =
      "# By hand.\ntilawa: 1\n\nsegments:\n" + rows.map { "  - \($0)\n" }.joined(separator: "\n  # next\n")
    #expect(SegmentsFile.scanned(Array(text.utf8))?.rows.count == 6)
    #expect(SegmentsFile.scanned(Array(text.dropLast().utf8))?.rows.count == 6)
    let markers =
      "tilawa: 1\nmarkers:\n- { at: 14.010 }\n- { at: 91.500, end: 92.000, skip: takbir, confirmed: false }\n"
      + "- { at: 99.000, ayah: \"2:1-3\", joins: [101.500, 103.250], confirmed: true }\n"
    #expect(MarkersFile.scanned(Array(markers.utf8))?.rows.count == 3)
    let words =
      "tilawa: 1\nwords:\n    - { ayah: \"2:255\", word: 1, start: 1.000, end: 1.250, confidence: 1 }\n"
    #expect(WordsFile.scanned(Array(words.utf8))?.rows.count == 1)
  }

  @Test func whatHasFindingsIsLeftToTheFullReader() throws {
    for one in try ConformanceSuite.cases() {
      for finding in one.expected
      where finding.line != nil && "YF".contains(finding.code.prefix(1)) && finding.code != "F121" {
        guard let text = try? ConformanceSuite.text(of: "spec/conformance/\(one.name)/\(finding.file)") else {
          continue
        }
        let bytes = Array(text.utf8)
        #expect(SegmentsFile.scanned(bytes) == nil, "\(one.name)")
        #expect(MarkersFile.scanned(bytes) == nil, "\(one.name)")
        #expect(WordsFile.scanned(bytes) == nil, "\(one.name)")
      }
    }
  }

  private static let rounds =
    ProcessInfo.processInfo.environment["TILAWA_ROUNDS"].flatMap { Int($0) } ?? 2500

  private func compare<Content: FileContent>(
    _ type: Content.Type, _ row: (inout SplitMix64) -> String, _ key: String, seed: UInt64
  ) {
    var numbers = SplitMix64(state: seed)
    var accepted = 0
    var acceptedAfterChange = 0
    for round in 0..<Self.rounds {
      let isCanonical = round % 5 == 0
      var bytes = GeneratedRows.file(
        key, rows: (0...Int.random(in: 0..<4, using: &numbers)).map { _ in row(&numbers) })
      if !isCanonical { bytes = GeneratedRows.changed(bytes, &numbers) }
      guard let scanned = Content.scanned(bytes) else {
        #expect(!isCanonical, "the fast way gives up on \(String(decoding: bytes, as: UTF8.self))")
        continue
      }
      if isCanonical { accepted += 1 } else { acceptedAfterChange += 1 }
      let text = String(decoding: bytes, as: UTF8.self)
      let full = BundleFile<Content>.readingFully(SourceText(path: "rows.yaml", bytes: bytes))
      #expect(full.diagnostics.map(\.message) == [], "only the full reader finds fault with \(text)")
      #expect(String(describing: full.content) == String(describing: Optional(scanned)), "\(text)")
    }
    // Else the comparison would compare little.
    #expect(accepted == Self.rounds / 5)
    #expect(acceptedAfterChange > Self.rounds / 10, "only \(acceptedAfterChange)")
  }
}
