internal import CVectors

/// The columns of `BlockSearch`: of one sound after the other the best score of ending it at each frame of a block.
///
/// Scores never rise along a path. So what is worse than `least` already can't end better, and of each column only the frames up to
/// the last that isn't worse are worked on: its reach.
final class BlockColumns {
  private typealias Row = UnsafeMutablePointer<Int16>

  /// Frames of the block, and the one before the first.
  private let count: Int
  /// The same in whole vectors.
  private let whole: Int
  private let least: Int16
  private let plans: [Plan]
  private let table: Row
  /// Sums of the scores by class.
  private let sums: Row
  /// Maxima over 1, 2, 4, ... frames.
  private let maxima: Row
  private let width: Int
  private var previous, current, kept: Row
  private let best: Row
  /// How many frames of each aren't too bad; what lies behind them is not defined.
  private var reach = 0
  private var keptReach = 0

  /// Room for the longest sound before the first frame of a block.
  static let room = 256
  private static let levels = 8
  /// So many frames are worked on at once.
  private static let lanes = 16

  init(_ limits: [BlockSearch.Limits], _ sums: [[Int16]], least: Int16) {
    count = sums[0].count
    self.least = least
    plans = limits.map(Plan.init)
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
  }

  private static func whole(_ frames: Int) -> Int { (frames + lanes - 1) / lanes * lanes }

  deinit { table.deallocate() }

  /// The score of having ended the last sound at a frame.
  subscript(frame: Int) -> Int16 { frame < reach ? previous[frame] : BlockSearch.never }

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

  /// The next sound of a class of length, which may have begun before the block, with that score; and what ends with it.
  func add(sound: Int, length: Int, begun: Int16, silencePrice: Int16?, mayDrop: Bool) {
    let start = reach > 0 ? previous[0] : BlockSearch.never
    begin(at: max(start, begun))
    var end = hear(plans[length], sums + sound * width)
    previous[0] = start
    if let silencePrice { end = pause(end, price: silencePrice, mayDrop: mayDrop) }
    current[0] = begun
    reach = vectors_reach(current, max(end, 1), least)
    swap(&previous, &current)
  }

  /// What to look at for a class of length.
  private struct Plan {
    let usual, wide: vectors_limits
    let longest: Int

    init(_ limits: BlockSearch.Limits) {
      usual = Self.runs(limits.usual)
      wide = Self.runs(limits.wide)
      longest = limits.wide.upperBound
    }

    /// How often a run of lengths is doubled, and what is left.
    private static func runs(_ lengths: ClosedRange<Int>) -> vectors_limits {
      let level = Int.bitWidth - 1 - lengths.count.leadingZeroBitCount
      return vectors_limits(low: lengths.lowerBound, level: level, rest: lengths.count - (1 << level))
    }
  }

  /// Ends of one sound; gives how many frames they reach.
  private func hear(_ plan: Plan, _ sums: Row) -> Int {
    let end = min(count, reach + plan.longest)
    vectors_hear(
      current, previous, sums, maxima, width, reach, Self.whole(end), plan.usual, plan.wide,
      BlockSearch.widePrice, BlockSearch.never)
    return end
  }

  /// A silence after the sound, after which its last short vowel may have been dropped; gives how many frames they reach.
  private func pause(_ end: Int, price: Int16, mayDrop: Bool) -> Int {
    let whole = Self.whole(end)
    vectors_pause(
      current, mayDrop ? previous : nil, sums, best, reach, whole, price, BlockSearch.dropPrice,
      BlockSearch.never)
    // A silence may go on for long.
    var frame = min(count, whole)
    while frame < count {
      let score = best[min(frame - BlockSearch.shortestSilence, whole - 1)] &+ sums[frame] &- price
      if score < least { break }
      current[frame] = score
      frame += 1
    }
    return max(end, frame)
  }
}
