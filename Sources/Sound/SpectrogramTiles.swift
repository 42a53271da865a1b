import Synchronization
public import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loudness of a recording in each mel band, 100 times a second, for pictures while the recording is
/// viewed.
///
/// It is decoded on request.
public final class SpectrogramTiles: Sendable {
  /// Bands of a frame, from 50 Hz to 8 kHz, equally far apart on the mel scale.
  public static let bands = 64
  /// Frames of a tile, 10 ms each.
  public static let tileLength = 512

  /// A sine of full scale is 0 dB; recitation has its loudest bands some decibels below it.
  private static let quietest: Float = -92
  private static let loudest: Float = -12

  private let rate: Int
  private let voice: VoiceChannels
  private let transform: FourierTransform
  private let window: [Float]
  /// For each frequency of the transform: the band below it, and its share of that and of the next.
  private let weights: [(band: Int, lower: Float, upper: Float)]
  private let frequencies: ClosedRange<Int>
  private let reader: Mutex<AudioReader>
  private let known = Mutex([(number: Int, bytes: [UInt8])]())

  /// Opens the file. Throws when it can't be read.
  public init(fileAt path: String) throws(AudioError) {
    let reader = try AudioReader(fileAt: path)
    rate = reader.sampleRate
    voice = VoiceChannels(all: reader.channels)
    // 25 ms, and twice as many points, so that the lowest bands don't fall between two of them.
    let length = max(16, rate / 40)
    var size = 32
    while size < 2 * length { size *= 2 }
    transform = FourierTransform(size: size)
    window = (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(length))) }
    (frequencies, weights) = Self.bank(rate: rate, size: size)
    self.reader = Mutex(reader)
  }

  /// Returns the tile of that number, frame after frame, the lowest band first: 0 is quiet, 255 loud.
  ///
  /// The last tile may be shorter. Returns nil behind the end.
  public func tile(_ number: Int) throws(AudioError) -> [UInt8]? {
    guard (0..<(1 << 20)).contains(number) else { return nil }
    if let bytes = known.withLock({ $0.first { $0.number == number }?.bytes }) { return bytes }
    let first = number * Self.tileLength
    let start = first * rate / 100
    let count = (first + Self.tileLength) * rate / 100 - start + window.count
    let read = reader.withLock { reader in
      Result { () throws(AudioError) in
        try reader.seek(toFrame: Int64(start))
        return try reader.readVoice(frames: count, of: voice)
      }
    }
    let samples = try read.get()
    guard !samples.isEmpty else { return nil }
    let bytes = measured(samples, first)
    known.withLock { known in
      known.append((number, bytes))
      if known.count > 64 { known.removeFirst() }
    }
    return bytes
  }

  private func measured(_ samples: [Float], _ first: Int) -> [UInt8] {
    let start = first * rate / 100
    let frames = (0..<Self.tileLength).prefix { (first + $0) * rate / 100 - start < samples.count }.count
    var bytes = [UInt8](repeating: 0, count: frames * Self.bands)
    let workspace = FourierTransform.Workspace(transform)
    // A sine of full scale has a power of a quarter of the squared sum of the window.
    let sum = window.reduce(0, +)
    let whole = 10 * log10(sum * sum / 4)
    for eight in stride(from: 0, to: frames, by: 8) {
      var sums = [SIMD8<Float>](repeating: SIMD8(), count: Self.bands + 2)
      let starts = (eight..<eight + 8).map { (first + $0) * rate / 100 - start }
      transform.power(workspace, frequencies) { place in
        var lanes = SIMD8<Float>()
        guard place < window.count else { return lanes }
        for lane in 0..<8 where starts[lane] + place < samples.count {
          lanes[lane] = samples[starts[lane] + place]
        }
        return lanes * window[place]
      } _: { frequency, power in
        let weight = weights[frequency - frequencies.lowerBound]
        sums[weight.band] += power * weight.lower
        sums[weight.band + 1] += power * weight.upper
      }
      for lane in 0..<min(8, frames - eight) {
        for band in 0..<Self.bands {
          let level = 10 * log10(max(1e-12, sums[band + 1][lane])) - whole
          let share = (level - Self.quietest) / (Self.loudest - Self.quietest)
          bytes[(eight + lane) * Self.bands + band] = UInt8(max(0, min(1, share)) * 255)
        }
      }
    }
    return bytes
  }

  private static func bank(
    rate: Int, size: Int
  ) -> (ClosedRange<Int>, [(band: Int, lower: Float, upper: Float)]) {
    func mel(_ frequency: Double) -> Double { 1127 * log(1 + frequency / 700) }
    let (lowest, highest) = (mel(50), mel(8000))
    let step = (highest - lowest) / Double(bands + 1)
    let last = max(1, min(size / 2 - 1, Int(8000 * Double(size) / Double(rate))))
    let weights = (1...last).map { frequency -> (band: Int, lower: Float, upper: Float) in
      let place = (mel(Double(frequency) * Double(rate) / Double(size)) - lowest) / step
      guard place > 0 else { return (0, 0, 0) }
      let band = min(bands, Int(place))
      let part = Float(place - Double(band))
      return (band, max(0, 1 - part), band < bands + 1 ? part : 0)
    }
    return (1...last, weights)
  }
}
