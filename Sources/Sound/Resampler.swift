/// Converts stretches of one channel to another sample rate.
///
/// Every stretch is converted for itself, so that several can be at once. Its ends are right only if samples
/// before and after it (`margin`) are included.
struct Resampler: Sendable {
  /// Samples a second of what comes in and what goes out.
  let source, target: Int
  /// The number of input samples that gives a whole number of output samples.
  let period: Int

  init(from source: Int, to target: Int) {
    self.source = source
    self.target = target
    var (a, b) = (source, target)
    while b != 0 { (a, b) = (b, a % b) }
    period = source / a
  }

  /// At least a twentieth of a second, in whole periods, which the filter needs either side.
  var margin: Int { (source / 20 / period + 1) * period }

  /// Returns the number of output samples for a whole number of periods.
  func converted(_ count: Int) -> Int { count / period * (period * target / source) }

  /// The samples at the other rate; beyond both ends there is silence.
  func convert(_ samples: [Float]) -> [Float] {
    if source == target { return samples }
    let wanted = (samples.count * target + source - 1) / source
    var converted =
      SampleRateConverter(from: source, to: target, channels: 1)?.convert(samples, isLast: true) ?? []
    // The library rounds the length to the nearest sample.
    if converted.count > wanted { converted.removeLast(converted.count - wanted) }
    converted += [Float](repeating: 0, count: wanted - converted.count)
    return converted
  }
}
