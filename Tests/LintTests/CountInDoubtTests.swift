import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaQuran
import TilawaTestSupport

/// A count that can't be determined never becomes the Kufi one. Rules that depend on it report nothing, and
/// one note gives the reason.
@Suite struct CountInDoubtTests {
  /// `Y002:5 R510:5`: what is found in a bundle with an ayah that only the Makki count has.
  private func findings(_ recording: String?, reciter: String? = nil) throws -> [String] {
    let folder = try TemporaryFolder()
    if let recording { try folder.write(recording, to: "a.tilawa/recording.yaml") }
    if let reciter { try folder.write(reciter, to: "a.tilawa/reciter.yaml") }
    try folder.write(
      "tilawa: 1\nsegments:\n  - { ayah: \"78:41\", start: 1.000, end: 9.000 }\n",
      to: "a.tilawa/segments.yaml")
    try folder.write("tilawa: 1\nmarkers:\n  - { at: 9.000, ayah: \"78:41\" }\n", to: "a.tilawa/markers.yaml")
    try folder.write(
      "tilawa: 1\nwords:\n  - { ayah: \"78:41\", word: 1, start: 1.000, end: 2.000 }\n",
      to: "a.tilawa/words.yaml")
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    return Linter(.hearing).lint(bundle).map { finding in
      let line = finding.place.source.flatMap { source in
        finding.place.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
      }
      return "\(finding.rule.code):\(line ?? 0)"
    }.filter { $0 != "S215:3" }.sorted()
  }

  private let start = "tilawa: 1\nid: a\nriwayah: bazzi\n"

  @Test func faultsThatHideNothingLeaveTheCountKnown() throws {
    #expect(try findings(start + "numbering: makki_kfgqpc\n") == [])
    #expect(try findings(start + "numbering: makki_kfgqpc\nrecorded_at: soon\n") == ["F112:5"])
    #expect(try findings(start + "numbering: makki_kfgqpc\nnotes: *a\n") == ["Y005:5"])
    let known = try findings(start + "recorded_at: soon\n")
    #expect(known.filter { $0.hasPrefix("S206") || $0.hasPrefix("M306") || $0.hasPrefix("W404") }.count == 3)
  }

  /// Whatever of them the reader recovers from, none gives a false error.
  @Test func noFaultMakesTheCountKufi() throws {
    for fault in [
      "# a\u{7}b\n", "\tnotes: a\n", "notes: [a\n", "notes: \"a\n", "# a\u{2028}b\n", "<<<<<<< a\n",
      "x-a: [[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]\n", "---\nnotes: a\n", "notes: {a: b]\n", "- a\n",
    ] {
      for text in [start + fault + "numbering: makki_kfgqpc\n", start + "numbering: makki_kfgqpc\n" + fault] {
        let found = try findings(text)
        #expect(found.filter { "SMW".contains($0.prefix(1)) } == [], "\(fault)")
        #expect(found.count { $0.hasPrefix("R510") } <= 1)
      }
    }
  }

  @Test func aFaultyCountIsToldOnceAtItsPlace() throws {
    #expect(try findings(start + "numbering: makkiya\n") == ["F109:4", "R510:4"])
    #expect(try findings(start + "numbering:\n") == ["F105:4", "R510:4"])
    #expect(try findings(start + "numberng: makki_kfgqpc\n") == ["F123:4", "R510:4"])
    #expect(try findings(start + "numbering: makki\nnumbering: makki_kfgqpc\n") == ["R510:4", "Y004:5"])
    #expect(try findings(start + "numbering: *a\n") == ["R510:4", "Y005:4"])
    #expect(try findings(nil) == ["F118:0"])
    #expect(try findings("tilawa: 2\nid: a\n") == ["F115:1", "R510:1"])
    #expect(try findings("") == ["F102:1", "R510:1"])
  }

  @Test func whoHasNoAyatIsNotTold() throws {
    let folder = try TemporaryFolder(["a.tilawa/recording.yaml": start + "numbering: makkiya\n"])
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    #expect(Linter(.hearing).lint(bundle).map(\.rule.code) == ["F109"])
    #expect(bundle.counting == nil)
    #expect(Annotation(of: bundle).status == nil)
  }

  @Test func aDoubtfulRiwayahIsNotTakenFromTheReciter() throws {
    for (line, isKnown) in [
      ("riwayah: hafs", true), ("riwaya: warsh", false), ("riwayah: warsch", false), ("riwayah: *a", false),
      ("title: a", true), ("notes: \"a", false),
    ] {
      let folder = try TemporaryFolder([
        "a.tilawa/recording.yaml": "tilawa: 1\nid: a\n\(line)\n",
        "a.tilawa/reciter.yaml": "tilawa: 1\nid: b\nname: B\nriwayah: hafs\n",
      ])
      let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
      #expect((bundle.riwayah == .hafs) == isKnown, "\(line)")
    }
    for line in ["recitor: c", "reciter: a b", "reciter:"] {
      let folder = try TemporaryFolder([
        "a.tilawa/recording.yaml": "tilawa: 1\nid: a\n\(line)\n",
        "a.tilawa/reciter.yaml": "tilawa: 1\nid: b\nname: B\nriwayah: hafs\n",
      ])
      let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
      #expect(bundle.reciterID == nil, "\(line)")
    }
  }
}
