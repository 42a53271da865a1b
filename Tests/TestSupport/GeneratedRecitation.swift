import Foundation
public import TilawaBase
public import TilawaSound

/// Sound that is built like a recitation, with passages and pauses at known places.
///
/// Syllables of a harmonic voice with a gliding pitch, over a steady noise floor. The same values
/// give the same samples on every run. Times are exact: a passage sounds from its first frame to its last.
public struct GeneratedRecitation: Sendable {
  /// One stretch of voice and the pause behind it.
  public struct Passage: Sendable {
    /// The length of the voice's sound.
    public var length: Milliseconds
    /// The silence afterwards.
    public var pauseAfter: Milliseconds

    /// A stretch of voice and a pause, both in whole milliseconds.
    public init(_ lengthMilliseconds: Int64, pauseAfter pauseMilliseconds: Int64) {
      length = Milliseconds(lengthMilliseconds)
      pauseAfter = Milliseconds(pauseMilliseconds)
    }
  }

  /// The stretches of voice, in order.
  public var passages: [Passage]
  /// Silence before the first passage.
  public var leadIn = Milliseconds(500)
  /// The seed of the voice and the noise.
  public var seed: UInt64
  /// Frames a second.
  public var sampleRate = 44100
  /// The gain of each channel. 1 is the voice at about -14 dBFS, and 0 is a dead channel.
  public var channelGains: [Float] = [1]
  /// Level of the background noise in dBFS; `-.infinity` for digital silence.
  public var noiseDBFS = -60.0
  /// Passages above this length get a short breath of 120 ms in their middle; nil for none.
  public var breathInPassagesLongerThan: Milliseconds?

  /// A recitation of one channel at 44100 Hz.
  public init(_ passages: [Passage], seed: UInt64 = 1) {
    self.passages = passages
    self.seed = seed
  }

  /// The span of each passage.
  public var spans: [TimeSpan] {
    var at = leadIn
    return passages.compactMap { passage in
      defer { at = at + passage.length + passage.pauseAfter }
      return TimeSpan(at, at + passage.length)
    }
  }

  /// The length of the whole recitation.
  public var duration: Milliseconds {
    passages.reduce(leadIn) { $0 + $1.length + $1.pauseAfter }
  }

  /// The number of frames in the whole recitation.
  public var frames: Int { frame(duration) }

  /// All of it, interleaved.
  public func samples() -> [Float] {
    var all: [Float] = []
    all.reserveCapacity(frames * channelGains.count)
    forEachBlock { all += $0 }
    return all
  }

  /// Writes all of it to a file, in an amount of memory that doesn't depend on its length.
  public func write(to path: String, encoding: AudioEncoding) throws(AudioError) {
    var writer = try AudioWriter(
      path: path, encoding: encoding, sampleRate: sampleRate, channels: channelGains.count)
    try forEachBlock { block throws(AudioError) in try writer.write(block) }
    try writer.finish()
  }

  private func frame(_ time: Milliseconds) -> Int { Int(time.count) * sampleRate / 1000 }

  private func forEachBlock<Failure>(_ body: ([Float]) throws(Failure) -> Void) throws(Failure) {
    var random = SplitMix64(state: seed)
    let voice = Voice(sampleRate: sampleRate, random: &random)
    // Uniform noise has a variance of a third of its amplitude's square.
    let noise = Float(pow(10, noiseDBFS / 20) * 3.0.squareRoot())
    let sounding = spans.flatMap { breaths(in: $0) }.map { frame($0.start)..<frame($0.end) }
    var state = VoiceState()
    var next = 0
    var block: [Float] = []
    for index in 0..<frames {
      while next < sounding.count, index >= sounding[next].upperBound { next += 1 }
      var value: Float = 0
      if next < sounding.count, sounding[next].contains(index) {
        if index == sounding[next].lowerBound { state = VoiceState() }
        value = voice.sample(
          &state, at: index - sounding[next].lowerBound, of: sounding[next].count, random: &random)
      }
      for gain in channelGains {
        block.append(gain == 0 ? 0 : gain * (value + noise * random.signedUnit()))
      }
      if block.count >= 16384 {
        try body(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    if !block.isEmpty { try body(block) }
  }

  private func breaths(in span: TimeSpan) -> [TimeSpan] {
    guard let limit = breathInPassagesLongerThan, span.length > limit else { return [span] }
    let middle = Milliseconds((span.start.count + span.end.count) / 2)
    return [
      TimeSpan(span.start, middle - Milliseconds(60)), TimeSpan(middle + Milliseconds(60), span.end),
    ].compactMap { $0 }
  }
}

/// A small repeatable random number generator (Steele, Lea, Flood 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator that gives the same numbers for the same `state`.
  public init(state: UInt64) { self.state = state }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Evenly distributed from -1 up to 1.
  mutating func signedUnit() -> Float {
    Float(Int32(truncatingIfNeeded: next() >> 32)) / 2_147_483_648
  }
}

private struct VoiceState {
  var phase: Float = 0
  var pitch: Float = 0
  var target: Float = 0
  var vowel = 0
  var syllableEnd = 0
  var syllableStart = 0
}

private struct Voice {
  let sampleRate: Int
  let base: Float
  // One period of each vowel, summed from harmonics below 3.5 kHz, of equal power.
  let vowels: [[Float]]

  init(sampleRate: Int, random: inout SplitMix64) {
    self.sampleRate = sampleRate
    base = 130 + 30 * random.signedUnit()
    let highest = min(3500, Float(sampleRate) * 0.4)
    let formants: [(Float, Float)] = [(700, 1200), (400, 2000), (450, 900), (550, 1600)]
    let base = base
    vowels = formants.map { first, second in
      var period = [Float](repeating: 0, count: 1024)
      var harmonic: Float = 1
      while harmonic * base < highest {
        let frequency = harmonic * base
        let near = Self.resonance(frequency, first) + 0.5 * Self.resonance(frequency, second) + 0.05
        for index in period.indices {
          period[index] += near * sin(2 * .pi * harmonic * Float(index) / Float(period.count))
        }
        harmonic += 1
      }
      let power = period.reduce(0) { $0 + $1 * $1 } / Float(period.count)
      let gain = 0.2 / power.squareRoot()
      return period.map { $0 * gain }
    }
  }

  static func resonance(_ frequency: Float, _ centre: Float) -> Float {
    let off = (frequency - centre) / 150
    return 1 / (1 + off * off)
  }

  func sample(
    _ state: inout VoiceState, at index: Int, of count: Int, random: inout SplitMix64
  ) -> Float {
    if index >= state.syllableEnd {
      state.syllableStart = index
      state.syllableEnd = index + Int(Float(sampleRate) * (0.28 + 0.1 * random.signedUnit()))
      state.vowel = Int(random.next() % 4)
      state.target = base * (1 + 0.15 * random.signedUnit())
      if state.pitch == 0 { state.pitch = state.target }
    }
    state.pitch += (state.target - state.pitch) * 20 / Float(sampleRate)
    state.phase += state.pitch / Float(sampleRate) * 1024
    if state.phase >= 1024 { state.phase -= 1024 }
    // Syllables touch at 30 % of their height; a passage begins and ends within 10 ms.
    let edge = Float(sampleRate) * 0.06
    let inside = Float(min(index - state.syllableStart, state.syllableEnd - index))
    let syllable = 0.3 + 0.7 * min(1, inside / edge)
    let rim = min(1, Float(min(index, count - 1 - index)) / (Float(sampleRate) * 0.01))
    return vowels[state.vowel][Int(state.phase) & 1023] * syllable * rim
  }
}
