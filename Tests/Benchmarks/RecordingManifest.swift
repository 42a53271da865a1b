import Foundation
import TilawaKit
import TilawaQuran

/// A recording of a folder, with known boundaries or with a known passage only.
///
/// The folder contains `manifest.tsv`, `audio/`, `truth/STEM.tsv` and `gaps/STEM.gaps.tsv`. For recordings
/// with a known passage only, it contains `passages.tsv`, and `hard/` and `clips/` with a manifest each.
struct KnownRecording: Sendable {
  let file: String
  /// The name that files of one recording in several codecs have in common.
  let stem: String
  let group: String
  let reciter: String
  let passage: [AyahRange]
  let counting: CountingSystem
  let audio: String
  /// The table of the model that never heard its reciter, as `Tests/Trials/data/network` names it.
  let table: String
  /// None where the passage alone is known.
  let truth: [ScoredBoundary]
  let windows: PauseWindows
  /// The recited ayat with their times, as far as ayat are counted.
  let rows: [RecitedRow]

  /// The groups in the order in which they are shown; others follow by name.
  static let groups = [
    "continuous", "joined", "tight", "reverb", "noise20", "noise10", "mosque", "tight+mosque", "prayer",
  ]

  /// True if the recording is as it was made or published: nothing was added, cut or spliced.
  var isPlain: Bool { group == "continuous" || group == "joined" }

  /// Every file that the folder's manifest lists.
  static func all(inFolder folder: String) throws -> [KnownRecording] {
    try rows(ofFile: "\(folder)/manifest.tsv").map {
      try KnownRecording($0, "\(folder)/audio", truth: "\(folder)/truth", gaps: "\(folder)/gaps")
    }
  }

  /// Every file of which the passage alone is known; lessons aside, in which ayat are said twice.
  static func untimed(inFolder folder: String) throws -> [KnownRecording] {
    func listed(_ path: String) throws -> [[String: String]] {
      FileManager.default.fileExists(atPath: "\(folder)/\(path)") ? try rows(ofFile: "\(folder)/\(path)") : []
    }
    let whole = try listed("passages.tsv").map { try KnownRecording($0, "\(folder)/audio") }
    let hard = try listed("hard/manifest.tsv").map { try KnownRecording($0, "\(folder)/hard") }
    let clips = try listed("clips/manifest.tsv").enumerated().map { number, row in
      try KnownRecording(row, "\(folder)/clips", reciter: "clips\(number % 3)")
    }
    return whole + hard.filter { $0.reciter != "lesson" } + clips
  }

  /// The rows of a table with tabs, by the names of its columns.
  static func rows(ofFile path: String) throws -> [[String: String]] {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
  }

  private init(
    _ row: [String: String], _ folder: String, reciter known: String? = nil, truth: String? = nil,
    gaps: String? = nil
  ) throws {
    func cell(_ name: String) throws -> String {
      guard let value = row[name] else { throw ManifestError("a manifest has no column \"\(name)\"") }
      return value
    }
    file = try cell("file")
    stem = file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex).description
    let name = stem.prefix { $0 != "-" }.description
    reciter = known ?? row["reciter"] ?? name
    table = "\(known ?? name).txt"
    let kind = row["kind"] ?? "continuous"
    let variant = row["variant"] ?? "plain"
    group = kind == "prayer" || variant == "plain" ? kind : variant
    let riwayah = row["riwayah"] ?? "Hafs"
    guard let counting = Riwayah(riwayah)?.counting else {
      throw ManifestError("\(file): no such riwayah: \"\(riwayah)\"")
    }
    self.counting = counting
    passage = try cell("passage").split(separator: " ").map { text in
      // What opens a surah is not told: marking has to find it.
      let plain = String(text).replacing(":0-", with: ":1-")
      switch PassageReference.parse(plain, counting: counting) {
      case .success(let range): return range
      case .failure(let error): throw ManifestError("\(text): \(error.message)")
      }
    }
    audio = "\(folder)/\(file)"
    guard let truth else {
      (self.truth, rows, windows) = ([], [], PauseWindows())
      return
    }
    let text = try String(contentsOfFile: "\(truth)/\(stem).tsv", encoding: .utf8)
    let pauses = gaps.map { [stem] in "\($0)/\(stem).gaps.tsv" }.flatMap {
      try? String(contentsOfFile: $0, encoding: .utf8)
    }
    guard case .rows(let rows) = try BoundaryTable.read(text) else {
      throw ManifestError("truth/\(stem).tsv has no ayat")
    }
    self.truth = ScoredBoundary.all(of: rows)
    self.rows = rows.filter { ($0.ayah?.number ?? 0) > 0 }
    windows = try pauses.map { try BoundaryTable.readPauses($0) } ?? PauseWindows()
  }
}

struct ManifestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
