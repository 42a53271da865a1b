import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

@Suite struct MergePropertyTests {
  /// `TILAWA_MERGES=1000000` for the long run.
  private static let count = ProcessInfo.processInfo.environment["TILAWA_MERGES"].flatMap { Int($0) } ?? 500

  /// The rows of a merged text: those outside of conflicts, and the text of those inside.
  private struct Result {
    var rows: [Int: [String: String]] = [:]
    var ids: Set<Int> = []
    var conflictIDs: Set<Int> = []

    init(_ text: String) {
      var isInside = false
      for line in text.split(separator: "\n") {
        if line.hasPrefix("<<<<<<<") { isInside = true }
        if line.hasPrefix(">>>>>>>") { isInside = false }
        guard let open = line.firstIndex(of: "{"), let close = line.lastIndex(of: "}") else { continue }
        var fields: [String: String] = [:]
        for pair in line[line.index(after: open)..<close].split(separator: ", ") {
          let parts = pair.split(separator: ": ", maxSplits: 1)
          fields[parts[0].trimmingCharacters(in: .whitespaces)] =
            parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        }
        guard let id = fields["x-id"].flatMap({ Int($0) }) else { continue }
        ids.insert(id)
        if isInside { conflictIDs.insert(id) } else { rows[id] = fields }
      }
    }
  }

  /// `TILAWA_SEED=19449` for one that failed.
  private static let seeds: [UInt64] = {
    let one = ProcessInfo.processInfo.environment["TILAWA_SEED"].flatMap { UInt64($0) }
    return one.map { [$0] } ?? Array(0..<UInt64(count)) + found
  }()

  /// Seeds of long runs that showed faults. Rows of a conflict were separated by another row. A comment of
  /// one side ended up on a row that both added. Overlaps depended on who merged. A shift of all rows was
  /// detected where there was none.
  private static let found: [UInt64] = [2_648, 19_449, 117_721, 141_787, 101_531]

  @Test func noEditIsLost() throws {
    var failures = 0
    for seed in Self.seeds where failures < 3 {
      var random = SplitMix64(state: seed)
      let base = GeneratedAnnotation(&random)
      var ours = base
      var theirs = base
      for _ in 0..<Int.random(in: 0...4, using: &random) { ours.edit(1, &random) }
      for _ in 0..<Int.random(in: 0...4, using: &random) { theirs.edit(2, &random) }
      let texts = [base, ours, theirs].map { $0.text(showsIDs: true) }
      let problem = try problem(base, ours, theirs, texts)
      if let problem {
        failures += 1
        let result = try merged(texts[0], texts[1], texts[2])
        Issue.record(
          "seed \(seed): \(problem)\n\(texts.joined(separator: "---\n"))=== merged\n\(result.text)\(result.merge.decisions.map { "\($0)" }.joined(separator: "\n"))"
        )
      }
      // Without the ids rows take the fast way; the result must be as readable.
      let plain = [base, ours, theirs].map { $0.text(showsIDs: false) }
      try checkLaws(plain[0], plain[1], plain[2], seed)
    }
  }

  /// Long files are merged and compared without most of the rows that all versions share. A comment that only
  /// the full reader accepts keeps the files whole, and must not change the result.
  @Test func leavingOutCommonRowsChangesNothing() throws {
    let head = "#\tread in full\n"
    for seed in 0..<UInt64(max(60, Self.count / 50)) {
      var random = SplitMix64(state: seed)
      let base = GeneratedAnnotation(&random, rows: 5...80)
      var ours = base
      var theirs = base
      for _ in 0..<Int.random(in: 1...9, using: &random) { ours.edit(1, &random) }
      for _ in 0..<Int.random(in: 1...9, using: &random) { theirs.edit(2, &random) }
      // Sometimes in another order, or with a row over others, as a file may be.
      if seed % 7 == 0, theirs.rows.count > 3 { theirs.rows.swapAt(1, theirs.rows.count - 2) }
      if seed % 3 == 0 { theirs.stretch(&random) }
      if seed % 4 == 0 { ours.stretch(&random) }
      let texts = [base, ours, theirs].map { $0.text(showsIDs: false) }
      let short = try merged(texts[0], texts[1], texts[2])
      let whole = try merged(head + texts[0], head + texts[1], head + texts[2])
      #expect(head + short.text == whole.text, "seed \(seed)")
      #expect(short.merge.decisions == whole.merge.decisions, "seed \(seed)")
      let diffs = try ["", head].map { head in
        try FileDiff(
          SourceText(path: "a", bytes: Array((head + texts[0]).utf8)),
          SourceText(path: "b", bytes: Array((head + texts[1]).utf8)), kind: .segments)
      }
      #expect(FileDiff.form.text(of: diffs[0]) == FileDiff.form.text(of: diffs[1]), "seed \(seed)")
      let lines = diffs.map { diff in
        diff.changes.map { $0.row.source?.text(in: $0.row.range ?? 0..<0) }
      }
      #expect(lines[0] == lines[1], "seed \(seed)")
    }
  }

  private func problem(
    _ base: GeneratedAnnotation, _ ours: GeneratedAnnotation, _ theirs: GeneratedAnnotation, _ texts: [String]
  ) throws -> String? {
    let (text, merge) = try merged(texts[0], texts[1], texts[2])
    let result = Result(text)
    let find = { (annotation: GeneratedAnnotation, id: Int) in annotation.rows.first { $0.id == id } }
    for id in Set((base.rows + ours.rows + theirs.rows).map(\.id)).sorted() {
      let (b, o, t) = (find(base, id), find(ours, id), find(theirs, id))
      if result.conflictIDs.contains(id) { continue }
      // A row that was taken for another one, of the same name or in the same place: a decision says so.
      let isPaired = merge.decisions.contains { decision in
        decision.field == "x-id" && [decision.base, decision.ours, decision.theirs].contains("\(id)")
      }
      guard !isPaired else { continue }
      guard let row = result.rows[id] else {
        // A row that moved with the whole recording is the row that the other side removed.
        let isShifted = merge.decisions.contains { $0.place == "all rows" }
        let isRemoved =
          b != nil && (o == nil || t == nil)
          && [o, t].compactMap { $0 }.allSatisfy { isShifted || $0.fields == b?.fields }
        if isRemoved { continue }
        return "row \(id) is gone"
      }
      guard let o, let t else {
        guard let kept = o ?? t else { return "row \(id) came from nowhere" }
        if row != kept.fields { return "row \(id), which one side has, became \(row)" }
        continue
      }
      for key in Set(o.fields.keys).union(t.fields.keys).union(b?.fields.keys ?? [:].keys) {
        let (vb, vo, vt) = (b?.fields[key], o.fields[key], t.fields[key])
        let isStated = merge.decisions.contains { decision in
          decision.field == key
            && [.verified, .confidence, .withinTolerance, .boundary].contains(decision.reason)
        }
        let expected = vo == vb ? vt : vo
        if vo != vb, vt != vb, vo != vt {
          if row[key] != vo && row[key] != vt || !isStated { return "\(key) of \(id): \(row[key] ?? "none")" }
        } else if row[key] != expected, !(isStated && (row[key] == vo || row[key] == vt)) {
          return "\(key) of \(id) should be \(expected ?? "none"), is \(row[key] ?? "none")"
        }
      }
    }
    return nil
  }

  private func checkLaws(_ base: String, _ ours: String, _ theirs: String, _ seed: UInt64) throws {
    #expect(try merged(base, base, theirs).text == theirs, "seed \(seed)")
    #expect(try merged(base, ours, base).text == ours, "seed \(seed)")
    #expect(try merged(base, ours, ours).text == ours, "seed \(seed)")
    let one = try merged(base, ours, theirs)
    let other = try merged(base, theirs, ours)
    // The sides of each conflict change places, and nothing else does.
    let isSwapped =
      one.merge.conflicts.count == other.merge.conflicts.count && rows(one.text) == rows(other.text)
    #expect(
      isSwapped,
      "seed \(seed)\n\([base, ours, theirs, one.text, other.text].joined(separator: "---\n"))")
    if one.merge.conflicts.isEmpty {
      let read = BundleFile(segments: SourceText(path: "merged", bytes: one.merge.bytes))
      #expect(!read.hasErrors, "seed \(seed)")
    }
  }

  private func rows(_ text: String) -> [String] {
    // The order of rows that begin together is the side's.
    text.split(separator: "\n").map(String.init).sorted()
  }
}
