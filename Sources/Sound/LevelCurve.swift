#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loudness of a recording over time, a level for every 10 ms.
///
/// A level is the RMS of 30 ms around it, without the constant part, of the loudest channel with a voice. It
/// is in hundredths of a decibel below full scale (0 is a square wave of full height). Two bytes a hop are
/// 720 kB an hour; the samples themselves are never kept.
struct LevelCurve {
  /// The length of a hop in milliseconds.
  static let hop: Int64 = 10
  /// Digital silence, and everything below.
  static let lowest: Int16 = -12000
  private static let highest: Int16 = 4000

  private(set) var levels: [Int16] = []
  /// The number of occurrences of each level, from `lowest` on.
  private var histogram = [Int32](repeating: 0, count: Int(highest) - Int(lowest) + 1)
  private var before: Float?
  private var latest: Float?

  /// Takes the mean square of the next hop; call `finish` after the last one.
  mutating func append(_ power: Float) {
    if let latest { store(around: latest, before, power) }
    before = latest
    latest = power
  }

  /// The last hop is in.
  mutating func finish() {
    if let latest { store(around: latest, before, nil) }
    before = nil
    latest = nil
  }

  private mutating func store(around power: Float, _ before: Float?, _ after: Float?) {
    var sum = power
    var count: Float = 1
    if let before {
      sum += before
      count += 1
    }
    if let after {
      sum += after
      count += 1
    }
    let level = Self.hundredths(sum / count)
    levels.append(level)
    histogram[Int(level) - Int(Self.lowest)] += 1
  }

  /// A mean square as a level; NaN and infinity, which absurd samples could give, are the highest.
  private static func hundredths(_ power: Float) -> Int16 {
    guard power < 10_000 else { return highest }
    guard power > 1e-12 else { return lowest }
    return Int16((1000 * log10(Double(power))).rounded())
  }

  /// The level that `fraction` of all hops are below; the lowest when there are none.
  func percentile(_ fraction: Double) -> Int16 {
    var rest = Int((fraction * Double(levels.count)).rounded(.down))
    for (bin, count) in histogram.enumerated() where count > 0 {
      rest -= Int(count)
      if rest < 0 { return Int16(bin) + Self.lowest }
    }
    return Self.lowest
  }
}

/// Returns the mean square of the loudest channel in use of interleaved samples, without each channel's mean.
///
/// The compiler doesn't vectorise sums of floats; sixteen lanes at once don't wait for each other's sums
/// either. Whole numbers give exactly the result of the equivalent floats, which are the same numbers divided
/// by a power of two.
func loudestPower<Value: Sample>(_ samples: UnsafeBufferPointer<Value>, of isHeard: [Bool]) -> Float {
  let channels = isHeard.count
  let frames = samples.count / channels
  guard frames > 0, let base = samples.baseAddress else { return 0 }
  guard 8 % channels == 0 else { return loudestPowerOneByOne(samples, of: isHeard) }
  let raw = UnsafeRawPointer(base)
  func eight(from index: Int) -> SIMD8<Float> {
    Value.eight(at: raw + index * MemoryLayout<Value>.stride)
  }
  let count = frames * channels
  var sums = SIMD16<Float>(repeating: 0)
  var squares = SIMD16<Float>(repeating: 0)
  var index = 0
  while index + 16 <= count {
    let next = SIMD16(lowHalf: eight(from: index), highHalf: eight(from: index + 8))
    sums += next
    squares += next * next
    index += 16
  }
  var (sum, square) = (sums.lowHalf + sums.highHalf, squares.lowHalf + squares.highHalf)
  if index + 8 <= count {
    let next = eight(from: index)
    sum += next
    square += next * next
    index += 8
  }
  if channels == 1 { return power(total(sum), total(square), samples, from: index, by: 1, frames) }
  // The lanes repeat the order of the channels, and so does the rest.
  var loudest: Float = 0
  for channel in 0..<channels where isHeard[channel] {
    let lanes = stride(from: channel, to: 8, by: channels)
    loudest = max(
      loudest,
      power(
        lanes.reduce(0) { $0 + sum[$1] }, lanes.reduce(0) { $0 + square[$1] }, samples,
        from: index + channel, by: channels, frames))
  }
  return loudest
}

// `sum()` adds one lane after the other.
private func total(_ lanes: SIMD8<Float>) -> Float {
  let four = lanes.lowHalf + lanes.highHalf
  let two = four.lowHalf + four.highHalf
  return two.x + two.y
}

private func loudestPowerOneByOne<Value: Sample>(
  _ samples: UnsafeBufferPointer<Value>, of isHeard: [Bool]
) -> Float {
  let channels = isHeard.count
  return isHeard.indices.filter { isHeard[$0] }.reduce(0) {
    max($0, power(0, 0, samples, from: $1, by: channels, samples.count / channels))
  }
}

/// Returns the mean square of one channel of `frames` frames, without its mean, given the sums of some of its
/// samples.
///
/// The other samples are at `start` and every `step` after it. A microphone's constant offset would hide
/// every pause below it.
private func power<Value: Sample>(
  _ sum: Float, _ squares: Float, _ samples: UnsafeBufferPointer<Value>, from start: Int, by step: Int,
  _ frames: Int
) -> Float {
  var (sum, squares) = (sum, squares)
  var index = start
  while index < frames * step {
    let sample = samples[index].float
    sum += sample
    squares += sample * sample
    index += step
  }
  let mean = sum / Float(frames)
  return max(0, squares / Float(frames) - mean * mean) / (Value.fullScale * Value.fullScale)
}
