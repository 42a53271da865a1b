public import TilawaBase

/// Looks at a file's audio without analysing it.
public enum AudioProbe {
  /// Returns the properties of the file's audio. Most files need only their headers to be read.
  ///
  /// In MPEG audio every frame header is read. A file is decoded if it is an Ogg file that breaks off. So is
  /// one that ffmpeg decodes, if its header doesn't state the exact number of frames.
  ///
  /// Starts no program if `isReadHere` is true; then throws `needsProgram` if only an external program can
  /// decode the file.
  public static func properties(
    ofFileAt path: String, isReadHere: Bool = false
  ) throws(AudioError) -> AudioProperties {
    let source = try openSource(path, isReadHere: isReadHere)
    if let source = source as? PipedDecoder { return try properties(of: source) }
    let frames =
      if let declared = source.declaredFrames, canBeRead(frame: declared - 1, of: source) { declared } else {
        try countFrames(openSource(path))
      }
    // libsndfile takes an AU file for empty when its header names more than there is.
    if frames == 0, source.format == "au", lastBytes(of: path, 1024).count == 1024 {
      throw AudioError(
        kind: .damaged, path: path,
        message: "no sound can be decoded; the file is shorter than its header states")
    }
    return AudioProperties(
      format: source.format, sampleRate: source.sampleRate, channels: source.channels, frames: frames,
      duration: Milliseconds(frames: frames, rate: source.sampleRate),
      isComplete: !source.promise.isMissed(by: frames))
  }

  /// Returns the time at which players of a file start its sound: 0, except in films whose picture comes
  /// first.
  ///
  /// Chapters in the file and subtitles beside it count from 0 there, positions in the recording from the
  /// first sample.
  public static func soundStart(ofFileAt path: String) throws(AudioError) -> Milliseconds {
    let isOwn = try OtherContainer.name(ofStart: AudioFileStart(path).bytes) == nil
    if isOwn, !OtherContainer.mayBeAny(path) { return .zero }
    return (try openSource(path) as? PipedDecoder)?.facts.start ?? .zero
  }

  private static func properties(of source: PipedDecoder) throws(AudioError) -> AudioProperties {
    let frames: Int64
    if let known = source.declaredFrames ?? source.facts.countedFrames {
      frames = known
    } else {
      frames = try countFrames(source)
      source.facts.remember(countedFrames: frames)
    }
    return AudioProperties(
      format: source.format, sampleRate: source.sampleRate, channels: source.channels, frames: frames,
      duration: Milliseconds(frames: frames, rate: source.sampleRate),
      isComplete: !source.promise.isMissed(by: frames))
  }

  /// Returns true if the last frame can be read.
  ///
  /// The header of a FLAC file stays as it was when its end is cut off, so the frame is read. Files of other
  /// formats have the frames that they declare.
  private static func canBeRead(frame: Int64, of source: any SampleSource) -> Bool {
    guard source.format == "flac", frame >= 0 else { return true }
    let last = UnsafeMutableBufferPointer<Float>.allocate(capacity: source.channels)
    defer { last.deallocate() }
    do {
      try source.seek(toFrame: frame)
      return try source.read(last) > 0
    } catch {
      return false
    }
  }

  static func countFrames(_ source: any SampleSource) throws(AudioError) -> Int64 {
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
