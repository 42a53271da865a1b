public import TilawaBase

/// Reads a file's samples block by block, as interleaved floats of -1 to 1.
///
/// Memory doesn't depend on the length of the file; the file is closed when the reader goes.
public struct AudioReader: ~Copyable {
  private let source: any SampleSource

  /// Frames a second.
  public var sampleRate: Int { source.sampleRate }
  /// Samples in a frame.
  public var channels: Int { source.channels }
  /// Short lower-case name of the format.
  public var format: String { source.format }
  /// True if the file contains floats and no whole numbers.
  var holdsFloats: Bool { source.holdsFloats }
  /// True if the file contains whole numbers of 16 bits, which can be read as they are.
  var holds16Bits: Bool { (source as? SoundFile)?.holds16Bits ?? false }
  /// True if reading after seeking gives the same samples as reading from the start.
  var seeksExactly: Bool { source.seeksExactly }
  /// The number of frames that the file declares, nil if it declares none; a damaged file may deliver fewer.
  public var declaredFrames: Int64? { source.declaredFrames }
  /// The declared number of frames, or one that is right to some milliseconds, for showing progress; nil if
  /// neither is known.
  var roughFrames: Int64? { source.declaredFrames ?? source.promise.frames }
  /// The length and the end that the file declares.
  var promise: PromisedLength { source.promise }
  /// The number of declared frames that are missing after the file was read to its end; 0 if it declares no
  /// length.
  public var missingFrames: Int64 { source.promise.missing(after: framesRead) }
  /// The number of frames delivered so far; seeking doesn't change it.
  public private(set) var framesRead: Int64 = 0
  /// The number of samples that were not a number, infinite or beyond a million, and were delivered as 0.
  public private(set) var unusableSamples = 0

  /// Opens the file.
  public init(fileAt path: String) throws(AudioError) {
    source = try openSource(path)
  }

  /// Fills `buffer` with whole frames and returns how many; fewer than fit only at the end of the file.
  public mutating func read(
    into buffer: UnsafeMutableBufferPointer<Float>
  ) throws(AudioError) -> Int {
    let source = source
    let frames = try fill(buffer) { (rest) throws(AudioError) in try source.read(rest) }
    if source.holdsFloats { clean(UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * channels)])) }
    return frames
  }

  /// Reads samples as the numbers that are stored; none if `holds16Bits` is false.
  mutating func read(into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
    guard let file = source as? SoundFile, file.holds16Bits else { return 0 }
    return try fill(buffer) { (rest) throws(AudioError) in file.read(rest) }
  }

  private mutating func fill<Value>(
    _ buffer: UnsafeMutableBufferPointer<Value>,
    _ read: (UnsafeMutableBufferPointer<Value>) throws(AudioError) -> Int
  ) throws(AudioError) -> Int {
    let wanted = buffer.count / channels
    var frames = 0
    while frames < wanted {
      let rest = UnsafeMutableBufferPointer(rebasing: buffer[(frames * channels)..<(wanted * channels)])
      let got = try read(rest)
      if got == 0 { break }
      frames += got
    }
    framesRead += Int64(frames)
    return frames
  }

  /// The next samples, at most `frames` frames of them; empty at the end of the file.
  public mutating func read(frames: Int) throws(AudioError) -> [Float] {
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(0, frames) * channels)
    defer { buffer.deallocate() }
    let got = try read(into: buffer)
    return Array(buffer[..<(got * channels)])
  }

  /// The next frames with their channels averaged into one; empty at the end of the file.
  public mutating func readMono(frames: Int) throws(AudioError) -> [Float] {
    try readVoice(frames: frames, of: VoiceChannels(all: channels))
  }

  /// The next frames as one channel; empty at the end of the file.
  mutating func readVoice(frames: Int, of voice: VoiceChannels) throws(AudioError) -> [Float] {
    let samples = try read(frames: frames)
    return channels == 1 ? samples : samples.withUnsafeBufferPointer(voice.mix)
  }

  /// Makes `frame` the next one that is read, exactly; a position past the end delivers nothing.
  public mutating func seek(toFrame frame: Int64) throws(AudioError) {
    let last = source.declaredFrames ?? Int64.max
    try source.seek(toFrame: min(max(0, frame), last))
  }

  private mutating func clean(_ samples: UnsafeMutableBufferPointer<Float>) {
    for index in samples.indices where !(samples[index].magnitude <= 1_000_000) {
      samples[index] = 0
      unusableSamples += 1
    }
  }
}
