package import TilawaQuran

/// A place where something begins or is over, in seconds, with the ayah that begins there if one is named.
package struct ScoredBoundary: Hashable, Sendable {
  /// Where it is.
  package var at: Double
  /// What begins there; nil where an ayah is only over, and where no name is given.
  package var ayah: Ayah?

  /// A boundary.
  package init(_ at: Double, _ ayah: Ayah? = nil) {
    self.at = at
    self.ayah = ayah
  }

  /// Times nearer than this are one boundary, and no boundary at the start of the file; in seconds.
  static let nearness = 0.05

  /// The boundaries inside a recording: where ayat begin, except at the start of the file, and where they are
  /// over with nothing following at once. The end of the last one is none.
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

/// The measured pauses around true boundaries: a mark anywhere inside one is no error to a listener.
package struct PauseWindows: Sendable {
  // By hundredths of a second, since tables of pauses and of truth may round differently.
  private var windows: [Int: ClosedRange<Double>] = [:]

  /// No pauses.
  package init() {}

  /// Notes that `boundary` lies in or near a pause.
  package mutating func add(boundary: Double, from start: Double, to end: Double) {
    let low = min(boundary, start)
    windows[Self.key(boundary)] = low...max(boundary, end, low)
  }

  /// Where a mark for `boundary` is right: its pause, else only the boundary itself.
  package func window(of boundary: Double) -> ClosedRange<Double> {
    windows[Self.key(boundary)] ?? boundary...boundary
  }

  private static func key(_ time: Double) -> Int {
    Int(max(-1e12, min(1e12, (time * 100).rounded(.toNearestOrEven))))
  }
}

/// How well predicted boundaries agree with true ones at one tolerance.
///
/// Boundaries are matched one to one, the closest pairs first. Scores of several recordings are pooled with
/// `+`, which counts all their boundaries as if they were of one.
package struct BoundaryScore: Sendable {
  /// A true and a predicted boundary, by their places in what was compared.
  package struct Match: Hashable, Sendable {
    /// Which true boundary.
    package var truth: Int
    /// Which predicted one.
    package var predicted: Int
    /// Predicted less true, in seconds.
    package var error: Double
    /// Whether both name an ayah, and not the same.
    package var isMisnamed: Bool
  }

  /// How many true boundaries there are.
  package var truthCount = 0
  /// How many were predicted.
  package var predictedCount = 0
  /// How many were matched.
  package var matchedCount = 0
  /// How many matched ones name another ayah.
  package var misnamedCount = 0
  /// How far matched ones are off in seconds, ascending, without signs.
  package private(set) var errors: [Double] = []

  /// Nothing compared.
  package init() {}

  /// Of what was predicted, the part that is right; 1 when nothing was.
  package var precision: Double {
    predictedCount == 0 ? 1 : Double(matchedCount) / Double(predictedCount)
  }
  /// Of what is true, the part that was found; 1 when there is nothing to find.
  package var recall: Double { truthCount == 0 ? 1 : Double(matchedCount) / Double(truthCount) }
  /// The harmonic mean of both.
  package var f1: Double {
    precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0
  }
  /// The error that half of the matched ones are below, in seconds; nil when none matched.
  package var medianError: Double? { error(at: 0.5) }
  /// The error that nine in ten of the matched ones are below.
  package var ninetiethError: Double? { error(at: 0.9) }

  private func error(at fraction: Double) -> Double? {
    errors.isEmpty ? nil : errors[min(errors.count - 1, Int(fraction * Double(errors.count)))]
  }

  /// Both together.
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
  /// Compares; `matches` are the pairs, in order of the true boundaries.
  package init(
    truth: [ScoredBoundary], predicted: [ScoredBoundary], tolerance: Double, windows: PauseWindows = .init()
  ) {
    self.init(
      Self.matches(truth: truth, predicted: predicted, tolerance: tolerance, windows: windows),
      truth: truth.count, predicted: predicted.count)
  }

  /// The score of matched pairs.
  package init(_ matches: [Match], truth: Int, predicted: Int) {
    truthCount = truth
    predictedCount = predicted
    matchedCount = matches.count
    misnamedCount = matches.count(where: \.isMisnamed)
    errors = matches.map { abs($0.error) }.sorted()
  }

  /// The closest pairs no further apart than `tolerance` seconds, each boundary in one at most.
  ///
  /// A mark inside the pause of a true boundary is at no distance from it, one outside as far as from the
  /// pause's nearer end; of equals the one nearer to the boundary itself is closer.
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
      // Wider than what counts, so that rounding decides in one place only.
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
  /// The first place whose element is right, when all after it are too; the end when none is.
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
