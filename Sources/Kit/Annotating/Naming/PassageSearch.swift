import TilawaBase
import TilawaRecognition

/// A search for the pauses that are the boundaries of a passage, from the lengths of its parts.
///
/// The length of an ayah is known except for the tempo (`AyahLength.units`), and ayat end in the longer
/// pauses. Dynamic programming over the items and the candidates finds the choice that agrees best with both.
/// The tempo is found by repetition.
struct PassageSearch {
  /// The weights of the search, chosen on recordings of six reciters with published boundaries.
  struct Weights {
    /// The time that any item takes besides its units, in seconds.
    var onset = 0.2
    /// The spread of lengths around the expected one, as a logarithm.
    var spread = 0.2
    /// The weight of a candidate's evidence.
    var evidence = 0.9
    /// The cost of an ayah that ends without a pause.
    var run = 3.0
    /// The cost of leaving out an optional item.
    var omission = 2.0
    /// The cost of a stretch in which something else is heard.
    var talk = 6.0
  }

  /// A stretch between two candidates and the items in it; no items if something else is heard there.
  struct Placement: Hashable {
    var items: Range<Int>
    var from: Int
    var to: Int
  }

  struct Result {
    var placements: [Placement]
    /// The tempo, in seconds per unit.
    var rate: Double
    var cost: Double
  }

  let items: [PassageItem]
  let candidates: [BoundaryCandidate]
  let weights: Weights
  /// The number of fixed candidates before each candidate, and the number of all at the end.
  private let fixedBefore: [Int]
  private let evidence: [Double]
  /// The times at which the voice before each candidate ends and the voice after it begins, in milliseconds.
  private let voiceEnds, voiceStarts: [Double]

  /// Creates a search. The recitation begins at the first candidate at the earliest and ends at the last at
  /// the latest.
  init(items: [PassageItem], candidates: [BoundaryCandidate], weights: Weights = Weights()) {
    self.items = items
    self.candidates = candidates
    self.weights = weights
    voiceEnds = candidates.map { Double($0.voiceEnd.count) }
    voiceStarts = candidates.map { Double($0.voiceStart.count) }
    fixedBefore = candidates.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1.isFixed ? 1 : 0)) }
    // Assume that as many pauses look like boundaries as boundaries are needed.
    let needed = items.count { !$0.isOptional }
    let inner = candidates.dropFirst().dropLast().filter { !$0.isFixed }.map(\.evidence).sorted(by: >)
    let usual = inner.isEmpty ? 0 : inner[min(inner.count, max(1, needed - 1)) - 1]
    evidence = candidates.map {
      $0.isFixed ? 0 : max(-2, min(1.5, $0.evidence - usual)) * weights.evidence
    }
  }

  /// Returns the best placement of all items, or nil if there is none.
  func best() -> Result? {
    guard candidates.count > 1, !items.isEmpty else { return nil }
    let required = items.filter { !$0.isOptional }
    let units = required.reduce(0) { $0 + $1.units }
    let spoken = voice(from: 0, to: candidates.count - 1) - weights.onset * Double(required.count)
    let plain = max(0.02, spoken / max(1, units))
    var best: Result?
    var known: [Double: Result] = [:]
    // If much else is heard, the plain rate is far too slow, so the search also starts from others.
    for factor in [1, 0.8, 1.25, 0.6] {
      var rate = plain * factor
      for _ in 0..<5 {
        // Different starts soon arrive at the same rate.
        guard let found = known[rate] ?? search(rate: rate) else { break }
        known[rate] = found
        let next = found.rate
        if found.cost < best?.cost ?? .infinity { best = found }
        if abs(next / rate - 1) < 0.01 { break }
        rate = next
      }
    }
    return best
  }

  /// Returns the time from the beginning of the voice after one candidate to its end before another, in
  /// seconds.
  func voice(from: Int, to: Int) -> Double {
    max(0.05, (voiceEnds[to] - voiceStarts[from]) / 1000)
  }

  /// Returns the logarithm of the ratio of the actual to the expected length.
  func deviation(_ placement: Placement, rate: Double) -> Double {
    logarithm(voice(from: placement.from, to: placement.to) / expected(placement.items, rate: rate))
  }

  /// Returns the median rate of the placements, in seconds per unit, or nil if none contains an item.
  func measuredRate(_ placements: [Placement]) -> Double? {
    let rates = placements.filter { !$0.items.isEmpty }.map { placement in
      let units = items[placement.items].reduce(0) { $0 + $1.units }
      let onsets = weights.onset * Double(placement.items.count)
      return max(0.01, (voice(from: placement.from, to: placement.to) - onsets) / max(1, units))
    }.sorted()
    return rates.isEmpty ? nil : rates[rates.count / 2]
  }

  private func expected(_ range: Range<Int>, rate: Double) -> Double {
    items[range].reduce(0) { $0 + weights.onset + rate * $1.units }
  }

  /// Returns the cost of a length: quadratic near the expected length, and growing slowly further away, for
  /// an ayah recited much faster or slower than the rest.
  private func cost(ofLength actual: Double, expected: Double) -> Double {
    let z = logarithm(actual / expected) / weights.spread
    return 4 * logarithm(1 + z * z / 8)
  }

  /// Returns a lower bound of `cost(ofLength:expected:)`, without computing a logarithm.
  ///
  /// ln r is at least 2 (r - 1) / (r + 1) for r ≥ 1, and at most that for r below 1.
  private func leastCost(ofLength actual: Double, expected: Double) -> Double {
    let z = 2 * (actual - expected) / ((actual + expected) * weights.spread)
    let x = z * z / 8
    // A little less, so that rounding never exceeds the bound.
    return 7.9999 * x / (2 + x)
  }

  private func search(rate: Double) -> Result? {
    var table = SearchTable(items: items.count, candidates: candidates.count)
    for k in 0...items.count {
      if k == items.count || items[k].mayFollowTalk { table.addTalk(at: k, cost: weights.talk) }
      addOther(at: k, to: &table)
      guard k < items.count else { break }
      if items[k].isOptional { table.addOmission(of: k, cost: weights.omission) }
      addItems(from: k, rate: rate, to: &table)
    }
    guard let placements = table.placements() else { return nil }
    return Result(placements: placements, rate: measuredRate(placements) ?? rate, cost: table.cost)
  }

  /// Adds stretches that a person has marked as something else. They take no item and last to any candidate
  /// up to the next fixed one.
  private func addOther(at k: Int, to table: inout SearchTable) {
    for i in candidates.indices where candidates[i].content == .other && table.isReached(k, i) {
      for j in (i + 1)..<candidates.count where fixedBefore[j] == fixedBefore[i + 1] {
        table.add(from: (k, i), items: 0, to: j, cost: -evidence[j])
      }
    }
  }

  private func addItems(from k: Int, rate: Double, to table: inout SearchTable) {
    let longestRun = items[k].isOptional ? 1 : 4
    var counts = Array(1...longestRun)
    // A person may have named a longer run.
    for candidate in candidates {
      if case .items(let range) = candidate.content, range.lowerBound == k, range.count > longestRun {
        counts.append(range.count)
      }
    }
    for count in counts where k + count <= items.count {
      let expected = expected(k..<(k + count), rate: rate)
      let hasOptional = items[(k + 1)..<(k + count)].contains(where: \.isOptional)
      for i in 0..<(candidates.count - 1) where table.isReached(k, i) {
        var isSettled = false
        switch candidates[i].content {
        case .free: if count > longestRun || hasOptional { continue }
        case .items(let range):
          guard range == k..<(k + count) else { continue }
          isSettled = true
        case .other: continue
        }
        let penalty = isSettled ? 0 : weights.run * Double(count - 1)
        for j in (i + 1)..<candidates.count {
          if fixedBefore[j] > fixedBefore[i + 1] { break }
          let actual = voice(from: i, to: j)
          if !isSettled, actual < expected * 0.3 { continue }
          if !isSettled, actual > expected * 3.5 + 1 { break }
          // Most lengths are implausible, and logarithms take time.
          let least = leastCost(ofLength: actual, expected: expected) + penalty - evidence[j]
          guard table.isCheaper(from: (k, i), items: count, to: j, cost: least) else { continue }
          table.add(
            from: (k, i), items: count, to: j,
            cost: cost(ofLength: actual, expected: expected) + penalty - evidence[j])
        }
      }
    }
  }
}
