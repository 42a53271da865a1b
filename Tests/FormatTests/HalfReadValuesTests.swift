import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

/// Text that is nearly a number, a time, a reference or a key is reported and not used. No value is read in
/// part.
@Suite struct HalfReadValuesTests {
  private struct Reading {
    var findings: [String]
    var rows: Int
    var faultyRows: Int
    var fixed: String?
  }

  /// Reads a segment. Returns the findings with their texts, the numbers of usable and faulty rows, and the
  /// row after safe fixes.
  private func read(_ row: String) throws -> Reading {
    let start = "tilawa: 1\nsegments:\n  - "
    let source = SourceText(path: "segments.yaml", bytes: Array((start + row + "\n").utf8))
    let file = BundleFile(segments: source)
    let edits = file.diagnostics.compactMap(\.fix).filter(\.isSafe).flatMap(\.edits)
    let fixed = edits.isEmpty ? nil : edits.applied(to: source.bytes)
    return Reading(
      findings: file.diagnostics.map { finding in
        "\(finding.rule.code) \(finding.place.range.map { source.text(in: $0) } ?? "")"
      }.sorted(),
      rows: file.content?.rows.count ?? 0, faultyRows: file.content?.faultyRows.count ?? 0,
      fixed: fixed.map { String(String(decoding: $0, as: UTF8.self).dropFirst(start.count).dropLast()) })
  }

  @Test func decimalCommasAreOneFaultAndOneFix() throws {
    let comma = try read(#"{ ayah: "1:1", start: 7,569, end: 8 }"#)
    #expect(comma.findings == ["F106 7,569"])
    #expect(comma.rows == 0)
    #expect(comma.fixed == #"{ ayah: "1:1", start: 7.569, end: 8 }"#)
    let clock = try read(#"{ ayah: "1:1", start: 0:07,5, end: 8 }"#)
    #expect(clock.findings == ["F106 0:07,5"])
    #expect(clock.fixed == #"{ ayah: "1:1", start: 0:07.5, end: 8 }"#)
    let block = try read("ayah: \"1:1\"\n    start: 7,569\n    end: 8")
    #expect(block.findings == ["F106 7,569"])
    #expect(block.fixed == "ayah: \"1:1\"\n    start: 7.569\n    end: 8")
    let sure = try read(#"{ ayah: "1:1", start: 7, end: 8, confidence: 0,93 }"#)
    #expect(sure.findings == ["F105 0,93"])
    #expect(sure.rows == 0)
    #expect(sure.faultyRows == 1)
    #expect(sure.fixed == #"{ ayah: "1:1", start: 7, end: 8, confidence: 0.93 }"#)
    let both = try read(#"{ ayah: "1:1", start: 7,569, end: 8,120 }"#)
    #expect(both.fixed == #"{ ayah: "1:1", start: 7.569, end: 8.120 }"#)
  }

  @Test func whatIsNoDecimalCommaIsNotMendedUnseen() throws {
    for (row, finding) in [
      (#"{ ayah: "1:1", start: 7, 569, end: 8 }"#, "F106 7, 569"),
      (#"{ ayah: "1:1", start: 7, 569: null, end: 8 }"#, "F106 7, 569: null"),
      (#"{ ayah: "1:1", start: 1,234.5, end: 8 }"#, "F106 1,234.5"),
      (#"{ ayah: "1:1", start: 7.5,6, end: 8 }"#, "F106 7.5,6"),
      (#"{ ayah: "1:1", start: 1,2,3, end: 8 }"#, "F106 1,2,3"),
      (#"{ ayah: 1:2,5, start: 1, end: 8 }"#, "F107 1:2,5"),
      (#"{ ayah: 2:1 , 5, start: 1, end: 8 }"#, "F107 2:1 , 5"),
      (#"{ ayah: 2:1, 2:5, start: 1, end: 8 }"#, "F107 2:1, 2:5"),
      (#"{ ayah: "1:1", start: 12.5s, end: 18 }"#, "F106 12.5s"),
      (#"{ ayah: "1:1", start: ٧٫٥, end: 18 }"#, "F106 ٧٫٥"),
      (#"{ ayah: "1:1", start: ٧,5, end: 18 }"#, "F106 ٧,5"),
      (#"{ ayah: "1:1", start: 7 569, end: 800 }"#, "F106 7 569"),
      (#"{ ayah: "1:1", start: 1, end: 8, priority: 1,5 }"#, "F105 1,5"),
      (#"{ ayah: "1:1", start: 1, end: 8, verified: true, yes }"#, "F105 true, yes"),
      (#"{ ayah: "1:1", start: 1, end: 8, riwayah: hafs, warsh }"#, "F110 hafs, warsh"),
      (#"{ ayah: "1:1", start: 1, end: 8, reciter: a, b }"#, "F113 a, b"),
    ] {
      let reading = try read(row)
      #expect(reading.findings == [finding], "\(row)")
      #expect(reading.rows == 0, "\(row)")
      #expect(reading.fixed == nil, "\(row)")
    }
  }

  @Test func listsOfTimesAreReadWhole() throws {
    let mixed = try read(#"{ ayah: "2:1-3", start: 1, end: 12, joins: [7,569, 8,120] }"#)
    #expect(mixed.findings == ["F106 7,569", "F106 8,120"])
    #expect(mixed.rows == 0)
    #expect(mixed.fixed == #"{ ayah: "2:1-3", start: 1, end: 12, joins: [7.569, 8.120] }"#)
    let backwards = try read(#"{ ayah: "2:1-5", start: 1, end: 900, joins: [7,569,8,120] }"#)
    #expect(backwards.findings == ["F106 7,569", "F106 8,120"])
    #expect(backwards.fixed == nil)
    for right in ["[17,24,33,42]", "[7, 569]", "[7.5,8.25]", "[7]", "[]"] {
      #expect(try read("{ ayah: \"2:1-5\", start: 1, end: 900, joins: \(right) }").findings == [], "\(right)")
    }
  }

  @Test func textBehindACommaIsTold() throws {
    let cut = try read(#"{ ayah: "1:1", start: 1, end: 8, note: Hello, world }"#)
    #expect(cut.findings == ["F124 Hello, world"])
    #expect(cut.rows == 1)
    #expect(try read(#"{ ayah: "1:1", start: 1, end: 8, x-note: a, b }"#).findings == ["F104 b"])
  }

  @Test func aMissingSpaceBehindAColonLosesNothing() throws {
    let flag = try read(#"{ ayah: "1:1", start: 1, end: 8, verified:true }"#)
    #expect(flag.findings == ["F123 verified:true", "Y011 verified:true"])
    #expect(flag.rows == 0)
    #expect(flag.fixed == #"{ ayah: "1:1", start: 1, end: 8, verified: true }"#)
  }

  // MARK: Keys

  @Test func nearMissesOfKeysAreErrors() throws {
    for key in [
      "verifed", "veriffied", "Verified", "VERIFIED", "veri-fied", "verfied", "evrified", "verifide",
    ] {
      let reading = try read("{ ayah: \"1:1\", start: 1, end: 8, \(key): true }")
      #expect(reading.findings == ["F123 \(key)"])
      #expect(reading.rows == 0)
    }
    for (near, far) in [("ayat", "aya"), ("notes", "remarks"), ("joint", "jointed"), ("strat", "status")] {
      #expect(try read("{ skip: a, start: 1, end: 8, \(near): b }").findings.last == "F123 \(near)")
      if near != "ayat" {
        #expect(try read("{ skip: a, start: 1, end: 8, \(far): b }").findings.last == "F104 \(far)")
      }
    }
    #expect(try read("{ skip: a, start: 1, end: 8, x-verifed: true }").findings == [])
  }

  @Test func keysOfTwoLettersAreNearOnlyWhenSwapped() throws {
    func codes(_ key: String) -> [String] {
      let text = "tilawa: 1\nmarkers:\n  - { at: 1.000, \(key): 2 }\n"
      return BundleFile(markers: SourceText(path: "markers.yaml", bytes: Array(text.utf8)))
        .diagnostics.map(\.rule.code)
    }
    #expect(codes("ta") == ["F123"])
    #expect(codes("At") == ["F123"])
    for key in ["as", "att", "a", "bat"] { #expect(codes(key) == ["F104"], "\(key)") }
  }

  @Test func everyDeclaredKeyIsGuarded() throws {
    for kind in FileKind.allCases {
      for key in kind.fieldNames where key.count > 2 {
        let wrong = "\(key.dropLast(2))\(key.suffix(1))\(key.dropLast().suffix(1))"
        guard wrong != key, !kind.fieldNames.contains(wrong) else { continue }
        let source = SourceText(path: kind.fileName, bytes: Array("tilawa: 1\n\(wrong): 1\n".utf8))
        let found =
          switch kind {
          case .recording: BundleFile(recording: source).diagnostics
          case .reciter: BundleFile(reciter: source).diagnostics
          case .markers: BundleFile(markers: source).diagnostics
          case .segments: BundleFile(segments: source).diagnostics
          case .words: BundleFile(words: source).diagnostics
          }
        #expect(found.contains { $0.rule.code == "F123" && $0.message.contains("\"\(key)\"") }, "\(wrong)")
      }
    }
  }

  /// Hopeless when each of them is compared with all others.
  @Test func manyUnknownKeysAreRead() {
    let lines = (0..<20_000).map { "key\($0): 1\n" }.joined()
    let source = SourceText(path: "recording.yaml", bytes: Array("tilawa: 1\nid: a\n\(lines)".utf8))
    let findings = BundleFile(recording: source).diagnostics
    #expect(findings.count == 20 && findings.reduce(0) { $0 + 1 + $1.omitted } == 20_000)
  }

  // MARK: Text and dates

  private func recording(_ lines: String) -> [String] {
    let source = SourceText(path: "recording.yaml", bytes: Array("tilawa: 1\nid: a\n\(lines)\n".utf8))
    return BundleFile(recording: source).diagnostics.map { finding in
      "\(finding.rule.code) \(finding.place.range.map { source.text(in: $0) } ?? "")"
    }
  }

  @Test func textCutOffByACommentIsTold() {
    #expect(recording("title: Surat #5") == ["F124 Surat #5"])
    #expect(recording("title: Surat #٥\nplace: here") == ["F124 Surat #٥"])
    #expect(recording("title: Surat  #second\r\nplace: here") == ["F124 Surat  #second"])
    for right in [
      "title: Surat # 5", "title: \"Surat #5\"", "title: \"Surat\" #5", "title: Surat#5",
      "title: Surat  # a #5",
      "title: Surat ##", "title: Surat #", "riwayah: hafs #1",
    ] {
      #expect(recording(right) == [], "\(right)")
    }
  }

  @Test func hijriYearsAreTold() {
    #expect(recording("recorded_at: 1445-09-10") == ["F125 1445-09-10"])
    #expect(recording("imported_at: 1300-01-01T10:00:00Z") == ["F125 1300-01-01T10:00:00Z"])
    #expect(recording("recorded_at: 1599-12-29") == ["F125 1599-12-29"])
    for right in ["1299-12-29", "1600-01-01", "2024-03-20"] {
      #expect(recording("recorded_at: \(right)") == [], "\(right)")
    }
  }
}
