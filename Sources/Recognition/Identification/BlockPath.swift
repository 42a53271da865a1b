/// The way by which a block of a recording ends with a sound of the Quran, as `BlockSearch` scores it.
struct BlockPath: Sendable {
  /// The sound with which the block begins, or the one that was over just before; -1 before the first.
  var before: Int
  /// Whether the block begins within `before`, and not after it.
  var isWithin: Bool
  /// What `BlockSearch` says of ending there.
  let score: Int
  /// What is heard, in order: the sound, and its frames within the block.
  var heard: [(sound: Int, frames: Range<Int>)] = []

  /// The best way to end `last` at the end of a block; nil when there is none.
  init?(
    to last: Int, in search: BlockSearch, _ sums: [[Int16]], from before: (Int) -> Int
  ) {
    let sounds = search.sounds
    let count = sums[0].count
    let first = max(0, last - BlockSearch.reach)
    let never = -1_000_000
    /// Values, and lengths of sound and of silence, of column `k - first + 1`.
    var values = [[Int]](repeating: [Int](repeating: never, count: count), count: last - first + 2)
    var lengths = [[UInt8]](repeating: [UInt8](repeating: 0, count: count), count: last - first + 2)
    var pauses = lengths
    var kept: Int?
    var entries = [Int](repeating: 0, count: last - first + 2)
    values[0][0] = first > 0 ? before(first - 1) : never
    for k in first...last {
      let column = k - first + 1
      entries[column] = column - 1
      var entry = values[column - 1]
      if let bypass = sounds.bypasses[k], bypass >= first { kept = bypass - first + 1 } else { kept = nil }
      if let kept {
        for t in entry.indices { entry[t] = max(entry[t], values[kept][t] - Int(BlockSearch.bypassPrice)) }
        entries[column] = -kept
      }
      let start = entry
      entry[0] = max(entry[0], before(k))
      let limits = search.limits[Int(sounds.lengths[k])]
      let row = sums[Int(sounds.heard[k])]
      for t in 1..<max(1, count) {
        var best = never
        var length = 0
        for d in limits.wide where d <= t && entry[t - d] > never / 2 {
          let price = limits.usual.contains(d) ? 0 : Int(BlockSearch.widePrice)
          let score = entry[t - d] + Int(row[t]) - Int(row[t - d]) - price
          if score > best { (best, length) = (score, d) }
        }
        values[column][t] = best
        lengths[column][t] = UInt8(length)
      }
      if sounds.ends[k] != 0 {
        let mayDrop =
          sounds.lengths[k] == AcousticModel.Length.short.rawValue
          && sounds.ends[k] != QuranSounds.End.ayah.rawValue
        let price = Int(BlockSearch.silencePrices[Int(sounds.ends[k])])
        var best = never
        var place = 0
        var isDropped = false
        let plain = values[column]
        for t in BlockSearch.shortestSilence..<max(BlockSearch.shortestSilence, count) {
          let from = t - BlockSearch.shortestSilence
          for drops in mayDrop ? [false, true] : [false] {
            let score = (drops ? start[from] - Int(BlockSearch.dropPrice) : plain[from]) - Int(sums[0][from])
            if score > best { (best, place, isDropped) = (score, from, drops) }
          }
          if best > never / 2, best + Int(sums[0][t]) - price > values[column][t] {
            values[column][t] = best + Int(sums[0][t]) - price
            pauses[column][t] = UInt8(min(255, t - place))
            // A length of 0 under a pause: the sound was dropped.
            if isDropped { lengths[column][t] = 0 } else { lengths[column][t] = lengths[column][place] }
          }
        }
      }
      values[column][0] = before(k)
    }
    var column = last - first + 1
    var t = count - 1
    guard values[column][t] > never / 2 else { return nil }
    score = values[column][t]
    var back: [(sound: Int, frames: Range<Int>)] = []
    self.before = last
    isWithin = false
    while t > 0 {
      let sound = column + first - 1
      let length = Int(lengths[column][t])
      let end = t - Int(pauses[column][t])
      guard column > 0, length > 0 || end < t else { return nil }
      t = end - length
      back.append((sound, t..<end))
      let previous = values[column - 1][t]
      let source = entries[column] < 0 ? -entries[column] : column - 1
      let other = entries[column] < 0 ? values[source][t] - Int(BlockSearch.bypassPrice) : never
      if t == 0, before(sound) > max(previous, other), length > 0 {
        self.before = sound
        isWithin = true
        break
      }
      column = other > previous ? source : column - 1
      self.before = column + first - 1
    }
    heard = back.reversed()
  }
}
