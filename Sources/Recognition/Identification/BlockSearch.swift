import TilawaBase
import TilawaQuran

/// Computes the agreement of a block of a recording with every place of the Quran, given the blocks before
/// it.
///
/// It is a segmental Viterbi search in which durations have limits instead of a distribution. (Minimum and
/// maximum durations: Gu, Tseng, Lee: Isolated-utterance speech recognition using hidden Markov models with
/// bounded state durations, IEEE Trans. Signal Processing 39, 1991.) It isn't `SegmentalViterbi`, which would
/// take hours for half a million sounds. Here scores have 16 bits, 25 a second, and there is no band, as the
/// place in the Quran is unknown.
///
/// It goes sound after sound, with the best score of ending each at every frame of the block. A sound may
/// have any length within wide limits, and within wider ones at a price. So no length has to be examined by
/// itself: the best over a run of lengths is the greatest of a run of values, found by doubling.
struct BlockSearch: Sendable {
  let sounds: QuranSounds

  /// Frames that a class of length may take, and what it may take at a price.
  struct Limits: Sendable {
    var usual: ClosedRange<Int>
    var wide: ClosedRange<Int>
  }

  let limits: [Limits]
  /// Prices of a length beyond the usual ones, of dropping the last vowel of a word, and of leaving out a
  /// basmalah between surahs.
  ///
  /// They are in eighths of the unit of `EmissionScores` (`CoarseScores.unit`).
  static let widePrice: Int16 = 12
  static let dropPrice: Int16 = 12
  static let bypassPrice: Int16 = 96
  /// Of a silence after a word, by `QuranSounds.End`.
  static let silencePrices: [Int16] = [0, 32, 16, 0]
  static let shortestSilence = 2
  /// The score of the impossible; sums of a block may be added to it and subtracted from it.
  static let never: Int16 = -16_000
  /// Fewer sounds are searched by one thread.
  private static let few = 5000
  /// The maximum number of sounds in a block.
  static let reach = 320

  init(_ sounds: QuranSounds, _ model: AcousticModel) {
    self.sounds = sounds
    limits = model.medians.map { median in
      let usual = median * Double(CoarseScores.framesPerSecond)
      func frames(_ factor: Double) -> Int { max(1, Int((usual * factor).rounded())) }
      let low = frames(Self.usualRange.lowerBound)
      let high = max(low + 1, frames(Self.usualRange.upperBound))
      let longest = max(high, min(BlockColumns.room / 2, frames(Self.wideRange.upperBound)))
      return Limits(usual: low...high, wide: frames(Self.wideRange.lowerBound)...longest)
    }
  }

  /// The range of a sound's duration at any tempo, and the wider range at a price, relative to the median at
  /// tempo 1.
  private static let usualRange = 0.45...1.9
  private static let wideRange = 0.25...3.5

  /// Returns, by sound, the best score of ending it at the end of the block, from those of ending each at its
  /// beginning.
  ///
  /// An end that is worse than the best sound by more than `tolerance`, or below `least`, is `never`. Sounds
  /// that can't come that near the best are given up early. Nothing is lost by it: the best is at least as
  /// good as the best of what follows the likeliest place, which is searched first.
  func ends(
    _ sums: [[Int16]], from before: [Int16], tolerance: Int, least: Int = Int(never)
  ) -> [Int16] {
    var likeliest = 0
    for sound in before.indices where before[sound] > before[likeliest] { likeliest = sound }
    let near = likeliest..<min(sounds.count, likeliest + Self.reach)
    let ahead = ScoresAhead(self, sums)
    let known = ends(near, sums, from: before, above: ahead.limits(nil)).max() ?? Self.never
    func limit(_ best: Int16) -> Int16 {
      Int16(clamping: max(Int(Self.never), least, Int(best) - tolerance))
    }
    var result = ends(sounds.heard.indices, sums, from: before, above: ahead.limits(limit(known)))
    let lowest = limit(result.max() ?? Self.never)
    for index in result.indices where result[index] < lowest { result[index] = Self.never }
    return result
  }

  /// Of some of the sounds.
  private func ends(
    _ all: Range<Int>, _ sums: [[Int16]], from before: [Int16], above least: [Int16]
  ) -> [Int16] {
    let pieces = all.count < Self.few ? 1 : 16
    let length = (all.count + pieces - 1) / pieces
    var result = [Int16](repeating: Self.never, count: all.count)
    result.withUnsafeMutableBufferPointer { result in
      // Every thread writes its own sounds.
      nonisolated(unsafe) let result = result
      Processors.share(pieces) { piece in
        let own = min(all.count, piece * length)..<min(all.count, (piece + 1) * length)
        let range = all.lowerBound + own.lowerBound..<all.lowerBound + own.upperBound
        least.withUnsafeBufferPointer { least in
          guard let least = least.baseAddress else { return }
          search(range, BlockColumns(self, sums, least: least), before) { result[$0 - all.lowerBound] = $1 }
        }
      }
    }
    return result
  }

  private func search(
    _ range: Range<Int>, _ columns: BlockColumns, _ before: [Int16], _ found: (Int, Int16) -> Void
  ) {
    let (kinds, rows) = (sounds.kinds.bySound, sounds.kinds.rows)
    let first = max(0, range.lowerBound - Self.reach)
    if first > 0 { columns.begin(at: before[first - 1]) }
    var isAfterBasmalah = false
    var start = first
    while start < range.upperBound {
      let place = Int(sounds.places[start])
      // A basmalah between surahs is not always recited.
      if start > first, let ayah = sounds.ayat[place] {
        if ayah.number == 0 {
          columns.keep()
          isAfterBasmalah = true
        } else if isAfterBasmalah {
          columns.bypass(price: Self.bypassPrice)
          isAfterBasmalah = false
        }
      }
      let end = min(range.upperBound, sounds.starts[place + 1])
      for sound in start..<end {
        columns.add(Int(kinds[sound]), begun: before[sound], limits: Int(rows[sound]))
        if sound >= range.lowerBound { found(sound, columns.last) }
      }
      start = end
    }
  }
}
