public import Timing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the sound of a recording is like at each moment: 28 numbers, 50 times a second.
///
/// 12 cepstra of 22 mel bands from 120 to 5000 Hz, as deviations from what is usual in the loud parts of the recording;
/// two energies, against the loudest sound within two seconds and within the range of the whole recording;
/// then the slopes of these 14.
public struct SpeechFeatures: Sendable {
  /// Frames a second.
  public static let framesPerSecond = 50
  /// Numbers in a frame.
  public static let dimensions = 28

  /// How many frames there are.
  public let count: Int
  /// Number `i` of frame `t` at `i * count + t`.
  public let values: [Float]
  /// Which frames are loud, as voices are.
  public let isLoud: [Bool]
  /// The mean square of every 10 ms.
  public let power: [Float]
  /// How long the audio is that could be decoded.
  public let duration: Milliseconds
  /// How long the file says it is; nil when it doesn't, because it breaks off.
  public let declaredDuration: Milliseconds?

  /// Whether audio is missing that the file says it has.
  public var breaksOff: Bool {
    guard let declaredDuration else { return true }
    return duration + Milliseconds(100) < declaredDuration
  }

  /// Features that were made elsewhere, such as by a test; `values` as the property says.
  public init(values: [Float], isLoud: [Bool], power: [Float], duration: Milliseconds) {
    count = isLoud.count
    self.values = values
    self.isLoud = isLoud
    self.power = power
    self.duration = duration
    declaredDuration = duration
  }

  init(_ frames: MelFrames, duration: Milliseconds, declared: Milliseconds?) {
    count = frames.count
    power = frames.hops
    self.duration = duration
    declaredDuration = declared
    let energies = Energies(frames.power)
    isLoud = energies.isLoud
    var values = [Float](repeating: 0, count: Self.dimensions * count)
    Self.fillCepstra(&values, frames, isLoud)
    let base = Self.dimensions / 2
    for t in 0..<count {
      values[(base - 2) * count + t] = energies.nearby[t]
      values[(base - 1) * count + t] = energies.overall[t]
    }
    for row in 0..<base { Self.fillSlopes(&values, of: row, into: base + row, count: count) }
    self.values = values
  }

  private static func fillCepstra(_ values: inout [Float], _ frames: MelFrames, _ isLoud: [Bool]) {
    let (bands, count) = (MelFrames.bands, frames.count)
    var sums = [Float](repeating: 0, count: count)
    for band in 0..<bands {
      for t in 0..<count { sums[t] += frames.mel[band * count + t] }
    }
    // A floor far below the loud frames, so that digital silence has a logarithm. Nothing at all has one too.
    let floor = max(percentile(sums, 0.95) / Float(bands) * 1e-6, 1e-30)
    // Band by band: the logarithms of all of a long recording need much room.
    for band in 0..<bands {
      let logs = frames.mel[band * count..<(band + 1) * count].map { logf($0 + floor) }
      for row in 0..<(dimensions / 2 - 2) {
        let angle = Double.pi * Double(row + 1) * (2 * Double(band) + 1) / (2 * Double(bands))
        let factor = Float(cos(angle) * sqrt(2 / Double(bands)))
        for t in 0..<count { values[row * count + t] += factor * logs[t] }
      }
    }
    for row in 0..<(dimensions / 2 - 2) {
      var (sum, squares, loud) = (0.0, 0.0, 0.0)
      for t in 0..<count where isLoud[t] {
        let value = Double(values[row * count + t])
        sum += value
        squares += value * value
        loud += 1
      }
      let mean = sum / max(1, loud)
      let spread = sqrt(max(squares / max(1, loud) - mean * mean, 1e-12))
      for t in 0..<count {
        values[row * count + t] = (values[row * count + t] - Float(mean)) / Float(spread)
      }
    }
  }

  /// The slope over five frames, times 3.
  private static func fillSlopes(_ values: inout [Float], of row: Int, into target: Int, count: Int) {
    func at(_ t: Int) -> Float { values[row * count + min(max(t, 0), count - 1)] }
    for t in 0..<count {
      values[target * count + t] = 0.3 * (2 * (at(t + 2) - at(t - 2)) + (at(t + 1) - at(t - 1)))
    }
  }
}

/// How loud each frame is, in decibels, by two measures.
private struct Energies {
  let nearby: [Float]
  let overall: [Float]
  let isLoud: [Bool]

  init(_ power: [Float]) {
    let count = power.count
    let level = runningMean(power.map { 10 * log10f($0 + 1e-10) }, width: 3)
    let high = percentile(level, 0.9)
    let low = max(percentile(level, 0.03), high - 60)
    let range = max(high - low, 1e-3)
    let width = 4 * SpeechFeatures.framesPerSecond
    // Where nobody is heard for long, silence is as far below speech as in a pause.
    let loud = low + 0.45 * range
    let near = runningMean(runningMaximum(level, width: width).map { max($0, loud) }, width: width)
    nearby = (0..<count).map { min(max((level[$0] - near[$0]) / 10, -6), 1) }
    overall = level.map { 3 * min(max(($0 - low) / range, 0), 1.3) }
    isLoud = level.map { $0 > loud }
  }
}

/// The value that a fraction of all are below, between two of them if need be; 0 for none.
func percentile(_ values: [Float], _ fraction: Double) -> Float {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  let place = fraction * Double(sorted.count - 1)
  let index = Int(place)
  let next = sorted[min(index + 1, sorted.count - 1)]
  return sorted[index] + (next - sorted[index]) * Float(place - Double(index))
}

/// Means over `width` values, half of them before; beyond its ends the row is mirrored.
func runningMean(_ values: [Float], width: Int) -> [Float] {
  let count = values.count
  guard count > 0 else { return [] }
  func at(_ index: Int) -> Double {
    let place = ((index % (2 * count)) + 2 * count) % (2 * count)
    return Double(values[place < count ? place : 2 * count - 1 - place])
  }
  let before = width / 2
  var sum = (-before..<(width - before)).reduce(0) { $0 + at($1) }
  return (0..<count).map { index in
    defer { sum += at(index + width - before) - at(index - before) }
    return Float(sum / Double(width))
  }
}

/// Maxima over `width` values, half of them before.
func runningMaximum(_ values: [Float], width: Int) -> [Float] {
  let before = width / 2
  var result: [Float] = []
  result.reserveCapacity(values.count)
  // Places whose values fall: each may become the maximum when those before it are out of reach.
  var falling: [Int] = []
  var head = 0
  var next = 0
  for index in values.indices {
    while next < min(values.count, index + width - before) {
      while falling.count > head, let last = falling.last, values[last] <= values[next] {
        falling.removeLast()
      }
      falling.append(next)
      next += 1
    }
    while falling[head] < index - before { head += 1 }
    result.append(values[falling[head]])
  }
  return result
}
