public import TilawaBase
internal import TilawaCLibraries

/// Copies a stretch of one audio file into another.
public enum AudioCut {
  /// Writes the frames from `span.start` up to `span.end`, as far as there are any; returns the number of
  /// frames copied.
  ///
  /// The cut is exact to the sample. Values are exact too, if both files contain whole numbers and the new
  /// one's are no shorter. If the encoding can't have the file's rate, the nearest above it is taken.
  /// `bitrate` is that of `AudioWriter`.
  @discardableResult
  public static func copy(
    _ span: TimeSpan, ofFileAt path: String, to target: String, encoding: AudioEncoding,
    tags: AudioTags = AudioTags(), bitrate: Int? = nil
  ) throws(AudioError) -> Int64 {
    let source = try openSource(path)
    let first = span.start.frame(rate: source.sampleRate)
    let last = min(span.end.frame(rate: source.sampleRate), source.declaredFrames ?? Int64.max)
    let rate = encoding.nearestRate(to: source.sampleRate)
    var writer = try AudioWriter(
      path: target, encoding: encoding, sampleRate: rate, channels: source.channels, tags: tags,
      bitrate: bitrate)
    var rest = max(0, last - first)
    if rest > 0 { try source.seek(toFrame: first) }
    let copied = rest
    if let file = source as? SoundFile, file.holdsIntegers, encoding.holdsIntegers {
      try pump(&rest, channels: file.channels, zero: Int32(0)) { block throws(AudioError) in
        let frames = sf_readf_int(file.handle, block.baseAddress, Int64(block.count / file.channels))
        let got = max(0, Int(frames))
        try writer.write(UnsafeBufferPointer(rebasing: block[..<(got * file.channels)]))
        return got
      }
    } else if rate == source.sampleRate {
      try pump(&rest, channels: source.channels, zero: Float(0)) { block throws(AudioError) in
        let got = try source.read(block)
        try writer.write(UnsafeBufferPointer(rebasing: block[..<(got * source.channels)]))
        return got
      }
    } else {
      guard let converter = SampleRateConverter(from: source.sampleRate, to: rate, channels: source.channels)
      else {
        throw AudioError(
          kind: .unsupported, path: target, message: "cannot resample \(source.sampleRate) Hz to \(rate) Hz")
      }
      try pump(&rest, channels: source.channels, zero: Float(0)) { block throws(AudioError) in
        let got = try source.read(block)
        try writer.write(converter.convert(Array(block[..<(got * source.channels)]), isLast: false))
        return got
      }
      try writer.write(converter.convert([], isLast: true))
    }
    try writer.finish()
    return copied - rest
  }

  /// Appends the frames of a file, if it and the encoding of the new one contain whole numbers; returns their
  /// number, or nil if they don't.
  ///
  /// Both files must have the same rate and channels.
  public static func appendIntegers(
    ofFileAt path: String, to writer: inout AudioWriter, _ encoding: AudioEncoding
  ) throws(AudioError) -> Int64? {
    guard encoding.holdsIntegers, let file = try openSource(path) as? SoundFile, file.holdsIntegers else {
      return nil
    }
    var done: Int64 = 0
    let block = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 4096 * file.channels)
    defer { block.deallocate() }
    block.initialize(repeating: 0)
    while true {
      let count = min(4096, file.declaredFrames.map { $0 - done } ?? 4096)
      let frames = count > 0 ? max(0, sf_readf_int(file.handle, block.baseAddress, count)) : 0
      if frames == 0 { return done }
      try writer.write(UnsafeBufferPointer(rebasing: block[..<(Int(frames) * file.channels)]))
      done += frames
    }
  }

  private static func pump<Sample>(
    _ rest: inout Int64, channels: Int, zero: Sample,
    _ copy: (UnsafeMutableBufferPointer<Sample>) throws(AudioError) -> Int
  ) throws(AudioError) {
    let block = UnsafeMutableBufferPointer<Sample>.allocate(capacity: 4096 * channels)
    defer { block.deallocate() }
    block.initialize(repeating: zero)
    while rest > 0 {
      let count = Int(min(rest, 4096))
      let got = try copy(UnsafeMutableBufferPointer(rebasing: block[..<(count * channels)]))
      if got == 0 { return }
      rest -= Int64(got)
    }
  }
}

extension SoundFile {
  /// True if samples are whole numbers, which floats in between would round.
  fileprivate var holdsIntegers: Bool {
    [
      SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
    ].contains { Int($0) == encoding }
  }
}

extension AudioEncoding {
  fileprivate var holdsIntegers: Bool {
    switch self {
    case .wav, .wav24, .flac, .flac24, .aiff: true
    case .wavFloat, .ogg, .opus, .mp3, .m4a, .mka, .webm: false
    }
  }
}
