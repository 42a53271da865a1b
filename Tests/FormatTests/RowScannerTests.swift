import Foundation
import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

@testable import TilawaFormat

/// Compares the fast scanner of rows with the full reader. A text that the scanner accepts is read by the
/// full reader without findings, to the same values at the same places.
///
/// `TILAWA_ROUNDS=33400 swift test --filter RowScannerTests` compares more than 100,000 files instead of
/// 7,500.
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

  /// Long texts with a few odd lines are read without most of their rows. The result must be the same as when
  /// everything is read.
  @Test func textsWithFewOddLinesAreReadAlike() {
    compareAbridged(SegmentsFile.self, GeneratedRows.segment, "segments", seed: 21)
    compareAbridged(MarkersFile.self, GeneratedRows.marker, "markers", seed: 22)
    compareAbridged(WordsFile.self, GeneratedRows.wordRow, "words", seed: 23)
  }

  private static let oddLines = [
    "  - { ayah: \"1:1\", start: 1.000, end\n", "  - {\n", "  -\n", "\n", "  # so\n",
    "  - { ayah: \"1:1, start: 3 }\n",
    "  - { ayah: '1:1, start: 3.000, end: 4.000 }\n", "  - ayah: \"1:1\"\n    start: 3.000\n    end: 4.000\n",
    "  - { ayah: 1:1, start: 3, end: 4 }\n", "foo: |\n", "note: >\n", "x-mine: [\n", "- { at: 3.000 }\n",
    "    - { at: 3.000 }\n",
    "  - &a { at: 3.000 }\n", "  - *a\n", "segments:\n", "tilawa: 2\n", "---\n", "...\n",
    "  - { note: \"\u{1}\", at: 1.000 }\n",
    "  - { start: 1.000, end: 2.000, ayah: \"1:1\", ayah: \"1:2\" }\n", "\t\n", "}\n", "]\n", "\"\n",
    "  - { at: 1.000, note: |\n",
    "  - note: |\n", "      text\n", "  - { skip: takbir, start: 1.000, end: 2.000, ayah: \"1:1\" }\n",
    "  - { at: -1 }\n",
  ]

  private func compareAbridged<Row: BundleRow>(
    _ type: RowsFile<Row>.Type, _ row: (inout SplitMix64) -> String, _ key: String, seed: UInt64
  ) {
    var numbers = SplitMix64(state: seed)
    var accepted = 0
    for _ in 0..<Self.rounds / 5 {
      var lines = String(
        decoding: GeneratedRows.file(
          key, rows: (0...Int.random(in: 15..<40, using: &numbers)).map { _ in row(&numbers) }), as: UTF8.self
      ).split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
      for _ in 0...Int.random(in: 0..<3, using: &numbers) {
        let place = Int.random(in: 0...lines.count, using: &numbers)
        if place < lines.count, Bool.random(using: &numbers) {
          let changed = GeneratedRows.changed(Array(lines[place].utf8), &numbers)
          lines[place] = String(decoding: changed, as: UTF8.self)
        } else {
          lines.insert(Self.oddLines.randomElement(using: &numbers) ?? "", at: place)
        }
      }
      let text = lines.joined()
      let source = SourceText(path: "rows.yaml", bytes: Array(text.utf8))
      guard let short = AbridgedReading<Row>.read(source, least: 0) else { continue }
      accepted += 1
      let full = BundleFile<RowsFile<Row>>.readingFully(source)
      #expect(String(describing: short.content) == String(describing: full.content), "\(text)")
      #expect(String(describing: short.salvaged) == String(describing: full.salvaged), "\(text)")
      #expect(short.diagnostics.map(told) == full.diagnostics.map(told), "\(text)")
      #expect(Set(short.errorStarts) == Set(full.errorStarts), "\(text)")
    }
    #expect(accepted > Self.rounds / 40, "only \(accepted)")
  }

  private func told(_ finding: Diagnostic) -> String {
    let notes = finding.notes.map { "\($0.message) \($0.place?.range ?? 0..<0)" }
    let fix = finding.fix.map { "\($0.title) \($0.edits)" } ?? ""
    return "\(finding.rule.code) \(finding.message) \(finding.place.range ?? 0..<0) \(notes) \(fix)"
  }

  private static let rounds =
    ProcessInfo.processInfo.environment["TILAWA_ROUNDS"].flatMap { Int($0) } ?? 2500

  private func compare<Row: BundleRow>(
    _ type: RowsFile<Row>.Type, _ row: (inout SplitMix64) -> String, _ key: String, seed: UInt64
  ) {
    var numbers = SplitMix64(state: seed)
    var accepted = 0
    var acceptedAfterChange = 0
    for round in 0..<Self.rounds {
      let isCanonical = round % 5 == 0
      var bytes = GeneratedRows.file(
        key, rows: (0...Int.random(in: 0..<4, using: &numbers)).map { _ in row(&numbers) })
      if !isCanonical { bytes = GeneratedRows.changed(bytes, &numbers) }
      let source = SourceText(path: "rows.yaml", bytes: bytes)
      let full = BundleFile<RowsFile<Row>>.readingFully(source)
      comparePlaces(in: full, key)
      guard let scanned = RowsFile<Row>.scanned(bytes) else {
        #expect(!isCanonical, "the fast way gives up on \(String(decoding: bytes, as: UTF8.self))")
        continue
      }
      if isCanonical { accepted += 1 } else { acceptedAfterChange += 1 }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(full.diagnostics.map(\.message) == [], "only the full reader finds fault with \(text)")
      #expect(String(describing: full.content) == String(describing: Optional(scanned)), "\(text)")
    }
    // Else the comparison would compare little.
    #expect(accepted == Self.rounds / 5)
    #expect(acceptedAfterChange > Self.rounds / 10, "only \(acceptedAfterChange)")
  }

  /// Rows in JSON style, all on one line, and rows that break off. No place is guessed, and nothing is read
  /// beyond the end of the text.
  @Test func placesAreFoundInRowsOfOtherForms() {
    let line =
      #"segments: [{"ayah": "1:1", "start": 1, "end": 2}, { ayah: "1:2", start: 2, end: 3, joins: [2.5] }]"#
    let file = BundleFile(segments: SourceText(path: "rows.yaml", bytes: Array("tilawa: 1\n\(line)\n".utf8)))
    #expect(file.content?.rows.count == 2)
    comparePlaces(in: file, "segments")
    for text in ["{ at: ", "{ at:", "{", "{ at: 1, end: \"", "{ at: 1, joins: [", "{ at: 1,"] {
      let source = SourceText(path: "rows.yaml", bytes: Array(text.utf8))
      let row = Placed(Marker(at: .zero), at: 0, 0..<text.utf8.count)
      #expect(row.places(in: source)[RowKey.note] == nil, "\(text)")
      #expect(row.places(in: source).items(of: RowKey.note).isEmpty, "\(text)")
    }
  }

  /// Checks that a key is found at the same place in its row as in the whole file.
  private func comparePlaces<Row: BundleRow>(in file: BundleFile<RowsFile<Row>>, _ key: String) {
    let nodes = YAMLDocument(parsing: file.source).root?[key]?.sequence ?? []
    for row in file.content?.rows ?? [] where nodes.indices.contains(row.index) {
      let node = nodes[row.index]
      let places = row.places(in: file.source)
      for name in Row.keys.declaration.fields.map(\.key) {
        #expect(places[name] == node[name]?.range, "\(name) in \(file.source.text(in: row.bytes.range))")
        #expect(
          places.items(of: name) == node[name]?.sequence?.map(\.range) ?? [],
          "\(name) in \(file.source.text(in: row.bytes.range))")
      }
    }
  }
}
