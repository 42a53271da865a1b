import Foundation
import TilawaKit
import TilawaQuran

/// A recording of a folder with known boundaries.
///
/// The folder has `manifest.tsv`, `audio/`, `truth/STEM.tsv` and `gaps/STEM.gaps.tsv`.
struct KnownRecording: Sendable {
  let file: String
  /// What files of one recording in several codecs share.
  let stem: String
  let group: String
  let reciter: String
  let passage: [AyahRange]
  let counting: CountingSystem
  let audio: String
  let truth: [ScoredBoundary]
  let windows: PauseWindows
  /// What is recited where, as far as ayat are counted.
  let rows: [RecitedRow]

  /// The groups in the order in which they are shown; others follow by name.
  static let groups = [
    "continuous", "joined", "tight", "reverb", "noise20", "noise10", "mosque", "tight+mosque", "prayer",
  ]

  /// Whether it is as it was made or published: nothing was added, cut or spliced.
  var isPlain: Bool { group == "continuous" || group == "joined" }

  /// Every file that the folder's manifest lists.
  static func all(inFolder folder: String) throws -> [KnownRecording] {
    let text = try String(contentsOfFile: "\(folder)/manifest.tsv", encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first else { return [] }
    return try lines.dropFirst().map { cells in
      try KnownRecording(
        Dictionary(zip(header, cells)) { first, _ in first }, inFolder: folder)
    }
  }

  private init(_ row: [String: String], inFolder folder: String) throws {
    func cell(_ name: String) throws -> String {
      guard let value = row[name] else { throw ManifestError("manifest.tsv has no column \"\(name)\"") }
      return value
    }
    file = try cell("file")
    stem = file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex).description
    reciter = row["reciter"] ?? ""
    let kind = try cell("kind")
    let variant = try cell("variant")
    group = kind == "prayer" || variant == "plain" ? kind : variant
    let riwayah = try cell("riwayah")
    guard let counting = Riwayah(riwayah)?.counting else {
      throw ManifestError("\(file): no riwayah is called \"\(riwayah)\"")
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
    audio = "\(folder)/audio/\(file)"
    let truth = try String(contentsOfFile: "\(folder)/truth/\(stem).tsv", encoding: .utf8)
    let gaps = try? String(contentsOfFile: "\(folder)/gaps/\(stem).gaps.tsv", encoding: .utf8)
    guard case .rows(let rows) = try BoundaryTable.read(truth) else {
      throw ManifestError("truth/\(stem).tsv has no ayat")
    }
    self.truth = ScoredBoundary.all(of: rows)
    self.rows = rows.filter { ($0.ayah?.number ?? 0) > 0 }
    windows = try gaps.map { try BoundaryTable.readPauses($0) } ?? PauseWindows()
  }
}

struct ManifestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
