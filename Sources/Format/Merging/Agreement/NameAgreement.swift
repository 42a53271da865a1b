package import TilawaBase

/// The agreement of annotators on what is heard, moment by moment, beyond chance.
///
/// It is measured at the middles of frames of 100 ms, from the start of anybody's first row to the end of the
/// last. Where an annotator has no row, "no row" counts as the name.
package struct NameAgreement: Sendable {
  /// The length of a frame.
  package static let frame = Milliseconds(100)

  /// The number of frames.
  package private(set) var frames = 0
  /// The part of the frames, and of the pairs of annotators, that have one name.
  package private(set) var observed = 0.0
  /// The value of `observed` expected by chance.
  private var expected = 0.0

  /// The kappa: 1 if all agree, 0 if they agree as often as by chance. Nil if there is only one name, and so
  /// nothing to agree on.
  package var kappa: Double? {
    frames > 0 && expected < 1 ? (observed - expected) / (1 - expected) : nil
  }

  /// Compares the annotators with these numbers.
  ///
  /// For two it is J. Cohen's kappa, "A Coefficient of Agreement for Nominal Scales", Educational and
  /// Psychological Measurement 20 (1960), in which chance depends on how often each of them uses a name. For
  /// more it is J. L. Fleiss's, "Measuring Nominal Scale Agreement Among Many Raters", Psychological Bulletin
  /// 76 (1971), in which chance depends on how often all of them do.
  package init(_ agreement: Agreement, among chosen: [Int]) {
    var names: [RowName: Int] = [:]
    let rows = chosen.map { v in
      agreement.annotations[v].map { stretch in
        names[stretch.name] = names[stretch.name] ?? names.count + 1
        return (start: stretch.start, end: stretch.end, name: names[stretch.name] ?? 0)
      }
    }
    // How many frames each of them gives each name; 0 is "no row".
    var used = [[Int]](repeating: [Int](repeating: 0, count: names.count + 1), count: chosen.count)
    var equalPairs = 0
    Self.sweep(rows) { count, current in
      frames += count
      for (v, name) in current.enumerated() { used[v][name] += count }
      for a in current.indices {
        for b in (a + 1)..<current.count where current[a] == current[b] { equalPairs += count }
      }
    }
    guard frames > 0, chosen.count > 1 else { return }
    let all = Double(frames)
    observed = Double(equalPairs) / (all * Double(chosen.count * (chosen.count - 1) / 2))
    for name in 0...names.count {
      let shares = used.map { Double($0[name]) / all }
      if chosen.count == 2 {
        expected += shares[0] * shares[1]
      } else {
        let mean = shares.reduce(0, +) / Double(chosen.count)
        expected += mean * mean
      }
    }
  }

  /// Goes from one change of a name to the next, and passes the number of frames between them and their names
  /// to `use`. If rows of one annotator overlap, the one that began last counts.
  private static func sweep(
    _ rows: [[(start: Milliseconds, end: Milliseconds, name: Int)]], _ use: (Int, [Int]) -> Void
  ) {
    let edges = Set(rows.joined().flatMap { [$0.start, max($0.start, $0.end)] }).sorted()
    var next = rows.map { _ in 0 }
    var open = rows.map { _ in [(end: Milliseconds, name: Int)]() }
    for (from, to) in zip(edges, edges.dropFirst()) {
      for v in rows.indices {
        while next[v] < rows[v].count, rows[v][next[v]].start <= from {
          open[v].append((rows[v][next[v]].end, rows[v][next[v]].name))
          next[v] += 1
        }
        open[v].removeAll { $0.end <= from }
      }
      let count = middles(before: to) - middles(before: from)
      if count > 0 { use(count, open.map { $0.last?.name ?? 0 }) }
    }
  }

  /// Returns the number of frames whose middle lies before a place.
  private static func middles(before time: Milliseconds) -> Int {
    Int((time.count + frame.count / 2 - 1) / frame.count)
  }
}
