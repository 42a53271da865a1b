import Foundation
import TilawaBase
import TilawaQuran

/// Times the import of a set of timings for the whole mushaf, with its words, into 114 bundles, and the
/// export. They run as whole processes.
///
/// They are compared with Python and sqlite3, which only read the same files.
let exchangeBenchmark = Benchmark(
  name: "exchange",
  summary:
    "QUL set with all ayat and words into bundles and back, and 114 Audacity files, against readers of the files"
) {
  let set = try GeneratedSet()
  defer { set.remove() }
  print("  \(set.ayat) ayat, \(set.words) words, \(set.bytes / 1024) KiB of JSON")
  let library = "\(set.folder)/library"
  try make("tilawa", ["convert", "\(set.folder)/qul", "\(library)/"])
  try make("tilawa", ["convert", library, "\(set.folder)/qul.db", "--to", "qul-surah-db"])
  try make("tilawa", ["convert", library, "\(set.folder)/gapless.db", "--to", "gapless"])
  try make("tilawa", ["convert", library, "\(set.folder)/labels/", "--to", "audacity"])
  let labels =
    (try? FileTree.entries(ofFolder: "\(set.folder)/labels"))?.map { "\(set.folder)/labels/\($0)" } ?? []
  let sum = "import json, sys; d = json.load(open(sys.argv[1])); print(len(d))"
  try time("python3 reads it", { _ in ["-c", sum, "\(set.folder)/qul/segments.json"] }, "python3")
  try time("from qul-surah", { ["convert", "\(set.folder)/qul", "\($0)/"] })
  try time("to qul-surah", { ["convert", library, $0, "--to", "qul-surah"] })
  let select = "select sum(timestamp_to), sum(length(segments)) from segments"
  try time("sqlite3 reads it", { _ in ["\(set.folder)/qul.db", select] }, "sqlite3")
  try time("from qul-surah-db", { ["convert", "\(set.folder)/qul.db", "\($0)/"] })
  try time("to qul-surah-db", { ["convert", library, $0, "--to", "qul-surah-db"] })
  try time("from gapless", { ["convert", "\(set.folder)/gapless.db", "\($0)/"] })
  try time("to gapless", { ["convert", library, $0, "--to", "gapless"] })
  try time("from 114 audacity files", { ["convert"] + labels + ["\($0)/"] })
  try time("to 114 audacity files", { ["convert", library, "\($0)/", "--to", "audacity"] })

  func make(_ name: String, _ arguments: [String]) throws {
    guard let status = try Program(name, arguments)?.run(), status < 2 else {
      throw ManifestError("\(name) \(arguments.joined(separator: " ")) failed")
    }
  }

  /// Five times, each into a place of its own that is removed again.
  func time(_ title: String, _ arguments: (String) -> [String], _ name: String = "tilawa") throws {
    var runs: [ProgramRun] = []
    for round in 0..<5 {
      let target = "\(set.folder)/result-\(round)"
      defer { try? FileManager.default.removeItem(atPath: target) }
      guard let run = try Program(name, arguments(target))?.measured() else { return }
      if run.status > 1 { throw ManifestError("\(title) failed") }
      runs.append(run)
    }
    let seconds = runs.map(\.seconds).sorted()
    let work = runs.map(\.processorSeconds).sorted()
    let name = title + String(repeating: " ", count: max(0, 26 - title.count))
    print(
      "  \(name) \(decimals(seconds[2] * 1000, 0)) ms (best \(decimals(seconds[0] * 1000, 0))), CPU \(decimals(work[2] * 1000, 0)) ms"
    )
  }
}

/// A set as QUL exports it: two words a second.
private struct GeneratedSet {
  let folder: String
  var ayat = 0
  var words = 0
  var bytes = 0

  init() throws {
    folder = "\(FileManager.default.temporaryDirectory.path)/tilawa-exchange-\(UUID().uuidString)"
    try FileTransfer.makeFolder("\(folder)/qul")
    var segments = "{"
    var surahs = "{"
    for surah in 1...114 {
      var time = 4000
      for number in 1...(CountingSystem.kufi.ayahCount(ofSurah: surah) ?? 1) {
        let count = AyahLength.words(of: Ayah(surah, number), in: .kufi) ?? 1
        let list = (0..<count).map { "[\($0 + 1),\(time + $0 * 500),\(time + $0 * 500 + 480)]" }
        segments += ayat == 0 ? "" : ","
        segments +=
          "\"\(surah):\(number)\":{\"segments\":[\(list.joined(separator: ","))],\"duration_sec\":\(count / 2),"
        segments +=
          "\"duration_ms\":\(count * 500),\"timestamp_from\":\(time),\"timestamp_to\":\(time + count * 500)}"
        time += count * 500 + 200
        ayat += 1
        words += count
      }
      surahs += surah == 1 ? "" : ","
      surahs += "\"\(surah)\":{\"surah_number\":\(surah),\"audio_url\":\"https://example.com/\(surah).mp3\","
      surahs += "\"duration\":\(time / 1000 + 1)}"
    }
    bytes = segments.utf8.count
    try AtomicFile.write(Array((segments + "}").utf8), to: "\(folder)/qul/segments.json")
    try AtomicFile.write(Array((surahs + "}").utf8), to: "\(folder)/qul/surah.json")
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
