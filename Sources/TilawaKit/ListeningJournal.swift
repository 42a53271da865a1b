package import Library
import Synchronization
package import TilawaFormat
package import Timing

/// Keeps the journal up to date while a queue is heard.
///
/// A journal that can't be written is told of once, and disturbs nobody who listens.
package final class ListeningJournal: Sendable {
  private let folder: JournalFolder
  private let queue: PlaybackQueue
  private let profile: String?
  private let usual: QueueSettings
  private let workplace: Workplace
  private let fail: @Sendable (any Error) -> Void
  private let state = Mutex(State())
  /// Seconds between writes; what is lost when the player is killed.
  private static let interval = 10.0

  private struct State {
    var item: QueueItem?
    var number = 0
    var time: Milliseconds?
    /// How long was listened, and how much of it the journal knows of, in seconds.
    var heard = 0.0
    var told = 0.0
    var hasFailed = false
  }

  /// Keeps the journal of a queue that is played with a profile, if with any, by settings that differ from the `usual` ones; `fail` is called when it can't be written.
  package init(
    _ folder: JournalFolder, _ queue: PlaybackQueue, profile: String?, usual: QueueSettings,
    in workplace: Workplace,
    fail: @escaping @Sendable (any Error) -> Void
  ) {
    self.folder = folder
    self.queue = queue
    self.profile = profile
    self.usual = usual
    self.workplace = workplace
    self.fail = fail
  }

  /// `item`, the one with that number from 1, is heard now, at `time` of its recording and `seconds` of listening after the start.
  package func hear(_ item: QueueItem, _ number: Int, at time: Milliseconds?, after seconds: Double) {
    state.withLock { state in
      // The silence in the place of an ayah is not where one goes on.
      if item.sound != nil { (state.item, state.number, state.time) = (item, number, time) }
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
      guard
        var draft = queue.progress(
          at: item, number: state.number, time: state.time, heard: new, profile: profile, now: now)
      else { return }
      draft.tell(queue.settings, besides: usual)
      try folder.record(draft)
      state.told += new.seconds
    } catch {
      state.hasFailed = true
      fail(error)
    }
  }
}
