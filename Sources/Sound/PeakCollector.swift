/// The rounding of samples to 16-bit numbers, as it is done in reading each kind of file.
enum SixteenBitRounding {
  /// The upper 16 bits of whole-number samples.
  case upperBits
  /// Of floats, 32767 for 1, towards zero.
  case towardsZero
  /// Of Vorbis, 32767 for 1, to the nearest.
  case nearest
  /// Of Opus, 32768 for 1, to the nearest.
  case nearestOfWhole

  static func of(_ format: String, holdsFloats: Bool) -> SixteenBitRounding {
    if holdsFloats { return .towardsZero }
    switch format {
    case "ogg": return .nearest
    case "opus": return .nearestOfWhole
    default: return .upperBits
    }
  }

  @inline(__always)
  func integer(_ sample: Float) -> Int32 {
    let value: Float =
      switch self {
      case .upperBits: (sample * 32768).rounded(.down)
      case .towardsZero: (sample * 32767).rounded(.towardZero)
      case .nearest: (sample * 32767).rounded(.toNearestOrEven)
      case .nearestOfWhole: (sample * 32768).rounded(.toNearestOrEven)
      }
    return Int32(max(-32768, min(32767, value)))
  }
}

/// Gathers the lowest and highest samples of pixels from blocks of interleaved samples of any size.
struct PeakCollector {
  let samplesPerPixel: Int
  let channels: Int
  /// The number of waveforms that result.
  let outputs: Int
  let rounding: SixteenBitRounding
  private(set) var values: [Int16] = []
  // Of the pixel that isn't complete; as floats while a waveform is one channel, since rounding keeps order.
  private var low: [Float]
  private var high: [Float]
  private var count = 0

  init(samplesPerPixel: Int, channels: Int, splits: Bool, rounding: SixteenBitRounding) {
    self.samplesPerPixel = samplesPerPixel
    self.channels = channels
    self.rounding = rounding
    outputs = splits ? channels : 1
    low = Array(repeating: .infinity, count: outputs)
    high = Array(repeating: -.infinity, count: outputs)
  }

  /// Takes whole frames.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    var rest = samples
    while !rest.isEmpty {
      let taken = min(samplesPerPixel - count, rest.count / channels)
      guard taken > 0 else { return }
      widen(UnsafeBufferPointer(rebasing: rest[..<(taken * channels)]))
      rest = UnsafeBufferPointer(rebasing: rest[(taken * channels)...])
      count += taken
      if count == samplesPerPixel { store() }
    }
  }

  /// No more samples come.
  mutating func finish() {
    if count > 0 { store() }
  }

  private mutating func store() {
    let isMixed = outputs < channels
    for output in 0..<outputs {
      for value in [low[output], high[output]] {
        values.append(Int16(clamping: isMixed ? Int32(value) : rounding.integer(value)))
      }
      low[output] = .infinity
      high[output] = -.infinity
    }
    count = 0
  }

  private mutating func widen(_ samples: UnsafeBufferPointer<Float>) {
    if channels == 1 {
      widenOne(samples)
    } else if outputs == channels {
      for channel in 0..<channels {
        var least = low[channel]
        var most = high[channel]
        for index in stride(from: channel, to: samples.count, by: channels) {
          least = min(least, samples[index])
          most = max(most, samples[index])
        }
        low[channel] = least
        high[channel] = most
      }
    } else {
      widenMixed(samples)
    }
  }

  // Comparing floats one by one isn't vectorised by the compiler.
  private mutating func widenOne(_ samples: UnsafeBufferPointer<Float>) {
    guard let base = samples.baseAddress else { return }
    let raw = UnsafeRawPointer(base)
    var least = SIMD8<Float>(repeating: low[0])
    var most = SIMD8<Float>(repeating: high[0])
    var index = 0
    while index + 8 <= samples.count {
      let eight = raw.loadUnaligned(
        fromByteOffset: index * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
      least.replace(with: eight, where: eight .< least)
      most.replace(with: eight, where: eight .> most)
      index += 8
    }
    low[0] = least.min()
    high[0] = most.max()
    while index < samples.count {
      low[0] = min(low[0], samples[index])
      high[0] = max(high[0], samples[index])
      index += 1
    }
  }

  private mutating func widenMixed(_ samples: UnsafeBufferPointer<Float>) {
    var least = Int32.max
    var most = Int32.min
    let divisor = Int32(channels)
    var index = 0
    while index < samples.count {
      var sum: Int32 = 0
      for channel in 0..<channels { sum += rounding.integer(samples[index + channel]) }
      sum /= divisor
      least = min(least, sum)
      most = max(most, sum)
      index += channels
    }
    low[0] = min(low[0], Float(least))
    high[0] = max(high[0], Float(most))
  }
}
