import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `SpeechFeatures` of a sound that is still going on.
///
/// `SpeechFeatures` uses values of the whole recording: the usual cepstra of its loud frames, and its range
/// of levels. Here they come from the sound so far, with the latest counting most. They begin with values
/// that are usual in recitations. So the same frame has other numbers if it is requested again later. The
/// last `window` of the sound is kept.
public struct SpeechFeatureStream {
  /// The number of frames that can be requested again.
  public static let window = 60 * SpeechFeatures.framesPerSecond
  /// The number of later frames that a frame's features depend on.
  public static let lookahead = 2

  /// The number of frames received.
  public private(set) var count = 0
  /// The frames that are kept.
  public var kept: Range<Int> { first..<count }
  /// The number of loud frames, as far as it was known at their time.
  public private(set) var loudCount = 0

  private let converter: SampleRateConverter?
  /// At the rate of `MelFrames`; before those of the next frame there is one more, except at the very beginning.
  private var samples: [Float] = []
  private var hasBegun = false
  /// The first frame of those that are kept: its cepstra one after the other, and levels in decibels.
  private var first = 0
  private var cepstra: [Float] = []
  private var levels: [Float] = []
  private var usual = UsualCepstra()
  private var range = LevelRange()

  /// A sound of one channel.
  public init(sampleRate: Int) {
    converter =
      sampleRate == MelFrames.rate
      ? nil : SampleRateConverter(from: sampleRate, to: MelFrames.rate, channels: 1)
  }

  /// Adds the next samples. With `isLast` the rest is made a frame, with silence behind it.
  public mutating func add(_ more: [Float], isLast: Bool = false) {
    samples += converter?.convert(more, isLast: isLast) ?? more
    let lead = hasBegun ? 1 : 0
    let ready = samples.count - lead - (isLast ? 0 : MelFrames.window - MelFrames.hop)
    let body = max(0, ready / MelFrames.hop) * MelFrames.hop
    guard body > 0 else { return }
    let frames = MelFrames(samples, body: lead..<lead + body)
    samples.removeFirst(lead + body - 1)
    hasBegun = true
    take(frames)
  }

  private mutating func take(_ frames: MelFrames) {
    let table = CosineTable.shared
    for t in 0..<frames.count {
      let level = 10 * log10f(frames.power[t] + 1e-10)
      var row = [Float](repeating: 0, count: CosineTable.rows)
      for band in 0..<MelFrames.bands {
        let value = logf(frames.mel[band * frames.count + t] + 1e-12)
        for index in row.indices { row[index] += table.factors[band * CosineTable.rows + index] * value }
      }
      levels.append(level)
      cepstra += row
      range.add(level)
      if level > range.loud {
        usual.add(row)
        loudCount += 1
      }
    }
    count += frames.count
    if levels.count > Self.window + Self.window / 4 {
      let old = levels.count - Self.window
      levels.removeFirst(old)
      cepstra.removeFirst(old * CosineTable.rows)
      first += old
    }
  }

  /// The features of some frames that are still kept, by what is known now of the sound.
  public func features(of frames: Range<Int>) -> SpeechFeatures {
    let frames = frames.clamped(to: first..<count)
    let rows = CosineTable.rows
    let base = SpeechFeatures.dimensions / 2
    let wide = max(first, frames.lowerBound - Self.lookahead)..<min(count, frames.upperBound + Self.lookahead)
    var still = [Float](repeating: 0, count: base * wide.count)
    for (index, t) in wide.enumerated() {
      for row in 0..<rows {
        still[row * wide.count + index] = usual.normal(cepstra[(t - first) * rows + row], row)
      }
    }
    let level = wide.map(smoothLevel)
    let near = nearbyLevels(wide)
    for index in 0..<wide.count {
      still[(base - 2) * wide.count + index] = min(max((level[index] - near[index]) / 10, -6), 1)
      still[(base - 1) * wide.count + index] = 3 * min(max((level[index] - range.low) / range.width, 0), 1.3)
    }
    var values = [Float](repeating: 0, count: SpeechFeatures.dimensions * frames.count)
    for row in 0..<base {
      func at(_ t: Int) -> Float {
        still[row * wide.count + min(max(t, wide.lowerBound), wide.upperBound - 1) - wide.lowerBound]
      }
      for (index, t) in frames.enumerated() {
        values[row * frames.count + index] = at(t)
        values[(base + row) * frames.count + index] =
          0.3 * (2 * (at(t + 2) - at(t - 2)) + (at(t + 1) - at(t - 1)))
      }
    }
    return SpeechFeatures(
      values: values, isLoud: frames.map { smoothLevel($0) > range.loud }, power: [],
      duration: Milliseconds(Int64(frames.count * 1000 / SpeechFeatures.framesPerSecond)))
  }

  private func smoothLevel(_ t: Int) -> Float {
    let near = max(first, t - 1)...min(count - 1, t + 1)
    return near.reduce(0) { $0 + levels[$1 - first] } / Float(near.count)
  }

  /// Returns the loudest levels within two seconds, as means over two seconds, as far as the sound was
  /// received yet.
  private func nearbyLevels(_ frames: Range<Int>) -> [Float] {
    let reach = 2 * SpeechFeatures.framesPerSecond
    let outer = max(first, frames.lowerBound - 2 * reach)..<min(count, frames.upperBound + 2 * reach)
    let tops = runningMaximum(outer.map(smoothLevel), width: 2 * reach).map { max($0, range.loud) }
    var sums: [Float] = [0]
    for top in tops { sums.append(sums[sums.count - 1] + top - range.loud) }
    return frames.map { t in
      let from = max(0, t - reach - outer.lowerBound)
      let to = min(tops.count, t + reach - outer.lowerBound)
      return range.loud + (sums[to] - sums[from]) / Float(max(1, to - from))
    }
  }
}

/// The cepstra of 22 bands, as `SpeechFeatures` has them.
private struct CosineTable: Sendable {
  static let rows = SpeechFeatures.dimensions / 2 - 2
  static let shared = CosineTable()
  /// By band, then by cepstrum.
  let factors: [Float]

  private init() {
    let bands = Double(MelFrames.bands)
    factors = (0..<MelFrames.bands).flatMap { band in
      (0..<Self.rows).map { row in
        Float(cos(Double.pi * Double(row + 1) * (2 * Double(band) + 1) / (2 * bands)) * sqrt(2 / bands))
      }
    }
  }
}

/// The mean and spread of the cepstra of loud frames: the usual ones until enough sound was received, and
/// later mostly those of the last minute.
private struct UsualCepstra: Sendable {
  private var weight: Double
  private var sums: [Double]
  private var squares: [Double]
  private var means: [Float] = []
  private var factors: [Float] = []

  /// The number of frames that count as one prior, and the maximum number that is remembered.
  private static let prior = 50.0
  private static let memory = 3000.0
  /// Means and spreads over the loud frames of recitations of six reciters.
  private static let usualMeans: [Double] = [
    0.76, 0.95, 0, -0.79, 0.32, -1.57, -0.43, 0.02, 0.74, -0.9, 0.72, -0.17,
  ]
  private static let usualSpreads: [Double] = [
    2.65, 3.17, 3.02, 1.64, 1.58, 1.72, 1.5, 1.49, 1.19, 1.17, 1.06, 0.95,
  ]

  init() {
    weight = Self.prior
    sums = Self.usualMeans.map { $0 * Self.prior }
    squares = zip(Self.usualMeans, Self.usualSpreads).map { ($0 * $0 + $1 * $1) * Self.prior }
    update()
  }

  mutating func add(_ row: [Float]) {
    let fade = weight > Self.memory ? 1 - 1 / Self.memory : 1
    weight = weight * fade + 1
    for index in sums.indices {
      let value = Double(row[index])
      sums[index] = sums[index] * fade + value
      squares[index] = squares[index] * fade + value * value
    }
    update()
  }

  private mutating func update() {
    means = sums.map { Float($0 / weight) }
    factors = sums.indices.map { index in
      let mean = sums[index] / weight
      return Float(1 / sqrt(max(squares[index] / weight - mean * mean, 1e-12)))
    }
  }

  func normal(_ value: Float, _ row: Int) -> Float { (value - means[row]) * factors[row] }
}

/// The levels of loud and of quiet sound, by a histogram of levels.
private struct LevelRange: Sendable {
  private(set) var low: Float = -60
  private(set) var loud: Float = -40
  private(set) var width: Float = 40
  private var counts = [Double](repeating: 0, count: bins)
  private var total = 0.0
  private var quiet = 0
  private var sinceUpdate = 0

  private static let bins = 240
  private static let lowest: Float = -100
  private static let perDecibel: Float = 2
  /// The minimum range in decibels; a voice has at least this range even in noisy places.
  private static let leastWidth: Float = 12
  private static let mostWidth: Float = 60
  /// In frames: the silence after which more of it adds nothing about levels, and the number of last frames
  /// that count.
  private static let longSilence = 2 * SpeechFeatures.framesPerSecond
  private static let memory = 6000.0

  mutating func add(_ level: Float) {
    quiet = level > loud ? 0 : quiet + 1
    guard quiet < Self.longSilence || total < Double(Self.longSilence) else { return }
    let bin = Int(min(max((level - Self.lowest) * Self.perDecibel, 0), Float(Self.bins - 1)))
    counts[bin] += 1
    total += 1
    sinceUpdate += 1
    guard sinceUpdate >= 10 || total < 100 else { return }
    sinceUpdate = 0
    if total > Self.memory {
      for index in counts.indices { counts[index] *= 0.95 }
      total *= 0.95
    }
    let high = percentile(0.9)
    low = max(percentile(0.03), high - Self.mostWidth)
    width = max(high - low, Self.leastWidth)
    loud = low + 0.45 * width
  }

  private func percentile(_ fraction: Double) -> Float {
    var rest = fraction * total
    for (bin, count) in counts.enumerated() {
      rest -= count
      if rest < 0 { return (Float(bin) + 0.5) / Self.perDecibel + Self.lowest }
    }
    return Float(Self.bins) / Self.perDecibel + Self.lowest
  }
}
