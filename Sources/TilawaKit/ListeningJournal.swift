package import Library
import Synchronization
package import TilawaFormat
import Timing

/// Keeps the journal up to date while a queue is heard.
///
/// A journal that can't be written is told of once, and disturbs nobody who listens.
package final class ListeningJournal: Sendable {
  private let folder: JournalFolder
  private let queue: PlaybackQueue
  private let profile: String?
  private let workplace: Workplace
  private let fail: @Sendable (any Error) -> Void
  private let state = Mutex(State())
  /// Seconds between writes; what is lost when the player is killed.
  private static let interval = 10.0

  private struct State {
    var item: QueueItem?
    /// How long was listened, and how much of it the journal knows of, in seconds.
    var heard = 0.0
    var told = 0.0
    var hasFailed = false
  }

  /// Keeps the journal of a queue that is played with a profile, if with any; `fail` is called when it can't be written.
  package init(
    _ folder: JournalFolder, _ queue: PlaybackQueue, profile: String?, in workplace: Workplace,
    fail: @escaping @Sendable (any Error) -> Void
  ) {
    self.folder = folder
    self.queue = queue
    self.profile = profile
    self.workplace = workplace
    self.fail = fail
  }

  /// `item` is heard now, `seconds` of listening after the start.
  package func hear(_ item: QueueItem, after seconds: Double) {
    state.withLock { state in
      // The silence in the place of an ayah is not where one goes on.
      if item.sound != nil { state.item = item }
      state.heard = max(state.heard, seconds)
      if state.heard - state.told >= Self.interval { write(&state) }
    }
  }

  /// Writes what is not written yet. May be called from any thread, such as when the program is ended.
  package func write() { state.withLock { write(&$0) } }

  private func write(_ state: inout State) {
    guard let item = state.item, !state.hasFailed,
      let new = Milliseconds(seconds: state.heard - state.told)
    else { return }
    do {
      let now = Timestamp(secondsSince1970: try workplace.now())
      guard let draft = queue.progress(at: item, heard: new, profile: profile, now: now) else { return }
      try folder.record(draft)
      state.told += new.seconds
    } catch {
      state.hasFailed = true
      fail(error)
    }
  }
}
