import QuranIndex
import Recognition
import Synchronization
import TilawaKit

/// Which ayah is heard in a sound that is recorded: it is followed beside the recording, which waits for nothing.
final class HeardAyah: Sendable {
  /// As the line of the meter tells it; empty while it isn't known.
  var text: String { told.withLock(\.self) }

  private let told = Mutex("")
  private let sound: AsyncStream<[Float]>.Continuation

  /// Blocks of sound that wait at most: what comes quicker than it is followed need not be kept, as it isn't live.
  private static let mostBlocks = 200

  /// Follows `passages`, or whatever is recited where there are none, as `LiveFollowing` does.
  init(_ passages: [AyahRange], sampleRate: Int, channels: Int) {
    let (stream, sound) = AsyncStream<[Float]>.makeStream(bufferingPolicy: .bufferingNewest(Self.mostBlocks))
    self.sound = sound
    Task {
      let following = LiveFollowing(passages, sampleRate: sampleRate, channels: channels)
      for await samples in stream {
        for case .place(let place) in following.hear(samples) {
          told.withLock { $0 = place.ayah.map { "  \($0)" } ?? "" }
        }
      }
    }
  }

  /// Takes up the next interleaved samples.
  func hear(_ samples: [Float]) { sound.yield(samples) }

  /// No more is heard.
  func end() { sound.finish() }
}
