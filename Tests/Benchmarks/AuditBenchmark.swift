import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaTestSupport

/// Plants errors in the true rows of recordings, and counts which of them `review --by-sound` finds.
///
/// Prints by kind of error how many plants had any of their rows reported (recall), and how many of the
/// reported rows were affected (precision). Rows as they are true give the false alarms.
func runAudit(inFolder folder: String) throws {
  let recordings = try KnownRecording.readable(inFolder: folder).filter { $0.isPlain && $0.rows.count > 5 }
  var rows = [["planted", "found", "of", "rows reported", "of them right", "rows affected"]]
  var (seconds, listened) = (0.0, 0.0)
  for kind in PlantedError.Kind.allCases {
    var (found, all, reported, right, affected) = (0, 0, 0, 0, 0)
    for (index, recording) in recordings.enumerated() {
      guard let plant = PlantedError(kind, in: recording.rows, seed: UInt64(index + 1)) else { continue }
      let begun = usedTime().seconds
      guard let result = try plant.reported(of: recording) else { continue }
      seconds += usedTime().seconds - begun
      listened += recording.rows.last?.end ?? 0
      all += 1
      found += result.isDisjoint(with: plant.affected) ? 0 : 1
      reported += result.count
      right += result.intersection(plant.affected).count
      affected += plant.affected.count
    }
    rows.append([kind.rawValue, "\(found)", "\(all)", "\(reported)", "\(right)", "\(affected)"])
  }
  printColumns(rows)
  print("\(Int(seconds / max(listened, 1) * 3600)) processor seconds for an hour")
}

/// The true rows of a recording with one error in them.
private struct PlantedError {
  enum Kind: String, CaseIterable {
    case none, boundary, swap
    case oneOff = "one off"
    case dropped, offset
  }

  private(set) var rows: [RecitedRow]
  /// Places in `rows` that are wrong.
  private(set) var affected: Set<Int> = []

  /// Nil if the recording has no place for such an error.
  init?(_ kind: Kind, in truth: [RecitedRow], seed: UInt64) {
    var random = SplitMix64(state: seed)
    rows = truth
    let middle = Int.random(in: 2..<truth.count - 2, using: &random)
    switch kind {
    case .none: break
    case .boundary:
      let shift = Bool.random(using: &random) ? 2.5 : -2.5
      let (before, next) = (rows[middle - 1].start, rows[middle].start)
      let end = rows[middle].end ?? rows[middle + 1].start
      guard next + shift > before + 1, next + shift < end - 1 else { return nil }
      rows[middle - 1].end = next + shift
      rows[middle].start = next + shift
      affected = [middle - 1, middle]
    case .swap:
      (rows[middle].ayah, rows[middle - 1].ayah) = (rows[middle - 1].ayah, rows[middle].ayah)
      affected = [middle - 1, middle]
    case .oneOff:
      for index in rows.indices.dropFirst(middle).dropLast() { rows[index].ayah = truth[index + 1].ayah }
      rows.removeLast()
      affected = Set(middle..<rows.count)
    case .dropped:
      rows[middle - 1].end = rows[middle].end
      rows.remove(at: middle)
      affected = [middle - 1]
    case .offset:
      for index in rows.indices {
        rows[index].start += 1.5
        rows[index].end = rows[index].end.map { $0 + 1.5 }
      }
      affected = Set(rows.indices)
    }
  }

  /// Returns the places of the rows that are reported; nil if the recording can't be judged.
  func reported(of recording: KnownRecording) throws -> Set<Int>? {
    let folder = try TemporaryFolder()
    let name = "audio.\(PathText.fileExtension(of: recording.file))"
    let ends = rows.dropFirst().map(\.start) + [rows.last.map { $0.start + 3 } ?? 0]
    let lines = zip(rows, ends).compactMap { row, next -> String? in
      guard let ayah = row.ayah, let start = Milliseconds(seconds: row.start),
        let end = Milliseconds(seconds: row.end ?? next)
      else { return nil }
      return "  - { ayah: \"\(ayah)\", start: \(start), end: \(end) }\n"
    }
    try folder.write(
      "tilawa: 1\nid: a\nriwayah: hafs\nnumbering: \(recording.counting.rawValue)\naudio:\n  file: \(name)\n",
      to: "a.tilawa/recording.yaml")
    try folder.write("tilawa: 1\nsegments:\n" + lines.joined(), to: "a.tilawa/segments.yaml")
    try FileManager.default.copyItem(atPath: recording.audio, toPath: folder.path(of: "a.tilawa/\(name)"))
    let workplace = Workplace(environment: [:], workingDirectory: folder.path) { 0 }
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    guard let heard = try SoundReview.heard(in: bundle, in: workplace, WorkMonitor { _ in NoStage() }) else {
      return nil
    }
    let identities = AnnotatedRow.rows(of: bundle).map(\.identity)
    return Set(
      Review(of: bundle, against: heard).items.compactMap { item in
        item.row.flatMap(identities.firstIndex(of:))
      })
  }
}

private struct NoStage: WorkStage {
  func update(_ done: Int64, of total: Int64) {}
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result { try work() }
  func finish() {}
}
