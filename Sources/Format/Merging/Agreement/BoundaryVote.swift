import TilawaBase

/// The vote of several annotators on the time of one boundary.
struct BoundaryVote {
  /// The middle of those that agree; of all when too few do.
  let time: Milliseconds
  /// True if more than half lie within the tolerance of each other.
  let isAgreed: Bool

  /// Nil if there are no votes.
  init?(_ votes: [Milliseconds], _ tolerance: Milliseconds) {
    let votes = votes.sorted()
    guard !votes.isEmpty else { return nil }
    // The most that lie within the tolerance; among several as many the nearest together, and then the earliest.
    var best = 0..<1
    for low in votes.indices {
      let high = votes[low...].firstIndex { ($0 - votes[low]).count > tolerance.count } ?? votes.count
      let isNearer = votes[high - 1] - votes[low] < votes[best.upperBound - 1] - votes[best.lowerBound]
      if high - low > best.count || high - low == best.count && isNearer { best = low..<high }
    }
    isAgreed = best.count * 2 > votes.count
    time = Self.median(isAgreed ? votes[best] : votes[...])
  }

  private static func median(_ sorted: ArraySlice<Milliseconds>) -> Milliseconds {
    let low = sorted[sorted.startIndex + (sorted.count - 1) / 2]
    let high = sorted[sorted.startIndex + sorted.count / 2]
    return Milliseconds((low.count + high.count) / 2)
  }
}
