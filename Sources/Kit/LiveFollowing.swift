package import TilawaQuran
package import TilawaRecognition

/// A recitation that is followed while it is heard.
///
/// Belongs to one thread, or to one actor.
package final class LiveFollowing {
  private let follower: RecitationFollower
  private let channels: Int

  /// Follows `passages` in their order, or whatever is recited where there are none; the sound has so many samples a second
  /// and interleaved channels.
  package init(
    _ passages: [AyahRange], counting: CountingSystem = .kufi, sampleRate: Int, channels: Int,
    model: AcousticModel = .shipped
  ) {
    self.channels = max(1, channels)
    follower = RecitationFollower(
      passages.isEmpty ? nil : passages, counting: counting, model: model, sampleRate: sampleRate)
  }

  /// Takes up the next samples, from -1 to 1; gives what is to be told by now. With `isLast` nothing follows.
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
