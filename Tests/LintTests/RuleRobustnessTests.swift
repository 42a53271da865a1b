import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaTestSupport

/// Rules must answer to any rows: in any order, of negative length, with absurd numbers, and many of them.
@Suite struct RuleRobustnessTests {
  /// A generator whose numbers are the same every time.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private func lint(_ files: [String: String]) throws -> [Diagnostic] {
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: files.map { ("a.tilawa/\($0.key)", $0.value) }))
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    let findings = Linter(.hearing).lint(bundle)
    for file in SafeFixes(of: findings, in: bundle).files {
      #expect(file.edits.applied(to: file.source.bytes) != nil)
    }
    return findings
  }

  @Test func answersToRandomRows() throws {
    var random = Generator(state: 7)
    let times = ["0", "0.000", "1.5", "9007199254740", "4:59:59.999", "3.000", "2.999", "100.25"]
    let ayat = [
      "1:1", "1:0", "2:1-5", "2:286-1", "8:75-9:1", "9:0", "115:1", "0:0", "114:6", "1:1-114:6", "999:999",
      "2:0-1",
      "1:7-2:0", "112:4-113:0",
    ]
    let countings = ["kufi", "madani_last", "makki_kfgqpc", "basri", "shami"]
    for _ in 0..<100 {
      func pick(_ from: [String]) -> String { from.randomElement(using: &random) ?? "" }
      var files = ["segments.yaml": "tilawa: 1\nsegments:\n", "markers.yaml": "tilawa: 1\nmarkers:\n"]
      files["words.yaml"] = "tilawa: 1\nwords:\n"
      files["recording.yaml"] =
        "tilawa: 1\nid: a\nriwayah: warsh\nnumbering: \(pick(countings))\npassage: \"\(pick(ayat))\"\nstatus: complete\n"
        + "audio: { file: a.wav, duration: \(pick(times)) }\n"
      for _ in 0..<8 {
        files["segments.yaml", default: ""] +=
          "  - { ayah: \"\(pick(ayat))\", start: \(pick(times)), end: \(pick(times)), joins: [\(pick(times))] }\n"
        files["markers.yaml", default: ""] +=
          "  - { at: \(pick(times)), end: \(pick(times)), ayah: \"\(pick(ayat))\" }\n"
        files["words.yaml", default: ""] +=
          "  - { ayah: \"\(pick(["1:1", "9:0", "2:255"]))\", word: \(pick(["1", "51"])), "
          + "start: \(pick(times)), end: \(pick(times)) }\n"
      }
      #expect(try !lint(files).isEmpty)
    }
  }

  @Test func manyHugeRowsTakeNoLongTime() throws {
    let rows = (0..<2000).map { "  - { ayah: \"1:1-114:6\", start: \($0).000, end: 9007199254740.000 }\n" }
    let words = (0..<2000).map { "  - { ayah: \"2:255\", word: 1, start: \($0).000, end: \($0).500 }\n" }
    let start = ContinuousClock.now
    let findings = try lint([
      "recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n",
      "segments.yaml": "tilawa: 1\nsegments:\n" + rows.joined(),
      "words.yaml": "tilawa: 1\nwords:\n" + words.joined(),
    ])
    #expect(findings.reduce(0) { $0 + ($1.rule.code == "S203" ? 1 + $1.omitted : 0) } == 1999)
    #expect(start.duration(to: .now) < .seconds(60))
  }
}
