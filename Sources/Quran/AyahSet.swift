/// Counted ayat of one counting system as runs, of which none goes over a surah's end.
///
/// As large as its runs are many, however long they are. It never holds an ayah 0.
public struct AyahSet: Hashable, Sendable {
  /// In the order of the mushaf; between two of one surah at least an ayah is left out.
  public private(set) var runs: [AyahRange] = []

  /// Creates the union of `ranges`, given in any order. Ranges that don't exist in `counting` are ignored.
  public init(_ ranges: some Sequence<AyahRange>, in counting: CountingSystem) {
    var pieces: [AyahRange] = []
    pieces.reserveCapacity(ranges.underestimatedCount)
    for range in ranges { counting.append(piecesOf: range, to: &pieces) }
    let isSorted = zip(pieces, pieces.dropFirst()).allSatisfy { $0.first <= $1.first }
    if !isSorted { pieces.sort { $0.first < $1.first } }
    for piece in pieces {
      if let last = runs.last?.last, last.surah == piece.first.surah, piece.first.number <= last.number + 1 {
        runs[runs.count - 1].last = max(last, piece.last)
      } else {
        runs.append(piece)
      }
    }
  }

  private init(runs: [AyahRange]) { self.runs = runs }

  /// True if the set contains no ayat.
  public var isEmpty: Bool { runs.isEmpty }

  /// The number of ayat in the set.
  public var count: Int { runs.reduce(0) { $0 + $1.last.number - $1.first.number + 1 } }

  /// The surahs of which it holds something, in order.
  public var surahs: [Int] {
    runs.reduce(into: []) { surahs, run in
      if surahs.last != run.first.surah { surahs.append(run.first.surah) }
    }
  }

  /// Returns true if the set contains `ayah`.
  public func contains(_ ayah: Ayah) -> Bool { run(with: ayah) != nil }

  /// Its part of one surah, as runs.
  public func runs(ofSurah surah: Int) -> ArraySlice<AyahRange> {
    runs[runs.partitionPoint { $0.last.surah < surah }..<runs.partitionPoint { $0.last.surah <= surah }]
  }

  /// Returns the ayat of this set that `other` doesn't contain.
  public func subtracting(_ other: AyahSet) -> AyahSet {
    var rest: [AyahRange] = []
    var holes = other.runs[...]
    for run in runs {
      var start = run.first
      holes = holes.drop { $0.last < start }
      for hole in holes.prefix(while: { $0.first <= run.last }) {
        if start < hole.first { rest.append(AyahRange(start, Ayah(start.surah, hole.first.number - 1))) }
        start = Ayah(hole.last.surah, hole.last.number + 1)
      }
      if start <= run.last { rest.append(AyahRange(start, run.last)) }
    }
    return AyahSet(runs: rest)
  }

  /// From the first to the last ayah of `range`, which lies in one surah, that it doesn't hold; nil when it holds all.
  func lacking(of range: AyahRange) -> AyahRange? {
    let first = run(with: range.first).map { Ayah($0.last.surah, $0.last.number + 1) } ?? range.first
    let last = run(with: range.last).map { Ayah($0.first.surah, $0.first.number - 1) } ?? range.last
    return first <= last ? AyahRange(first, last) : nil
  }

  private func run(with ayah: Ayah) -> AyahRange? {
    let index = runs.partitionPoint { $0.last < ayah }
    return index < runs.count && runs[index].first <= ayah ? runs[index] : nil
  }
}

extension CountingSystem {
  /// The counted ayat of a range, surah by surah; none if the range doesn't exist.
  func pieces(of range: AyahRange) -> [AyahRange] {
    var pieces: [AyahRange] = []
    append(piecesOf: range, to: &pieces)
    return pieces
  }

  /// Adds them to a list.
  fileprivate func append(piecesOf range: AyahRange, to pieces: inout [AyahRange]) {
    guard contains(range) else { return }
    for surah in range.first.surah...range.last.surah {
      let first = surah == range.first.surah ? max(1, range.first.number) : 1
      let last = surah == range.last.surah ? range.last.number : ayahCount(ofSurah: surah) ?? 0
      if first <= last { pieces.append(AyahRange(Ayah(surah, first), Ayah(surah, last))) }
    }
  }
}
