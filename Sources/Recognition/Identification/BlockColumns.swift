internal import TilawaCVectors

/// The columns of `BlockSearch`: sound by sound, the best score of ending it at each frame of a block.
///
/// A score worse than the limit of its frame (`ScoresAhead.limits`) can't end well enough. So each column is
/// computed only up to its reach: the last frame that isn't worse.
final class BlockColumns {
  private typealias Row = UnsafeMutablePointer<Int16>

  /// Frames of the block, and the one before the first.
  private let count: Int
  /// The number of frames, rounded up to whole vectors.
  private let whole: Int
  private let least: UnsafePointer<Int16>
  private var kinds: [Kind] = []
  private let table: Row
  /// Sums of the scores by class.
  private let sums: Row
  /// Maxima over 1, 2, 4, ... frames.
  private let maxima: Row
  private let width: Int
  private var previous, current, kept: Row
  private let best: Row
  /// The number of frames of each column that are good enough; those behind them are not defined.
  private var reach = 0
  private var keptReach = 0

  /// The number of places before the first frame of a block, enough for the longest sound.
  static let room = 256
  private static let levels = 8
  /// The number of frames that are processed at once.
  private static let lanes = 16

  init(_ search: BlockSearch, _ sums: [[Int16]], least: UnsafePointer<Int16>) {
    count = sums[0].count
    self.least = least
    whole = Self.whole(count)
    width = Self.room + whole
    let rows = Self.levels + 4 + sums.count
    table = .allocate(capacity: rows * width)
    table.initialize(repeating: BlockSearch.never, count: rows * width)
    // The frames of the block begin behind the room.
    maxima = table + Self.room
    previous = maxima + Self.levels * width
    current = previous + width
    kept = current + width
    best = kept + width
    self.sums = best + width
    for (number, row) in sums.enumerated() {
      for (frame, sum) in row.enumerated() { self.sums[number * width + frame] = sum }
    }
    kinds = search.sounds.kinds.all.map { kind in
      Kind(
        plan: Plan(search.limits[kind.length]), sums: self.sums + kind.phone * width,
        silencePrice: kind.end == .nothing ? nil : BlockSearch.silencePrices[Int(kind.end.rawValue)],
        mayBeDropped: kind.mayBeDropped)
    }
  }

  static func whole(_ frames: Int) -> Int { (frames + lanes - 1) / lanes * lanes }

  deinit { table.deallocate() }

  /// The score of having ended the last sound at the end of the block.
  var last: Int16 { count <= reach ? previous[count - 1] : BlockSearch.never }

  /// Where the last sound ends before the block begins.
  func begin(at score: Int16) {
    previous[0] = score
    reach = max(reach, 1)
  }

  /// Keeps the last column, which may be gone on from later.
  func keep() {
    kept.update(from: previous, count: reach)
    keptReach = reach
  }

  /// Goes on from the column that was kept, too, at a price.
  func bypass(price: Int16) {
    extend(to: keptReach)
    for frame in 0..<keptReach { previous[frame] = max(previous[frame], kept[frame] - price) }
  }

  private func extend(to frames: Int) {
    guard frames > reach else { return }
    (previous + reach).update(repeating: BlockSearch.never, count: frames - reach)
    reach = frames
  }

  /// Adds the next sound, which may have begun before the block with the score `begun`, and what ends with
  /// it. Its `limits` are a row of `ScoresAhead`.
  func add(_ number: Int, begun: Int16, limits row: Int) {
    let limits = least + row * whole
    let start = max(reach > 0 ? previous[0] : BlockSearch.never, begun)
    if reach <= 1, start < least[number * whole] {
      // It can only have begun before the block, and what does can't end well enough.
      current[0] = begun
      reach = begun < limits[0] ? 0 : 1
    } else {
      let kind = kinds[number]
      let end = min(count, max(reach, 1) + kind.plan.longest)
      // Of having ended before the block no silence is its own.
      let first = kind.silencePrice == nil ? begun : BlockSearch.never
      let heard = vectors_hear(
        current, previous, kind.sums, maxima, width, reach, Self.whole(end), kind.plan.usual, kind.plan.wide,
        BlockSearch.widePrice, start, first, BlockSearch.never, limits)
      if let price = kind.silencePrice {
        let end = pause(end, price: price, mayDrop: kind.mayBeDropped, limits)
        current[0] = begun
        reach = vectors_reach(current, end, limits)
      } else {
        reach = heard
      }
    }
    swap(&previous, &current)
  }

  private struct Kind {
    let plan: Plan
    let sums: Row
    let silencePrice: Int16?
    let mayBeDropped: Bool
  }

  /// The ranges of lengths to compare for a class of length.
  private struct Plan {
    let usual, wide: vectors_limits
    let longest: Int

    init(_ limits: BlockSearch.Limits) {
      usual = Self.runs(limits.usual)
      wide = Self.runs(limits.wide)
      longest = limits.wide.upperBound
    }

    /// Returns the number of doublings for a run of lengths, and the rest.
    private static func runs(_ lengths: ClosedRange<Int>) -> vectors_limits {
      let level = Int.bitWidth - 1 - lengths.count.leadingZeroBitCount
      return vectors_limits(low: lengths.lowerBound, level: level, rest: lengths.count - (1 << level))
    }
  }

  /// Adds a silence after the sound, whose last short vowel may have been dropped before it; returns the
  /// number of frames that they reach.
  private func pause(_ end: Int, price: Int16, mayDrop: Bool, _ limits: UnsafePointer<Int16>) -> Int {
    let whole = Self.whole(end)
    vectors_pause(
      current, mayDrop ? previous : nil, sums, best, reach, whole, price, BlockSearch.dropPrice,
      BlockSearch.never)
    // A silence may go on for long.
    var frame = min(count, whole)
    while frame < count {
      let score = best[min(frame - BlockSearch.shortestSilence, whole - 1)] &+ sums[frame] &- price
      if score < limits[frame] { break }
      current[frame] = score
      frame += 1
    }
    return max(end, frame)
  }
}
