import TilawaBase
internal import TilawaCLibraries

/// An Ogg Opus file opened by libopusfile.
///
/// It is delivered at the lowest of libopus' rates that preserves what was encoded, by the rate in the
/// header.
final class OpusStream: SampleSource {
  let path: String
  let format = "opus"
  let sampleRate: Int
  let channels: Int
  let declaredFrames: Int64?
  let holdsFloats = false
  let seeksExactly = true
  private let handle: OpaquePointer
  private let packets: OpusPacketDecoder
  /// libopusfile counts at this rate, and delivers at it too.
  private static let fullRate = 48_000
  /// The number of libopusfile's frames in one delivered frame.
  private let step: Int
  /// The decoded frames that are not yet delivered: frames of silence, then some of the block.
  private let block: UnsafeMutableBufferPointer<Float>
  private var silence: Int64 = 0
  private var unread = 0..<0
  /// libopusfile's number of the frame behind those that were decoded.
  private var next: Int64 = 0
  private var link: Int32 = 0

  init(_ path: String) throws(AudioError) {
    self.path = path
    var code: Int32 = 0
    guard let handle = op_open_file(path, &code), let head = op_head(handle, 0) else {
      throw AudioError(
        kind: .damaged, path: path,
        message: "not readable; it is damaged, cut short near its start or of an unsupported kind")
    }
    self.handle = handle
    channels = Int(head.pointee.channel_count)
    // More channels than two are left to libopusfile's decoder, which knows one rate only.
    let encoded = OpusPacketDecoder.canDecode(head.pointee) ? Int(head.pointee.input_sample_rate) : 0
    let rate = [8000, 12_000, 16_000, 24_000].first { (1...$0).contains(encoded) } ?? Self.fullRate
    sampleRate = rate
    step = Self.fullRate / rate
    packets = OpusPacketDecoder(handle, sampleRate: rate, channels: channels)
    // A packet holds 120 ms at most.
    block = .allocate(capacity: Self.fullRate * 120 / 1000 * channels)
    block.initialize(repeating: 0)
    let total = op_pcm_total(handle, -1)
    // A page may name any position; nothing real has 2^53 frames.
    let isSaid = (0..<(1 << 53)).contains(total) && oggFileHasItsEnd(path)
    declaredFrames = isSaid ? (total + Int64(step) - 1) / Int64(step) : nil
    op_set_decode_callback(
      handle,
      { context, _, samples, packet, frames, _, format, link in
        guard let context, let samples, let packet, format == OP_DEC_FORMAT_FLOAT else {
          return OP_DEC_USE_DEFAULT
        }
        let decoder = Unmanaged<OpusPacketDecoder>.fromOpaque(context).takeUnretainedValue()
        return decoder.decode(
          packet.pointee, to: samples.assumingMemoryBound(to: Float.self), frames: Int(frames), link: link)
      }, Unmanaged.passUnretained(packets).toOpaque())
    try checkPlausible(path, sampleRate: rate, channels: channels)
    for link in 0..<max(0, op_link_count(handle)) { try check(link) }
  }

  var promise: PromisedLength {
    PromisedLength(frames: declaredFrames, lacksEnd: declaredFrames == nil, rate: sampleRate)
  }

  deinit {
    op_free(handle)
    block.deallocate()
  }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
    let wanted = buffer.count / channels
    guard wanted > 0, let target = buffer.baseAddress, let source = block.baseAddress else { return 0 }
    if silence == 0 && unread.isEmpty { try decodeMore() }
    if silence > 0 {
      let count = Int(min(Int64(wanted), silence))
      target.update(repeating: 0, count: count * channels)
      silence -= Int64(count)
      return count
    }
    let count = min(wanted, unread.count)
    target.update(from: source + unread.lowerBound * channels, count: count * channels)
    unread = unread.lowerBound + count..<unread.upperBound
    return count
  }

  func seek(toFrame frame: Int64) throws(AudioError) {
    // Its output is what it is from the start after two seconds; the 80 ms that libopusfile decodes before do for the ear.
    let from = min(max(0, frame - 2 * Int64(sampleRate)), 1 << 53)
    guard op_pcm_seek(handle, from * Int64(step)) == 0 else {
      throw AudioError(
        kind: .damaged, path: path, message: "cannot seek to frame \(frame); the file is damaged")
    }
    packets.reset()
    next = from * Int64(step)
    unread = 0..<0
    silence = 0
    var rest = frame - from
    while rest > 0 {
      if silence == 0 && unread.isEmpty { try decodeMore() }
      if silence > 0 {
        let left = min(rest, silence)
        silence -= left
        rest -= left
      } else if !unread.isEmpty {
        let left = min(rest, Int64(unread.count))
        unread = unread.lowerBound + Int(left)..<unread.upperBound
        rest -= left
      } else {
        return
      }
    }
  }

  /// Decodes the next packet; at the end of the file nothing is there afterwards.
  private func decodeMore() throws(AudioError) {
    var isBroken = false
    while silence == 0 && unread.isEmpty {
      var link: Int32 = 0
      let got = op_read_float(handle, block.baseAddress, Int32(block.count), &link)
      if got == OP_HOLE || got == OP_EBADPACKET {
        isBroken = true
        continue
      }
      // Whatever can't be decoded any more is the end; callers compare with the length that the file names.
      guard got > 0 else { return }
      if link != self.link {
        self.link = link
        try check(link)
      }
      // What is damaged becomes silence, so that all behind it stays where the file says it is. More than an hour of it is a
      // wrong number.
      let told = isBroken ? op_pcm_tell(handle) - Int64(got) : next
      let position = told - next <= 3600 * Int64(Self.fullRate) ? max(next, told) : next
      silence = ownFrames(upTo: position) - ownFrames(upTo: next)
      next = position + Int64(got)
      unread = 0..<Int(ownFrames(upTo: next) - ownFrames(upTo: position))
      guard step > 1 else { continue }
      let first = Int(ownFrames(upTo: position) * Int64(step) - position)
      for frame in unread {
        for channel in 0..<channels {
          block[frame * channels + channel] = block[(first + frame * step) * channels + channel]
        }
      }
    }
  }

  /// Returns the number of delivered frames that begin before a frame of libopusfile.
  private func ownFrames(upTo frame: Int64) -> Int64 { (frame + Int64(step) - 1) / Int64(step) }

  private func check(_ link: Int32) throws(AudioError) {
    let found = Int(op_channel_count(handle, link))
    guard found == channels else {
      throw .changes(path, from: "\(channels) channels", to: "\(found)")
    }
  }
}
