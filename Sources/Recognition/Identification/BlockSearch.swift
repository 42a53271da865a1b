import QuranIndex
import Dispatch

/// How well a block of a recording agrees with every place of the Quran, by what was heard before.
///
/// A segmental Viterbi search in which durations have limits instead of a distribution (minimum and maximum durations: Gu, Tseng,
/// Lee: Isolated-utterance speech recognition using hidden Markov models with bounded state durations, IEEE Trans. Signal
/// Processing 39, 1991). It isn't `SegmentalViterbi`, which would take hours for half a million sounds: here scores have 16 bits, 25 a
/// second, and there is no band, as nobody knows where in the Quran one is.
///
/// Sound after sound: for each the best score of ending it at every frame of the block. A sound may last anything within
/// wide limits, within wider ones at a price, so that no length has to be looked at for itself: the best over a run of
/// lengths is the greatest of a run of values, found by doubling.
struct BlockSearch: Sendable {
  let sounds: QuranSounds

  /// Frames that a class of length may take, and what it may take at a price.
  struct Limits: Sendable {
    var usual: ClosedRange<Int>
    var wide: ClosedRange<Int>
  }

  let limits: [Limits]
  /// Prices, in eighths of the unit of `EmissionScores` (`CoarseScores.unit`): of a length beyond the usual ones, of dropping the last
  /// vowel of a word, of leaving out a basmalah between surahs.
  static let widePrice: Int16 = 12
  static let dropPrice: Int16 = 12
  static let bypassPrice: Int16 = 96
  /// Of a silence after a word, by `QuranSounds.End`.
  static let silencePrices: [Int16] = [0, 32, 16, 0]
  static let shortestSilence = 2
  /// What can't be; sums of a block may be added to it and taken from it.
  static let never: Int16 = -16_000
  /// Room for the longest sound before the first frame of a block.
  private static let room = 256
  /// No block holds more sounds.
  static let reach = 320

  init(_ sounds: QuranSounds, _ model: AcousticModel) {
    self.sounds = sounds
    limits = model.medians.map { median in
      let usual = median * Double(CoarseScores.framesPerSecond)
      func frames(_ factor: Double) -> Int { max(1, Int((usual * factor).rounded())) }
      let low = frames(Self.usualRange.lowerBound)
      let high = max(low + 1, frames(Self.usualRange.upperBound))
      let longest = max(high, min(Self.room / 2, frames(Self.wideRange.upperBound)))
      return Limits(usual: low...high, wide: frames(Self.wideRange.lowerBound)...longest)
    }
  }

  /// What a sound takes at any tempo, and what it may take at a price, against the median at tempo 1.
  private static let usualRange = 0.45...1.9
  private static let wideRange = 0.25...3.5

  /// Whether a sound may be dropped before a silence: the short vowel with which a word ends that is not the last of its ayah.
  func mayDrop(_ sound: Int) -> Bool {
    sounds.lengths[sound] == AcousticModel.DurationClass.short.rawValue
      && sounds.ends[sound] != QuranSounds.End.ayah.rawValue
  }

  /// By sound, the best score of ending it at the end of the block, from those of ending each at its beginning.
  func ends(_ sums: [[Int16]], from before: [Int16]) -> [Int16] {
    let pieces = 16
    let length = (sounds.count + pieces - 1) / pieces
    var result = [Int16](repeating: Self.never, count: sounds.count)
    result.withUnsafeMutableBufferPointer { result in
      // Every thread writes its own sounds.
      nonisolated(unsafe) let result = result
      DispatchQueue.concurrentPerform(iterations: pieces) { piece in
        let range = min(sounds.count, piece * length)..<min(sounds.count, (piece + 1) * length)
        search(range, sums, before, result)
      }
    }
    return result
  }

  private func search(
    _ range: Range<Int>, _ sums: [[Int16]], _ before: [Int16], _ result: UnsafeMutableBufferPointer<Int16>
  ) {
    let count = sums[0].count
    let width = Self.room + count
    let levels = 8
    let table = UnsafeMutablePointer<Int16>.allocate(capacity: (levels + 3) * width)
    defer { table.deallocate() }
    table.initialize(repeating: Self.never, count: (levels + 3) * width)
    // The frames of the block start behind the room.
    let rows = table + Self.room
    var previous = rows + levels * width
    var current = rows + (levels + 1) * width
    let kept = rows + (levels + 2) * width
    let first = max(0, range.lowerBound - Self.reach)
    if first > 0 { previous[0] = before[first - 1] }
    let plans = limits.map(Plan.init)
    var sinceBasmalah = Int.max
    for k in first..<range.upperBound {
      let ending = sounds.ends[k]
      // A basmalah between surahs is not always recited.
      if sinceBasmalah != .max { sinceBasmalah += 1 }
      if k > first, sounds.places[k] != sounds.places[k - 1], let ayah = sounds.ayat[Int(sounds.places[k])] {
        if ayah.number == 0 {
          kept.update(from: previous, count: count)
          sinceBasmalah = 0
        } else if sinceBasmalah != .max {
          for t in 0..<count {
            let other = kept[t] - Self.bypassPrice
            previous[t] = previous[t] > other ? previous[t] : other
          }
          sinceBasmalah = .max
        }
      }
      // The block may begin within a sound.
      let start = previous[0]
      previous[0] = max(start, before[k])
      sums[Int(sounds.heard[k])].withUnsafeBufferPointer { sums in
        guard let sums = sums.baseAddress else { return }
        column(plans[Int(sounds.lengths[k])], sums, count, width, rows, previous, current)
      }
      previous[0] = start
      if ending != 0 {
        sums[0].withUnsafeBufferPointer { silence in
          pause(
            silence, count, previous, current, price: Self.silencePrices[Int(ending)],
            mayDrop: mayDrop(k))
        }
      }
      current[0] = before[k]
      if k >= range.lowerBound { result[k] = current[count - 1] }
      swap(&previous, &current)
    }
  }

  /// What to look at for a class of length.
  private struct Plan {
    let limits: Limits
    /// How often the run of lengths is doubled, and what is left.
    let usualLevel: Int
    let usualRest: Int
    let wideLevel: Int
    let wideRest: Int

    init(_ limits: Limits) {
      self.limits = limits
      func level(_ count: Int) -> Int { Int.bitWidth - 1 - count.leadingZeroBitCount }
      usualLevel = level(limits.usual.count)
      usualRest = limits.usual.count - (1 << usualLevel)
      wideLevel = level(limits.wide.count)
      wideRest = limits.wide.count - (1 << wideLevel)
    }
  }

  /// Ends of one sound. `rows` are the tables of maxima over 1, 2, 4, ... frames.
  private func column(
    _ plan: Plan, _ sums: UnsafePointer<Int16>, _ count: Int, _ width: Int,
    _ rows: UnsafeMutablePointer<Int16>, _ previous: UnsafeMutablePointer<Int16>,
    _ current: UnsafeMutablePointer<Int16>
  ) {
    for t in 0..<count { rows[t] = previous[t] &- sums[t] }
    if plan.wideLevel > 0 {
      for level in 1...plan.wideLevel {
        let from = rows + (level - 1) * width
        let to = rows + level * width
        let step = 1 << (level - 1)
        let shifted = from - step
        for t in 0..<count {
          let (a, b) = (from[t], shifted[t])
          to[t] = a > b ? a : b
        }
      }
    }
    let usual = rows + (plan.usualLevel * width - plan.limits.usual.lowerBound)
    let usualFar = usual - plan.usualRest
    let wide = rows + (plan.wideLevel * width - plan.limits.wide.lowerBound)
    let wideFar = wide - plan.wideRest
    for t in 0..<count {
      let a = usual[t]
      let b = usualFar[t]
      let c = wide[t]
      let d = wideFar[t]
      let ab = a > b ? a : b
      let cd = (c > d ? c : d) &- Self.widePrice
      let best = (ab > cd ? ab : cd) &+ sums[t]
      current[t] = best > Self.never ? best : Self.never
    }
  }

  /// A silence after the sound, after which its last short vowel may have been dropped.
  private func pause(
    _ silence: UnsafeBufferPointer<Int16>, _ count: Int, _ previous: UnsafeMutablePointer<Int16>,
    _ current: UnsafeMutablePointer<Int16>, price: Int16, mayDrop: Bool
  ) {
    var best = Int(Self.never)
    for t in Self.shortestSilence..<max(Self.shortestSilence, count) {
      let from = t - Self.shortestSilence
      var score = current[from]
      if mayDrop { score = max(score, previous[from] &- Self.dropPrice) }
      best = max(best, Int(score) - Int(silence[from]))
      let here = best + Int(silence[t]) - Int(price)
      if here > Int(current[t]) { current[t] = Int16(here) }
    }
  }
}
