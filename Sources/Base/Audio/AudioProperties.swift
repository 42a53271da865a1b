/// The properties of a file's audio.
public struct AudioProperties: Hashable, Sendable {
  /// Short lower-case name of the format: `wav`, `flac`, `mp3`, `ogg`, `opus`, `aiff`, `caf`, `m4a`, `webm`, `aac`.
  public var format: String
  /// Frames a second, as they are delivered; for Opus the rate that its header says was encoded.
  public var sampleRate: Int
  /// The number of samples in a frame.
  public var channels: Int
  /// The number of frames, normally as the header states it.
  ///
  /// Frames are counted for MPEG audio, and where the header gives no number, no exact number, or more frames
  /// than there are.
  public var frames: Int64
  /// The length of `frames`, to the nearest millisecond.
  public var duration: Milliseconds
  /// True if the file is complete.
  ///
  /// False if the file ends before the mark that ends its format (Ogg, Opus) or within a packet (MP3, AAC).
  /// Also false if it is shorter than the length that it states.
  public var isComplete: Bool

  /// Creates properties from their values.
  public init(
    format: String, sampleRate: Int, channels: Int, frames: Int64, duration: Milliseconds, isComplete: Bool
  ) {
    self.format = format
    self.sampleRate = sampleRate
    self.channels = channels
    self.frames = frames
    self.duration = duration
    self.isComplete = isComplete
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
