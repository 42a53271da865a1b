package import TilawaQuran

/// The time at which something begins or ends, in seconds, with the ayah that begins there if one is named.
package struct ScoredBoundary: Hashable, Sendable {
  /// The time, in seconds.
  package var at: Double
  /// The ayah that begins there, or nil if one only ends there or none is named.
  package var ayah: Ayah?

  /// Creates a boundary.
  package init(_ at: Double, _ ayah: Ayah? = nil) {
    self.at = at
    self.ayah = ayah
  }

  /// The distance below which times are one boundary, and a boundary counts as the start of the file; in
  /// seconds.
  static let nearness = 0.05

  /// Returns the boundaries inside a recording: the beginnings of ayat, except at the start of the file, and
  /// their ends if nothing follows directly.
  ///
  /// The end of the last row is not included.
  package static func all(of rows: [RecitedRow]) -> [ScoredBoundary] {
    let rows = rows.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    var found: [ScoredBoundary] = []
    for (index, row) in rows.enumerated() {
      if row.start > nearness, found.last.map({ row.start - $0.at > nearness }) ?? true {
        found.append(ScoredBoundary(row.start, row.ayah))
      }
      guard index + 1 < rows.count, let end = row.end else { continue }
      if rows[index + 1].start - end > nearness { found.append(ScoredBoundary(end)) }
    }
    return found
  }
}

/// The measured pauses around true boundaries; a mark anywhere inside one is not an error to a listener.
package struct PauseWindows: Sendable {
  // By hundredths of a second, since tables of pauses and of truth may round differently.
  private var windows: [Int: ClosedRange<Double>] = [:]

  /// Creates a collection without pauses.
  package init() {}

  /// Adds the pause in or near which `boundary` lies.
  package mutating func add(boundary: Double, from start: Double, to end: Double) {
    let low = min(boundary, start)
    windows[Self.key(boundary)] = low...max(boundary, end, low)
  }

  /// Returns the range in which a mark for `boundary` is correct: its pause, else only the boundary itself.
  package func window(of boundary: Double) -> ClosedRange<Double> {
    windows[Self.key(boundary)] ?? boundary...boundary
  }

  private static func key(_ time: Double) -> Int {
    Int(max(-1e12, min(1e12, (time * 100).rounded(.toNearestOrEven))))
  }
}

/// The agreement of predicted boundaries with true ones at one tolerance.
///
/// Boundaries are matched one to one, the closest pairs first. `+` pools the scores of several recordings by
/// counting their boundaries as those of one.
package struct BoundaryScore: Sendable {
  /// A true and a predicted boundary, by their indices in the compared lists.
  package struct Match: Hashable, Sendable {
    /// The index of the true boundary.
    package var truth: Int
    /// The index of the predicted boundary.
    package var predicted: Int
    /// The predicted minus the true time, in seconds.
    package var error: Double
    /// True if both name an ayah, but not the same one.
    package var isMisnamed: Bool
  }

  /// The number of true boundaries.
  package var truthCount = 0
  /// The number of predicted boundaries.
  package var predictedCount = 0
  /// The number of matched boundaries.
  package var matchedCount = 0
  /// The number of matched boundaries that name another ayah.
  package var misnamedCount = 0
  /// The absolute errors of the matched boundaries, in seconds, in ascending order.
  package private(set) var errors: [Double] = []

  /// Creates a score of no boundaries.
  package init() {}

  /// The fraction of predicted boundaries that are right; 1 if none were predicted.
  package var precision: Double {
    predictedCount == 0 ? 1 : Double(matchedCount) / Double(predictedCount)
  }
  /// The fraction of true boundaries that were found; 1 if there are none.
  package var recall: Double { truthCount == 0 ? 1 : Double(matchedCount) / Double(truthCount) }
  /// The harmonic mean of ``precision`` and ``recall``; 0 if both are 0.
  package var f1: Double {
    precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0
  }
  /// The median error of the matched boundaries, in seconds, or nil if none matched.
  package var medianError: Double? { error(at: 0.5) }
  /// The 90th percentile of the errors of the matched boundaries, in seconds, or nil if none matched.
  package var ninetiethError: Double? { error(at: 0.9) }

  private func error(at fraction: Double) -> Double? {
    errors.isEmpty ? nil : errors[min(errors.count - 1, Int(fraction * Double(errors.count)))]
  }

  /// Returns the score of both, pooled.
  package static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.truthCount += b.truthCount
    sum.predictedCount += b.predictedCount
    sum.matchedCount += b.matchedCount
    sum.misnamedCount += b.misnamedCount
    sum.errors = (a.errors + b.errors).sorted()
    return sum
  }
}

extension BoundaryScore {
  /// Compares true and predicted boundaries.
  package init(
    truth: [ScoredBoundary], predicted: [ScoredBoundary], tolerance: Double, windows: PauseWindows = .init()
  ) {
    self.init(
      Self.matches(truth: truth, predicted: predicted, tolerance: tolerance, windows: windows),
      truth: truth.count, predicted: predicted.count)
  }

  /// Creates the score of matched pairs.
  package init(_ matches: [Match], truth: Int, predicted: Int) {
    truthCount = truth
    predictedCount = predicted
    matchedCount = matches.count
    misnamedCount = matches.count(where: \.isMisnamed)
    errors = matches.map { abs($0.error) }.sorted()
  }

  /// Returns the closest pairs no further apart than `tolerance` seconds, each boundary in at most one, in
  /// order of the true boundaries.
  ///
  /// A mark inside the pause of a true boundary has no distance from it. Outside, its distance is that to the
  /// nearer end of the pause. Among equal distances, the mark nearer to the boundary itself is closer.
  package static func matches(
    truth: [ScoredBoundary], predicted: [ScoredBoundary], tolerance: Double, windows: PauseWindows = .init()
  ) -> [Match] {
    struct Pair {
      var distance: Double
      var error: Double
      var truth: Int
      var predicted: Int
    }
    let order = predicted.indices.sorted { predicted[$0].at < predicted[$1].at }
    var pairs: [Pair] = []
    for (index, boundary) in truth.enumerated() {
      let window = windows.window(of: boundary.at)
      // Wider than the tolerance, so that rounding matters in one place only.
      let reach = tolerance + 0.001
      let first = order.partitioningIndex { predicted[$0].at >= window.lowerBound - reach }
      for other in order[first...] {
        let time = predicted[other].at
        if time > window.upperBound + reach { break }
        let distance =
          window.contains(time) ? 0 : min(abs(time - window.lowerBound), abs(time - window.upperBound))
        if distance <= tolerance {
          pairs.append(
            Pair(distance: distance, error: abs(time - boundary.at), truth: index, predicted: other))
        }
      }
    }
    pairs.sort {
      ($0.distance, $0.error, $0.truth, $0.predicted) < ($1.distance, $1.error, $1.truth, $1.predicted)
    }
    var isTaken = (truth.map { _ in false }, predicted.map { _ in false })
    var matches: [Match] = []
    for pair in pairs where !isTaken.0[pair.truth] && !isTaken.1[pair.predicted] {
      isTaken.0[pair.truth] = true
      isTaken.1[pair.predicted] = true
      let names = (truth[pair.truth].ayah, predicted[pair.predicted].ayah)
      matches.append(
        Match(
          truth: pair.truth, predicted: pair.predicted,
          error: predicted[pair.predicted].at - truth[pair.truth].at,
          isMisnamed: names.0 != nil && names.1 != nil && names.0 != names.1))
    }
    return matches.sorted { $0.truth < $1.truth }
  }
}

extension [Int] {
  /// Returns the first index from which on `isRight` is true of every element, or the count if there is none.
  /// The elements must be partitioned.
  fileprivate func partitioningIndex(_ isRight: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isRight(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
