import TilawaBase

/// A row with the properties that pairing requires.
protocol PlacedRow: Sendable {
  var name: RowName { get }
  /// The start and end of the row; equal for a row whose end isn't given.
  var start: Milliseconds { get }
  var end: Milliseconds { get }
  /// Rows of which these are equal are written alike.
  var writing: ArraySlice<UInt8> { get }
}

/// The pairs of rows in two files that are the same row, whatever was changed in it.
///
/// Rows are identified by their content and their place in time, never by their index. Rows that are written
/// the same are paired first, then those of one name at overlapping places, then those at one place whose
/// name changed.
struct RowPairing: Sendable {
  /// For each row of the first file the row of the second; nil for those that it hasn't.
  private(set) var partners: [Int?]
  /// The rows of the second file that the first hasn't, in their order.
  private(set) var added: [Int] = []
  /// The length by which the second file lies later as a whole; 0 unless nearly all rows moved by the same
  /// length.
  private(set) var offset = Milliseconds.zero

  /// Rows of one name that are further apart than this are different recitations of it.
  private static let reach: Int64 = 30_000
  /// The difference of ends up to which rows may be one row with a new name.
  private static let place: Int64 = 500

  /// Pairs the rows of `first` with those of `second`. With `onlyOverlapping` rows of one name are the same only when
  /// they share audio.
  init<Row: PlacedRow>(_ first: [Row], _ second: [Row], onlyOverlapping: Bool = false) {
    var partners = [Int?](repeating: nil, count: first.count)
    var isTaken = [Bool](repeating: false, count: second.count)
    func take(_ a: Int, _ b: Int) {
      partners[a] = b
      isTaken[b] = true
    }
    Self.pairEqual(first, second, take)
    var restA = first.indices.filter { partners[$0] == nil }
    var restB = second.indices.filter { !isTaken[$0] }
    if !restA.isEmpty, !restB.isEmpty {
      offset = Self.offset(restA.map { first[$0] }, restB.map { second[$0] })
      Self.pairByName(restA, first, restB, second, offset, onlyOverlapping, take)
      restA = restA.filter { partners[$0] == nil && !first[$0].name.isKnown }
      restB = restB.filter { !isTaken[$0] && !second[$0].name.isKnown }
      Self.pairByPlace(restA, first, restB, second, offset, take)
    }
    self.partners = partners
    added = second.indices.filter { !isTaken[$0] }
  }

  // MARK: Written the same

  private static func pairEqual<Row: PlacedRow>(
    _ first: [Row], _ second: [Row], _ take: (Int, Int) -> Void
  ) {
    var low = 0
    var high = (first.count, second.count)
    while low < min(high.0, high.1), first[low].writing.elementsEqual(second[low].writing) {
      take(low, low)
      low += 1
    }
    while high.0 > low, high.1 > low, first[high.0 - 1].writing.elementsEqual(second[high.1 - 1].writing) {
      high = (high.0 - 1, high.1 - 1)
      take(high.0, high.1)
    }
    guard low < high.0, low < high.1 else { return }
    // The first row of each text, and behind each row the next of the same text.
    var places: [Written: Int] = [:]
    places.reserveCapacity(high.1 - low)
    var nexts = [Int?](repeating: nil, count: second.count)
    for index in (low..<high.1).reversed() {
      nexts[index] = places.updateValue(index, forKey: Written(bytes: second[index].writing))
    }
    for index in low..<high.0 {
      let text = Written(bytes: first[index].writing)
      guard let partner = places[text] else { continue }
      take(index, partner)
      places[text] = nexts[partner]
    }
  }

  /// A row as a key of its text, hashed as one block of bytes.
  private struct Written: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  // MARK: One name

  /// Returns the length by which most rows moved, if at least three did and nearly all by the same length.
  private static func offset<Row: PlacedRow>(_ first: [Row], _ second: [Row]) -> Milliseconds {
    var once: [RowName: (a: [Milliseconds], b: [Milliseconds])] = [:]
    for row in first where row.name != .unnamed { once[row.name, default: ([], [])].a.append(row.start) }
    for row in second where row.name != .unnamed { once[row.name, default: ([], [])].b.append(row.start) }
    // The n-th recitation of an ayah is compared with the n-th.
    let moves = once.values.filter { $0.a.count == $0.b.count }
      .flatMap { zip($0.a.sorted(), $0.b.sorted()).map { ($1 - $0).count } }.sorted()
    guard moves.count >= 3 else { return .zero }
    let median = moves[moves.count / 2]
    let near = moves.count { abs($0 - median) <= 20 }
    return near * 10 >= moves.count * 7 ? Milliseconds(median) : .zero
  }

  private static func pairByName<Row: PlacedRow>(
    _ restA: [Int], _ first: [Row], _ restB: [Int], _ second: [Row], _ offset: Milliseconds,
    _ onlyOverlapping: Bool, _ take: (Int, Int) -> Void
  ) {
    var groups: [RowName: (a: [Int], b: [Int])] = [:]
    for index in restA where first[index].name != .unnamed {
      groups[first[index].name, default: ([], [])].a.append(index)
    }
    for index in restB where second[index].name != .unnamed {
      groups[second[index].name, default: ([], [])].b.append(index)
    }
    for group in groups.values where !group.a.isEmpty && !group.b.isEmpty {
      let a = group.a.sorted { (first[$0].start, $0) < (first[$1].start, $1) }
      let b = group.b.sorted { (second[$0].start, $0) < (second[$1].start, $1) }
      let costs = { (x: Int, y: Int) -> Distance? in
        distance(first[a[x]], second[b[y]], offset, onlyOverlapping)
      }
      for (x, y) in cheapest(a.count, b.count, costs) { take(a[x], b[y]) }
    }
  }

  /// The distance between two rows: whether they begin at different times, and by how much their ends differ.
  /// If a row was cut in two, the part that begins where it began is the row, however short.
  private struct Distance: Comparable {
    var movedStarts = 0
    var length: Int64 = 0

    static func < (a: Self, b: Self) -> Bool { (a.movedStarts, a.length) < (b.movedStarts, b.length) }
    static func + (a: Self, b: Self) -> Self {
      Self(movedStarts: a.movedStarts + b.movedStarts, length: a.length + b.length)
    }
  }

  /// Returns the distance between two rows of one name; nil if they are too far apart.
  private static func distance<Row: PlacedRow>(
    _ a: Row, _ b: Row, _ offset: Milliseconds, _ onlyOverlapping: Bool
  ) -> Distance? {
    let (start, end) = (b.start - offset, b.end - offset)
    let apart = max((start - a.end).count, (a.start - end).count)
    let isPoint = a.start == a.end || start == end
    guard apart < (onlyOverlapping ? (isPoint ? place : 0) : reach) else { return nil }
    return Distance(
      movedStarts: start == a.start ? 0 : 1, length: abs((start - a.start).count) + abs((end - a.end).count))
  }

  /// The pairs, rising on both sides, as many as possible and those as near as possible: first those that begin alike.
  private static func cheapest(_ a: Int, _ b: Int, _ cost: (Int, Int) -> Distance?) -> [(Int, Int)] {
    if a == 1, b == 1 { return cost(0, 0) == nil ? [] : [(0, 0)] }
    // Hundreds of rows of one name aren't a recitation: pair them in their order.
    if a * b > 40_000 { return (0..<min(a, b)).compactMap { cost($0, $0) == nil ? nil : ($0, $0) } }
    struct Best { var pairs = 0, cost = Distance(), step: UInt8 = 0 }
    var table = [[Best]](repeating: [Best](repeating: Best(), count: b + 1), count: a + 1)
    for x in 1...a {
      for y in 1...b {
        var best = table[x - 1][y]
        best.step = 1
        func consider(_ other: Best, _ step: UInt8) {
          if other.pairs > best.pairs || other.pairs == best.pairs && other.cost < best.cost {
            best = other
            best.step = step
          }
        }
        consider(table[x][y - 1], 2)
        if let cost = cost(x - 1, y - 1) {
          let before = table[x - 1][y - 1]
          consider(Best(pairs: before.pairs + 1, cost: before.cost + cost), 3)
        }
        table[x][y] = best
      }
    }
    var pairs: [(Int, Int)] = []
    var (x, y) = (a, b)
    while x > 0, y > 0 {
      switch table[x][y].step {
      case 1: x -= 1
      case 2: y -= 1
      default:
        x -= 1
        y -= 1
        pairs.append((x, y))
      }
    }
    return pairs.reversed()
  }

  // MARK: One place

  private static func pairByPlace<Row: PlacedRow>(
    _ restA: [Int], _ first: [Row], _ restB: [Int], _ second: [Row], _ offset: Milliseconds,
    _ take: (Int, Int) -> Void
  ) {
    let a = restA.sorted { (first[$0].start, $0) < (first[$1].start, $1) }
    var b = restB.sorted { (second[$0].start, $0) < (second[$1].start, $1) }[...]
    for index in a {
      let row = first[index]
      while let next = b.first, (second[next].start - offset - row.start).count < -place {
        b = b.dropFirst()
      }
      let near = b.prefix { (second[$0].start - offset - row.start).count <= place }
      let match = near.firstIndex { abs((second[$0].end - offset - row.end).count) <= place }
      if let match {
        take(index, b[match])
        b.remove(at: match)
      }
    }
  }
}
