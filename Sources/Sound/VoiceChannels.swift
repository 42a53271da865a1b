import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The channels of a recording that contain its voice, and the way in which they are mixed to one.
///
/// Recordings with two channels often have one voice and something else. One channel may have had nothing
/// plugged in, may hum or hiss louder than the voice, or may have its wires swapped, so that the mean of both
/// is silence.
struct VoiceChannels: Hashable, Sendable {
  /// The weight of each channel in the mix: 0 if it is left out, below 0 if its waveform is inverted.
  let weights: [Float]

  /// For each channel, true if it is used.
  var isHeard: [Bool] { weights.map { $0 != 0 } }

  /// All channels alike.
  init(all channels: Int) {
    self.init(weights: [Float](repeating: 1 / Float(channels), count: channels))
  }

  /// Looks at places all over a file, 72 s of it at most; nothing is read when it has one channel.
  init(ofFileAt path: String) throws(AudioError) {
    var reader = try AudioReader(fileAt: path)
    self.init(all: reader.channels)
    guard reader.channels > 1 else { return }
    var measure = Measure(channels: reader.channels)
    let length = 3 * Int64(reader.sampleRate)
    let count: Int64 = 24
    let frames = reader.roughFrames ?? 0
    for place in 0..<count {
      // What can't be read is the same for who decodes all of it, and reported there.
      if frames > count * length, (try? reader.seek(toFrame: place * frames / count)) == nil { continue }
      guard let samples = try? reader.read(frames: Int(length)), !samples.isEmpty else { break }
      measure.add(samples, hop: reader.sampleRate / 20)
    }
    self.init(measure)
  }

  private init(_ measure: Measure) {
    let ranges = measure.ranges
    guard let most = ranges.max(), let best = ranges.firstIndex(of: most), most >= 3 else {
      // No channel has a voice to speak of.
      self.init(all: ranges.count)
      return
    }
    let isHeard = ranges.map { $0 >= 0.6 * most }
    let weight = 1 / Float(isHeard.count { $0 })
    self.init(
      weights: ranges.indices.map { channel in
        guard isHeard[channel] else { return 0 }
        return measure.likeness(of: channel, and: best) < -0.5 ? -weight : weight
      })
  }

  private init(weights: [Float]) { self.weights = weights }

  /// The mix of whole frames.
  func mix(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
    let channels = weights.count
    guard channels > 1 else { return Array(samples) }
    let frames = samples.count / channels
    return [Float](unsafeUninitializedCapacity: frames) { mono, count in
      mono.initialize(repeating: 0)
      for (channel, weight) in weights.enumerated() where weight != 0 {
        for frame in 0..<frames { mono[frame] += weight * samples[frame * channels + channel] }
      }
      count = frames
    }
  }
}

/// The loudness of each channel from moment to moment, and the likeness of their waveforms.
private struct Measure {
  private let channels: Int
  /// The mean square of every 50 ms, which are whole half-waves of what hums at 50 or 60 Hz.
  private var powers: [[Float]]
  /// Sums of products of the channels' samples.
  private var products: [Double]

  init(channels: Int) {
    self.channels = channels
    powers = Array(repeating: [], count: channels)
    products = Array(repeating: 0, count: channels * channels)
  }

  mutating func add(_ samples: [Float], hop: Int) {
    let frames = samples.count / channels
    for start in stride(from: 0, through: frames - hop, by: hop) {
      let means = (0..<channels).map { channel in
        (start..<start + hop).reduce(0) { $0 + samples[$1 * channels + channel] } / Float(hop)
      }
      for one in 0..<channels {
        for other in 0...one {
          var sum: Float = 0
          for frame in start..<start + hop {
            sum +=
              (samples[frame * channels + one] - means[one])
              * (samples[frame * channels + other] - means[other])
          }
          products[one * channels + other] += Double(sum)
          products[other * channels + one] = products[one * channels + other]
          if one == other { powers[one].append(sum / Float(hop)) }
        }
      }
    }
  }

  /// The decibels by which the loud moments of each channel are above its quiet ones: 40 at most, and nothing
  /// for sound below -75 dBFS.
  ///
  /// A voice with its pauses has a large range, steady hum or hiss hardly any.
  var ranges: [Float] {
    powers.map { powers in
      let (loud, quiet) = (percentile(powers, 0.9), percentile(powers, 0.05))
      let floor = max(quiet, loud * 1e-4, 3.2e-8)
      return max(0, 10 * log10f(loud / floor))
    }
  }

  /// From -1, the same upside down, to 1.
  func likeness(of one: Int, and other: Int) -> Double {
    let power = products[one * channels + one] * products[other * channels + other]
    return power > 0 ? products[one * channels + other] / power.squareRoot() : 0
  }
}
