#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The energy of the sound in each mel band, 50 times a second.
struct MelFrames: Sendable {
  static let rate = 16_000
  /// Samples from one frame to the next, and samples that a frame looks at.
  static let hop = 320
  static let window = 512
  static let bands = 22
  /// Samples of one value of `hops`: 10 ms.
  static let shortHop = 160

  /// The number of frames.
  private(set) var count = 0
  /// The power of band `b` in frame `t` at `b * count + t`.
  private(set) var mel: [Float] = []
  /// The mean square of each frame's window.
  private(set) var power: [Float] = []
  /// The mean square of every 10 ms.
  private(set) var hops: [Float] = []

  /// None at all.
  init() {}

  /// The frames that begin in `body`; a frame that reaches past the end of the samples sees silence there.
  init(_ samples: [Float], body: Range<Int>) {
    count = body.count / Self.hop
    mel = [Float](repeating: 0, count: Self.bands * count)
    power = [Float](repeating: 0, count: count)
    // Frames are taken by eight; the last eight may reach beyond the body.
    let needed = (count + 7) / 8 * 8 * Self.hop + Self.window
    var plain = [Float](repeating: 0, count: needed)
    var sharp = plain
    let available = min(needed, samples.count - body.lowerBound)
    var before: Float = body.lowerBound > 0 ? samples[body.lowerBound - 1] : 0
    let isStart = body.lowerBound == 0
    for index in 0..<max(0, available) {
      let sample = samples[body.lowerBound + index]
      plain[index] = sample
      sharp[index] = isStart && index == 0 ? sample : sample - 0.97 * before
      before = sample
    }
    hops = (0..<(body.count / Self.shortHop)).map { hop in
      var sum: Float = 0
      for index in hop * Self.shortHop..<(hop + 1) * Self.shortHop { sum += plain[index] * plain[index] }
      return sum / Float(Self.shortHop)
    }
    measure(plain, sharp)
  }

  private mutating func measure(_ plain: [Float], _ sharp: [Float]) {
    let bank = MelBank.shared
    let workspace = FourierTransform.Workspace(bank.transform)
    var sums = [SIMD8<Float>](repeating: SIMD8(), count: Self.bands + 2)
    plain.withUnsafeBufferPointer { plain in
      sharp.withUnsafeBufferPointer { sharp in
        sums.withUnsafeMutableBufferPointer { sums in
          bank.hamming.withUnsafeBufferPointer { hamming in
            for first in stride(from: 0, to: count, by: 8) {
              for band in sums.indices { sums[band] = SIMD8() }
              let start = first * Self.hop
              bank.transform.power(workspace, bank.frequencies) { place in
                var lanes = SIMD8<Float>()
                for lane in 0..<8 { lanes[lane] = sharp[start + lane * Self.hop + place] }
                return lanes * hamming[place]
              } _: { frequency, power in
                let weight = bank.weights[frequency]
                sums[weight.band] += power * weight.lower
                sums[weight.band + 1] += power * weight.upper
              }
              for lane in 0..<min(8, count - first) {
                // The first of the sums is what lies below all bands.
                for band in 0..<Self.bands { mel[band * count + first + lane] = sums[band + 1][lane] }
                var square: Float = 0
                for index in start + lane * Self.hop..<start + lane * Self.hop + Self.window {
                  square += plain[index] * plain[index]
                }
                power[first + lane] = square / Float(Self.window)
              }
            }
          }
        }
      }
    }
  }
}

/// Triangular bands from 120 to 5000 Hz, evenly spaced as hearing has it, each with weights that add up to 1.
private struct MelBank: Sendable {
  /// The parts of one frequency that go to band `band` - 1 and to the next.
  struct Weight: Sendable {
    var band = 0
    var lower: Float = 0
    var upper: Float = 0
  }

  let transform = FourierTransform(size: MelFrames.window)
  let hamming: [Float]
  let frequencies: ClosedRange<Int>
  let weights: [Weight]

  static let shared = MelBank()

  private init() {
    let window = MelFrames.window
    hamming = (0..<window).map {
      Float(0.54 - 0.46 * cos(2 * Double.pi * Double($0) / Double(window - 1)))
    }
    let mel = { (hertz: Double) in 2595 * log10(1 + hertz / 700) }
    let (low, high) = (mel(120), mel(5000))
    let edges = (0..<(MelFrames.bands + 2)).map { index in
      let place = low + (high - low) * Double(index) / Double(MelFrames.bands + 1)
      return 700 * (pow(10, place / 2595) - 1)
    }
    let hertz = Double(MelFrames.rate) / Double(window)
    var rising = [[Double]](
      repeating: [Double](repeating: 0, count: window / 2 + 1), count: MelFrames.bands)
    for band in 0..<MelFrames.bands {
      for frequency in 0...(window / 2) {
        let f = Double(frequency) * hertz
        let up = (f - edges[band]) / (edges[band + 1] - edges[band])
        let down = (edges[band + 2] - f) / (edges[band + 2] - edges[band + 1])
        rising[band][frequency] = max(0, min(up, down))
      }
      let sum = rising[band].reduce(0, +)
      for frequency in rising[band].indices { rising[band][frequency] /= sum }
    }
    var weights = [Weight](repeating: Weight(), count: window / 2 + 1)
    for frequency in weights.indices {
      let f = Double(frequency) * hertz
      guard f > edges[0], f < edges[MelFrames.bands + 1] else { continue }
      // Between two edges one band falls and the next rises.
      let rises = (edges.lastIndex { $0 <= f } ?? 0)
      weights[frequency] = Weight(
        band: rises, lower: rises > 0 ? Float(rising[rises - 1][frequency]) : 0,
        upper: rises < MelFrames.bands ? Float(rising[rises][frequency]) : 0)
    }
    self.weights = weights
    let used = weights.indices.filter { weights[$0].lower > 0 || weights[$0].upper > 0 }
    frequencies = (used.first ?? 1)...(used.last ?? 1)
  }
}
