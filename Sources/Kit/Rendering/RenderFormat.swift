package import TilawaBase
package import TilawaSound

/// The sample rate and the number of channels of a rendered stream.
package struct RenderFormat: Hashable, Sendable {
  /// The number of frames per second.
  package var sampleRate: Int
  /// The number of channels, one or two.
  package var channels: Int

  /// Creates a format.
  package init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// Creates the best format of `files` that `encoding` supports, so that no quality is lost unnecessarily.
  ///
  /// Without any file, it is 44100 Hz and one channel.
  package init(fitting files: some Sequence<String>, encoding: AudioEncoding?) throws(AudioError) {
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
