internal import TilawaCLibraries

/// Changes the speed of speech without changing its pitch, block by block, using libsonic.
///
/// libsonic works with 16-bit samples.
final class SpeedChanger {
  private let stream: sonicStream
  private let channels: Int

  /// Returns nil if there is not enough memory.
  init?(speed: Double, sampleRate: Int, channels: Int) {
    guard let stream = sonicCreateStream(Int32(sampleRate), Int32(channels)) else { return nil }
    self.stream = stream
    self.channels = channels
    sonicSetSpeed(stream, Float(speed))
  }

  deinit { sonicDestroyStream(stream) }

  /// Processes samples and returns the result; with `isLast`, all that is left.
  func change(_ samples: [Float], isLast: Bool) -> [Float] {
    // Beyond full scale, its integers would overflow, with a loud click.
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
