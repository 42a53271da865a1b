import Foundation
import TilawaQuran

/// A folder of bundles with canonical rows, each a passage of its own, for measuring what works on many
/// files.
struct GeneratedLibrary {
  let folder: String
  private let count: Int
  private let rows: Int

  /// Writes `count` bundles of `rows` rows below a new temporary folder.
  init(bundles count: Int, rows: Int) throws {
    self.count = count
    self.rows = rows
    let manager = FileManager.default
    folder = manager.temporaryDirectory.path + "/tilawa-bench-\(UUID().uuidString)"
    for bundle in 0..<count {
      let path = "\(folder)/\(bundle % 100)/night-\(bundle).tilawa"
      try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
      let recording = """
        tilawa: 1
        id: night-\(bundle)
        title: Night \(bundle)
        reciter: reciter-\(bundle % 20)
        riwayah: hafs
        audio: { file: audio.flac }
        recorded_at: 2024-\(bundle % 12 < 9 ? "0" : "")\(bundle % 12 + 1)-05

        """
      try Data(recording.utf8).write(to: URL(fileURLWithPath: "\(path)/recording.yaml"))
      try Data(Self.segments(from: bundle * 37 % 5000, rows: rows).utf8)
        .write(to: URL(fileURLWithPath: "\(path)/segments.yaml"))
    }
  }

  /// Gives some bundles other rows.
  func change(_ some: Int) throws {
    for bundle in stride(from: 0, to: count, by: max(1, count / some)).prefix(some) {
      try Data(Self.segments(from: (bundle * 37 + 5) % 5000, rows: rows).utf8)
        .write(to: URL(fileURLWithPath: "\(folder)/\(bundle % 100)/night-\(bundle).tilawa/segments.yaml"))
    }
  }

  /// A table of all rows with an index, built beside the bundles by `sqlite3`; nil when that isn't installed.
  func database() throws -> String? {
    let path = "\(folder).db"
    var lines = "begin;\ncreate table rows (surah int, ayah int, path text, start real, stop real);\n"
    for bundle in 0..<count {
      var place = 0
      for row in 0..<rows {
        guard let ayah = CountingSystem.kufi.ayah(at: (bundle * 37 % 5000 + row) % CountingSystem.kufi.total)
        else { continue }
        lines +=
          "insert into rows values (\(ayah.surah), \(ayah.number), '\(bundle % 100)/night-\(bundle).tilawa', \(place), \(place + 4));\n"
        place += 4
      }
    }
    lines += "create index places on rows (surah, ayah);\ncommit;\n"
    try Data(lines.utf8).write(to: URL(fileURLWithPath: path + ".sql"))
    defer { try? FileManager.default.removeItem(atPath: path + ".sql") }
    guard let build = Program("sqlite3", path, ".read \(path).sql") else { return nil }
    try build.run()
    return path
  }

  /// Puts a file of another kind beside the bundles.
  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: "\(folder)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Removes it all.
  func remove() {
    for path in [folder, "\(folder).db"] { try? FileManager.default.removeItem(atPath: path) }
  }

  private static func segments(from index: Int, rows: Int) -> String {
    var text = "tilawa: 1\nsegments:\n"
    var start = 3_120
    for row in 0..<rows {
      guard let ayah = CountingSystem.kufi.ayah(at: (index + row) % CountingSystem.kufi.total) else {
        continue
      }
      let length = 450 + 140 * (AyahLength.of(ayah)?.units ?? 30)
      let end = start + length
      let sureness = row % 3 == 0 ? "verified: true" : "confidence: 0.93"
      text +=
        "  - { ayah: \"\(ayah)\", start: \(decimals(Double(start) / 1000, 3)), end: \(decimals(Double(end) / 1000, 3)), \(sureness) }\n"
      start = end
    }
    return text
  }
}
