package import TilawaBase
package import TilawaSound

/// How many samples a second and channels a rendered stream has.
package struct RenderFormat: Hashable, Sendable {
  /// Frames a second.
  package var sampleRate: Int
  /// One or two.
  package var channels: Int

  /// A format.
  package init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// The best of what `files` have, as far as `encoding` can hold it: nothing is lost that needn't be.
  ///
  /// Without any file 44100 Hz and one channel.
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
