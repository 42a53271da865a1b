public import Audio

/// How many samples a second and channels a rendered stream has.
public struct RenderFormat: Hashable, Sendable {
  /// Frames a second.
  public var sampleRate: Int
  /// One or two.
  public var channels: Int

  /// A format.
  public init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// The best of what `files` have, as far as `encoding` can hold it: nothing is lost that needn't be.
  ///
  /// Without any file 44100 Hz and one channel.
  public init(fitting files: some Sequence<String>, encoding: AudioEncoding?) throws(AudioError) {
    var rate = 0
    var channels = 1
    for file in files {
      let reader = try AudioReader(fileAt: file)
      rate = max(rate, reader.sampleRate)
      channels = max(channels, min(2, reader.channels))
    }
    self.init(sampleRate: rate == 0 ? 44100 : rate, channels: channels)
    if let encoding { sampleRate = encoding.nearestRate(to: sampleRate) }
  }
}

extension AudioEncoding {
  /// The rates it can have, ascending; nil when it can have any.
  public var sampleRates: [Int]? {
    switch self {
    case .opus: [8000, 12000, 16000, 24000, 48000]
    case .mp3: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
    case .wav, .wav24, .wavFloat, .flac, .flac24, .aiff, .ogg: nil
    }
  }

  /// The lowest rate it can have that isn't below `rate`, else its highest.
  func nearestRate(to rate: Int) -> Int {
    guard let sampleRates else { return rate }
    return sampleRates.first { $0 >= rate } ?? sampleRates.last ?? rate
  }
}
