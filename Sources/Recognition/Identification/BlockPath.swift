/// The path by which a block of a recording ends with a sound of the Quran, as `BlockSearch` scores it: its
/// backtrace.
///
/// `BlockSearch` keeps no columns, as there are half a million. So those of the last few hundred sounds are
/// computed once more, in a plain way, for the few ends that are needed.
struct BlockPath: Sendable {
  /// The sound with which the block begins, or the one that was over just before; nil before the first.
  private(set) var before: Int?
  /// The score of that end in `BlockSearch`.
  let score: Int
  /// The recognised sounds, in order, each with its frames within the block.
  private(set) var heard: [(sound: Int, frames: Range<Int>)] = []

  /// The best path to the end of `last` at the end of a block; nil when there is none.
  init?(to last: Int, in search: BlockSearch, _ sums: [[Int16]], from before: (Int) -> Int) {
    let table = BlockTable(to: last, in: search, sums, from: before)
    var (column, t) = (table.columns.count - 1, sums[0].count - 1)
    score = table.columns[column].values[t]
    guard table.isReached(score) else { return nil }
    self.before = last
    while t > 0 {
      guard column > 0 else { return nil }
      let own = table.columns[column]
      let end = t - Int(own.pauses[t])
      let length = Int(own.lengths[t])
      guard length > 0 || end < t else { return nil }
      t = end - length
      let sound = table.first + column - 1
      heard.append((sound, t..<end))
      let previous = table.columns[column - 1].values[t]
      let bypassed = own.bypass.map { table.columns[$0].values[t] - Int(BlockSearch.bypassPrice) }
      if t == 0, length > 0, before(sound) > max(previous, bypassed ?? .min) {
        // The block begins within the sound.
        self.before = sound
        break
      }
      if let bypass = own.bypass, let bypassed, bypassed > previous { column = bypass } else { column -= 1 }
      self.before = table.first + column > 0 ? table.first + column - 1 : nil
    }
    heard.reverse()
  }
}

/// The columns of a block: by sound, the best score of ending it at each frame.
private struct BlockTable {
  struct Column {
    var values: [Int]
    /// For each frame, the length of the sound, 0 if it was dropped, and of the silence after it.
    var lengths: [UInt8]
    var pauses: [UInt8]
    /// The column that may come before instead of the last one.
    var bypass: Int?

    init(frames: Int) {
      values = [Int](repeating: BlockTable.never, count: frames)
      lengths = [UInt8](repeating: 0, count: frames)
      pauses = lengths
    }
  }

  /// The sound of the second column; the first one stands for what came before.
  let first: Int
  private(set) var columns: [Column]
  private let search: BlockSearch
  private let sums: [[Int16]]

  private static let never = -1_000_000
  func isReached(_ score: Int) -> Bool { score > Self.never / 2 }

  init(to last: Int, in search: BlockSearch, _ sums: [[Int16]], from before: (Int) -> Int) {
    self.search = search
    self.sums = sums
    first = max(0, last - BlockSearch.reach)
    columns = [Column(frames: sums[0].count)]
    columns.reserveCapacity(last - first + 2)
    if first > 0 { columns[0].values[0] = before(first - 1) }
    for sound in first...last {
      let bypass = search.sounds.bypasses[sound].flatMap { $0 >= first ? $0 - first + 1 : nil }
      var entry = columns[columns.count - 1].values
      if let bypass {
        for t in entry.indices {
          entry[t] = max(entry[t], columns[bypass].values[t] - Int(BlockSearch.bypassPrice))
        }
      }
      // The block may begin within the sound.
      let start = max(entry[0], before(sound))
      var column = heard(sound, entry, start: start)
      if search.sounds.ends[sound] != 0 { pause(after: sound, entry, &column) }
      column.values[0] = before(sound)
      column.bypass = bypass
      columns.append(column)
    }
  }

  private func heard(_ sound: Int, _ entry: [Int], start: Int) -> Column {
    var entry = entry
    entry[0] = start
    var column = Column(frames: entry.count)
    let limits = search.limits[Int(search.sounds.lengths[sound])]
    let row = sums[Int(search.sounds.heard[sound])]
    guard let first = entry.firstIndex(where: isReached), let last = entry.lastIndex(where: isReached) else {
      return column
    }
    let (shortest, longest) = (limits.wide.lowerBound, limits.wide.upperBound)
    column.values.withUnsafeMutableBufferPointer { values in
      column.lengths.withUnsafeMutableBufferPointer { lengths in
        for t in first + shortest..<max(first + shortest, min(values.count, last + longest + 1)) {
          for d in max(shortest, t - last)...min(longest, t - first) where isReached(entry[t - d]) {
            let price = limits.usual.contains(d) ? 0 : Int(BlockSearch.widePrice)
            let score = entry[t - d] + Int(row[t]) - Int(row[t - d]) - price
            if score > values[t] { (values[t], lengths[t]) = (score, UInt8(d)) }
          }
        }
      }
    }
    return column
  }

  /// A silence after the sound, after which its last short vowel may have been dropped.
  private func pause(after sound: Int, _ entry: [Int], _ column: inout Column) {
    let price = Int(BlockSearch.silencePrices[Int(search.sounds.ends[sound])])
    let mayDrop = search.sounds.kinds.all[Int(search.sounds.kinds.bySound[sound])].mayBeDropped
    let plain = column
    var best = Self.never
    var place = 0
    var isDropped = false
    for t in BlockSearch.shortestSilence..<max(BlockSearch.shortestSilence, entry.count) {
      let from = t - BlockSearch.shortestSilence
      for drops in mayDrop ? [false, true] : [false] {
        let ended = drops ? entry[from] - Int(BlockSearch.dropPrice) : plain.values[from]
        let score = ended - Int(sums[0][from])
        if score > best { (best, place, isDropped) = (score, from, drops) }
      }
      let score = best + Int(sums[0][t]) - price
      guard isReached(best), score > column.values[t] else { continue }
      column.values[t] = score
      column.pauses[t] = UInt8(min(255, t - place))
      column.lengths[t] = isDropped ? 0 : column.lengths[place]
    }
  }
}
