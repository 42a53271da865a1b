import Foundation
import TilawaQuran
import TilawaTestSupport

/// Merging and comparing as whole processes, against git's merge of lines.
let mergeBenchmark = Benchmark(
  name: "merge",
  summary: "what plain git makes of the suite's cases; 6,236, 10,000 and 100,000 rows, against git merge-file"
) {
  let folder = FileManager.default.temporaryDirectory.path + "/tilawa-bench-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try printScenarios(inFolder: folder)
  var processor: [Int: [Double]] = [:]
  for (rows, rounds) in [(6_236, 21), (10_000, 11), (100_000, 3)] {
    print("  \(rows) rows, one of 50 changed by each of two people")
    let names = try writeVersions(rows: rows, inFolder: folder)
    let merge = Program("tilawa", ["merge"] + names)
    let diff = Program("tilawa", "diff", names[0], names[1])
    try compare(
      [Program("git", "merge-file", "-p", names[1], names[0], names[2]), merge], rounds: rounds)
    try compare([Program("git", "diff", "--no-index", names[0], names[1]), diff], rounds: rounds)
    processor[rows] = try [merge, diff].map { program in
      let runs = try (0..<3).compactMap { _ in try program?.measured().processorSeconds }
      return runs.min() ?? 0
    }
  }
  if let few = processor[10_000], let many = processor[100_000] {
    for (name, pair) in zip(["merge", "diff"], zip(few, many)) {
      print(
        "  \(name): ten times the rows take \(decimals(pair.1 / max(pair.0, 1e-6), 1)) times the processor")
    }
  }
}

/// Prints the results of `git merge-file`, with markers and with `--union`, and of `tilawa` for each case of
/// `spec/conformance/merge`.
private func printScenarios(inFolder folder: String) throws {
  var counts: [String: [String: Int]] = [:]
  let mergers = ["git merge-file", "git merge-file --union", "tilawa"]
  print("  | case | \(mergers.joined(separator: " | ")) |")
  let suite = ConformanceSuite.folder + "/merge"
  for name in try FileManager.default.contentsOfDirectory(atPath: suite).sorted() {
    let kinds = try FileManager.default.contentsOfDirectory(atPath: "\(suite)/\(name)/base")
    guard let file = kinds.first else { continue }
    let versions = ["base", "ours", "theirs", "merged"].map { "\(suite)/\(name)/\($0)/\(file)" }
    let copy = "\(folder)/\(file)"
    var outcomes: [String] = []
    for (merger, arguments) in zip(
      mergers,
      [
        ["git", "merge-file", "--diff3", copy, versions[0], versions[2]],
        ["git", "merge-file", "--union", copy, versions[0], versions[2]],
        [
          "tilawa", "git", "merge-driver", "--base", versions[0], "--ours", copy, "--theirs", versions[2],
          "--path",
          file,
        ],
      ])
    {
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: versions[1], toPath: copy)
      guard let program = Program(arguments[0], Array(arguments.dropFirst())) else { return }
      let status = try program.run()
      outcomes.append(try outcome(of: copy, intended: versions[3], status: status))
      counts[merger, default: [:]][outcomes.last ?? "", default: 0] += 1
    }
    print("  | \(name) | \(outcomes.joined(separator: " | ")) |")
  }
  for merger in mergers {
    print(
      "  \(merger): "
        + counts[merger, default: [:]].sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(
          separator: ", "))
  }
}

/// Returns the outcome of a merge, compared with the intended file of the suite.
private func outcome(of result: String, intended: String, status: Int32) throws -> String {
  let isConflict = try String(contentsOfFile: intended, encoding: .utf8).contains("<<<<<<<")
  guard status == 0 else { return isConflict ? "conflict as intended" : "false conflict" }
  if isConflict { return "conflict missed" }
  if FileManager.default.contentsEqual(atPath: result, andPath: intended) { return "right" }
  return try Program("tilawa", "diff", result, intended)?.run() == 0
    ? "right in other words" : "silently wrong"
}

/// Writes a base, ours and theirs with `rows` rows. The edits don't touch each other, not even as lines.
private func writeVersions(rows: Int, inFolder folder: String) throws -> [String] {
  try ["base", "ours", "theirs"].map { name in
    var text = "tilawa: 1\nsegments:\n"
    for row in 0..<rows {
      guard let ayah = CountingSystem.kufi.ayah(at: row % CountingSystem.kufi.total) else { continue }
      let isMine = name == "ours" && row % 50 == 10 || name == "theirs" && row % 50 == 35
      let end = row * 5 + (isMine ? 4 : 5)
      text +=
        "  - { ayah: \"\(ayah)\", start: \(row * 5).120, end: \(end).120\(isMine ? ", note: cough" : "") }\n"
    }
    let path = "\(folder)/\(name)-segments.yaml"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}
