/// The cheapest way to have heard the first `k` items when a candidate is reached, for all of both.
struct SearchTable {
  private let itemCount: Int
  private let width: Int
  private var costs: [Double]
  private var steps: [Step]

  /// How a state was reached.
  private struct Step {
    enum Kind: UInt8 { case none, omission, placement, talk }
    var kind = Kind.none
    /// How many items were placed.
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

  /// Of all items at the last candidate.
  var cost: Double { costs[costs.count - 1] }

  func isReached(_ k: Int, _ candidate: Int) -> Bool { costs[k * width + candidate] < .infinity }

  /// Whether `add` at this cost would change anything.
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

  /// Something else is heard before item `k`, for as long as it may be.
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

  /// The cheapest way through all, in order of time; nil when there is none.
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
