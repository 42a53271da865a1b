import Foundation
import TilawaQuran

/// A voice: pulses and noise, shaped by the resonances of a mouth.
///
/// A cascade of formants and a branch for hissing, after Klatt, "Software for a cascade/parallel formant
/// synthesizer", 1980.
struct VocalTract {
  /// The state of the mouth at a moment.
  private struct Shape {
    /// The loudness of the vocal cords, followed by those of the breath through the mouth and the hiss at the
    /// teeth.
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
    var shape = Shape()
    func resonances(_ first: Float, _ second: Float, _ third: Float) {
      (shape.first, shape.second, shape.third) = (
        note.colour * first, note.colour * second, note.colour * third
      )
    }
    func vowel(_ first: Float, _ second: Float, _ third: Float) {
      (shape.voice, shape.breath) = (1, 0.1)
      resonances(first, second, third)
    }
    func nasal(_ second: Float) {
      shape.voice = 0.6
      resonances(260, second, 2300)
    }
    func sibilant(at frequency: Float, voice: Float = 0) {
      (shape.hiss, shape.hissAt, shape.breath, shape.voice) = (0.35, note.colour * frequency, 0.1, voice)
    }
    func fricative(
      _ first: Float, _ second: Float, breath: Float, hiss: Float, at frequency: Float, voice: Float = 0
    ) {
      (shape.breath, shape.hiss, shape.hissAt, shape.voice) = (breath, hiss, note.colour * frequency, voice)
      resonances(first, second, 2500)
    }
    /// Closed, then a burst and some breath.
    func voicelessStop(burst: Float, at frequency: Float) {
      guard left < 40 * SpokenRecitation.sampleRate / 1000 else { return }
      shape.hiss = left > 25 * SpokenRecitation.sampleRate / 1000 ? burst : 0
      (shape.breath, shape.hissAt) = (0.12, note.colour * frequency)
    }
    func voicedStop(_ second: Float, burst milliseconds: Int, at frequency: Float) {
      shape.voice = 0.12
      resonances(200, second, 2200)
      if left < milliseconds * SpokenRecitation.sampleRate / 1000 {
        (shape.hiss, shape.hissAt) = (0.2, note.colour * frequency)
      }
    }
    func liquid(_ first: Float, _ second: Float, _ third: Float, voice: Float = 0.55) {
      shape.voice = voice
      resonances(first, second, third)
    }
    switch note.phone {
    case .a: vowel(660, 1350, 2500)
    case .i: vowel(340, 2150, 2800)
    case .u: vowel(380, 850, 2350)
    case .m: nasal(1000)
    case .n: nasal(1450)
    case .nasalHold: nasal(1200)
    case .s: sibilant(at: 4900)
    case .sh: sibilant(at: 3000)
    case .z: sibilant(at: 4900, voice: 0.4)
    case .f: fricative(500, 1100, breath: 0.05, hiss: 0.08, at: 4400)
    case .th: fricative(450, 1500, breath: 0.03, hiss: 0.12, at: 3800)
    case .pharyngealH: fricative(800, 1350, breath: 0.16, hiss: 0.02, at: 2500)
    case .h: fricative(550, 1600, breath: 0.12, hiss: 0.01, at: 2500)
    case .kh: fricative(600, 1100, breath: 0.12, hiss: 0.12, at: 1700)
    case .dh: fricative(350, 1500, breath: 0.04, hiss: 0.06, at: 4000, voice: 0.35)
    case .gh: fricative(420, 950, breath: 0.1, hiss: 0.04, at: 1500, voice: 0.35)
    case .ayn: fricative(760, 1250, breath: 0.05, hiss: 0, at: 2500, voice: 0.45)
    case .t: voicelessStop(burst: 0.35, at: 3800)
    case .k: voicelessStop(burst: 0.3, at: 1900)
    case .hamza: voicelessStop(burst: 0, at: 2500)
    case .b: voicedStop(750, burst: 8, at: 900)
    case .j: voicedStop(1900, burst: 45, at: 2700)
    case .d: voicedStop(1600, burst: 14, at: 3600)
    case .q: voicedStop(950, burst: 16, at: 1400)
    case .l: liquid(380, 1300, 2750)
    case .r:
      liquid(
        470, 1350, 1850,
        voice: 0.25 + 0.35 * abs(sinf(Float(sample) * .pi * 28 / Float(SpokenRecitation.sampleRate))))
    case .w: liquid(330, 720, 2250)
    case .y: liquid(280, 2250, 2900)
    }
    // Nobody's voice is even.
    shape.voice *= 1 - 0.25 * place * (note.phone.sound.isVowel ? 1 : 0)
    return shape
  }
}
