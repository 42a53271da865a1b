public import TilawaBase

/// The amount of audio that one pixel of a waveform stands for.
public enum WaveformScale: Hashable, Sendable {
  /// A number of frames.
  case samplesPerPixel(Int)
  /// A number of pixels a second, as nearly as whole frames allow; fractions are for zooming far out.
  case pixelsPerSecond(Double)
  /// As much as makes all of the range take at most this number of pixels.
  case width(Int)
}

/// The lowest and the highest sample of every pixel of a waveform, as 16-bit numbers.
///
/// They are what audiowaveform makes: channels are summed and divided unless they are split, and the last
/// pixel may stand for less than the others.
public struct WaveformPeaks: Hashable, Sendable {
  /// Frames a second of the audio.
  public var sampleRate: Int
  /// The number of frames that a pixel stands for.
  public var samplesPerPixel: Int
  /// The number of waveforms: one, or one for each channel.
  public var channels: Int
  /// Lowest and highest, for each channel in turn, pixel after pixel.
  public var values: [Int16]
  /// Where the first pixel begins.
  public var start: Milliseconds
  /// The number of frames that went into them.
  public var frames: Int64
  /// True if the file ended before the range did, or before its declared length.
  public var breaksOff = false

  /// The number of pixels.
  public var length: Int { values.count / (2 * channels) }

  /// Where a pixel's audio ends: `x` pixels from the start.
  public func pixels(to time: Milliseconds) -> Double {
    (time - start).seconds * Double(sampleRate) / Double(samplesPerPixel)
  }
}

extension WaveformPeaks {
  /// Decodes the file, or `start` to `end` of it, once; keeps only the peaks.
  ///
  /// Throws if the scale is invalid, or if the range lies behind the end of the audio. `progress` receives
  /// the number of frames.
  public init(
    ofFileAt path: String, scale: WaveformScale, splitsChannels: Bool = false,
    from start: Milliseconds = .zero, to end: Milliseconds? = nil,
    progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
  ) throws(AudioError) {
    var reader = try AudioReader(fileAt: path)
    let rate = reader.sampleRate
    // Where the file doesn't say they are counted.
    let all: Int64 =
      if let declared = reader.declaredFrames { declared } else {
        try AudioProbe.properties(ofFileAt: path).frames
      }
    let first = min(start.frame(rate: rate), Int64.max / 2)
    let last = min(all, end.map { $0.frame(rate: rate) } ?? all)
    guard first < last || (first == 0 && end == nil) else {
      throw AudioError(
        kind: .unsupported, path: path,
        message: "no audio from \(start) to \(end.map { "\($0)" } ?? "the end"); it ends at "
          + "\(Milliseconds(frames: all, rate: rate))")
    }
    let perPixel = scale.samplesPerPixel(frames: last - first, rate: rate)
    guard (2...Int(Int32.max)).contains(perPixel) else {
      throw AudioError(
        kind: .unsupported, path: path,
        message: "\(perPixel) samples per pixel are not between 2 and \(Int32.max)")
    }
    if first > 0 { try reader.seek(toFrame: first) }
    var collector = PeakCollector(
      samplesPerPixel: perPixel, channels: reader.channels, splits: splitsChannels,
      rounding: .of(reader.format, holdsFloats: reader.holdsFloats))
    let capacity = 16384
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: capacity * reader.channels)
    defer { block.deallocate() }
    var left = last - first
    while left > 0 {
      let wanted = Int(min(Int64(capacity), left)) * reader.channels
      let got = try reader.read(into: UnsafeMutableBufferPointer(rebasing: block[..<wanted]))
      if got == 0 { break }
      collector.add(UnsafeBufferPointer(rebasing: block[..<(got * reader.channels)]))
      left -= Int64(got)
      progress(last - first - left, last - first)
    }
    collector.finish()
    sampleRate = rate
    samplesPerPixel = perPixel
    channels = collector.outputs
    values = collector.values
    self.start = start
    frames = last - first - left
    breaksOff = left > 0 || (last == all && reader.promise.isMissed(by: all))
  }
}

extension WaveformScale {
  /// As many frames as a pixel stands for, when `frames` are drawn.
  fileprivate func samplesPerPixel(frames: Int64, rate: Int) -> Int {
    switch self {
    case .samplesPerPixel(let count): return count
    case .pixelsPerSecond(let count):
      let samples = Double(rate) / count
      return samples.isFinite && samples < 1e15 ? Int(samples) : 0
    case .width(let pixels):
      guard pixels > 0 else { return 0 }
      // A pixel of one frame is none: what is that short takes fewer pixels.
      return max(2, Int(clamping: (frames + Int64(pixels) - 1) / Int64(pixels)))
    }
  }
}
