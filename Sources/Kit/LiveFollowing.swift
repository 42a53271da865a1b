package import TilawaQuran
package import TilawaRecognition

/// Follows a live recitation.
///
/// Not thread-safe: use it from one thread or actor.
package final class LiveFollowing {
  private let follower: RecitationFollower
  private let channels: Int

  /// Follows `passages` in order, or any recitation if there are none. The sound has the given sample rate,
  /// in samples per second, and the given number of interleaved channels.
  package init(
    _ passages: [AyahRange], counting: CountingSystem = .kufi, sampleRate: Int, channels: Int,
    model: AcousticModel = .shipped
  ) {
    self.channels = max(1, channels)
    follower = RecitationFollower(
      passages.isEmpty ? nil : passages, counting: counting, model: model, sampleRate: sampleRate)
  }

  /// Processes the next samples, from -1 to 1, and returns the events so far. With `isLast`, no more
  /// samples follow.
  package func hear(_ samples: [Float], isLast: Bool = false) -> [RecitationFollower.Event] {
    follower.hear(mixed(samples), isLast: isLast)
  }

  private func mixed(_ samples: [Float]) -> [Float] {
    guard channels > 1 else { return samples }
    return stride(from: 0, to: samples.count - channels + 1, by: channels).map { first in
      samples[first..<first + channels].reduce(0, +) / Float(channels)
    }
  }
}
