internal import CSamplerate

/// Brings interleaved samples to another rate, block by block, by libsamplerate.
final class SampleRateConverter {
  private let state: OpaquePointer
  private let channels: Int
  private let ratio: Double

  /// Nil when the library refuses: rates apart by more than 256, or no memory.
  init?(from source: Int, to target: Int, channels: Int) {
    var code: Int32 = 0
    ratio = Double(target) / Double(source)
    self.channels = channels
    guard src_is_valid_ratio(ratio) != 0,
      let state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(channels), &code)
    else { return nil }
    self.state = state
  }

  deinit { src_delete(state) }

  /// Starts anew, as if nothing had been put in.
  func reset() { src_reset(state) }

  /// What comes out for the next samples; with `isLast` all that is left.
  func convert(_ samples: [Float], isLast: Bool) -> [Float] {
    var result: [Float] = []
    var used = 0
    let total = samples.count / channels
    let room = Int(Double(total) * ratio) + 1024
    while true {
      var isStuck = false
      result += [Float](unsafeUninitializedCapacity: room * channels) { out, count in
        samples.withUnsafeBufferPointer { input in
          // An empty array has no address, and the library takes none for an error.
          withUnsafePointer(to: Float(0)) { nothing in
            var data = SRC_DATA()
            data.data_in = input.baseAddress.map { $0 + used * channels } ?? nothing
            data.input_frames = total - used
            data.data_out = out.baseAddress
            data.output_frames = room
            data.end_of_input = isLast ? 1 : 0
            data.src_ratio = ratio
            isStuck = src_process(state, &data) != 0
            used += data.input_frames_used
            count = isStuck ? 0 : data.output_frames_gen * channels
            isStuck = isStuck || (data.input_frames_used == 0 && data.output_frames_gen == 0)
          }
        }
      }
      if isStuck || (used == total && !isLast) { return result }
    }
  }
}
