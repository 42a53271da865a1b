import TilawaBase
internal import TilawaCLibraries

/// An MPEG audio file (MP3, and the older layers) opened by libmpg123.
///
/// Opening reads all frame headers, so the length is counted instead of taken from a header. This takes about
/// 30 ms for ten minutes. Encoder delay and padding that a LAME tag states are left out, as other players do.
final class MPEGStream: SampleSource {
  let path: String
  let format: String
  let sampleRate: Int
  let channels: Int
  let declaredFrames: Int64?
  let holdsFloats = false
  let seeksExactly: Bool
  private let handle: OpaquePointer
  /// The number of frames by which the file's own header exceeds those that are there.
  private let missing: Int64

  init(_ path: String) throws(AudioError) {
    self.path = path
    var code: Int32 = 0
    guard let handle = mpg123_new(nil, &code) else {
      throw AudioError(
        kind: .unreadable, path: path,
        message: "no MP3 decoder: \(String(cString: mpg123_plain_strerror(code)))")
    }
    self.handle = handle
    let flags = MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_GAPLESS.rawValue
    mpg123_param(handle, MPG123_ADD_FLAGS, Int(flags), 0)
    mpg123_param(handle, MPG123_REMOVE_FLAGS, Int(MPG123_AUTO_RESAMPLE.rawValue), 0)
    mpg123_param(handle, MPG123_RESYNC_LIMIT, 65536, 0)
    // The bit reservoir and a growing index make seeking exact at any bit rate.
    mpg123_param(handle, MPG123_PREFRAMES, 16, 0)
    mpg123_param(handle, MPG123_INDEX_SIZE, -1000, 0)
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    guard mpg123_open(handle, path) == 0, mpg123_getformat(handle, &rate, &channels, &encoding) == 0,
      encoding == Int32(bitPattern: MPG123_ENC_FLOAT_32.rawValue)
    else {
      mpg123_delete(handle)
      throw .unknownFormat(path)
    }
    // Junk at the start is no MPEG file; junk further on is skipped, however long.
    mpg123_param(handle, MPG123_RESYNC_LIMIT, -1, 0)
    mpg123_scan(handle)
    var info = mpg123_frameinfo()
    format = mpg123_info(handle, &info) == 0 ? "mp\(info.layer)" : "mp3"
    // Where frames are not all of one length, a damaged one may be found in one way from the start and in another from
    // further on.
    seeksExactly = info.vbr == MPG123_CBR
    sampleRate = rate
    self.channels = Int(channels)
    let length = Int64(mpg123_length(handle))
    declaredFrames = length >= 0 ? length : nil
    // Some encoders count the header's own packet, some don't, and so does libmpg123.
    let (packets, counted) = (try MPEGPackets.counted(byHeaderOf: path), Int64(mpg123_framelength(handle)))
    missing = max(0, (packets ?? 0) - counted - 1) * Int64(mpg123_spf(handle))
    try checkPlausible(path, sampleRate: rate, channels: Int(channels))
  }

  var promise: PromisedLength {
    PromisedLength(
      frames: declaredFrames.map { $0 + missing }, lacksEnd: MPEGPackets.endAmidOne(path), rate: sampleRate)
  }

  deinit { mpg123_delete(handle) }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
    let frame = MemoryLayout<Float>.size * channels
    let wanted = buffer.count / channels * frame
    guard wanted > 0 else { return 0 }
    while true {
      var bytes = 0
      let result = mpg123_read(handle, buffer.baseAddress, wanted, &bytes)
      if bytes >= frame { return bytes / frame }
      guard result == MPG123_NEW_FORMAT.rawValue else {
        // Whatever can't be decoded any more is the end; callers compare with the counted length.
        if result == MPG123_OK.rawValue { continue }
        return 0
      }
      try checkSameFormat()
    }
  }

  func seek(toFrame frame: Int64) throws(AudioError) {
    guard mpg123_seek(handle, off_t(frame), 0) == off_t(frame) else {
      throw AudioError(
        kind: .damaged, path: path, message: "cannot seek to frame \(frame); the file is damaged")
    }
  }

  private func checkSameFormat() throws(AudioError) {
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    mpg123_getformat(handle, &rate, &channels, &encoding)
    guard rate == sampleRate, channels == self.channels else {
      throw .changes(
        path, from: "\(sampleRate) Hz with \(self.channels) channels",
        to: "\(rate) Hz with \(channels)")
    }
  }
}
