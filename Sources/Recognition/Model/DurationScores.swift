#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Audio

/// How likely each class of sound lasts a number of frames, at one tempo or at one for each item.
struct DurationScores: Sendable {
  /// Log probability of `d` frames at `d - 1`, for each class of length; no sound of a class lasts longer.
  let rows: [[Float]]
  /// Whether each item has rows of its own, one item after the other.
  private(set) var isByItem = false
  /// What the lengths of pauses after items score; nil when any length will do.
  var pauses: PauseDurations?

  /// A sound that lasts otherwise than it should costs at most about this much: nothing is impossible.
  private static let floor = -9.0
  /// No sound lasts longer, in seconds.
  private static let longest = 6.0

  /// Scores that were made elsewhere.
  init(rows: [[Float]], isByItem: Bool = false) {
    self.rows = rows
    self.isByItem = isByItem
  }

  /// Where each item has a tempo of its own.
  init(_ model: AcousticModel, tempi: [Double]) {
    self.init(rows: tempi.flatMap { DurationScores(model, tempo: $0).rows }, isByItem: true)
  }

  /// The scores of the lengths of a sound's state.
  func row(_ state: StateChain.State) -> [Float] {
    rows[isByItem ? state.item * AcousticModel.Length.allCases.count + state.length : state.length]
  }

  init(_ model: AcousticModel, tempo: Double) {
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
