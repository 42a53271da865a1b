#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loudness of a recording over time, a level for every 10 ms.
///
/// A level is the RMS of 30 ms around it, without the constant part, of the loudest channel, in hundredths
/// of a decibel below full scale (0 is a square wave of full height). Two bytes a hop are 720 kB an hour;
/// the samples themselves are never kept.
struct LevelCurve {
  /// How long a hop is, in milliseconds.
  static let hop: Int64 = 10
  /// Digital silence, and everything below.
  static let lowest: Int16 = -12000
  private static let highest: Int16 = 4000

  private(set) var levels: [Int16] = []
  /// How often each level occurs, from `lowest` on.
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

/// The mean square of the loudest channel of interleaved samples, each channel's mean taken away first.
///
/// Float sums aren't vectorised by the compiler; eight lanes at once are about eight times as fast.
func loudestPower(_ samples: UnsafeBufferPointer<Float>, channels: Int) -> Float {
  let frames = samples.count / channels
  guard frames > 0, let base = samples.baseAddress else { return 0 }
  let lanes = 8
  guard lanes % channels == 0 else { return loudestPowerOneByOne(samples, channels: channels) }
  let raw = UnsafeRawPointer(base)
  let count = frames * channels
  var sums = SIMD8<Float>(repeating: 0)
  var squares = SIMD8<Float>(repeating: 0)
  var index = 0
  while index + lanes <= count {
    let eight = raw.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
    sums += eight
    squares += eight * eight
    index += lanes
  }
  // The lanes repeat the order of the channels, and so does the rest.
  var lane = 0
  while index < count {
    sums[lane] += base[index]
    squares[lane] += base[index] * base[index]
    lane += 1
    index += 1
  }
  var loudest: Float = 0
  for channel in 0..<channels {
    var sum: Float = 0
    var square: Float = 0
    for lane in stride(from: channel, to: lanes, by: channels) {
      sum += sums[lane]
      square += squares[lane]
    }
    loudest = max(loudest, meanSquare(sum, square, frames))
  }
  return loudest
}

private func loudestPowerOneByOne(_ samples: UnsafeBufferPointer<Float>, channels: Int) -> Float {
  let frames = samples.count / channels
  var loudest: Float = 0
  for channel in 0..<channels {
    var sum: Float = 0
    var square: Float = 0
    for index in stride(from: channel, to: frames * channels, by: channels) {
      sum += samples[index]
      square += samples[index] * samples[index]
    }
    loudest = max(loudest, meanSquare(sum, square, frames))
  }
  return loudest
}

// A microphone's constant offset would hide every pause below it.
private func meanSquare(_ sum: Float, _ square: Float, _ frames: Int) -> Float {
  let mean = sum / Float(frames)
  return square / Float(frames) - mean * mean
}
