internal import TilawaCLibraries

/// Measures the perceived loudness of a recording by EBU R128 (ITU-R BS.1770), and its highest sample.
package final class LoudnessMeter {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channels: Int

  /// Returns nil if the library rejects the sample rate or the number of channels.
  package init?(sampleRate: Int, channels: Int) {
    let mode = Int32(bitPattern: EBUR128_MODE_I.rawValue | EBUR128_MODE_SAMPLE_PEAK.rawValue)
    guard sampleRate > 0, channels > 0,
      let state = ebur128_init(UInt32(channels), UInt(sampleRate), mode)
    else { return nil }
    self.state = state
    self.channels = channels
    // A single channel is played by two loudspeakers, and is as loud as two equal channels.
    if channels == 1 { ebur128_set_channel(state, 0, Int32(bitPattern: EBUR128_DUAL_MONO.rawValue)) }
  }

  deinit { ebur128_destroy(&state) }

  /// Adds interleaved samples.
  package func add(_ samples: UnsafeBufferPointer<Float>) {
    guard let base = samples.baseAddress else { return }
    _ = ebur128_add_frames_float(state, base, samples.count / channels)
  }

  /// The integrated loudness in LUFS, or nil if no 0.4 s louder than -70 LUFS were added.
  package var loudness: Double? {
    var value = 0.0
    guard let state, ebur128_loudness_global(state, &value) == 0, value.isFinite else { return nil }
    return value
  }

  /// The highest sample of any channel; full scale is 1.
  package var peak: Double {
    guard let state else { return 0 }
    return (0..<UInt32(channels)).reduce(0) { highest, channel in
      var value = 0.0
      return ebur128_sample_peak(state, channel, &value) == 0 ? max(highest, value) : highest
    }
  }
}
