import Dispatch
import Synchronization
import TilawaBase
import TilawaKit
import TilawaQuran
import TilawaRecognition

/// Which ayah is heard in a sound that is recorded: it is followed beside the recording, which waits for nothing.
final class HeardAyah: Sendable {
  /// As the line of the meter tells it; empty while it isn't known.
  var text: String { told.withLock(\.self) }

  private struct Sound {
    var blocks: [[Float]] = []
    var isOver = false
  }

  private let told = Mutex("")
  private let sound = Mutex(Sound())
  private let signal = DispatchSemaphore(value: 0)

  /// Blocks of sound that wait at most: what comes quicker than it is followed need not be kept, as it isn't live.
  private static let mostBlocks = 200

  /// Follows `passages`, or whatever is recited where there are none, as `LiveFollowing` does; nil where the system has no thread
  /// for it.
  init?(_ passages: [AyahRange], sampleRate: Int, channels: Int) {
    guard OwnThread.start({ [self] in follow(passages, sampleRate, channels) }) else { return nil }
  }

  private func follow(_ passages: [AyahRange], _ sampleRate: Int, _ channels: Int) {
    let following = LiveFollowing(passages, sampleRate: sampleRate, channels: channels)
    while let samples = next() {
      for case .place(let place) in following.hear(samples) {
        told.withLock { $0 = place.ayah.map { "  \($0)" } ?? "" }
      }
    }
  }

  /// Takes up the next interleaved samples.
  func hear(_ samples: [Float]) {
    sound.withLock { sound in
      if sound.blocks.count == Self.mostBlocks { sound.blocks.removeFirst() }
      sound.blocks.append(samples)
    }
    signal.signal()
  }

  /// No more is heard.
  func end() {
    sound.withLock { $0 = Sound(isOver: true) }
    signal.signal()
  }

  /// The next block, waited for; nil at the end.
  private func next() -> [Float]? {
    while true {
      signal.wait()
      let (first, isOver) = sound.withLock { sound in
        (sound.blocks.isEmpty ? nil : sound.blocks.removeFirst(), sound.isOver)
      }
      if first != nil || isOver { return first }
    }
  }
}
