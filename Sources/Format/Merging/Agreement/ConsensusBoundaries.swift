import TilawaBase

/// Boundaries between the rows of a consensus: what two rows share stays shared, and rows don't overlap.
struct ConsensusBoundaries {
  private let tolerance: Milliseconds

  init(_ tolerance: Milliseconds) { self.tolerance = tolerance }

  /// Goes from row to row; they are in the order of time.
  func settle(_ rows: inout [ConsensusRow]) {
    for index in rows.indices.dropLast() where isShared(rows[index], rows[index + 1]) {
      let (before, after) = (rows[index], rows[index + 1])
      let (ends, starts) = (before.votes(forEnd: true), after.votes(forEnd: false))
      // A person's word counts alone here too.
      let votes =
        before.hasVerified == after.hasVerified
        ? Self.together(ends, starts) : Array((before.hasVerified ? ends : starts).values)
      guard let vote = BoundaryVote(votes, tolerance) else { continue }
      rows[index].take(end: vote)
      rows[index + 1].take(start: vote)
    }
    for index in rows.indices.dropLast() {
      guard let end = rows[index].end, end > rows[index + 1].start else { continue }
      let start = rows[index + 1].start
      let isSure = (rows[index].isSure, rows[index + 1].isSure)
      let middle = isSure.0 == isSure.1 ? Milliseconds((start.count + end.count) / 2) : isSure.0 ? end : start
      if middle != end { rows[index].yield(end: middle) }
      if middle != start { rows[index + 1].yield(start: middle) }
    }
  }

  /// Returns true if more than half of those who have both rows begin the second where the first ends.
  private func isShared(_ before: ConsensusRow, _ after: ConsensusRow) -> Bool {
    guard before.end != nil else { return false }
    let both = zip(before.members, after.members).compactMap { a, b in a.flatMap { a in b.map { (a, $0) } } }
    return both.count { $0.end == $1.start } * 2 > both.count
  }

  /// A version that has one place for both has one vote.
  private static func together(
    _ ends: [Int: Milliseconds], _ starts: [Int: Milliseconds]
  ) -> [Milliseconds] {
    Set(ends.keys).union(starts.keys).flatMap { version in
      Set([ends[version], starts[version]].compactMap(\.self))
    }
  }
}

extension ConsensusRow {
  /// True if a person has verified the row, and all who have agree.
  fileprivate var isSure: Bool { hasVerified && isAgreed }
}
