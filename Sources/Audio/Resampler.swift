internal import CSamplerate

/// Brings stretches of one channel to another sample rate by libsamplerate.
///
/// Every stretch is converted for itself, so that several can be at once: its ends are right only when samples before and
/// after it (`margin`) are given along.
struct Resampler: Sendable {
  /// Samples a second of what comes in and what goes out.
  let source, target: Int
  /// So many samples in give a whole number of samples out.
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

  /// How many samples come out for a whole number of periods.
  func converted(_ count: Int) -> Int { count / period * (period * target / source) }

  /// The samples at the other rate; nil when the library refuses, which it has no reason to.
  func convert(_ samples: [Float]) -> [Float]? {
    if source == target { return samples }
    let capacity = Int((Double(samples.count) * Double(target) / Double(source)).rounded(.up)) + 16
    var count = 0
    let result = [Float](unsafeUninitializedCapacity: capacity) { out, used in
      samples.withUnsafeBufferPointer { input in
        var data = SRC_DATA()
        data.data_in = input.baseAddress
        data.data_out = out.baseAddress
        data.input_frames = input.count
        data.output_frames = capacity
        data.src_ratio = Double(target) / Double(source)
        count = src_simple(&data, Int32(SRC_SINC_FASTEST), 1) == 0 ? data.output_frames_gen : -1
      }
      used = max(0, count)
    }
    return count < 0 ? nil : result
  }
}
