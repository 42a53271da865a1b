#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Audio

/// How likely each class of sound lasts a number of frames, at one tempo.
struct LengthScores: Sendable {
  /// Log probability of `d` frames at `d - 1`, for each class of length; no sound of a class lasts longer.
  let rows: [[Float]]
  /// By item, which of the tempi that were asked for is its own; none when there is only one.
  private(set) var levels: [Int] = []

  /// A sound that lasts otherwise than it should costs at most about this much: nothing is impossible.
  private static let floor = -9.0
  /// No sound lasts longer, in seconds.
  private static let longest = 6.0

  /// Scores that were made elsewhere.
  init(rows: [[Float]], levels: [Int] = []) {
    self.rows = rows
    self.levels = levels
  }

  /// Tempi that differ by less than this, in logarithms, count as one.
  private static let step = 0.08

  /// Of a reading whose tempo varies.
  init(_ model: SoundModel, tempo: ReadingTempo) {
    let steps = tempo.items.map { Int((log($0 / tempo.whole) / Self.step).rounded()) }
    let all = Set(steps).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
    rows = all.flatMap { LengthScores(model, tempo: tempo.whole * exp(Double($0) * Self.step)).rows }
    levels = steps.map { places[$0] ?? 0 }
  }

  /// The scores of a link's lengths.
  func row(_ link: SoundChain.Link) -> [Float] {
    guard levels.indices.contains(link.item) else { return rows[link.length] }
    return rows[levels[link.item] * SoundModel.Length.allCases.count + link.length]
  }

  init(_ model: SoundModel, tempo: Double) {
    let rate = Double(SpeechFeatures.framesPerSecond)
    let most = Int(Self.longest * rate)
    rows = zip(model.medians, model.spreads).map { median, spread in
      let middle = log(median * tempo * rate)
      // Lengths are whole frames: a short sound's spread can't be finer.
      let spread = sqrt(spread * spread + pow(0.4 / exp(middle), 2))
      let count = min(most, max(6, Int(exp(middle + 3 * spread))))
      return (1...count).map { length in
        let d = Double(length)
        let z = (log(d) - middle) / spread
        let normal = -0.5 * z * z - log(d * spread * 2.5066)
        let other = Self.floor - log(1 + d / exp(middle))
        let top = max(normal, other)
        return Float(top + log(exp(normal - top) + exp(other - top)))
      }
    }
  }
}
