/// Converts interleaved samples to another number of channels.
enum ChannelMix {
  /// Returns the samples with another number of channels. One channel is copied to all; several become one
  /// as their mean. Otherwise every second source channel goes to the same target, left to left.
  static func mix(_ samples: [Float], from source: Int, to target: Int) -> [Float] {
    guard source != target else { return samples }
    let frames = samples.count / source
    return [Float](unsafeUninitializedCapacity: frames * target) { out, count in
      for frame in 0..<frames {
        for channel in 0..<target {
          var sum: Float = 0
          var parts: Float = 0
          if source == 1 {
            sum = samples[frame]
            parts = 1
          } else {
            for index in stride(from: channel % source, to: source, by: target) {
              sum += samples[frame * source + index]
              parts += 1
            }
          }
          out.initializeElement(at: frame * target + channel, to: sum / max(1, parts))
        }
      }
      count = frames * target
    }
  }
}
