internal import TilawaCLibraries

/// Decodes the packets that libopusfile finds, if they have one or two channels.
///
/// The decoder of libopusfile and libsndfile is libopus' for any number of channels, which queries the
/// processor's features several times a packet. On a virtual machine each query goes to the host: that took
/// 12 s of the 17 s for an hour.
final class OpusPacketDecoder {
  private let file: OpaquePointer
  private let channels: Int
  private let step: Int
  private let decoder: OpaquePointer?
  private let block: UnsafeMutablePointer<Float>
  private static let mostFrames = 5760
  private var link: Int32 = -1
  private var isOwn = false

  /// For packets of an open file, to be decoded at a rate of libopus'.
  init(_ file: OpaquePointer, sampleRate: Int, channels: Int) {
    self.file = file
    self.channels = channels
    step = 48_000 / sampleRate
    decoder = channels > 2 ? nil : opus_decoder_create(Int32(sampleRate), Int32(channels), nil)
    block = .allocate(capacity: Self.mostFrames * channels)
  }

  deinit {
    if let decoder { opus_decoder_destroy(decoder) }
    block.deallocate()
  }

  /// Returns true if a stream is in libopus' own form, with its own order of channels.
  static func canDecode(_ head: OpusHead) -> Bool {
    switch head.channel_count {
    case 1: head.stream_count == 1 && head.mapping.0 == 0
    case 2: head.coupled_count == 1 && head.stream_count == 1 && head.mapping.0 == 0 && head.mapping.1 == 1
    default: false
    }
  }

  /// Resets the decoder, for when the next packet doesn't follow the previous one.
  func reset() {
    if let decoder { _ = opus_decoder_reset(decoder) }
  }

  /// Fills `samples` with `frames` frames at 48 kHz; at lower rates each decoded frame is repeated.
  ///
  /// Returns the status that libopusfile expects.
  func decode(
    _ packet: ogg_packet, to samples: UnsafeMutablePointer<Float>, frames: Int, link: Int32
  ) -> Int32 {
    if link != self.link { enter(link) }
    guard isOwn, let decoder else { return OP_DEC_USE_DEFAULT }
    let wanted = min(frames / step, Self.mostFrames)
    let target = step == 1 ? samples : block
    let got = opus_decode_float(decoder, packet.packet, Int32(packet.bytes), target, Int32(wanted), 0)
    guard got == wanted, wanted * step == frames else { return min(got, OPUS_INVALID_PACKET) }
    guard step > 1 else { return 0 }
    for frame in 0..<frames {
      for channel in 0..<channels {
        samples[frame * channels + channel] = block[frame / step * channels + channel]
      }
    }
    return 0
  }

  private func enter(_ link: Int32) {
    self.link = link
    guard let decoder, let head = op_head(file, link) else { return }
    isOwn = Self.canDecode(head.pointee) && Int(head.pointee.channel_count) == channels
    reset()
    // libopusfile's decoder, which isn't used, would have done so.
    _ = opus_decoder_set_gain(decoder, head.pointee.output_gain)
  }
}
