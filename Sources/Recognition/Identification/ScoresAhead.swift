/// The best possible score of the rest of a block, from any of its frames on, whatever part of the Quran is
/// read.
///
/// It is an estimate that is never too low, as in the A* search. (Hart, Nilsson, Raphael: A formal basis for
/// the heuristic determination of minimum cost paths, IEEE Trans. Systems Science and Cybernetics 4, 1968.)
///
/// Any sound may come next if its kind follows the kind of the one before anywhere in the Quran. This is a
/// small search of a few hundred kinds, backwards, by the rules of `BlockSearch`.
struct ScoresAhead {
  /// The assumption about a kind for which a row has the best score, frame by frame.
  enum Row: Int, CaseIterable {
    /// That it comes next, at once.
    case next
    /// That it comes next, and a silence may be before it.
    case nextOrSilence
    /// Anything that may come after it, including a silence.
    case anything

    /// The row of that for one of `count` kinds.
    func number(_ kind: Int, of count: Int) -> Int { rawValue * count + kind }
  }

  /// Frames of the block, and the one before the first.
  private let count: Int
  /// By row and frame.
  private var table: [Int32]
  private static let never: Int32 = -30_000

  /// `sums` are of the scores by phone, up to every frame of the block.
  init(_ search: BlockSearch, _ sums: [[Int16]]) {
    let kinds = search.sounds.kinds
    let size = kinds.all.count
    let count = sums[0].count
    let last = count - 1
    self.count = count
    table = [Int32](repeating: 0, count: Row.allCases.count * size * count)
    // What is heard up to a frame where a kind ends, and what may come after: of these the best is looked for.
    var whole = [Int32](repeating: 0, count: size * count)
    for (kind, own) in kinds.all.enumerated() { whole[kind * count + last] = Int32(sums[own.phone][last]) }
    let (silence, shortest) = (sums[0].map(Int32.init), BlockSearch.shortestSilence)
    table.withUnsafeMutableBufferPointer { table in
      whole.withUnsafeMutableBufferPointer { whole in
        func best(_ kind: Int, _ lengths: ClosedRange<Int>, from frame: Int) -> Int32 {
          let (first, end) = (frame + lengths.lowerBound, min(last, frame + lengths.upperBound))
          guard first <= end else { return Self.never }
          var best = Self.never
          for place in kind * count + first...kind * count + end where whole[place] > best {
            best = whole[place]
          }
          return best
        }
        for frame in stride(from: last - 1, through: 0, by: -1) {
          let pause = silence[frame + 1] - silence[frame]
          /// Returns the score of a silence after a kind, and of the best that may follow.
          func afterSilence(_ kind: Int, _ end: QuranSounds.End) -> Int32 {
            let after = frame + shortest
            guard after <= last, end != .nothing else { return Self.never }
            return silence[after] - silence[frame]
              + table[Row.anything.number(kind, of: size) * count + after]
              - Int32(BlockSearch.silencePrices[Int(end.rawValue)])
          }
          for (kind, own) in kinds.all.enumerated() {
            let limits = search.limits[own.length]
            let usual = best(kind, limits.usual, from: frame)
            let wide = best(kind, limits.wide, from: frame) - Int32(BlockSearch.widePrice)
            var score = max(usual, wide) - Int32(sums[own.phone][frame])
            if own.mayBeDropped {
              score = max(score, afterSilence(kind, own.end) - Int32(BlockSearch.dropPrice))
            }
            table[kind * count + frame] = max(score, Self.never)
          }
          for (kind, own) in kinds.all.enumerated() {
            var next = Self.never
            for follower in kinds.followers[kind] { next = max(next, table[follower * count + frame]) }
            let anything = Row.anything.number(kind, of: size) * count + frame
            table[anything] = max(next, pause + table[anything + 1])
            let nextOrSilence = Row.nextOrSilence.number(kind, of: size) * count + frame
            table[nextOrSilence] = max(table[kind * count + frame], pause + table[nextOrSilence + 1])
            whole[kind * count + frame] =
              max(next, afterSilence(kind, own.end)) + Int32(sums[own.phone][frame])
          }
        }
      }
    }
  }

  /// Returns, by row and frame in whole vectors, the least scores with which the block can still end with
  /// `least`; without it, any score will do.
  func limits(_ least: Int16?) -> [Int16] {
    let width = BlockColumns.whole(count)
    var result = [Int16](repeating: .max, count: table.count / count * width)
    result.withUnsafeMutableBufferPointer { result in
      table.withUnsafeBufferPointer { table in
        for row in 0..<table.count / count {
          for frame in 0..<count {
            result[row * width + frame] =
              least.map {
                Int16(truncatingIfNeeded: min(Int32(Int16.max), Int32($0) &- table[row * count + frame]))
              } ?? BlockSearch.never
          }
        }
      }
    }
    return result
  }
}
