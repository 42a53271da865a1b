import Files
import Library
import Synchronization
import TilawaFormat
import TilawaKit
import Timing

/// Keeps the journal up to date while a queue is heard, and when a signal ends the program meanwhile.
///
/// A journal that can't be written is told of once, and disturbs nobody who listens.
final class PlayJournal: Sendable {
  private let folder: JournalFolder
  private let queue: PlaybackQueue
  private let profile: String?
  private let usual: QueueSettings
  private let terminal: Terminal
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

  init(_ folder: JournalFolder, _ opened: QueueArguments.Opened, in terminal: Terminal) {
    self.folder = folder
    (queue, profile, usual) = (opened.queue, opened.profile, opened.usual)
    self.terminal = terminal
    Surroundings.beforeEnding { [weak self] in self?.write() }
  }

  deinit { Surroundings.beforeEnding(nil) }

  /// `item`, the one with that number from 1, is heard now, at `time` of its recording and `seconds` of listening after the start.
  func hear(_ item: QueueItem, _ number: Int, at time: Milliseconds?, after seconds: Double) {
    state.withLock { state in
      // The silence in the place of an ayah is not where one goes on.
      if item.sound != nil { (state.item, state.number, state.time) = (item, number, time) }
      state.heard = max(state.heard, seconds)
      if state.heard - state.told >= Self.interval { write(&state) }
    }
  }

  /// Writes what is not written yet.
  func write() { state.withLock { write(&$0) } }

  private func write(_ state: inout State) {
    guard let item = state.item, !state.hasFailed,
      let new = Milliseconds(seconds: state.heard - state.told)
    else { return }
    do {
      let now = Timestamp(secondsSince1970: try terminal.workplace.now())
      guard
        var draft = queue.progress(
          at: item, number: state.number, time: state.time, heard: new, profile: profile, now: now)
      else { return }
      draft.tell(queue.settings, besides: usual)
      try folder.record(draft)
      state.told += new.seconds
    } catch {
      state.hasFailed = true
      terminal.complain("tilawa: where you stop isn't remembered: \(error)")
    }
  }
}
