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
  /// False when the file ends before the mark that ends its form (Ogg, Opus), within a packet (MP3, AAC), or before the length that
  /// it names, as far as it names one.
  public var isComplete: Bool

  /// What was found out.
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
