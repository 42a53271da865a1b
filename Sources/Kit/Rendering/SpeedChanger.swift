internal import TilawaCLibraries

/// Makes speech faster or slower without changing its pitch, block by block, by libsonic.
///
/// libsonic works in 16 bits inside.
final class SpeedChanger {
  private let stream: sonicStream
  private let channels: Int

  /// Nil when there is no memory.
  init?(speed: Double, sampleRate: Int, channels: Int) {
    guard let stream = sonicCreateStream(Int32(sampleRate), Int32(channels)) else { return nil }
    self.stream = stream
    self.channels = channels
    sonicSetSpeed(stream, Float(speed))
  }

  deinit { sonicDestroyStream(stream) }

  /// What comes out for the next samples; with `isLast` all that is left.
  func change(_ samples: [Float], isLast: Bool) -> [Float] {
    // Beyond full scale its whole numbers would wrap around to a loud click.
    var clipped = samples.map { min(1, max(-1, $0)) }
    clipped.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      _ = sonicWriteFloatToStream(stream, base, Int32(buffer.count / channels))
    }
    if isLast { sonicFlushStream(stream) }
    let frames = Int(sonicSamplesAvailable(stream))
    guard frames > 0 else { return [] }
    return [Float](unsafeUninitializedCapacity: frames * channels) { out, count in
      count = Int(sonicReadFloatFromStream(stream, out.baseAddress, Int32(frames))) * channels
    }
  }
}
