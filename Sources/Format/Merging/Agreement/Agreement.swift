package import TilawaBase

/// The annotations of one recording by two or more annotators, side by side.
package struct Agreement: Sendable {
  /// One stretch of the recording, as each of them has it.
  package struct Row: Sendable {
    /// By the annotators' order; nil for who has no such row.
    package let stretches: [AnnotatedStretch?]

    /// True if all annotators have the row.
    package var isInAll: Bool { stretches.allSatisfy { $0 != nil } }
    /// True if those who have the row give it the same name.
    package var hasOneName: Bool { Set(stretches.compactMap { $0?.name }).count == 1 }
    /// The name given by the first annotator who has the row.
    package var label: String { stretches.lazy.compactMap { $0?.label }.first ?? "" }
    /// The start given by the first annotator who has the row.
    package var start: Milliseconds { stretches.lazy.compactMap { $0?.start }.first ?? .zero }
  }

  /// A place that at least two annotators have.
  package struct Boundary: Sendable {
    /// An end of a row.
    package enum Edge: String, CaseIterable, Sendable { case start, end }

    /// The row, by its place in `rows`.
    package let row: Int
    /// The end of the row.
    package let edge: Edge
    /// The time given by each annotator; nil for those who don't have it.
    package let times: [Milliseconds?]
    /// For an end, the row that each of them begins there, by its place in `rows`.
    let next: [Int?]

    /// True if all who have the boundary begin the same next row there. The boundary is then that row's
    /// start, and counts once.
    package var isShared: Bool {
      isShared(by: times.indices.filter { times[$0] != nil })
    }

    func isShared(by annotators: [Int]) -> Bool {
      guard let first = annotators.first.flatMap({ next[$0] }) else { return false }
      return annotators.allSatisfy { next[$0] == first }
    }

    /// The distance between the first and the last of the times.
    package var spread: Milliseconds {
      let known = times.compactMap(\.self)
      return (known.max() ?? .zero) - (known.min() ?? .zero)
    }
  }

  /// The number of annotators.
  package let count: Int
  /// In the order of time.
  package let rows: [Row]
  /// The places that can be compared, in the order of their rows.
  package let boundaries: [Boundary]
  let annotations: [[AnnotatedStretch]]

  /// Pairs the rows of all: those of the second with the first's, and those of each further one with the
  /// result.
  ///
  /// Rows are the same by the rules of merging: if they have one name and are near each other, or are at one
  /// place.
  package init(_ annotations: [AnnotatedRows]) {
    let all = annotations.map(\.stretches)
    let groups = RowGroups(all).groups
    count = all.count
    self.annotations = all
    rows = groups.map { group in
      Row(stretches: group.enumerated().map { v, index in index.map { all[v][$0] } })
    }
    boundaries = Self.boundaries(groups, all)
  }

  private static func boundaries(_ groups: [[Int?]], _ all: [[AnnotatedStretch]]) -> [Boundary] {
    var groupOf = all.map { [Int](repeating: 0, count: $0.count) }
    for (group, members) in groups.enumerated() {
      for (v, index) in members.enumerated() { if let index { groupOf[v][index] = group } }
    }
    var found: [Boundary] = []
    for (group, members) in groups.enumerated() {
      let starts = members.enumerated().map { v, index in index.map { all[v][$0].start } }
      if starts.count(where: { $0 != nil }) > 1 {
        found.append(
          Boundary(row: group, edge: .start, times: starts, next: all.map { _ in nil }))
      }
      let ends = members.enumerated().map { v, index in
        index.flatMap { all[v][$0].saysEnd ? all[v][$0].end : nil }
      }
      guard ends.count(where: { $0 != nil }) > 1 else { continue }
      let next = members.enumerated().map { v, index -> Int? in
        guard let index, ends[v] != nil, index + 1 < all[v].count,
          all[v][index + 1].start == all[v][index].end
        else { return nil }
        return groupOf[v][index + 1]
      }
      found.append(Boundary(row: group, edge: .end, times: ends, next: next))
    }
    return found
  }

  /// Returns the differences of `second` from `first` at the places that both have. `edge` selects starts or
  /// ends; without it, each place counts once.
  package func differences(_ first: Int, _ second: Int, _ edge: Boundary.Edge? = nil) -> BoundaryDifferences {
    BoundaryDifferences(
      boundaries.compactMap { boundary in
        guard edge.map({ $0 == boundary.edge }) ?? !boundary.isShared(by: [first, second]),
          let a = boundary.times[first],
          let b = boundary.times[second]
        else { return nil }
        return b - a
      })
  }

  /// Every two annotators, in their order.
  package var pairs: [(first: Int, second: Int)] {
    (0..<count).flatMap { first in (first + 1..<max(count, first + 1)).map { (first, $0) } }
  }
}
