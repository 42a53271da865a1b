/// A table of the cheapest way to place the first `k` items before a candidate, for every `k` and candidate.
struct SearchTable {
  private let itemCount: Int
  private let width: Int
  private var costs: [Double]
  private var steps: [Step]

  /// The step by which a state was reached.
  private struct Step {
    enum Kind: UInt8 { case none, omission, placement, talk }
    var kind = Kind.none
    /// The number of items that were placed.
    var items: UInt16 = 0
    var from: Int32 = 0
  }

  init(items: Int, candidates: Int) {
    itemCount = items
    width = candidates
    costs = [Double](repeating: .infinity, count: (items + 1) * candidates)
    steps = [Step](repeating: Step(), count: (items + 1) * candidates)
    costs[0] = 0
  }

  /// The cost of placing all items before the last candidate.
  var cost: Double { costs[costs.count - 1] }

  func isReached(_ k: Int, _ candidate: Int) -> Bool { costs[k * width + candidate] < .infinity }

  /// Returns true if `add` at this cost would change the table.
  func isCheaper(from: (k: Int, candidate: Int), items: Int, to candidate: Int, cost: Double) -> Bool {
    costs[from.k * width + from.candidate] + cost < costs[(from.k + items) * width + candidate]
  }

  mutating func add(from: (k: Int, candidate: Int), items: Int, to candidate: Int, cost: Double) {
    let target = (from.k + items) * width + candidate
    let total = costs[from.k * width + from.candidate] + cost
    guard total < costs[target] else { return }
    costs[target] = total
    steps[target] = Step(kind: .placement, items: UInt16(clamping: items), from: Int32(from.candidate))
  }

  /// Leaves an item out.
  mutating func addOmission(of k: Int, cost: Double) {
    for candidate in 0..<width where costs[k * width + candidate] + cost < costs[(k + 1) * width + candidate]
    {
      costs[(k + 1) * width + candidate] = costs[k * width + candidate] + cost
      steps[(k + 1) * width + candidate] = Step(kind: .omission, from: Int32(candidate))
    }
  }

  /// Adds a stretch of any length before item `k` in which something else is heard.
  mutating func addTalk(at k: Int, cost: Double) {
    var cheapest = Double.infinity
    var start = 0
    for candidate in 0..<width {
      let state = k * width + candidate
      let entered = costs[state]
      if cheapest + cost < entered {
        costs[state] = cheapest + cost
        steps[state] = Step(kind: .talk, from: Int32(start))
      }
      if entered < cheapest {
        cheapest = entered
        start = candidate
      }
    }
  }

  /// Returns the cheapest placements of all items in order of time, or nil if there are none.
  func placements() -> [PassageSearch.Placement]? {
    guard cost < .infinity else { return nil }
    var result: [PassageSearch.Placement] = []
    var k = itemCount
    var candidate = width - 1
    while k > 0 || candidate > 0 {
      let step = steps[k * width + candidate]
      switch step.kind {
      case .none: return nil
      case .omission: k -= 1
      case .placement, .talk:
        let first = k - Int(step.items)
        result.append(PassageSearch.Placement(items: first..<k, from: Int(step.from), to: candidate))
        k = first
        candidate = Int(step.from)
      }
    }
    return result.reversed()
  }
}
