#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Fades the sound in at its start and out at its end over a few milliseconds, if it would click.
///
/// It clicks if the first or last millisecond is louder than -60 dBFS. A cut in a pause stays unchanged.
struct EdgeSoftener {
  private let channels: Int
  /// The number of frames of a full fade, and of those that are examined.
  private let fade, look: Int
  /// The samples that may still have to be faded.
  private var held: [Float] = []
  private var hasBegun = false

  /// Creates a softener whose fades take 5 ms.
  init(sampleRate: Int, channels: Int) {
    self.channels = channels
    fade = max(1, sampleRate / 200)
    look = max(1, sampleRate / 1000)
  }

  /// Adds samples and returns those that are ready; with `isLast`, all that are left.
  mutating func soften(_ samples: [Float], isLast: Bool) -> [Float] {
    held += samples
    var frames = held.count / channels
    guard isLast || frames >= 2 * fade else { return [] }
    if !hasBegun {
      hasBegun = true
      let length = min(fade, frames / 2)
      if clicks(0..<min(look, frames)) { apply(length, from: 0, rising: true) }
    }
    if isLast {
      let length = min(fade, frames / 2)
      if clicks(max(0, frames - look)..<frames) { apply(length, from: frames - length, rising: false) }
      defer { held = [] }
      return held
    }
    frames -= fade
    let ready = Array(held[..<(frames * channels)])
    held.removeFirst(frames * channels)
    return ready
  }

  private func clicks(_ frames: Range<Int>) -> Bool {
    held[(frames.lowerBound * channels)..<(frames.upperBound * channels)].contains { abs($0) > 0.001 }
  }

  private mutating func apply(_ length: Int, from start: Int, rising: Bool) {
    for frame in 0..<length {
      let place = (Float(rising ? frame : length - 1 - frame) + 0.5) / Float(length)
      let gain = 0.5 - 0.5 * cosf(.pi * place)
      for channel in 0..<channels { held[(start + frame) * channels + channel] *= gain }
    }
  }
}
