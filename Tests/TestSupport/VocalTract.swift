import Foundation
import TilawaQuran

/// A voice: pulses and noise, shaped by the resonances of a mouth.
///
/// A cascade of formants and a branch for hissing, after Klatt, "Software for a cascade/parallel formant synthesizer", 1980.
struct VocalTract {
  /// What the mouth does at a moment.
  private struct Shape {
    /// How loud the vocal cords are, the breath through the mouth, and the hiss at the teeth.
    var voice: Float = 0
    var breath: Float = 0
    var hiss: Float = 0
    var first: Float = 500
    var second: Float = 1500
    var third: Float = 2500
    var hissAt: Float = 5000

    mutating func approach(_ other: Shape, loudness: Float, place: Float) {
      voice += (other.voice - voice) * loudness
      breath += (other.breath - breath) * loudness
      hiss += (other.hiss - hiss) * loudness
      first += (other.first - first) * place
      second += (other.second - second) * place
      third += (other.third - third) * place
      hissAt += (other.hissAt - hissAt) * place
    }
  }

  /// One resonance.
  private struct Resonator {
    private var gain: Float = 1
    private var one: Float = 0
    private var two: Float = 0
    private var before: Float = 0
    private var twoBefore: Float = 0

    mutating func tune(_ frequency: Float, width: Float) {
      let rate = Float(SpokenRecitation.sampleRate)
      let radius = expf(-.pi * width / rate)
      two = -radius * radius
      one = 2 * radius * cosf(2 * .pi * min(frequency, 0.48 * rate) / rate)
      gain = 1 - one - two
    }

    mutating func pass(_ sample: Float) -> Float {
      let value = gain * sample + one * before + two * twoBefore
      twoBefore = before
      before = value
      return value
    }
  }

  /// Brings vowels to about -18 dBFS.
  private static let loudness: Float = 0.14
  /// Samples for which the mouth keeps still: 5 ms.
  private static let step = SpokenRecitation.sampleRate / 200

  private let pitch: Float
  /// All resonances lie higher by this factor.
  private let throat: Float
  /// One period of what the vocal cords do: the derivative of Rosenberg's pulse.
  private let pulse: [Float]

  init(pitch: Float, throat: Float) {
    self.pitch = pitch
    self.throat = throat
    pulse = (0..<1024).map { index in
      let phase = Float(index) / 1024
      let (opens, closes): (Float, Float) = (0.4, 0.16)
      if phase < opens { return 0.5 * .pi / opens * sinf(.pi * phase / opens) * 0.1 }
      if phase < opens + closes {
        return -0.5 * .pi / closes * sinf(0.5 * .pi * (phase - opens) / closes) * 0.1
      }
      return 0
    }
  }

  /// The notes, at about -18 dBFS.
  mutating func samples(_ notes: [SpokenScore.Note], count: Int, random: inout SplitMix64) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    var shape = Shape()
    var mouth = (Resonator(), Resonator(), Resonator(), Resonator())
    var teeth = Resonator()
    mouth.3.tune(3500, width: 300)
    var phase: Float = 0
    var tone = pitch
    var next = 0
    samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      pulse.withUnsafeBufferPointer { pulse in
        guard let pulse = pulse.baseAddress else { return }
        for start in stride(from: 0, to: count, by: Self.step) {
          while next < notes.count, notes[next].samples.upperBound <= start { next += 1 }
          var target = shape
          (target.voice, target.breath, target.hiss) = (0, 0, 0)
          if next < notes.count, notes[next].samples.contains(start) {
            let note = notes[next]
            target = Self.shape(note, at: start - note.samples.lowerBound)
            let vibrato = 1 + 0.01 * sinf(Float(start) * 2 * .pi * 5 / Float(SpokenRecitation.sampleRate))
            tone += (pitch * note.pitch * vibrato - tone) * 0.08
          }
          shape.approach(target, loudness: 0.3, place: 0.15)
          mouth.0.tune(throat * shape.first, width: 70)
          mouth.1.tune(throat * shape.second, width: 110)
          mouth.2.tune(throat * shape.third, width: 170)
          teeth.tune(shape.hissAt, width: 1500)
          let advance = tone / Float(SpokenRecitation.sampleRate) * 1024
          for index in start..<min(count, start + Self.step) {
            phase += advance
            if phase >= 1024 { phase -= 1024 }
            let noise = random.signedUnit()
            var value = shape.voice * pulse[Int(phase)] + shape.breath * noise
            value = mouth.3.pass(mouth.2.pass(mouth.1.pass(mouth.0.pass(value))))
            base[index] = Self.loudness * (value + teeth.pass(shape.hiss * noise))
          }
        }
      }
    }
    return samples
  }

  private static func shape(_ note: SpokenScore.Note, at sample: Int) -> Shape {
    let place = Float(sample) / Float(note.samples.count)
    let left = note.samples.count - sample
    let colour = note.colour
    func one(of choices: [Float]) -> Float { choices[colour % choices.count] }
    var shape = Shape()
    switch note.sound {
    case .short, .long, .prolonged, .prolongedSix:
      let vowels: [(Float, Float, Float)] = [
        (650, 1350, 2500), (420, 1850, 2600), (430, 1050, 2400), (580, 1500, 2500), (620, 1250, 2450),
      ]
      shape.voice = 1
      shape.breath = 0.1
      (shape.first, shape.second, shape.third) = vowels[colour % vowels.count]
    case .nasal, .nasalHold:
      shape.voice = 0.6
      (shape.first, shape.second, shape.third) = (260, one(of: [1000, 1400]), 2300)
    case .sibilant:
      shape.hiss = 0.35
      shape.hissAt = one(of: [4000, 3000, 4800])
      shape.breath = 0.1
    case .voicelessFricative:
      shape.breath = 0.12
      shape.hiss = 0.06
      (shape.first, shape.second, shape.third) = (600, one(of: [1100, 1600]), 2500)
      shape.hissAt = one(of: [2500, 4500])
    case .voicedFricative:
      shape.voice = 0.35
      shape.breath = 0.05
      (shape.first, shape.second, shape.third) = (one(of: [350, 550]), one(of: [1200, 1500]), 2500)
    case .voicelessStop:
      // Closed, then a burst of 15 ms and some breath.
      if left < 40 * SpokenRecitation.sampleRate / 1000 {
        shape.hiss = left > 25 * SpokenRecitation.sampleRate / 1000 ? 0.3 : 0
        shape.breath = 0.12
        shape.hissAt = one(of: [3500, 2000])
      }
    case .voicedStop:
      shape.voice = 0.12
      (shape.first, shape.second, shape.third) = (200, 900, 2200)
      if left < 12 * SpokenRecitation.sampleRate / 1000 {
        shape.hiss = 0.2
        shape.hissAt = one(of: [1500, 3000])
      }
    case .liquid:
      shape.voice = 0.55
      (shape.first, shape.second, shape.third) = (
        one(of: [400, 450]), one(of: [1300, 1500, 1100, 1700]), one(of: [2500, 2200])
      )
    }
    // Nobody's voice is even.
    shape.voice *= 1 - 0.25 * place * (note.sound.isVowel ? 1 : 0)
    return shape
  }
}
