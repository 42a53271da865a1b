import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The duration model at a tempo: the log-probability of each number of frames for a state of each class of
/// duration.
///
/// It is log-normal, as durations of phones are skewed. (Levinson: Continuously variable duration hidden
/// Markov models, Computer Speech and Language 1, 1986, has gamma densities for the same reason.) Our own
/// addition is the floor under the tails, which applies when a reciter holds a vowel for its beauty.
struct DurationScores: Sendable {
  /// Log probability of `d` frames at `d - 1`, for each class of length; no sound of a class lasts longer.
  let rows: [[Float]]
  /// The scores of lengths of pauses after items; nil if any length will do.
  var pauses: PauseDurations?

  /// A sound that lasts otherwise than it should costs at most about this much: nothing is impossible.
  private static let floor = -9.0
  /// No sound lasts longer, in seconds.
  private static let longest = 6.0
  /// The maximum of a class in spreads above the median, and the number of frames that any sound may last.
  private static let mostSpreads = 3.0
  private static let leastRange = 6
  /// Durations are whole frames: those of a short sound spread by at least this part of one.
  private static let leastSpread = 0.4
  /// To five figures, as everything was measured with it: neighbours of one class tie, and then the last bit decides.
  private static let rootOfTwoPi = 2.5066

  /// Scores that were made elsewhere.
  init(rows: [[Float]]) { self.rows = rows }

  init(_ model: AcousticModel, tempo: Double) {
    let rate = Double(SpeechFeatures.framesPerSecond)
    let most = Int(Self.longest * rate)
    rows = zip(model.medians, model.spreads).map { median, spread in
      let middle = log(median * tempo * rate)
      let spread = sqrt(spread * spread + pow(Self.leastSpread / exp(middle), 2))
      let count = min(most, max(Self.leastRange, Int(exp(middle + Self.mostSpreads * spread))))
      return (1...count).map { length in
        let d = Double(length)
        let z = (log(d) - middle) / spread
        let normal = -0.5 * z * z - log(d * spread * Self.rootOfTwoPi)
        let other = Self.floor - log(1 + d / exp(middle))
        let top = max(normal, other)
        return Float(top + log(exp(normal - top) + exp(other - top)))
      }
    }
  }

  /// The scores of lengths in steps of `stride` frames; what is shorter than one step counts as one.
  func coarser(by stride: Int) -> DurationScores {
    guard stride > 1 else { return self }
    var coarse = DurationScores(
      rows: rows.map { row in
        (1...max(1, row.count / stride)).map { length in
          length == 1 ? row[..<min(stride, row.count)].max() ?? 0 : row[length * stride - 1]
        }
      })
    coarse.pauses = pauses?.coarser(by: stride)
    return coarse
  }
}
