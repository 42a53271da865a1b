public import Timing

/// What a file's audio is like.
public struct AudioProperties: Hashable, Sendable {
  /// Short lower-case name of the format: `wav`, `flac`, `mp3`, `ogg`, `opus`, `aiff`, `caf`, `m4a`, `webm`, `aac`.
  public var format: String
  /// Frames a second, as they are delivered; for Opus the rate that its header says was encoded.
  public var sampleRate: Int
  /// How many samples a frame has.
  public var channels: Int
  /// How many frames there are: counted for MPEG audio, and where the header doesn't say, doesn't say it to the frame or claims
  /// more than there are; else as the header says.
  public var frames: Int64
  /// The length of `frames`, to the nearest millisecond.
  public var duration: Milliseconds
  /// False when the file breaks off before its own end mark (Ogg, Opus) or the length that it names; WAV and AIFF
  /// don't tell.
  public var isComplete: Bool
}

/// Looks at a file's audio without analysing it.
public enum AudioProbe {
  /// What the file's audio is like; reads headers only, but every frame header of MPEG audio, and
  /// decodes an Ogg file that breaks off, and what ffmpeg decodes, where its header doesn't say to the frame how long it is.
  ///
  /// Starts no program when `isReadHere`, and throws `needsProgram` of what only a program decodes.
  public static func properties(
    ofFileAt path: String, isReadHere: Bool = false
  ) throws(AudioError) -> AudioProperties {
    let source = try openSource(path, isReadHere: isReadHere)
    if let source = source as? PipedDecoder { return try properties(of: source) }
    let isComplete = hasItsEnd(source)
    let frames =
      if isComplete, let declared = source.declaredFrames { declared } else {
        try countFrames(openSource(path))
      }
    // libsndfile takes an AU file for empty when its header names more than there is.
    if frames == 0, source.format == "au", lastBytes(of: path, 1024).count == 1024 {
      throw AudioError(
        kind: .damaged, path: path,
        message: "no sound can be decoded; its header names a length that the file hasn't got")
    }
    return AudioProperties(
      format: source.format, sampleRate: source.sampleRate, channels: source.channels, frames: frames,
      duration: Milliseconds(frames: frames, rate: source.sampleRate),
      isComplete: isComplete)
  }

  private static func properties(of source: PipedDecoder) throws(AudioError) -> AudioProperties {
    let frames: Int64
    if let known = source.declaredFrames ?? source.facts.countedFrames {
      frames = known
    } else {
      frames = try countFrames(source)
      source.facts.remember(countedFrames: frames)
    }
    // What a container says is right to a packet or two.
    let missing = (source.roughFrames ?? frames) - frames
    return AudioProperties(
      format: source.format, sampleRate: source.sampleRate, channels: source.channels, frames: frames,
      duration: Milliseconds(frames: frames, rate: source.sampleRate),
      isComplete: missing < Int64(source.sampleRate / 4))
  }

  /// Whether there is audio up to where the file says that it ends.
  private static func hasItsEnd(_ source: any SampleSource) -> Bool {
    guard let frames = source.declaredFrames else { return false }
    // The header of a FLAC file stays what it was when the rest is cut off; others may say what was never true. Of
    // MPEG audio the frames were counted, and Ogg has a mark at its end.
    guard source is SoundFile, source.format != "ogg", frames > 0 else { return true }
    let last = UnsafeMutableBufferPointer<Float>.allocate(capacity: source.channels)
    defer { last.deallocate() }
    do {
      try source.seek(toFrame: frames - 1)
      return try source.read(last) > 0
    } catch {
      return false
    }
  }

  private static func countFrames(_ source: any SampleSource) throws(AudioError) -> Int64 {
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 16384 * source.channels)
    defer { block.deallocate() }
    var frames: Int64 = 0
    while true {
      let got = try source.read(block)
      if got == 0 { return frames }
      frames += Int64(got)
    }
  }
}

extension Milliseconds {
  /// Where frame number `frames` lies, to the nearest millisecond.
  public init(frames: Int64, rate: Int) {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(rate))
    self.init(seconds * 1000 + (rest * 1000 + Int64(rate) / 2) / Int64(rate))
  }

  /// The first frame at or after this position.
  public func frame(rate: Int) -> Int64 {
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1000)
    return seconds * Int64(rate) + (rest * Int64(rate) + 999) / 1000
  }
}
