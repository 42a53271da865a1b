import Foundation

/// The echoes and the noise of a room, which are added to a voice.
struct Room {
  /// Seconds in which an echo fades by 60 dB; 0 for none.
  var reverberation: Double
  var noiseDBFS: Double

  func fill(_ samples: inout [Float], random: inout SplitMix64) {
    if reverberation > 0 { echo(&samples) }
    guard noiseDBFS.isFinite else { return }
    // Uniform noise has a variance of a third of its amplitude's square.
    let noise = Float(pow(10, noiseDBFS / 20) * 3.0.squareRoot())
    let count = samples.count
    samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for index in 0..<count { base[index] += noise * random.signedUnit() }
    }
  }

  /// Four loops of different lengths, one beside the other, then two that blur (Schroeder 1962).
  private func echo(_ samples: inout [Float]) {
    let rate = Double(SpokenRecitation.sampleRate)
    var wet = [Float](repeating: 0, count: samples.count)
    for delay in [0.0297, 0.0371, 0.0411, 0.0437] {
      let fading = Float(pow(10, -3 * delay / reverberation))
      Self.loop(samples, Int(delay * rate)) { new, old in
        (new + fading * old, old)
      } into: {
        wet[$0] += 0.12 * $1
      }
    }
    for delay in [0.005, 0.0017] {
      let source = wet
      Self.loop(source, Int(delay * rate)) { new, old in
        let inside = new + 0.7 * old
        return (inside, old - 0.7 * inside)
      } into: {
        wet[$0] = $1
      }
    }
    for index in samples.indices { samples[index] += wet[index] }
  }

  /// Runs samples through a delay line. `step` gets a sample and the sample from the line, and returns those
  /// to store and to output.
  private static func loop(
    _ samples: [Float], _ delay: Int, _ step: (Float, Float) -> (Float, Float),
    into heard: (Int, Float) -> Void
  ) {
    var line = [Float](repeating: 0, count: max(1, delay))
    var place = 0
    for index in samples.indices {
      let result = step(samples[index], line[place])
      line[place] = result.0
      place = place + 1 == line.count ? 0 : place + 1
      heard(index, result.1)
    }
  }
}
