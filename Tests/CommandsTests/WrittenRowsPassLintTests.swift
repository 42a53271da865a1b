import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaCommandLine

/// The rows that a command makes from valid rows are valid. Otherwise it reports why it can't, and leaves the
/// files as they were.
@Suite struct WrittenRowsPassLintTests {
  private static func time(_ milliseconds: Int) -> String {
    let text = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - text.count) + text
  }

  /// Al-Fatihah in segments, and al-Ikhlas in markers behind them; runs, gaps, ends, sure ones and others.
  private static func bundle(_ random: inout SplitMix64) -> [String: String] {
    var at = 500
    var rows: [String] = []
    var ayah = 1
    while ayah <= 7 {
      let isRun = ayah < 7 && random.next() % 4 == 0
      let lengths = (0..<(isRun ? 2 : 1)).map { _ in 2_500 + Int(random.next() % 3_000) }
      let end = at + lengths.reduce(0, +)
      var row = "{ ayah: \"1:\(ayah)\(isRun ? "-\(ayah + 1)" : "")\", start: \(time(at)), end: \(time(end))"
      if isRun, random.next() % 2 == 0 { row += ", joins: [\(time(at + lengths[0]))]" }
      switch random.next() % 3 {
      case 0: row += ", verified: true"
      case 1: row += ", confidence: 0.\(10 + random.next() % 90)"
      default: break
      }
      rows.append(row + " }")
      at = end + (random.next() % 2 == 0 ? 0 : Int(random.next() % 900))
      ayah += isRun ? 2 : 1
    }
    var markers: [String] = []
    at += 1_000
    for ayah in 1...4 {
      var row = "{ at: \(time(at))"
      let length = 2_000 + Int(random.next() % 2_000)
      if random.next() % 3 == 0 { row += ", end: \(time(at + length - Int(random.next() % 700)))" }
      if random.next() % 3 > 0 { row += ", ayah: \"112:\(ayah)\"" }
      if random.next() % 3 == 0 { row += ", confirmed: true" } else { row += ", confidence: 0.95" }
      markers.append(row + " }")
      at += length
    }
    func file(_ key: String, _ rows: [String]) -> String {
      "tilawa: 1\n\(key):\n" + rows.map { "  - \($0)\n" }.joined()
    }
    return [
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio:\n  file: audio.wav\n  duration: \(time(at + 1_000))\n",
      "a.tilawa/segments.yaml": file("segments", rows), "a.tilawa/markers.yaml": file("markers", markers),
      "a.tilawa/words.yaml": file(
        "words", ["{ ayah: \"1:1\", word: 1, start: 0.500, end: 1.500 }"]),
    ]
  }

  private static func command(_ random: inout SplitMix64) -> [String] {
    func place(_ below: UInt64 = 50_000) -> String { time(Int(random.next() % below)) }
    let sign = random.next() % 2 == 0 ? "" : "-"
    switch random.next() % 18 {
    case 0: return ["edit", "adjust", "a.tilawa", "--shift=\(sign)\(place(9_000))"]
    case 1: return ["edit", "adjust", "a.tilawa", place(), "--start", place()]
    case 2: return ["edit", "adjust", "a.tilawa", place(), "--end", place()]
    case 3: return ["edit", "adjust", "a.tilawa", "--pad", place(2_000), "--including-verified"]
    case 4: return ["edit", "adjust", "a.tilawa", "--close-gaps", place(1_500)]
    case 5: return ["edit", "adjust", "a.tilawa", "--min-gap", place(700), "--including-verified"]
    case 6, 7: return ["edit", "split", "a.tilawa", place()]
    case 8: return ["edit", "join", "a.tilawa", place()]
    case 9: return ["edit", "confirm", "a.tilawa", "--all"]
    case 10: return ["edit", "unconfirm", "a.tilawa", "--all"]
    case 11: return ["segment", "a.tilawa", "--partial"]
    case 12: return ["segment", "a.tilawa", "--min-confidence", "0.9", "--partial"]
    case 13: return ["segment", "a.tilawa", "--reopen"]
    case 14: return ["segment", "a.tilawa", "--reopen", "--verified"]
    case 15: return ["edit", "assign", "a.tilawa", "--from", "112:\(1 + random.next() % 4)"]
    case 16: return ["lint", "a.tilawa", "--fix"]
    default: return ["fmt", "a.tilawa"]
    }
  }

  private func rows(_ folder: TemporaryFolder) -> [String] {
    ["segments", "markers", "words"].map { (try? folder.text(of: "a.tilawa/\($0).yaml")) ?? "" }
  }

  private func errors(_ folder: TemporaryFolder, _ bundle: String = "a.tilawa") -> [String] {
    let said = transcript("lint", bundle, "--format", "concise", "--ignore", "A", in: folder.path)
    return said.components(separatedBy: "\n").filter { $0.contains(": error: ") }
  }

  @Test(arguments: 0..<60) func anyChangesOfRowsPass(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let folder = try TemporaryFolder(Self.bundle(&random))
    try #require(errors(folder) == [])
    var done: [String] = []
    for _ in 0..<8 {
      let command = Self.command(&random)
      let before = rows(folder)
      let said = transcript(command, in: folder.path)
      done.append(command.joined(separator: " "))
      let errors = errors(folder)
      #expect(errors == [], "\(done): \(said)\(before.joined())")
      if said.contains("[exit 2]") { #expect(rows(folder) == before, "\(done): \(said)") }
      guard errors.isEmpty else { return }
    }
  }

  /// Two edits of one bundle, merged.
  @Test(arguments: 100..<130) func mergesPass(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let folder = try TemporaryFolder(Self.bundle(&random))
    _ = try BuiltProgram.shell("cp -r a.tilawa base.tilawa && cp -r a.tilawa b.tilawa", in: folder.path)
    var done: [String] = []
    for bundle in ["a.tilawa", "b.tilawa"] {
      for _ in 0..<2 {
        let command = Self.command(&random).map { $0 == "a.tilawa" ? bundle : $0 }
        done.append(command.joined(separator: " "))
        _ = transcript(command, in: folder.path)
      }
    }
    guard errors(folder).isEmpty, errors(folder, "b.tilawa").isEmpty else { return }
    let said = transcript("merge", "base.tilawa", "a.tilawa", "b.tilawa", "-o", "m.tilawa", in: folder.path)
    guard !said.contains("[exit ") else { return }
    #expect(errors(folder, "m.tilawa") == [], "\(done): \(said)")
  }

  /// Out to each format and back into a bundle.
  @Test(arguments: [
    "jsonl", "textgrid", "vtt", "srt", "lrc", "csv", "audacity", "label-studio", "eaf", "jams",
    "qua-segments", "mp3quran",
    "ttml", "ass", "sbv", "podcast", "cue", "ogm-chapters", "edl", "rttm", "timing-text", "aeneas", "podlove",
    "mkv-chapters", "ffmetadata", "xspf", "qurancaption",
  ])
  func whatComesBackFromAFormatPasses(_ format: String) throws {
    for seed in 0..<6 as Range<UInt64> {
      var random = SplitMix64(state: seed + 200)
      let folder = try TemporaryFolder(Self.bundle(&random))
      let out = transcript("convert", "a.tilawa", "out.x", "--to", format, in: folder.path)
      guard !out.contains("[exit 2]") else { continue }
      let back = transcript(
        "convert", "out.x", "b.tilawa", "--from", format, "--riwayah", "hafs", in: folder.path)
      guard FileManager.default.fileExists(atPath: folder.path(of: "b.tilawa")) else { continue }
      #expect(errors(folder, "b.tilawa") == [], "\(format) \(seed): \(out)\(back)")
    }
  }
}
